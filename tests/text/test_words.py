import re
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.text.characters import CJK, Characters, Kind, characters, regex_class
from maintext.text.words import WordSet, count_tokens, find_words, tokens, word_hashes

_TEXTS = {
    "English": "The tower was built in 1911, of brick; it leans 3.5° to the South!",
    "Chinese": "这座塔建于1911年，用砖和石灰砌成。",
    "Japanese": "塔は南へ傾いている。カタカナ、ひらがな。",
    "Korean": "탑이 남쪽으로 기울어져 있다.",
    "Arabic": "البرج مائل، أليس كذلك؟",
    "Russian": "Башня наклонена к югу — никто не знает почему.",
    "Greek": "Ο πύργος γέρνει προς τα νότια.",
    "Turkish": "kule güneye doğru eğiliyor",
    "Vietnamese": "Tòa tháp nghiêng về phía nam.",
    "German": "Der Turm neigt sich; größer, weißer Übergang.",
    "full width": "ＡＢＣ１２３ ｄｅｆ",
    "rare Han": "𠮷野家は㐂び、女𰻞麺。",
}


def texts(*parts: str) -> Characters:
    length = np.array([len(part) for part in parts], dtype=np.int64)
    end = np.cumsum(length)
    return characters("".join(parts), end - length, end)


@pytest.mark.parametrize("script", _TEXTS)
def test_hashed_words_are_those_of_tokens(script: str) -> None:
    text = _TEXTS[script]
    assert find_words(texts(text)).hash.tolist() == word_hashes(tokens(text)).tolist()


def ends_hashed_words(char: str) -> bool:
    """Where the two kinds of words differ: combining marks, low lines, plane 1 and those above plane 3."""
    is_plane_other = ord(char) > 0xFFFF and not 0x20000 <= ord(char) <= 0x3FFFF
    return unicodedata.category(char)[0] == "M" or char == "_" or is_plane_other


@given(st.text(max_size=60))
def test_any_text_has_as_many_hashed_words_as_tokens(text: str) -> None:
    kept = "".join(" " if ends_hashed_words(char) else char for char in text)
    if kept:
        assert len(find_words(texts(kept)).hash) == len(tokens_before_lower(kept))


def tokens_before_lower(text: str) -> list[str]:
    """Tokens before lower-casing: some capitals become two characters."""
    cjk = regex_class(CJK)
    return re.findall(rf"[{cjk}]|[^\W_{cjk}]+", text)


@pytest.mark.parametrize(
    ("text", "count"), [("snake_case", 2), ("हिन्दी", 3), ("ที่", 1), ("né" + "e\u0301", 1), ("x😀y", 2)]
)
def test_low_lines_combining_marks_and_emoji_end_hashed_words(text: str, count: int) -> None:
    assert len(find_words(texts(text)).hash) == count


@given(st.text())
def test_any_text_is_counted_as_its_tokens(text: str) -> None:
    for one in (text, text + " Straße_2 İstanbul ・正文\U00020000 don't 1.5", "\ud800a" + text):
        assert count_tokens(one) == len(tokens(one))


def test_words_end_with_their_text() -> None:
    found = find_words(texts("foo", "bar baz", "qux"))
    assert found.hash.tolist() == word_hashes(["foo", "bar", "baz", "qux"]).tolist()
    assert found.first.tolist() == [0, 3, 7, 10]


def test_a_word_has_the_kind_of_its_first_character() -> None:
    found = find_words(texts("Upper lower 9th 塔"))
    assert found.kind.tolist() == [Kind.UPPER, Kind.LETTER, Kind.DIGIT, Kind.CJK]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("postBody", ["post", "body"]),
        ("HTMLBody", ["htmlbody"]),
        ("col2wide", ["col", "2", "wide"]),
        ("main-content", ["main", "content"]),
        ("nav", ["nav"]),
    ],
)
def test_camel_case_is_split(name: str, words: list[str]) -> None:
    assert find_words(texts(name), camel_case=True).hash.tolist() == word_hashes(words).tolist()


def test_hashes_are_the_same_in_every_version() -> None:
    fixed = {
        "main": 2245442229178241279,
        "tower": 428456144482597938,
        "塔": 7003626359746070661,
        "𠮷": 5104187721885868257,
        "башня": 5501404392141944333,
        "برج": 976018092528331896,
        "x": 6366886890937566646,
        "a" * 40: 12916139410801036353,
    }
    assert dict(zip(fixed, word_hashes(list(fixed)).tolist(), strict=True)) == fixed


def test_hashes_ignore_case_and_depend_on_every_letter() -> None:
    assert (
        word_hashes(["MAIN", "Ünder", "БАШНЯ"]).tolist() == word_hashes(["main", "ünder", "башня"]).tolist()
    )
    words = [f"{a}{b}" for a in "abcdefghij" for b in "klmnopqrst"] + ["ab", "ba", "aab", "aba", "baa"]
    assert len(set(word_hashes(words).tolist())) == len(words)


def test_a_word_of_more_than_thirty_two_letters_has_a_hash() -> None:
    long = word_hashes(["a" * 40, "a" * 41, "b" + "a" * 39])
    assert len(set(long.tolist())) == 3


def test_no_text_has_no_words() -> None:
    none = np.zeros(0, dtype=np.int64)
    assert len(find_words(characters("", none, none)).hash) == 0
    assert len(find_words(texts(" -- ")).hash) == 0


@given(st.lists(st.text("abc", min_size=1, max_size=3), max_size=20), st.lists(st.text("abc", min_size=1)))
def test_known_words_are_found(known: list[str], asked: list[str]) -> None:
    hashes = word_hashes(asked)
    expected = [word in known for word in asked]
    assert WordSet(" ".join(known)).has(hashes).tolist() == expected
