"""The methods by name. To add one: its file, a line in a list here, a page in docs/methods/."""

import difflib

from maintext.errors import UnknownMethod, unknown
from maintext.methods.auto.method import Auto
from maintext.methods.base import Method
from maintext.methods.baselines.bte import Bte
from maintext.methods.baselines.ccb import Ccb
from maintext.methods.baselines.cetd import Cetd
from maintext.methods.baselines.cetr import Cetr
from maintext.methods.baselines.dsc import Dsc
from maintext.methods.baselines.econ import Econ
from maintext.methods.baselines.fe import Fe
from maintext.methods.baselines.lqf import Lqf
from maintext.methods.baselines.mss import Mss
from maintext.methods.baselines.song import Song
from maintext.methods.papers.ceds import Ceds
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.papers.p_value import PValue
from maintext.methods.papers.path_similarity import PathSimilarity
from maintext.methods.papers.punctuation import Punctuation

OWN: tuple[type[Method], ...] = (Auto,)
"""The methods of this library."""

PAPERS: tuple[type[Method], ...] = (NaiveBayes, Punctuation, PValue, PathSimilarity, Ceds)
"""The methods of the five papers."""

BASELINES: tuple[type[Method], ...] = (Bte, Dsc, Lqf, Fe, Ccb, Mss, Song, Cetr, Econ, Cetd)
"""The methods that the papers compare with, the oldest first."""

METHODS: dict[str, type[Method]] = {method.name: method for method in (*OWN, *PAPERS, *BASELINES)}

DEFAULT_METHOD = "auto"


def get_method(name: str, **parameters: object) -> Method:
    """The method of that name, with its published parameters or the given ones.

    >>> get_method("punctuation", epsilon=0.9).name
    'punctuation'
    """
    return find_method(name)(**parameters)


def find_method(name: str) -> type[Method]:
    """The class of that method; `UnknownMethod` suggests the nearest name."""
    if name in METHODS:
        return METHODS[name]
    near = difflib.get_close_matches(name.lower().replace("-", "_"), METHODS, 1, 0.4)
    raise UnknownMethod(
        f"no method {name!r}; did you mean {near[0]}?" if near else unknown("method", name, METHODS)
    )
