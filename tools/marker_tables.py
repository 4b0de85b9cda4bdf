"""Write the kernel's table of class names that say what an element is, such as line numbers of a listing.

python tools/marker_tables.py           # writes class_names.h and class_names.c to _kernel/generated
"""

from string import ascii_lowercase

from tables.writing import FOLDER, array

# For each meaning, names that may be a part of a word, and names that are whole words.
NAMES = {
    "NUMBERS": ("blob-num crayon-num gutter hljs-ln-n lineno linenum line-n line_n pre-numbering", "ln lnt"),
    "WIDGET": (
        "code-block-extension-foldbtn code-block-extension-header code-block-extension-lang "
        "copy clipboard toolbar",
        "code-lang code-language code-label lang-label language-id language-label language-name tools",
    ),
    "ANCHOR": ("anchor headerlink header-link heading-link hash-link permalink", ""),
    "EDIT": ("editsection edit-section", ""),
    "CODE": ("dp-", ""),
    "READER": (
        "clipped hiddenvisually offscreen off-screen sr-only sronly screen-reader screenreader "
        "visually-hidden visuallyhidden",
        "",
    ),
    "CELL": ("", "code"),  # a cell with code
    "HIGHLIGHTER": ("", "syntaxhighlighter"),
    "CODEBOX": ("", "codebox"),
    "EXPAND": ("expandlink", "quoteexpand"),
    "CLICKS": ("", "clicks"),
    "SIGNATURE": ("", "sig"),  # of a function, in Sphinx
}
HEAD = "/* Written by tools/marker_tables.py; do not edit. */\n"
MEANINGS = "\n".join(f"    NAMES_{meaning} = {1 << bit}," for bit, meaning in enumerate(NAMES))
HEADER = f"""{HEAD}#ifndef MAINTEXT_CLASS_NAMES_H
#define MAINTEXT_CLASS_NAMES_H
#include <stdint.h>

/* What the classes of an element say about it. */
enum {{
{MEANINGS}
}};

typedef struct {{
    const char *text;
    uint16_t means;
    uint8_t is_word; /* else it may be a part of a word */
}} ClassName;

/* Number of a letter in either case, from 1. Other characters may have the same numbers. */
static inline int letter_number(char letter) {{ return letter & 31; }}

/* Sorted by text. Those with a first letter are from [letter] to [letter + 1], by its number. */
extern const ClassName mt_class_names[];
extern const uint8_t mt_class_names_from[33];

/* By first letter, the second letters of names, a bit each. On most rows no two letters are of a name. */
extern const uint32_t mt_second_letters[32];

#endif
"""


def names() -> list[tuple[str, str, bool]]:
    """Each name, its meaning, and whether it is a whole word."""
    return sorted(
        (text, meaning, is_word)
        for meaning, lists in NAMES.items()
        for is_word, texts in zip((False, True), lists, strict=True)
        for text in texts.split()
    )


def source() -> str:
    """The content of class_names.c."""
    found = names()
    texts = [text for text, _, _ in found]
    assert len(set(texts)) == len(texts)
    assert all(set(text[:2]) <= set(ascii_lowercase) and len(text) > 1 for text in texts)
    rows = [f'{{"{text}", NAMES_{meaning}, {is_word:d}}}' for text, meaning, is_word in found]
    pairs = {tuple(ord(letter) & 31 for letter in text[:2]) for text in texts}
    starts = [sum(ord(text[0]) & 31 < first for text in texts) for first in range(33)]
    seconds = [sum(1 << second for one, second in pairs if one == first) for first in range(32)]
    return "\n".join(
        [
            HEAD + '#include "generated/class_names.h"\n',
            array("ClassName", "mt_class_names[]", rows),
            array("uint8_t", "mt_class_names_from[33]", starts),
            array("uint32_t", "mt_second_letters[32]", map(hex, seconds)),
        ]
    )


def written() -> dict[str, str]:
    """The content of each file."""
    return {"class_names.h": HEADER, "class_names.c": source()}


if __name__ == "__main__":
    for name, text in written().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
