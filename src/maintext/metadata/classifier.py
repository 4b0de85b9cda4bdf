"""The model of py3langid, a naive Bayes classifier over byte sequences, run by the kernel.

The model is part of that package: nothing is fetched. It takes half a second and 80 MB to load, nearly all
of it for unpacking, so that is done when the first text needs it.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import native
from maintext.arrays import BoolArray, FloatArray, IntArray

_SAME: Mapping[str, str] = {
    "yue": "zh", "wuu": "zh", "nn": "no", "nb": "no", "arz": "ar", "ary": "ar", "uzs": "uz"
}  # fmt: skip
"""Languages of the model that are given as another one."""


@dataclass(frozen=True, eq=False)
class Classifier:
    """A model, as arrays."""

    languages: list[str]
    """The different languages."""
    has_short_code: BoolArray
    """Which of them have a code of two letters."""
    of_class: IntArray
    """The index of each class's language: some languages have a class for each script."""
    prior: FloatArray
    """The log probability of each class before a text is read."""
    sequences: tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.int32], NDArray[np.uint16]]
    """The automaton that finds byte sequences, and the terms of each sequence, for the kernel."""

    def probabilities(self, text: str) -> FloatArray | None:
        """The probability of each of `languages`; None if the text has no known sequence."""
        encoded = unicodedata.normalize("NFC", text.lower() if text.isupper() else text).encode(
            "utf-8", "surrogatepass"
        )
        scores = self.prior.copy()
        if not native.score_languages(encoded, self.sequences, scores):
            return None
        scores /= np.sqrt(len(encoded))  # so that long texts are not always certain
        likelihood = np.exp(scores - scores.max())
        return np.bincount(self.of_class, likelihood) / likelihood.sum()


@cache
def load_classifier() -> Classifier:
    """The model that py3langid comes with."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    model = LanguageIdentifier.from_model_file(MODEL_FILE)
    names = [_SAME.get(name, name) for name in model.nb_classes]
    languages = list(dict.fromkeys(names))
    return Classifier(
        languages,
        np.array([len(language) == 2 for language in languages]),
        np.array([languages.index(name) for name in names]),
        np.asarray(model.nb_pc, dtype=np.float64),
        (
            np.array(model.tk_nextmove, dtype=np.uint32),
            np.asarray(model.tk_row, dtype=np.uint16),
            np.asarray(model.tk_output, dtype=np.int32),
            np.asarray(model.nb_ptc, dtype=np.float16).view(np.uint16),
        ),
    )
