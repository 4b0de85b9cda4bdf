"""Write the kernel's table of words that mark elements of threads, from `maintext.threads.vocabulary`.

python tools/thread_tables.py           # writes src/maintext/_kernel/generated/thread_words.h and .c
"""

import textwrap
from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path
from string import ascii_lowercase

from maintext.threads.vocabulary import (
    AFTER,
    BEFORE,
    IS_TIME,
    MAY_BE_TIME,
    MIN_SHARE,
    MIN_UNMARKED,
    WORDS,
    Mark,
)

FOLDER = Path(__file__).parent.parent / "src" / "maintext" / "_kernel" / "generated"
MARKS = "\n".join(f"    MARK_{mark.name} = {int(mark)}," for mark in Mark)
HEADER = f"""/* Written by tools/thread_tables.py; do not edit. */
#ifndef MAINTEXT_THREAD_WORDS_H
#define MAINTEXT_THREAD_WORDS_H
#include <stdint.h>

enum {{
{MARKS}
}};

#define MIN_SHARE {MIN_SHARE}

enum {{ MIN_UNMARKED = {MIN_UNMARKED}, MAY_BE_TIME = {MAY_BE_TIME}, IS_TIME = {IS_TIME} }};

/* Conditions, as maintext.threads.vocabulary lists them. */
enum {{ BEFORE_ANYTHING, BEFORE_PROPERTY, BEFORE_NO_HYPHEN }};
enum {{ AFTER_ANYTHING, AFTER_NO_LETTER, AFTER_NO_LETTER_OR_HYPHEN, AFTER_NO_WORD, AFTER_SPACE_OR_AREA }};

typedef struct {{
    const char *text; /* `~` is a hyphen that may be missing */
    uint8_t before, after, marks;
    uint8_t shared; /* letters at the start that the word before it has, too */
}} ThreadWord;

/* Sorted by text. Words that begin with two letters are from [pair] to [pair + 1]; see `letter_pair`. */
extern const ThreadWord mt_thread_words[];
extern const uint16_t mt_thread_words_from[];

/* The first byte is a letter, the second may be a hyphen; -1 if it is something else. */
static inline int letter_pair(uint8_t first, uint8_t second)
{{
    int other = second == '-' ? 0 : second >= 'a' && second <= 'z' ? second - 'a' + 1 : -1;
    return other < 0 ? -1 : (first - 'a') * 27 + other;
}}

#endif
"""
OPTIONAL_HYPHEN = "~"


def alternatives(pattern: str) -> Iterator[str]:
    """The parts of a pattern between the `|` outside brackets."""
    depth = start = 0
    for at, char in enumerate(pattern):
        depth += (char in "([") - (char in ")]")
        if char == "|" and depth == 0:
            yield pattern[start:at]
            start = at + 1
    yield pattern[start:]


def expand(pattern: str) -> Iterator[str]:
    """Every text that a pattern of letters, `x?` and `(?:…|…)` matches.

    >>> sorted(expand("post-?(?:row|box)s?"))
    ['post~box', 'post~boxs', 'post~row', 'post~rows']
    """
    if not pattern:
        yield ""
        return
    if pattern.startswith("(?:"):
        depth = 0
        for end, char in enumerate(pattern):  # noqa: B007
            depth += (char == "(") - (char == ")")
            if depth == 0:
                break
        firsts = [text for part in alternatives(pattern[3:end]) for text in expand(part)]
        rest = pattern[end + 1 :]
    elif pattern.startswith("-?"):
        firsts, rest = [OPTIONAL_HYPHEN], pattern[2:]
    else:
        assert pattern[0].islower() or pattern[0] == "-", pattern
        firsts, rest = [pattern[0]], pattern[1:]
    if rest.startswith("?"):
        firsts, rest = [*firsts, ""], rest[1:]
    for tail in expand(rest):
        for first in firsts:
            yield first + tail


def words() -> dict[tuple[str, int, int], int]:
    """The marks of each word, by text and conditions."""
    found: dict[tuple[str, int, int], int] = {}
    for mark, patterns in WORDS.items():
        for given in alternatives(patterns):
            pattern, before, after = given, 0, 0
            for number, condition in enumerate(BEFORE, 1):
                if pattern.startswith(condition):
                    pattern, before = pattern.removeprefix(condition), number
            for number, condition in enumerate(AFTER, 1):
                if pattern.endswith(condition):
                    pattern, after = pattern.removesuffix(condition), number
            for text in expand(pattern):
                key = (text, before, after)
                found[key] = found.get(key, 0) | int(mark)
    return dict(sorted(found.items()))


def common_letters(one: str, other: str) -> int:
    """Number of letters at the start that two words share.

    >>> common_letters("comment", "comtr")
    3
    """
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def wrap(items: list[str]) -> str:
    """The items of an array, in lines."""
    return textwrap.fill(" ".join(items), 110, initial_indent="    ", subsequent_indent="    ")


def source() -> str:
    """The content of thread_words.c."""
    found = words()
    texts = [text for text, _, _ in found]
    shared = [common_letters(one, other) for one, other in pairwise(["", *texts])]
    rows = [
        f'{{"{text}", {before}, {after}, {marks}, {letters}}},'
        for ((text, before, after), marks), letters in zip(found.items(), shared, strict=True)
    ]
    pairs = [first + second for first in ascii_lowercase for second in f"-{ascii_lowercase}"]
    starts = [sum(text[:2] < pair for text, _, _ in found) for pair in pairs]
    assert all(text[:2] in pairs for text, _, _ in found)
    return (
        "/* Written by tools/thread_tables.py; do not edit. */\n"
        '#include "generated/thread_words.h"\n\n'
        "const ThreadWord mt_thread_words[] = {\n" + wrap(rows) + "\n};\n\n"
        "const uint16_t mt_thread_words_from[] = {\n"
        + wrap([f"{start}," for start in [*starts, len(found)]])
        + "\n};\n"
    )


if __name__ == "__main__":
    (FOLDER / "thread_words.h").write_text(HEADER, encoding="utf-8")
    (FOLDER / "thread_words.c").write_text(source(), encoding="utf-8")
