"""Marks: quotation marks, powers and indices that a browser draws and the text of a page does not have.

`<q>no</q>` has no quotation marks in its text, and without its style `2<sup>10</sup>` reads as 210. So some
text nodes are written differently than the source has them.
"""

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maintext.arrays import BoolArray, IntArray, frozen
from maintext.page.tags import TAG_ID, A, Flag

if TYPE_CHECKING:
    from maintext.page.page import Page

_Q, _SUB, _SUP = TAG_ID["q"], TAG_ID["sub"], TAG_ID["sup"]
_PRE = int(Flag.PRE)
_LINK = int(Flag.LINK)

_QUOTES = {
    "": "“”‘’",
    "cs": "„“‚‘", "da": "»«›‹", "de": "„“‚‘", "el": "«»“”", "es": "«»“”", "fr": ("«\xa0", "\xa0»", "“", "”"),
    "hu": "„”»«", "it": "«»“”", "ja": "「」『』", "no": "«»‘’", "pl": "„”«»", "pt": "«»“”", "ro": "„”«»",
    "ru": "«»„“", "sk": "„“‚‘", "sl": "„“‚‘", "uk": "«»„“", "zh-hant": "「」『』", "zh-hk": "「」『』",
    "zh-tw": "「」『』", "pt-br": "“”‘’",
}  # fmt: skip
_QUOTE_SIGNS = frozenset("\"'“”„‟‘’‚«»‹›「」『』")

_POWER = re.compile(r"[+−-]?\d{1,4}(?:[.,/]\d{1,4})?[+−-]?")
_INDEX = re.compile(r"\d{1,4}")
_INDICES = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
# What a power belongs to: a number, a sign, a variable or a unit. At a longer word, it is a note; at a price,
# it is the cents; IP68 is a name.
_RAISED = re.compile(
    r"(?:(?<![\w$€£¥.,])\d[\d.,]*|[^\w\s.,;:!?%)\]}\"'”’»…®™*†‡§]"
    r"|(?<![^\W\d_])(?:[^\W\d_]|[cdkmnµμ]m|ft|in|yd|mi|mc))\Z"
)
_BEFORE = 24
"""Characters that `_RAISED` looks at."""
_BACK = re.compile(r"[\s\ufe0e\ufe0f]*[↩⏎↵⤴⮌↑^][\s\ufe0e\ufe0f]*")
_LONGEST_ARROW = 4
"""Characters of a text that `_BACK` matches, without white space."""
_NOTE = re.compile(r"ref|note|cite|foot", re.IGNORECASE)


class Changed(NamedTuple):
    """Text nodes that are written differently: rows, texts, and whether Markdown has them as they are."""

    rows: IntArray
    texts: list[bytes]
    is_raw: BoolArray


UNCHANGED = Changed(frozen(np.zeros(0, dtype=np.int64)), [], frozen(np.zeros(0, dtype=np.bool_)))


def find_plain_marks(page: "Page") -> Changed:
    """The text nodes that plain text has with marks."""
    texts = mark_texts(page, is_plain=True)
    return changed(texts) if texts else UNCHANGED


def changed(texts: dict[int, str], raw: frozenset[int] = frozenset()) -> Changed:
    """The same as arrays."""
    rows = sorted(texts)
    return Changed(
        np.array(rows, dtype=np.int64),
        [texts[row].encode("utf-8", "surrogatepass") for row in rows],
        np.array([row in raw for row in rows], dtype=np.bool_),
    )


def mark_texts(page: "Page", is_plain: bool) -> dict[int, str]:
    """The texts of the text nodes with marks to add, by row.

    If not `is_plain`, elements show what is raised and lowered.
    """
    texts: dict[int, str] = {}
    if not page.table.has_marks:
        return texts
    if is_plain:
        _write_scripts(page, texts)
    _quote(page, texts)
    texts.update(dict.fromkeys(_links_back(page), ""))
    return {row: text for row, text in texts.items() if not page.flags[row] & _PRE}  # code stays as it is


# -- powers and indices -------------------------------------------------------------------------------------


def _write_scripts(page: "Page", texts: dict[int, str]) -> None:
    """Write `2^10` and `H₂O`. Ordinals, trademarks and references to notes stay as they are."""
    rows, first = _with_one_leaf(page, np.flatnonzero((page.tag == _SUB) | (page.tag == _SUP)))
    leaves = page.leaves[first]
    texts_before, own = page.table.text_around(leaves, _BEFORE, 0), page.table.row_texts(leaves)
    for row, leaf, before, text in zip(rows.tolist(), leaves.tolist(), texts_before, own, strict=True):
        content = text.strip()
        if page.flags[leaf] & _LINK or not before or before[-1].isspace() or not _follows(page, leaf):
            continue
        if page.tag[row] == _SUB:
            if _INDEX.fullmatch(content) and (before[-1].isalpha() or before[-1] in ")]"):
                texts[leaf] = text.translate(_INDICES)
        elif _POWER.fullmatch(content) and _RAISED.search(before) and not _is_note(page, row):
            texts[leaf] = text.replace(content, f"^{content}", 1)


def _with_one_leaf(page: "Page", rows: IntArray) -> tuple[IntArray, IntArray]:
    """Of some rows, those with one leaf inside, and its index in `page.leaves`."""
    first, past = page.leaves.searchsorted(rows), page.leaves.searchsorted(page.end[rows])
    has_one = past - first == 1
    return rows[has_one], first[has_one]


def _follows(page: "Page", leaf: int) -> bool:
    """Whether the text before a leaf is in the same block."""
    at = int(page.leaves.searchsorted(leaf))
    return at > 0 and bool(page.blocks.of_leaf[at] == page.blocks.of_leaf[at - 1])


def _is_note(page: "Page", row: int) -> bool:
    names = (page.attribute(row, name) or "" for name in ("class", "id", "role"))
    return any(map(_NOTE.search, names))


def leaves_inside(page: "Page", row: int) -> list[int]:
    """The leaves inside a row."""
    first, past = page.leaves.searchsorted([row, page.end[row]]).tolist()
    found: list[int] = page.leaves[first:past].tolist()
    return found


def _links_back(page: "Page") -> list[int]:
    """Text nodes of arrows that link from a note to its reference: they say nothing without the link."""
    rows, first = _with_one_leaf(page, page.rows_of(A))
    leaves = page.leaves[first]
    short = np.flatnonzero(page.chars[leaves] <= _LONGEST_ARROW)
    leaves = leaves[short]
    found = []
    for at, leaf, text in zip(short.tolist(), leaves.tolist(), page.table.row_texts(leaves), strict=True):
        if _BACK.fullmatch(text) and (page.attribute(int(rows[at]), "href") or "").startswith("#"):
            inside = page.blocks.leaves(int(page.blocks.of_leaf[first[at]]))
            if inside.stop - inside.start > 1:  # not all of its block
                found.append(leaf)
    return found


# -- quotation marks ----------------------------------------------------------------------------------------


def _quote(page: "Page", texts: dict[int, str]) -> None:
    """Add the quotation marks of `<q>`, by language and depth, unless the page has them already."""
    rows = page.rows_of(_Q).tolist()
    if not rows:
        return
    language = _Languages(page)
    for row, depth in reversed(_nested(page, rows)):  # inner ones first: their marks are nearer to the text
        leaves = leaves_inside(page, row)
        if not leaves or _has_quotes(page, leaves):
            continue
        signs = _signs(language.of(row))
        inner = 2 * (depth % 2)
        first, last = leaves[0], leaves[-1]
        text = texts.get(first, page.row_text(first))
        lead = len(text) - len(text.lstrip())
        texts[first] = text[:lead] + signs[inner] + text[lead:]
        text = texts.get(last, page.row_text(last))
        tail = len(text.rstrip())
        texts[last] = text[:tail] + signs[inner + 1] + text[tail:]


def _nested(page: "Page", rows: list[int]) -> list[tuple[int, int]]:
    """The rows, and how many others are around each."""
    found = []
    ends: list[int] = []
    for row in rows:
        while ends and ends[-1] <= row:
            ends.pop()
        found.append((row, len(ends)))
        ends.append(int(page.end[row]))
    return found


def _has_quotes(page: "Page", leaves: list[int]) -> bool:
    start, text = int(page.text_start[leaves[0]]), page.row_text(leaves[0]).lstrip()
    return text[:1] in _QUOTE_SIGNS or (start > 0 and page.text[start - 1] in _QUOTE_SIGNS)


def _signs(language: str) -> tuple[str, ...]:
    """Outer and inner quotation marks of a language."""
    while language and language not in _QUOTES:
        language = language.rpartition("-")[0]
    return tuple(_QUOTES[language])


class _Languages:
    """The language of rows: that of the nearest element which declares one."""

    def __init__(self, page: "Page") -> None:
        values, of_row = page.shared_values("lang")
        self._values = [value.strip().lower().replace("_", "-") for value in values]
        self._of_row = of_row
        self._nearest = page.nearest(of_row >= 0)

    def of(self, row: int) -> str:
        """Language of a row, in lower case; empty if unknown."""
        above = int(self._nearest[row])
        return self._values[int(self._of_row[above])] if above >= 0 else ""
