"""The texts of a page's blocks: their characters by kind, their words, how they begin and end.

One scan over the shown texts finds all of it, in C where that was built. The NumPy twin is what says what
it finds.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import loops
from maintext.arrays import BoolArray, IntArray, lengths
from maintext.page.page import Page
from maintext.page.tags import Flag
from maintext.text.characters import Characters, Kind, characters
from maintext.text.words import LETTERS, Hashes, find_words

CJK_LETTERS = 3
"""What a Han, kana or hangul character counts for: it says what about three letters say."""

# As plain integers: NumPy would compare members of an enum as wide ones.
_SPACE, _CJK, _CJK_STOP, _STOP, _DIGIT, _UPPER, _QUOTE = map(
    int, (Kind.SPACE, Kind.CJK, Kind.CJK_STOP, Kind.STOP, Kind.DIGIT, Kind.UPPER, Kind.QUOTE)
)
_COPYRIGHT, _COLON, _WIDE_COLON, _QUESTION, _WIDE_QUESTION = 0xA9, 0x3A, 0xFF1A, 0x3F, 0xFF1F

# The rows of `Wording.told`, after one for each `Kind`.
(
    _FIRST_WORD, _WORDS, _CHARS, _LINK_CHARS, _EMPHASIS, _LINKED_LEAVES, _LEAVES, _TEXT_HASH, _QUESTIONS,
    _ENDS_SENTENCE, _ENDS_COLON, _STARTS_CAPITAL, _STARTS_DIGIT, _HAS_COPYRIGHT, _ROWS,
) = range(len(Kind), len(Kind) + 15)  # fmt: skip


class Wording(NamedTuple):
    """What the texts of a page's blocks are made of."""

    told: IntArray
    """What the texts tell of each block: see the properties."""
    hash: Hashes
    """The words of all blocks, in document order."""
    kind: NDArray[np.uint8]
    """The `Kind` of each word's first character."""
    title: Hashes
    """The different words of the page's titles, sorted."""

    @property
    def kinds(self) -> IntArray:
        """How many characters of each `Kind` each block has: kinds × blocks."""
        return self.told[: len(Kind)]

    @property
    def first_word(self) -> IntArray:
        """Where each block's words begin."""
        return self.told[_FIRST_WORD]

    @property
    def words(self) -> IntArray:
        """Words of each block."""
        return self.told[_WORDS]

    @property
    def chars(self) -> IntArray:
        """Characters of each block; a CJK one counts for `CJK_LETTERS`, here and wherever length is meant."""
        return self.told[_CHARS]

    @property
    def link_chars(self) -> IntArray:
        """Those that lie in links."""
        return self.told[_LINK_CHARS]

    @property
    def emphasis(self) -> IntArray:
        """Those that are bold or italic."""
        return self.told[_EMPHASIS]

    @property
    def linked_leaves(self) -> IntArray:
        """Text nodes of each block that lie in links."""
        return self.told[_LINKED_LEAVES]

    @property
    def leaves(self) -> IntArray:
        """Text nodes of each block."""
        return self.told[_LEAVES]

    @property
    def text_hash(self) -> Hashes:
        """A number for each block's words in their order; 0 where it has none."""
        return self.told[_TEXT_HASH].view(np.uint64)

    @property
    def questions(self) -> IntArray:
        """Question marks of each block."""
        return self.told[_QUESTIONS]

    @property
    def ends(self) -> IntArray:
        """Whether each block ends as a sentence does, or with a colon, and the other signs: 5 × blocks.

        The others: it starts with a capital or a CJK character, with a digit, it has a copyright sign.
        """
        return self.told[_ENDS_SENTENCE:]


def read_wording(page: Page, title: str) -> Wording:
    """Read the texts of a page that has blocks, and the words of its title."""
    return _read_with_numpy(page, title) if loops is None else _read_in_c(page, title)


def _read_in_c(page: Page, title: str) -> Wording:
    assert loops is not None
    told = np.empty((_ROWS, len(page.blocks)), dtype=np.int64)
    hashes, kinds, titled = loops.read_texts(
        page.utf_8,
        title.encode("utf-8", "surrogatepass"),
        page.tag,
        page.flags,
        page.text_start,
        page.text_end,
        page.chars,
        page.cjk,
        page.blocks.first_row,
        LETTERS,
        told,
    )
    return Wording(
        told,
        np.frombuffer(hashes, dtype=np.uint64),
        np.frombuffer(kinds, dtype=np.uint8),
        np.frombuffer(titled, dtype=np.uint64),
    )


def _read_with_numpy(page: Page, title: str) -> Wording:
    rows, texts = page.shown_texts
    first_text = np.searchsorted(rows, page.blocks.first_row)
    first_text[0] = 0  # a blank text counts to the block before it, and to the first if there is none
    start, visible = texts.start.take(first_text), texts.first_visible.take(first_text)
    in_title = characters(title, np.array([0]), np.array([len(title)]))
    words = find_words(
        Characters(
            np.concatenate([texts.codes, in_title.codes]),
            np.concatenate([texts.kind, in_title.kind]),
            np.append(texts.start, len(texts.codes)),
        )
    )
    count = int(np.searchsorted(words.first, len(texts.codes)))
    told = np.empty((_ROWS, len(page.blocks)), dtype=np.int64)
    told[: len(Kind)] = _count_kinds(texts, start, visible)
    told[_FIRST_WORD] = first_word = np.searchsorted(words.first, start)
    told[_WORDS] = lengths(first_word, count)
    told[_CHARS : _LEAVES + 1] = _sum_leaves(page)
    told[_TEXT_HASH].view(np.uint64)[:] = _hash_texts(words.hash[:count], first_word, told[_WORDS])
    told[_QUESTIONS] = _count_in_blocks(
        (texts.codes == _QUESTION) | (texts.codes == _WIDE_QUESTION), start, len(page.blocks)
    )
    told[_ENDS_SENTENCE:_HAS_COPYRIGHT] = _ends(texts, visible)
    told[_HAS_COPYRIGHT] = _count_in_blocks(texts.codes == _COPYRIGHT, start, len(page.blocks)) > 0
    return Wording(told, words.hash[:count], words.kind[:count], np.unique(words.hash[count:]))


def _count_kinds(texts: Characters, start: IntArray, visible: IntArray) -> IntArray:
    """How many characters of each kind the blocks have that begin at these characters: kinds × blocks."""
    blocks, shown = len(start), lengths(visible, len(texts.visible))
    key = np.multiply(texts.kind.take(texts.visible), blocks, dtype=np.int64)
    key += np.repeat(np.arange(blocks), shown)
    counts = np.bincount(key, minlength=len(Kind) * blocks).reshape(len(Kind), blocks)
    counts[_SPACE] = lengths(start, len(texts.codes)) - shown
    return counts


def _sum_leaves(page: Page) -> IntArray:
    """Characters of each block, those in links, those of emphasis; linked leaves and all."""
    flags, chars = page.flags.take(page.leaves), leaf_chars(page)
    linked, emphatic = (flags & int(Flag.LINK)) != 0, (flags & int(Flag.EMPHASIS)) != 0
    columns = np.array([chars, linked * chars, emphatic * chars, linked, np.ones_like(chars)])
    return np.add.reduceat(columns, page.blocks.first, axis=1)


def leaf_chars(page: Page) -> IntArray:
    """Characters of each leaf, as `Wording.chars` counts them."""
    return page.chars.take(page.leaves) + (CJK_LETTERS - 1) * page.cjk.take(page.leaves)


def _hash_texts(hashes: Hashes, first_word: IntArray, words: IntArray) -> Hashes:
    rank = np.arange(len(hashes)) - np.repeat(first_word, words)
    sums = np.zeros(len(words), dtype=np.uint64)
    some = np.flatnonzero(words)
    if len(some):
        sums[some] = np.add.reduceat(hashes * (2 * rank + 1).view(np.uint64), first_word.take(some))
    return sums


def _count_in_blocks(marked: BoolArray, start: IntArray, blocks: int) -> IntArray:
    """How many marked characters each block has."""
    return np.bincount(np.searchsorted(start, np.flatnonzero(marked), side="right") - 1, minlength=blocks)


def _ends(texts: Characters, visible: IntArray) -> list[BoolArray]:
    """Whether each block ends as a sentence, ends with a colon, starts with a capital, with a digit."""
    first, last = visible, np.append(visible[1:], len(texts.visible)) - 1
    at_last = texts.visible.take(last)
    first_kind, last_kind = texts.kind.take(texts.visible.take(first)), texts.kind.take(at_last)
    before_kind = texts.kind.take(texts.visible.take(np.maximum(last - 1, first)))
    last_code = texts.codes.take(at_last)
    return [
        _is_stop(last_kind) | ((last_kind == _QUOTE) & _is_stop(before_kind)),
        (last_code == _COLON) | (last_code == _WIDE_COLON),
        (first_kind == _UPPER) | (first_kind == _CJK),
        first_kind == _DIGIT,
    ]


def _is_stop(kind: NDArray[np.uint8]) -> BoolArray:
    return (kind == _STOP) | (kind == _CJK_STOP)
