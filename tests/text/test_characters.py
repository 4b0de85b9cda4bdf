import re

import numpy as np

from maintext.page.parse import parse
from maintext.text.characters import KIND_BY_CODE, Characters, Kind, characters


def texts(*parts: str) -> Characters:
    length = np.array([len(part) for part in parts], dtype=np.int64)
    end = np.cumsum(length)
    return characters("".join(parts), end - length, end)


def test_every_digit_and_space_of_the_basic_plane_is_known() -> None:
    plane = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000]
    digits = [char for char in plane if KIND_BY_CODE[ord(char)] == Kind.DIGIT]
    assert digits == [char for char in plane if char.isdecimal()]
    blank = {char for char in plane if KIND_BY_CODE[ord(char)] == Kind.SPACE}
    assert blank == set(re.findall(r"[\s\u00ad\u200b-\u200f\u2060\ufeff]", "".join(plane)))


def test_adjacent_texts_are_counted_separately() -> None:
    page = parse("<p>a<p>b  c <p>d")
    assert page.words[page.leaves].tolist() == [1, 2, 1]
    assert page.chars[page.leaves].tolist() == [1, 3, 1]


def test_only_the_given_texts_are_read() -> None:
    found = characters("one two three", np.array([0, 8]), np.array([3, 13]))
    assert "".join(map(chr, found.codes)) == "onethree"
    assert found.start.tolist() == [0, 3]


def test_every_character_has_one_kind() -> None:
    sample = "a A 1 文 ， 。 , . | $ ” ؟ ⁂"
    counts = np.bincount(texts(sample).kind, minlength=len(Kind))
    once = [Kind.UPPER, Kind.DIGIT, Kind.CJK, Kind.CJK_COMMA, Kind.CJK_STOP, Kind.COMMA, Kind.SYMBOL]
    assert counts[[*once, Kind.CURRENCY, Kind.QUOTE]].tolist() == [1] * 9
    assert counts[Kind.STOP] == 2


def test_characters_above_plane_3_have_no_kind() -> None:
    assert texts("\U00040000").kind.tolist() == [Kind.OTHER]
