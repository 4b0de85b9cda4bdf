"""The kernel's scores of languages, compared with those of py3langid itself."""

import numpy as np
import pytest
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from maintext._kernel import native
from maintext.metadata.classifier import load_classifier
from maintext.metadata.detection import detect_language

TEXTS = [
    "The bank cut its rate for the third time this year, and said that it may do so again.",
    "DIE BANK HAT DEN ZINS ZUM DRITTEN MAL IN DIESEM JAHR GESENKT.",
    "La banque a baissé ses taux pour la troisième fois cette année.",
    "La banque a baisse\u0301 ses taux.",
    "Национальный банк снизил ставку, и она стала меньше, чем год назад.",
    "بانک مرکزی نرخ بهره را کاهش داد",
    "Banka je po treći put ove godine smanjila kamatne stope.",
    "for each in values: return sum(numbers)",
    "half of a pair: \ud83c",
    "a " * 2_000,
]


@pytest.fixture(scope="module")
def identifier() -> LanguageIdentifier:
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


@pytest.mark.parametrize("text", TEXTS)
def test_probabilities_are_those_of_py3langid(text: str, identifier: LanguageIdentifier) -> None:
    classifier = load_classifier()
    found = classifier.probabilities(text)
    assert found is not None
    assert found.sum() == pytest.approx(1)
    ranked = identifier.rank(text)
    by_language = dict(zip(classifier.languages, found, strict=True))
    others = {"yue", "wuu", "zh", "nn", "nb", "no", "arz", "ary", "ar", "uzs", "uz"}  # added up
    for language, probability in ranked:
        if language not in others:
            assert by_language[language] == pytest.approx(probability, abs=1e-4)
    assert sum(by_language[language] for language in ("zh", "no", "ar", "uz")) == pytest.approx(
        sum(probability for language, probability in ranked if language in others), abs=1e-4
    )


@pytest.mark.parametrize("text", ["", "-+-+-+-+-+"])
def test_a_text_without_a_known_sequence_has_no_language(text: str) -> None:
    assert load_classifier().probabilities(text) is None
    assert detect_language(text) is None


def test_a_model_that_refers_to_what_it_does_not_have_is_refused() -> None:
    moves = np.zeros(256, dtype=np.uint32)
    rows, ending = np.zeros(1, dtype=np.uint16), np.zeros(1, dtype=np.int32)
    terms, scores = np.array([1.5, -2.0], dtype=np.float16).view(np.uint16), np.zeros(2)
    assert native.score_languages(b"aa", (moves, rows, ending, terms), scores) == 1
    assert scores == pytest.approx([1.5 * np.log(3), -2 * np.log(3)])
    for wrong in (
        (moves + 1, rows, ending, terms),
        (moves, rows + 1, ending, terms),
        (moves, rows, ending + 1, terms),
        (moves, rows[:0], ending[:0], terms),
        (moves, rows, ending[:0], terms),
        (moves.astype(np.int64), rows, ending, terms),
    ):
        with pytest.raises(ValueError, match=r"array|columns"):
            native.score_languages(b"a", wrong, scores)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="columns"):
        native.score_languages(b"a", (moves, rows, ending, terms), scores[:0])
