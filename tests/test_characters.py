import re

import numpy as np

from maintext.characters import count_characters


def test_every_digit_and_space_of_the_basic_plane_is_known() -> None:
    plane = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000]
    counts = count_characters("".join(plane), np.arange(len(plane)))
    assert [char for char, count in zip(plane, counts.digits, strict=True) if count] == [
        char for char in plane if char.isdecimal()
    ]
    blank = {char for char, count in zip(plane, counts.chars, strict=True) if not count}
    assert blank == set(re.findall(r"[\s\u00ad\u200b-\u200f\u2060\ufeff]", "".join(plane)))


def test_texts_that_touch_are_counted_apart() -> None:
    counts = count_characters("ab cd", np.array([0, 1, 4]))
    assert counts.words.tolist() == [1, 2, 1]
    assert counts.chars.tolist() == [1, 3, 1]


def test_no_text_has_no_counts() -> None:
    assert all(len(column) == 0 for column in count_characters("", np.zeros(0, dtype=np.int64)))
