"""Write the kernel's words for threads: those that mark elements, and those of times.

They are in `maintext.threads.vocabulary` and `maintext.threads.times`.

python tools/thread_tables.py           # writes thread_words and time_words, .h and .c, to _kernel/generated
"""

import textwrap
from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path
from string import ascii_lowercase

from maintext.threads.times import (
    AGO_AFTER,
    AGO_BEFORE,
    ALONE,
    CLOCKS,
    DAYS,
    FOR,
    MONTHS,
    NUMERALS,
    ORDINALS,
    SINCE,
    SPANS,
    UNITS,
)
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

# -- thread_words.h and thread_words.c --------------------------------------------------------------


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


# -- time_words.h and time_words.c ------------------------------------------------------------------

START = 3  # letters of a word that the kernel looks for before it looks at a text more closely
TIME_WORDS = {
    "months": MONTHS,
    "units": UNITS,
    "spans": SPANS,
    "numerals": NUMERALS,
    "ago_after": AGO_AFTER,
    "ago_before": AGO_BEFORE,
    "ordinals": ORDINALS,
    "clocks": CLOCKS,
    "days": DAYS,
    "times_alone": ALONE,
    "time_openers": sorted({text.split()[0] for text in [*NUMERALS, *ALONE]}),
}
TIME_HEADER = (
    """/* Written by tools/thread_tables.py from maintext.threads.times; do not edit. */
#ifndef MAINTEXT_TIME_WORDS_H
#define MAINTEXT_TIME_WORDS_H
#include <stdint.h>

/* Words of ASCII, in lower case; NULL is after the last. The openers begin a time that has no digits. */
"""
    + "".join(f"extern const char *const mt_{name}[];\n" for name in TIME_WORDS)
    + """
/* The first three letters of words in times with digits. By the first letter, the two after it, pair by pair;
   NULL if there are none. */
extern const char *const mt_time_starts[26];

/* The first three letters of the other words that are not all ASCII; an empty text is after the last. */
extern const uint16_t mt_foreign_starts[][4];

#endif
"""
)


def time_starts() -> list[str]:
    """The first letters of the words of ASCII that are in times with digits; all units are before `ago`."""
    words = [word for word in ["ago", *MONTHS, *AGO_AFTER, *AGO_BEFORE, *DAYS] if word.isascii()]
    assert [word for word in words if len(word) < START] == ["fa"], "has_time_word knows this one"
    return list(dict.fromkeys(word[:START] for word in words if len(word) >= START))


def foreign_starts() -> list[str]:
    """Of each other word, the first three letters that are not all ASCII."""
    words = [word for word in [*MONTHS, *AGO_AFTER, *AGO_BEFORE, FOR, SINCE, *DAYS] if not word.isascii()]
    assert [word for word in words if len(word) < START] == ["há"], "has_foreign_time knows this one"
    parts = [[word[at : at + START] for at in range(len(word) - START + 1)] for word in words]
    return list(dict.fromkeys(next(part for part in some if not part.isascii()) for some in parts if some))


def time_source() -> str:
    """The content of time_words.c."""
    assert all(word == word.lower() for words in TIME_WORDS.values() for word in words)
    starts = time_starts()
    tails = ["".join(start[1:] for start in starts if start[0] == first) for first in ascii_lowercase]
    arrays = {
        f"char *const mt_{name}[]": [*(f'"{word}"' for word in words if word.isascii()), "NULL"]
        for name, words in TIME_WORDS.items()
    }
    arrays["char *const mt_time_starts[26]"] = [f'"{tail}"' if tail else "NULL" for tail in tails]
    arrays["uint16_t mt_foreign_starts[][4]"] = [*(f'u"{start}"' for start in foreign_starts()), 'u""']
    return (
        "/* Written by tools/thread_tables.py from maintext.threads.times; do not edit. */\n"
        '#include "generated/time_words.h"\n\n#include <stddef.h>\n'
        + "".join(
            f"\nconst {name} = {{\n{wrap([f'{item},' for item in items])}\n}};\n"
            for name, items in arrays.items()
        )
    )


def written() -> dict[str, str]:
    """The content of each file."""
    return {
        "thread_words.h": HEADER,
        "thread_words.c": source(),
        "time_words.h": TIME_HEADER,
        "time_words.c": time_source(),
    }


if __name__ == "__main__":
    for name, text in written().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
