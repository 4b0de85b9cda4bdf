"""Quality signals: against literal versions of the rules, and against datatrove's own on the same texts."""

import random
from collections import Counter
from importlib.util import find_spec
from typing import Any

import pytest

from maintext.batch.quality import FAMILIES, SIGNALS, Family, Filter, quality_signals
from maintext.batch.quality.c4 import C4, SENTENCE_END
from maintext.batch.quality.characters import ALPHABETIC, MARKS, UNMARKED
from maintext.batch.quality.expressions import NUMBER, TEXT, Expression
from maintext.batch.quality.fineweb import FineWeb
from maintext.batch.quality.gopher_quality import GopherQuality
from maintext.batch.quality.gopher_repetition import GopherRepetition
from maintext.batch.quality.text import TextParts
from maintext.errors import DataError
from tests.reference.quality_words import quality_words

WORDS = "the of and to that a tower leans bell 1911 … # - data { javascript Read more. End! 正文 of".split()


def random_text(seed: int) -> str:
    chance = random.Random(seed)
    few = WORDS[: chance.randrange(2, len(WORDS))]
    lines = []
    for _ in range(chance.randrange(1, 12)):
        line = " ".join(chance.choice(few) for _ in range(chance.randrange(0, 25)))
        lines.append(line + chance.choice(["", ".", "...", "!", "…", '"']))
    lines += chance.choices(lines, k=chance.randrange(0, 4))
    return chance.choice(["\n", "\n\n"]).join(lines)


TEXTS = [random_text(seed) for seed in range(60)] + [
    "One line. Of two sentences.",
    "the be to of and that have with " * 30,
    "- item\n- item\n- item\n",
    "Lorem ipsum dolor sit amet.\nThis site uses cookies.\nRead our privacy policy now.",
]


ODD = list(
    " \n\t\u2003\x85\u2028'’-_.…?!\"()[]{}#•—aAZé正文かー・\u3099한\u0301\u200d1２²İ😀𠀀\U000e0100\ud800"
)
ODD += ["\n\n", "...", "[1]", "[edit]", "the ", "and", "javascript", "lorem ipsum", "use cookies"]


def odd_text(seed: int) -> str:
    chance = random.Random(seed)
    few = chance.sample(ODD, chance.randrange(2, len(ODD)))
    return "".join(chance.choices(few, k=chance.randrange(0, 120)))


@pytest.mark.parametrize("text", [*TEXTS, "", "\0\0 \0", "x" * 70_000 + " x", *map(odd_text, range(200))])
def test_words_are_those_of_the_regular_expression(text: str) -> None:
    words, expected = TextParts(text).words, quality_words(text)
    assert words.length.tolist() == list(map(len, expected))
    numbers: dict[int, str] = dict(zip(words.hash.tolist(), expected, strict=True))
    assert [numbers[number] for number in words.hash.tolist()] == expected  # equal only for equal words
    assert len(numbers) == len(set(expected))
    is_letters = [any(map(str.isalpha, word)) for word in expected]
    assert (words.flags & ALPHABETIC != 0).tolist() == is_letters
    is_real = [not set(word) <= set(MARKS) for word in expected]
    assert (words.flags & UNMARKED != 0).tolist() == is_real


@pytest.mark.parametrize("text", [*TEXTS, *map(odd_text, range(200))])
def test_sentences_of_lines_are_those_of_the_regular_expression(text: str) -> None:
    expected = [len(SENTENCE_END.findall(line.strip())) for line in text.splitlines()]
    assert TextParts(text).sentences_by_line == expected


def repeated_runs(words: list[str], size: int) -> int:
    """Literally, as the paper says it: runs that repeat an earlier one, without overlap."""
    seen: set[str] = set()
    total = at = 0
    while at + size <= len(words):
        run = " ".join(words[at : at + size])
        if run in seen:
            total += sum(map(len, words[at : at + size]))
            at += size
        else:
            seen.add(run)
            at += 1
    return total


@pytest.mark.parametrize("text", TEXTS)
def test_repeated_runs_of_words_are_those_of_the_literal_rule(text: str) -> None:
    signals, words = quality_signals(text), quality_words(text)
    for size in range(5, 11):
        expected = repeated_runs(words, size) / len(text) if text else 0.0
        assert signals[f"gopher_repeated_{size}_words"] == pytest.approx(expected)
    for size in (2, 3, 4):
        runs = Counter(" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
        top = [len(run) * count for run, count in runs.most_common(1)]
        assert signals[f"gopher_top_{size}_words"] == pytest.approx(sum(top) / len(text) if text else 0.0)


def test_texts_of_any_kind_have_finite_signals() -> None:
    for text in ("", "\n", " ", "…", "正文。", "x" * 5000, "a\n" * 5000):
        assert set(quality_signals(text)) == set(SIGNALS)
        assert all(0 <= value < 1e9 for value in quality_signals(text).values())


def test_each_family_has_the_thresholds_of_its_paper() -> None:
    assert GopherQuality() == GopherQuality(50, 100_000, 3, 10, 0.1, 0.9, 0.3, 0.8, 2)
    assert GopherRepetition() == GopherRepetition(
        0.3, 0.3, 0.2, 0.2, (0.2, 0.18, 0.16), (0.15, 0.14, 0.13, 0.12, 0.11, 0.10)
    )
    assert FineWeb() == FineWeb(0.12, 0.67, 0.01, 0.3)
    assert C4().min_sentences == 5


def test_a_threshold_of_none_switches_a_rule_off() -> None:
    signals = quality_signals("Too short.")
    assert GopherQuality().broken(signals) == "gopher_words is 2, below 50"
    assert (
        GopherQuality(min_words=None, min_stop_words=None, min_alphabetic_words=None).broken(signals) is None
    )


GOOD = " ".join(
    f"Tower number {number} of the town leans to its own side, and that is what people have come to see."
    for number in "one two three four five six seven".split()
).replace("number ", "no")


def test_a_filter_is_a_list_of_families_or_an_expression() -> None:
    row: dict[str, Any] = {"words": 120, "language": "en", **quality_signals(GOOD)}
    assert Filter("c4").broken(row) is None
    assert str(Filter("gopher,c4,fineweb").broken(row)).startswith("gopher: gopher_")
    columns = [*SIGNALS, "words", "language"]
    assert Filter("words > 100 and language == 'en'", columns).broken(row) is None
    reason = Filter("gopher_words < 5", columns).broken(row)
    assert reason == "filter: not gopher_words < 5"
    assert set(FAMILIES) == {"gopher", "c4", "fineweb"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("gophr", "names gophr, which is neither a column .* gopher, c4, fineweb; did you mean gopher?"),
        ("zzz > 1", "names zzz, .*; see docs/quality.md"),
        ("gopher,c5", "no filter 'c5'; there are gopher, c4, fineweb; an expression cannot be in the same"),
        ("gopher,words > 5", "no filter 'words > 5'"),
        ("words >", "neither an expression nor a list of gopher, c4, fineweb"),
        ("__import__('os')", "may have comparisons|names __import__"),
        ("words.bit_length() > 1", "may have comparisons"),
        ("[x for x in words]", "may have comparisons"),
        ("words ** 9 > 1", "something else than"),
        ("words > 1 if words else 2", "may have comparisons"),
        ("b'1' == words", "neither a number nor text"),
    ],
)
def test_an_expression_can_do_nothing_but_compare(words: str, message: str) -> None:
    with pytest.raises(DataError, match=message) as error:
        Filter(words, ["words"])
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    "words",
    [
        "words > 'a'",
        "language == 5",
        "5 < words < 'b'",
        "words in ['a', 5]",
        "language not in [1]",
        "words * 2 == 'x'",
        "-words != 'x'",
        "1 in language",
    ],
)
def test_a_comparison_of_numbers_with_text_is_an_error(words: str) -> None:
    columns = {"words": NUMBER, "language": TEXT, "authors": ""}
    with pytest.raises(DataError, match="compares a number with text: "):
        Filter(words, columns)
    for good in (
        "words > 5",
        "language in ['en', 'de']",
        "'x' in authors",
        "language is None",
        "words / 2 > 1",
    ):
        Filter(good, columns)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("n > 1", True),
        ("n == 2 or missing > 3", True),
        ("missing > 3", False),
        ("missing != 3", False),
        ("missing not in [3]", False),
        ("not missing > 3", True),
        ("missing is None", True),
        ("missing == None", True),
        ("missing != None", False),
        ("n == None", False),
        ("n != None", True),
        ("None != n > 1", True),
        ("missing == missing", False),
        ("missing != 'de'", False),
        ("not (missing == 'de')", True),
        ("1 < n <= 2", True),
        ("t in ['a', 'b']", True),
        ("t not in ('a',)", False),
        ("n / 0 > 1", False),
        ("t * 9 == t", False),
        ("-n + 4 * 2 == 6", True),
    ],
)
def test_expressions_mean_what_they_do_in_python(words: str, expected: bool) -> None:
    names = ["n", "t", "missing"]
    assert Expression(words, names)({"n": 2, "t": "a", "missing": None}) is expected


# -- datatrove --------------------------------------------------------------------------------------------

datatrove_needed = pytest.mark.skipif(find_spec("datatrove") is None, reason="datatrove is not installed")


def outcome(filter_: Any, text: str) -> bool:
    from datatrove.data import Document

    result = filter_.filter(Document(text=text, id="0"))
    return bool(result[0] if isinstance(result, tuple) else result)


@pytest.mark.datatrove
@datatrove_needed
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["gopher_repetition", "gopher_quality", "fineweb", "c4"])
def test_datatrove_drops_the_same_texts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same words and sentences: datatrove's own tokenizers depend on the language."""
    from datatrove.pipeline.filters import (
        C4QualityFilter,
        FineWebQualityFilter,
        GopherQualityFilter,
        GopherRepetitionFilter,
    )

    pairs: dict[str, tuple[Any, Family]] = {
        "gopher_repetition": (GopherRepetitionFilter(), GopherRepetition()),
        "gopher_quality": (GopherQualityFilter(), GopherQuality(min_words=5)),
        "fineweb": (FineWebQualityFilter(), FineWeb()),
        "c4": (C4QualityFilter(), C4()),
    }
    theirs, ours = pairs[name]
    if isinstance(theirs, GopherQualityFilter):
        theirs.min_doc_words = 5
    module = type(theirs).__module__
    if name == "c4":
        monkeypatch.setattr(
            f"{module}.split_into_sentences", lambda line, _: [0] * (len(SENTENCE_END.findall(line)) or 1)
        )
    else:
        monkeypatch.setattr(f"{module}.split_into_words", lambda text, _: quality_words(text))
    agree: Counter[bool] = Counter()
    for text in [*TEXTS, GOOD, GOOD.replace(". ", ".\n")]:
        if quality_words(text):
            passes = ours.broken(quality_signals(text)) is None
            assert passes == outcome(theirs, text), (text, ours.broken(quality_signals(text)))
            agree[passes] += 1
    assert agree[True] >= 2
    assert agree[False] >= 5
