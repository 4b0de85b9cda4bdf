"""What a block's own text says: how long it is, how it is written, what it begins and ends with."""

import numpy as np

from maintext._kernel import loops
from maintext.arrays import BoolArray, Columns, FloatArray, IntArray
from maintext.features.reading import Reading, numbered
from maintext.text.characters import Kind
from maintext.text.words import SLOT_BITS, WordSet, is_among

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
_DIGIT, _UPPER = int(Kind.DIGIT), int(Kind.UPPER)  # NumPy would compare members of an enum as wide ones
_MOST_REPEATS = 20

STOPS = WordSet(_STOP_WORDS)
YEARS = WordSet(" ".join(map(str, range(1990, 2036))))


def text_columns(reading: Reading) -> list[FloatArray | BoolArray | IntArray | Columns]:
    """The columns that `MEANINGS` names, in that order; neighbours of one kind as one array."""
    return _columns_by_numpy(reading) if loops is None else [_columns_in_c(reading)]


def _columns_in_c(reading: Reading) -> Columns:
    assert loops is not None
    told, columns = reading.wording, np.empty((len(MEANINGS), reading.size), dtype=np.float32)
    stops, years = ((words.table, int(words.factor)) for words in (STOPS, YEARS))
    loops.text_features(told.told, told.hash, told.kind, told.title, *stops, *years, SLOT_BITS, columns)
    return columns


def _columns_by_numpy(reading: Reading) -> list[FloatArray | BoolArray | IntArray | Columns]:
    kinds, chars, wording = reading.kinds, reading.chars, reading.wording
    words = np.maximum(reading.words, 1)
    repeats, repeated = _repeats(reading)
    titled = reading.count_words(is_among(wording.hash, wording.title))
    return [
        np.log1p(chars),
        np.log1p(reading.words),
        chars / words,
        reading.link_chars / chars,
        reading.marks / words,
        np.log1p(reading.commas),
        np.log1p(reading.stops),
        reading.count_words(STOPS.has(wording.hash)) / words,
        kinds[[Kind.CJK, Kind.DIGIT, Kind.UPPER, Kind.SYMBOL]] / chars,
        kinds[Kind.CURRENCY] > 0,
        kinds[Kind.QUOTE] / words,
        reading.count_words(wording.kind == _UPPER) / words,
        reading.count_words(wording.kind == _DIGIT) / words,
        _has_year(reading),
        wording.ends,
        reading.emphasis / chars,
        np.log1p(wording.linked_leaves),
        np.log1p(wording.leaves),
        repeats,
        repeated,
        titled / words,
        np.minimum(titled / max(len(wording.title), 1), 1),
    ]


def _has_year(reading: Reading) -> BoolArray:
    number = np.flatnonzero(reading.wording.kind == _DIGIT)
    year = number[YEARS.has(reading.word_hash.take(number))]
    found = np.zeros(reading.size, dtype=np.bool_)
    found[reading.word_block.take(year)] = True
    return found


def _repeats(reading: Reading) -> tuple[IntArray, BoolArray]:
    """How many blocks have the same words as each, and whether one before it has them."""
    same = numbered(reading.wording.text_hash)
    count = np.bincount(same)
    first = np.empty_like(count)
    first[same[::-1]] = reading.number[::-1]  # of several values the last one stays
    return np.minimum(count, _MOST_REPEATS).take(same), first.take(same) < reading.number
