"""Words: as strings, for measuring and comparing texts; as hashes, for the models.

In both, a word is a run of letters and digits, and every CJK character is a word. They differ because fitted
models hold the hashes: there `_`, combining marks and plane 1 end a word; in strings they belong to it.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, IntArray, frozen, lengths
from maintext.text.characters import (
    CJK,
    CODES,
    KIND_BY_CODE,
    Characters,
    Codes,
    Kind,
    characters,
    regex_class,
)

# -- strings ----------------------------------------------------------------------------------------------

INSIDE, SINGLE = 1, 2
"""Classes of characters: inside a word, or a word by itself."""
_PLAIN_TOKEN = re.compile(r"\w+", re.ASCII)  # the words of ASCII, found faster


_NOT_ALPHANUMERIC = bytes(code for code in range(128) if not chr(code).isalnum())


def alphanumerics(text: str) -> str:
    """The letters and digits of a text, without what separates them.

    >>> alphanumerics("1 cup, sifted")
    '1cupsifted'
    """
    if text.isascii():  # the same, faster
        return text.encode().translate(None, _NOT_ALPHANUMERIC).decode()
    return "".join(filter(str.isalnum, text))


def count_ascii_alphanumerics(text: str) -> int:
    """The letters and digits of ASCII in a text.

    >>> count_ascii_alphanumerics("1 cup, sifted, 正")
    10
    """
    return len(text.encode("ascii", "ignore").translate(None, _NOT_ALPHANUMERIC))


@cache  # large classes of characters and tables take long to make: none is made before it is needed
def _token() -> re.Pattern[str]:
    cjk = regex_class(CJK)
    return re.compile(rf"[{cjk}]|[^\W{cjk}]+")


def tokens(text: str) -> list[str]:
    """The words of a text, in lower case.

    >>> tokens("Main text 正文")
    ['main', 'text', '正', '文']
    """
    return (_PLAIN_TOKEN if text.isascii() else _token()).findall(text.lower())


@cache
def token_classes() -> NDArray[np.uint8]:
    r"""By code point: `INSIDE` a word, a `SINGLE` CJK character, or neither (0); `\w` as in `tokens`.

    The last entry is for planes above.
    """
    codes = np.arange(CODES + 1, dtype="<u4")
    classes = np.where(np.strings.isalnum(codes.view("<U1")), INSIDE, 0).astype(np.uint8)
    classes[ord("_")], classes[CODES] = INSIDE, 0
    for first, last in CJK:
        classes[first : last + 1] = SINGLE
    return frozen(classes)


def count_tokens(text: str) -> int:
    """How many words a text has: `len(tokens(text))`, several times as fast.

    >>> count_tokens("Main text 正文")
    4
    """
    if not text:
        return 0
    classes = token_classes().take(code_points(text.lower()), mode="clip")
    inside = classes == INSIDE
    begins = np.count_nonzero(inside[1:] > inside[:-1]) + int(inside[0])
    return int(begins + np.count_nonzero(classes == SINGLE))


def code_points(text: str) -> Codes:
    """The characters of a text as numbers, lone surrogates included."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


_LETTERS_AND_DIGITS = re.compile(r"[^\W_]+")


@lru_cache(maxsize=128)  # the same few texts of a page are compared many times
def squeeze(text: str) -> str:
    """Only the letters and digits of a text, in lower case, for comparison.

    >>> squeeze("The Tower, 1911")
    'thetower1911'
    """
    return "".join(_LETTERS_AND_DIGITS.findall(text.casefold()))


def by_first_letter(words: Iterable[str]) -> str:
    """A pattern of words, the longest first.

    One letter rules most of them out: `re` is slow where it has to try them one by one.

    >>> by_first_letter(["may", "mars", "april"])
    '(?=[am])(?:a(?:pril)|m(?:ars|ay))'
    """
    tails: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        tails.setdefault(word[0], []).append(word[1:])
    branches = "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in tails.items())
    return f"(?=[{''.join(tails)}])(?:{branches})"


# -- hashes -----------------------------------------------------------------------------------------------

Hashes = NDArray[np.uint64]
"""Hashes of words: they depend on the letters alone, in lower case, and are the same on every machine."""

SLOT_BITS = 13
_LONGEST = 32  # from this letter on, all letters of a word have the same factor


@cache
def _lower_by_code() -> NDArray[np.uint32]:
    """The lower case of every character of planes 0 to 3; itself if that is not a single character."""
    lower = np.arange(CODES, dtype=np.uint32)
    capitals = [*range(0x41, 0x5B), *range(0xC0, 0x600), *range(0x10A0, 0x1100), *range(0x1E00, 0x2000)]
    for code in (*capitals, *range(0xFF21, 0xFF3B)):
        small = chr(code).lower()
        if len(small) == 1:
            lower[code] = ord(small)
    return frozen(lower)


@cache
def letters() -> NDArray[np.uint32]:
    """By code point: its `Kind` in the low byte, its lower case above; the last entry is for planes above."""
    lower = np.append(_lower_by_code(), np.uint32(0))
    return frozen(KIND_BY_CODE.astype(np.uint32) | (lower << np.uint32(8)))


_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_POWERS = frozen(np.cumprod(np.full(_LONGEST, _FACTOR, dtype=np.uint64)))
# Plain integers: NumPy compares enum members as wide integers, which is slow.
_CJK, _DIGIT, _UPPER, _LETTER = map(int, (Kind.CJK, Kind.DIGIT, Kind.UPPER, Kind.LETTER))


class FoundWords(NamedTuple):
    """The words of several texts, end to end."""

    hash: Hashes
    first: IntArray
    """Index of the first character of each word."""
    kind: NDArray[np.uint8]
    """`Kind` of the first character of each word."""


def find_words(texts: Characters, *, camel_case: bool = False) -> FoundWords:
    """The words of texts: runs of letters and digits, and CJK characters one by one.

    With `camel_case`, as in class names, a capital after a small letter starts a word, as do letters after
    digits and digits after letters.
    """
    kind = texts.kind
    continues = (kind >= _DIGIT) & (kind <= _LETTER)  # digits, capitals, other letters
    solid = np.flatnonzero(continues | (kind == _CJK))
    continues[1:] &= continues[:-1]
    continues[:1] = False
    if camel_case:
        continues[1:] &= (kind[1:] != _UPPER) | (kind[:-1] != _LETTER)
        digit = kind == _DIGIT
        continues[1:] &= digit[1:] == digit[:-1]
    continues[texts.start] = False
    begins = np.flatnonzero(~continues.take(solid))
    first = solid.take(begins)
    return FoundWords(hash_words(texts.codes.take(solid), begins), first, kind.take(first))


def hash_words(codes: Codes, first: IntArray) -> Hashes:
    """The hash of each word; `first` says where each starts in `codes`, which has only words."""
    if not len(first):
        return np.zeros(0, dtype=np.uint64)
    place = np.arange(len(codes))
    place -= np.repeat(first, lengths(first, len(codes)))
    small = _lower_by_code().take(codes).astype(np.uint64)
    small *= _POWERS.take(place, mode="clip")
    return mix(np.add.reduceat(small, first))


def mix(numbers: Hashes) -> Hashes:
    """Spread numbers that differ a little over all 64 bits."""
    numbers = (numbers ^ (numbers >> np.uint64(32))) * _FACTOR
    return numbers ^ (numbers >> np.uint64(29))


def word_hashes(words: Sequence[str]) -> Hashes:
    """The hashes of single words.

    >>> bool(word_hashes(["Main"])[0] == word_hashes(["main"])[0])
    True
    """
    length = np.array([len(word) for word in words], dtype=np.int64)
    end = np.cumsum(length)
    return find_words(characters("".join(words), end - length, end)).hash


def known_words(words: str) -> Hashes:
    """The sorted hashes of words that are separated by spaces."""
    hashes = word_hashes(words.split()).tolist()
    return np.array(sorted(set(hashes)), dtype=np.uint64)  # np.unique would load numpy.ma


class WordSet:
    """A set of words with fast lookup: each has its own slot in a table."""

    def __init__(self, words: str) -> None:
        known = known_words(words)
        self.factor = _FACTOR
        while len(set(self.slots(known).tolist())) < len(known):
            self.factor = mix(np.array([self.factor], dtype=np.uint64))[0] | np.uint64(1)
        self.table = np.zeros(1 << SLOT_BITS, dtype=np.uint64)
        self.table[self.slots(known)] = known

    def has(self, hashes: Hashes) -> BoolArray:
        """Which of the hashes are in the set."""
        return self.table.take(self.slots(hashes)) == hashes

    def slots(self, hashes: Hashes) -> IntArray:
        """The slot of each hash."""
        return ((hashes * self.factor) >> np.uint64(64 - SLOT_BITS)).view(np.int64)
