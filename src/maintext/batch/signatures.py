"""MinHash: the share of shingles that two texts have in common, estimated from a few numbers of each.

A shingle is a run of five words; each Han, kana or hangul character is a word. For each of 120 hash
functions, a signature holds the smallest value over the shingles of a text. Two texts agree in a value with
the probability of their Jaccard similarity (Broder 1997). Texts that agree in all six values of any of 20
bands are compared: 99.8 % of the pairs with a similarity of 0.8 do.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, FloatArray
from maintext.text.characters import characters
from maintext.text.words import Hashes, find_words, mix

Signatures = NDArray[np.uint32]
"""A row for each text."""

SHINGLE: Final = 5
BANDS: Final = 20
ROWS: Final = 6
VALUES: Final = BANDS * ROWS
_CHUNK = 256
"""Shingles at a time, so that the values of all hash functions fit into the cache."""
_ODD = np.uint64(0x9E3779B97F4A7C15)


def _factors(count: int) -> Hashes:
    """Odd pseudo-random numbers, the same on every machine."""
    return mix(np.arange(1, count + 1, dtype=np.uint64) * _ODD) | np.uint64(1)


_PLACES = _factors(SHINGLE)
_BAND = _factors(ROWS)
_FUNCTIONS = _factors(VALUES)


def sign(texts: Sequence[str]) -> tuple[Signatures, BoolArray]:
    """The signatures of non-empty texts, and which of them have any word.

    >>> signed, _ = sign(["The tower of Pisa leans to one side.", "the tower of Pisa leans, to one side!"])
    >>> float(similarity(signed[0], signed[1]))
    1.0
    """
    length = np.array([len(text) for text in texts], dtype=np.int64)
    end = np.cumsum(length)
    words = find_words(characters("".join(texts), end - length, end))
    bound = np.concatenate([[0], np.searchsorted(words.first, end)])
    signed = np.empty((len(texts), VALUES), dtype=np.uint32)
    for text, (begin, stop) in enumerate(pairwise(bound)):
        signed[text] = _least(_shingles(words.hash[begin:stop]))
    return signed, np.diff(bound) > 0


def similarity(first: Signatures, second: Signatures) -> FloatArray:
    """Estimated share of common shingles; one signature may be compared with many."""
    return (first == second).mean(axis=-1)


def band_keys(signed: Signatures, band: int) -> Hashes:
    """A number for each text; the same for texts that agree in the whole band."""
    values = signed[:, band * ROWS : (band + 1) * ROWS].astype(np.uint64)
    return mix(values @ _BAND)


def _shingles(words: Hashes) -> Hashes:
    """The hash of each run of words; a shorter text is one run."""
    runs = max(1, len(words) - SHINGLE + 1)
    total = np.zeros(runs, dtype=np.uint64)
    for place, factor in enumerate(_PLACES[: len(words)]):
        total += words[place : place + runs] * factor
    return mix(total)


def _least(shingles: Hashes) -> NDArray[np.uint32]:
    least = np.full(VALUES, np.iinfo(np.uint64).max, dtype=np.uint64)
    for begin in range(0, len(shingles), _CHUNK):
        values = shingles[begin : begin + _CHUNK, np.newaxis] * _FUNCTIONS
        np.minimum(least, values.min(axis=0), out=least)
    return (least >> np.uint64(32)).astype(np.uint32)
