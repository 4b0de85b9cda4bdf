"""What a block's own text says: how long it is, how it is written, what it begins and ends with."""

import numpy as np
from numpy.typing import NDArray

from maintext.arrays import BoolArray, FloatArray, IntArray, lengths
from maintext.characters import Kind
from maintext.features.reading import Reading, numbered
from maintext.words import WordSet, is_among

MEANINGS = {
    "log_chars": "logarithm of the characters",
    "log_words": "logarithm of the words; Han, kana and hangul characters count one by one",
    "chars_per_word": "characters per word",
    "link_density": "share of the characters that lie in links",
    "marks_per_word": "sentence marks of any script per word",
    "log_commas": "logarithm of the marks inside sentences",
    "log_stops": "logarithm of the marks that end sentences",
    "stop_words": "share of words that every text of its language has",
    "cjk_share": "share of Han, kana and hangul among the characters",
    "digit_share": "share of digits among the characters",
    "capital_share": "share of capital letters among the characters",
    "symbol_share": "share of signs such as | » / # @ among the characters",
    "has_currency": "whether it has a currency sign",
    "quotes_per_word": "closing quotation marks and brackets per word",
    "capital_words": "share of words that begin with a capital",
    "number_words": "share of words that are numbers",
    "has_year": "whether it names a year from 1990 to 2035",
    "ends_sentence": "whether it ends as a sentence does, in any script",
    "ends_colon": "whether it ends with a colon",
    "starts_capital": "whether it begins with a capital letter or a CJK character",
    "starts_digit": "whether it begins with a digit",
    "has_copyright": "whether it has a copyright sign",
    "emphasis": "share of the characters that are bold or italic",
    "log_links": "logarithm of the linked text nodes",
    "log_leaves": "logarithm of the text nodes",
    "repeats": "how many blocks of the page have the same words, 20 at most",
    "repeated": "whether an earlier block has the same words",
    "title_share": "share of its words that the title has",
    "title_cover": "share of the title's words that it has",
}

# Words that every text of a language has. Scripts without spaces are read by character: so are their
# words here.
_STOP_WORDS = (
    "the of and to a in is that for it on with as are be this was by at or from an have not but you we "
    "they his her its has will can i he she which their more one all there if so what when who about than "
    "also been were would had our my your de la le les des et en un une que el los las y por con para del "
    "se der die das und ist von zu mit den auf für im nicht ein eine dem es sich auch di il che e per non "
    "sono da do os em um uma não com na no и в не на что с по как это из у к от для его но том они "
    "的 了 是 在 和 有 不 这 這 我 他 们 們 也 就 上 个 個 人 到 说 說 "
    "为 為 与 與 及 の は を に が と で も た る て し い す な "
    "은 는 이 가 을 를 에 의 다 고 في من على إلى أن هذا التي عن مع كان และ ที่ ใน ของ ve bir bu için ile da de "
    "là và của có trong không được"
)
# As plain integers: NumPy would compare members of an enum as wide ones.
_SPACE, _CJK, _CJK_STOP, _STOP, _DIGIT, _UPPER, _QUOTE = map(
    int, (Kind.SPACE, Kind.CJK, Kind.CJK_STOP, Kind.STOP, Kind.DIGIT, Kind.UPPER, Kind.QUOTE)
)
_MOST_REPEATS = 20
_COPYRIGHT, _COLON, _WIDE_COLON = 0xA9, 0x3A, 0xFF1A

_STOPS = WordSet(_STOP_WORDS)
_YEARS = WordSet(" ".join(map(str, range(1990, 2036))))


def text_columns(reading: Reading) -> list[FloatArray | BoolArray | IntArray]:
    """The columns that `MEANINGS` names, in that order; neighbours of one kind as one array."""
    kinds, chars, word_kind = reading.kinds, reading.chars, reading.word_kind
    words = np.maximum(reading.words, 1)
    repeats, repeated = _repeats(reading)
    titled, title_words = _title_words(reading)
    return [
        np.log1p(chars),
        np.log1p(reading.words),
        chars / words,
        reading.link_chars / chars,
        reading.marks / words,
        np.log1p(reading.commas),
        np.log1p(reading.stops),
        reading.count_words(_STOPS.has(reading.word_hash)) / words,
        kinds[[Kind.CJK, Kind.DIGIT, Kind.UPPER, Kind.SYMBOL]] / chars,
        kinds[Kind.CURRENCY] > 0,
        kinds[Kind.QUOTE] / words,
        reading.count_words(word_kind == _UPPER) / words,
        reading.count_words(word_kind == _DIGIT) / words,
        _has_year(reading),
        *_ends(reading),
        _has_copyright(reading),
        reading.emphasis / chars,
        np.log1p(reading.linked_leaves),
        np.log1p(lengths(reading.blocks.first, len(reading.page.leaves))),
        repeats,
        repeated,
        titled / words,
        np.minimum(titled / max(title_words, 1), 1),
    ]


def _has_year(reading: Reading) -> BoolArray:
    number = np.flatnonzero(reading.word_kind == _DIGIT)
    year = number[_YEARS.has(reading.word_hash.take(number))]
    found = np.zeros(reading.size, dtype=np.bool_)
    found[reading.word_block.take(year)] = True
    return found


def _ends(reading: Reading) -> list[BoolArray]:
    """Whether each block ends as a sentence, ends with a colon, starts with a capital, with a digit."""
    texts = reading.texts
    solid = np.flatnonzero(texts.kind != _SPACE)
    at = np.searchsorted(solid, np.append(reading.start, len(texts.codes)))
    first, last = at[:-1], np.maximum(at[1:] - 1, at[:-1])
    at_last = solid.take(last)
    first_kind, last_kind = texts.kind.take(solid.take(first)), texts.kind.take(at_last)
    before_kind = texts.kind.take(solid.take(np.maximum(last - 1, first)))
    last_code = texts.codes.take(at_last)
    return [
        _is_stop(last_kind) | ((last_kind == _QUOTE) & _is_stop(before_kind)),
        (last_code == _COLON) | (last_code == _WIDE_COLON),
        (first_kind == _UPPER) | (first_kind == _CJK),
        first_kind == _DIGIT,
    ]


def _is_stop(kind: NDArray[np.uint8]) -> BoolArray:
    return (kind == _STOP) | (kind == _CJK_STOP)


def _has_copyright(reading: Reading) -> BoolArray:
    found = np.zeros(reading.size, dtype=np.bool_)
    at = np.flatnonzero(reading.texts.codes == _COPYRIGHT)
    found[np.searchsorted(reading.start, at, side="right") - 1] = True
    return found


def _repeats(reading: Reading) -> tuple[IntArray, BoolArray]:
    """How many blocks have the same words as each, and whether one before it has them."""
    same = numbered(reading.text_hash)
    count = np.bincount(same)
    first = np.empty_like(count)
    first[same[::-1]] = reading.number[::-1]  # of several values the last one stays
    return np.minimum(count, _MOST_REPEATS).take(same), first.take(same) < reading.number


def _title_words(reading: Reading) -> tuple[IntArray, int]:
    """How many of each block's words the page's title has, and how many different ones that has."""
    known = reading.title_words
    return reading.count_words(is_among(reading.word_hash, known)), len(known)
