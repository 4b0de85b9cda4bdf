"""Characters and words, one by one."""

from functools import cache
from itertools import pairwise

from maintext.text.characters import Kind
from maintext.text.words import letters

_ALL = (1 << 64) - 1
_FACTOR = 0x9E3779B97F4A7C15
_LONGEST = 32
_WORD_KINDS = (Kind.DIGIT, Kind.UPPER, Kind.LETTER)
_BEYOND = 0x10000


def kind(char: str) -> int:
    """The kind of a character; all outside the basic plane have one kind."""
    return int(letters()[min(ord(char), _BEYOND)]) & 0xFF


def small(char: str) -> int:
    """The code point of its lower case."""
    return int(letters()[min(ord(char), _BEYOND)]) >> 8


def words(text: str) -> list[str]:
    """Runs of letters and digits; CJK characters one by one."""
    found: list[str] = []
    before = ""
    for char in text:
        if kind(char) == Kind.CJK or (kind(char) in _WORD_KINDS and not _is_word(before)):
            found.append(char)
        elif kind(char) in _WORD_KINDS:
            found[-1] += char
        before = char
    return found


def _is_word(char: str) -> bool:
    return bool(char) and kind(char) in _WORD_KINDS


def name_words(name: str) -> list[str]:
    """The words of a class name: `postBody` has two.

    Numbers do not count, nor does a single letter right before another word or at the end: `h1`, `col-a`.
    """
    found: list[tuple[int, str]] = []
    for at, char in enumerate(name):
        if kind(char) not in (*_WORD_KINDS, Kind.CJK):
            continue
        before = name[at - 1] if at else " "
        goes_on = (
            _is_word(before)
            and kind(char) != Kind.CJK
            and (kind(char) == Kind.DIGIT) == (kind(before) == Kind.DIGIT)
            and not (kind(char) == Kind.UPPER and kind(before) == Kind.LETTER)
        )
        if goes_on:
            found[-1] = found[-1][0], found[-1][1] + char
        else:
            found.append((at, char))
    starts = {at for at, _ in found} | {len(name)}
    return [word for at, word in found if kind(word[0]) != Kind.DIGIT and at + 1 not in starts]


def mix(number: int) -> int:
    """Spread a number over 64 bits."""
    number = ((number ^ (number >> 32)) * _FACTOR) & _ALL
    return number ^ (number >> 29)


@cache
def hash_word(word: str) -> int:
    """The hash of a word in lower case; from the 32nd letter on, all letters have the same weight."""
    powers = [pow(_FACTOR, 1 + min(place, _LONGEST - 1), 1 << 64) for place in range(len(word))]
    letters = zip(map(small, word), powers, strict=True)
    return mix(sum(letter * power for letter, power in letters) & _ALL)


def hash_text(hashes: list[int]) -> int:
    """The hash of words in order."""
    return sum((2 * place + 1) * word for place, word in enumerate(hashes)) & _ALL


def hash_pairs(hashes: list[int]) -> list[int]:
    """A hash for each pair of neighbours."""
    return [(3 * one + other) & _ALL for one, other in pairwise(hashes)]


def bucket(number: int, salt: int) -> int:
    """The bucket of a number in a table of 2 ** 18 weights."""
    return (((number ^ salt) * 0xD6E8FEB86659FD93) & _ALL) >> (64 - 18)
