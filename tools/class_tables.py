"""Write the kernel's table of character classes, from Python's `unicodedata`.

    python tools/class_tables.py            # writes src/maintext/_kernel/generated/classes.h and classes.c

Used by the Markdown writer: characters beside emphasis, words, numbers of list items.
"""

import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "src" / "maintext" / "_kernel" / "generated"
BITS = 3
OTHER, SPACE, WORD, DECIMAL, PUNCTUATION, SYMBOL = range(6)  # as in render/content.h
HEADER = f"""/* Written by tools/class_tables.py; do not edit. */
#ifndef MAINTEXT_CLASSES_H
#define MAINTEXT_CLASSES_H
#include <stdint.h>

enum {{ CLASS_BITS = {BITS} }};

/* Ranges of code points: where each begins, and its class in the lowest bits. */
extern const uint32_t mt_classes[];
extern const int mt_class_count;

#endif
"""


def class_of(code: int) -> int:
    """The class of a code point."""
    char = chr(code)
    category = unicodedata.category(char)
    if char.isspace():
        return SPACE
    if category == "Nd":
        return DECIMAL
    if char.isalnum():
        return WORD
    return {"P": PUNCTUATION, "S": SYMBOL}.get(category[0], OTHER)


def ranges() -> Iterator[int]:
    """Starts of the ranges of one class, with their classes."""
    before = -1
    for code in range(sys.maxunicode + 1):
        found = class_of(code)
        if found != before:
            yield code << BITS | found
        before = found


def source() -> str:
    """The content of classes.c."""
    numbers = list(ranges())
    lines, line = [], "   "
    for number in numbers:
        item = f" {number:#x},"
        if len(line) + len(item) > 110:
            lines.append(line)
            line = "   "
        line += item
    body = "\n".join([*lines, line])
    return (
        "/* Written by tools/class_tables.py; do not edit. */\n"
        f'#include "generated/classes.h"\n\n/* Unicode {unicodedata.unidata_version}. */\n'
        f"const uint32_t mt_classes[] = {{\n{body}\n}};\n\nconst int mt_class_count = {len(numbers)};\n"
    )


if __name__ == "__main__":
    (FOLDER / "classes.h").write_text(HEADER, encoding="utf-8")
    (FOLDER / "classes.c").write_text(source(), encoding="utf-8")
