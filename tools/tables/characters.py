"""Kinds and sets of characters, for the kernel."""

import re
from collections.abc import Iterable

from maintext.text.characters import (
    CJK,
    CJK_PUNCTUATION,
    CODES,
    INVISIBLE,
    JOINED_LINES,
    LATIN_PUNCTUATION,
    SPACELESS,
    WHITE_SPACE,
    Kind,
    Ranges,
    codes_in,
)
from tables.writing import HEAD, array

# What the kernel counts, and the kinds of `maintext.text.characters` for each: at most eight.
COUNTED: dict[str, tuple[Kind, ...]] = {
    "OTHER": (Kind.OTHER, Kind.LETTER, Kind.SYMBOL, Kind.CURRENCY, Kind.QUOTE),
    "SPACE": (Kind.SPACE,),
    "CJK": (Kind.CJK,),
    "CJK_PUNCTUATION": (Kind.CJK_COMMA, Kind.CJK_STOP),
    "LATIN_PUNCTUATION": (Kind.COMMA, Kind.STOP),
    "DIGIT": (Kind.DIGIT,),
    "UPPER": (Kind.UPPER,),
}

SETS = {
    "is_white_space": WHITE_SPACE,
    "is_invisible": INVISIBLE,
    "is_spaceless": SPACELESS,
    "joins_lines": JOINED_LINES,
}


def characters_header() -> str:
    """The content of characters.h: the kinds and sets of maintext.text.characters."""
    lines = [HEAD, "#ifndef MAINTEXT_CHARACTERS_H\n#define MAINTEXT_CHARACTERS_H\n#include <stdint.h>\n"]
    lines.append("/* Kinds and sets of characters: maintext.text.characters. */\nenum {")
    lines += [f"    CHARACTER_{kind.name}," for kind in Kind]
    lines.append("    CHARACTER_KINDS\n};\n")
    lines.append(f"enum {{ KNOWN_CODES = {CODES:#x} }}; /* code points with a kind; all above are OTHER */\n")
    lines += [_test(name, ranges) for name, ranges in SETS.items()]
    lines.append("#endif\n")
    return "\n".join(lines)


def _test(name: str, ranges: Ranges) -> str:
    """A function that tests whether a code point is in a set."""
    tests = [
        f"code == {first:#x}" if first == last else f"(code >= {first:#x} && code <= {last:#x})"
        for first, last in ranges
    ]
    body = " ||\n           ".join(tests)
    return f"static inline int {name}(uint32_t code)\n{{\n    return {body};\n}}\n"


_STOPS = frozenset("。？！" + ".?!" + "؟" + "।॥" + "።" + "．｡")
_SYMBOLS = "|»›>/•·©®™→←\\#@_=[]{}*+~^<▸▶●■□◆★☆│┃"
_CURRENCIES = "$€£¥₹₩₽฿￥"
_QUOTES = "\"'”’»)）】」』》]…"
# fmt: off
_ZEROS = (
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
    0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80,
    0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
    0xFF10,
)
# fmt: on
_PLANE = 0x10000
_LAST_CASED = 0x2000  # Latin, Greek, Cyrillic, Armenian, Georgian: beyond, capitals are symbols


def kind_by_code() -> list[int]:
    """Kind of every character of planes 0 to 3, by the Unicode version of the running Python.

    In plane 1 all are `OTHER`: models were fitted so.
    """
    kind = [Kind.OTHER] * CODES

    def mark(codes: Iterable[int], found: Kind) -> None:
        for code in codes:
            kind[code] = found

    for found in re.finditer(r"\w+", "".join(map(chr, range(_PLANE)))):
        mark(range(found.start(), found.end()), Kind.LETTER)
    for signs, of_sign in ((_QUOTES, Kind.QUOTE), (_SYMBOLS, Kind.SYMBOL), (_CURRENCIES, Kind.CURRENCY)):
        mark(map(ord, signs), of_sign)
    mark(codes_in(WHITE_SPACE) + codes_in(INVISIBLE), Kind.SPACE)
    mark((zero + value for zero in _ZEROS for value in range(10)), Kind.DIGIT)
    mark((code for code in range(_LAST_CASED) if chr(code).isupper()), Kind.UPPER)
    mark(codes_in(CJK), Kind.CJK)
    for sign in CJK_PUNCTUATION:
        kind[ord(sign)] = Kind.CJK_STOP if sign in _STOPS else Kind.CJK_COMMA
    for sign in LATIN_PUNCTUATION:
        kind[ord(sign)] = Kind.STOP if sign in _STOPS else Kind.COMMA
    return [int(found) for found in kind]


def kind_tables() -> str:
    """The kind of every character, as a table of two levels."""
    kinds = kind_by_code()
    counted = [next(at for at, kinds in enumerate(COUNTED.values()) if kind in kinds) for kind in Kind]
    blocks: dict[tuple[int, ...], int] = {}
    numbers = [
        blocks.setdefault(tuple(kinds[start : start + 256]), len(blocks)) for start in range(0, CODES, 256)
    ]
    bodies = ("{" + ", ".join(map(str, block)) + "}" for block in blocks)
    return "\n".join(
        [
            array("uint8_t", "mt_ascii_kinds[128]", [counted[kind] for kind in kinds[:128]]),
            array("uint8_t", "mt_counted_kinds[]", counted),
            array("uint8_t", "mt_kind_blocks[KNOWN_CODES / 256]", numbers),
            array("uint8_t", "mt_kinds[][256]", bodies),
        ]
    )
