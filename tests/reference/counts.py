"""Counts of the characters of every row's text, one character at a time."""

from collections.abc import Mapping

from maintext.page.attributes import Attributes
from maintext.page.tags import TAGS, TEXT, VOID_TAGS, Flag
from maintext.text.characters import KIND_BY_CODE, Kind
from tests.reference.walk import Walked

_KINDS = {
    "cjk": {Kind.CJK},
    "cjk_punctuation": {Kind.CJK_COMMA, Kind.CJK_STOP},
    "latin_punctuation": {Kind.COMMA, Kind.STOP},
    "digits": {Kind.DIGIT},
    "upper": {Kind.UPPER},
}


def text_counts(text: str) -> dict[str, int]:
    """The counts of `maintext.text.characters.Counts` for one text."""
    kinds = [Kind(int(KIND_BY_CODE[min(ord(character), len(KIND_BY_CODE) - 1)])) for character in text]
    words = "".join(" " if kind is Kind.SPACE else "x" for kind in kinds).split()
    counts = {name: sum(kind in wanted for kind in kinds) for name, wanted in _KINDS.items()}
    return {"chars": len(" ".join(words)), "words": len(words), **counts}


def row_counts(page: Walked) -> dict[str, list[int]]:
    """The counts of every row, 0 without visible text; and its markup."""
    unseen = int(Flag.UNSHOWN | Flag.HIDDEN)
    found: list[dict[str, int]] = []
    for row in range(len(page.tag)):
        seen = page.tag[row] == TEXT and not page.flags[row] & unseen
        text = page.text[page.text_start[row] : page.text_end[row]] if seen else ""
        tag = page.tag_names[page.tag[row]]
        found.append({**text_counts(text), "markup": markup_chars(tag, page.attributes.get(row, {}))})
    return {name: [counts[name] for counts in found] for name in text_counts("") | {"markup": 0}}


def markup_chars(tag: str, attributes: Mapping[str, str] | Attributes) -> int:
    """Characters of `<tag name="value"></tag>`, less the attributes id, class and style; 0 for text."""
    if tag == TAGS[TEXT]:
        return 0
    counted = sum(
        len(f' {name}="{value}"')
        for name, value in attributes.items()
        if name not in ("id", "class", "style")
    )
    return counted + len(f"<{tag}>") + (0 if tag in VOID_TAGS else len(f"</{tag}>"))
