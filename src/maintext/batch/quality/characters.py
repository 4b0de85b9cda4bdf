"""What each character is to the rules, in a table, so that a text is looked at once and as an array."""

import string
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import frozen
from maintext.text.words import INSIDE, SINGLE, token_classes

Flags = NDArray[np.uint8]
"""For each character, its class and the bits that hold for it."""

SPACE, PUNCTUATION, JOINER, ODD_CJK, CJK, WORD = range(6)
"""Classes: white space; what is in no word; an apostrophe or hyphen, which may be inside a word; a CJK
character that is no letter; one that is; what words are made of."""
CLASS: Final = 0x07
"""The bits of the class."""
ALPHABETIC: Final = 0x10
UNMARKED: Final = 0x20
"""Neither white space nor in `MARKS`."""
SENTENCE_END: Final = 0x40
CLOSING: Final = 0x80
"""May follow the end of a sentence."""

MARKS: Final = string.punctuation + "—–”“„‘’«»…、。，；：？！（）《》〈〉「」【】％～．►━´∶"
"""A word of these alone does not count as a word: datatrove's list."""


def _places(characters: str) -> list[int]:
    return list(map(ord, characters))


@cache  # made at first use, in some 10 ms
def flags_by_code() -> Flags:
    """The flags of every character of planes 0 to 3; the last entry is for all above."""
    classes = token_classes()
    characters = np.arange(len(classes), dtype="<u4").view("<U1")
    flags = np.full(len(classes), PUNCTUATION, dtype=np.uint8)
    flags[_places("'’-")] = JOINER
    flags[classes == SINGLE] = ODD_CJK
    flags[(classes == SINGLE) & np.strings.isalnum(characters)] = CJK
    flags[classes == INSIDE] = WORD
    flags |= UNMARKED
    flags[_places(MARKS)] &= ~np.uint8(UNMARKED)
    flags[np.strings.isspace(characters)] = SPACE
    flags[np.strings.isalpha(characters)] |= ALPHABETIC
    flags[_places(".?!")] |= SENTENCE_END
    flags[_places("\"')]")] |= CLOSING
    return frozen(flags)
