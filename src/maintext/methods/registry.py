"""The methods by name. To add one: its file, a line in a list here, a page in docs/methods/."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from maintext.arguments import check_type
from maintext.errors import MethodError, UnknownMethod, quoted, unknown
from maintext.methods.auto.method import DEFAULT_METHOD as DEFAULT_METHOD
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
from maintext.methods.parameters import join_values
from maintext.methods.spec import PRINTED, read_spec

Named = TypeVar("Named")

OWN: tuple[type[Method], ...] = (Auto,)
"""The methods of this library."""

PAPERS: tuple[type[Method], ...] = (NaiveBayes, Punctuation, PValue, PathSimilarity, Ceds)
"""The methods of the five papers."""

BASELINES: tuple[type[Method], ...] = (Bte, Dsc, Lqf, Fe, Ccb, Mss, Song, Cetr, Econ, Cetd)
"""The methods that the papers compare with, the oldest first."""

METHODS: dict[str, type[Method]] = {method.name: method for method in (*OWN, *PAPERS, *BASELINES)}
"""Every method by its name."""

PRINTED_SPECS: tuple[str, ...] = tuple(
    f"{name}:{PRINTED}" for name, method in METHODS.items() if method.printed is not None
)
"""The specs of all printed forms."""

GROUPS: dict[str, tuple[str, ...]] = {
    "all": tuple(METHODS),
    "papers": tuple(method.name for method in PAPERS),
    "printed": tuple(f"{method.name}:{PRINTED}" for method in PAPERS if method.printed is not None),
    "baselines": tuple(method.name for method in BASELINES),
    "none": (),
}
"""Names for groups of methods, wherever several are named."""


def get_method(spec: str, **parameters: object) -> Method:
    """The method of a spec: `name`, `name:printed`, `name(parameter=value, …)`; see `maintext.methods.spec`.

    >>> get_method("punctuation:printed(epsilon=0.9)") == get_method("punctuation:printed", epsilon=0.9)
    True
    """
    check_type("spec", spec, str, "the spec of a method, such as 'ceds:printed'")
    return _make_method(spec, parameters) if parameters else _method_of(spec)


@lru_cache(maxsize=64)
def _method_of(spec: str) -> Method:
    return _make_method(spec, {})


def _make_method(spec: str, parameters: Mapping[str, object]) -> Method:
    read = read_spec(spec)
    method = find_method(spec)
    printed = method.printed_values() if read.printed else {}
    given = join_values(method, read.values, parameters)
    try:
        return method(**{**printed, **given})
    except ValueError as error:
        raise MethodError(f"{method.name}: {error}") from None


def find_method(spec: str) -> type[Method]:
    """The class of a spec's method; `UnknownMethod` suggests the nearest name."""
    return METHODS[_known_name(spec, METHODS)]


def _known_name(spec: str, names: Iterable[str]) -> str:
    """The name of a spec's method; `names` are those that an error lists if none is near."""
    name = read_spec(spec).name
    if name in METHODS:
        return name
    if "<" in name:
        raise UnknownMethod(f"{quoted(name)} is a page, not a method: give it to extract")
    if "," in name:
        raise UnknownMethod(f"{quoted(name)} is more than one method: compare takes several")
    if name in GROUPS:
        raise UnknownMethod(_not_a_group(spec, name))
    from difflib import get_close_matches  # only for errors

    near = get_close_matches(name.lower().replace("-", "_"), METHODS, 1, 0.6)
    raise UnknownMethod(
        f"no method {quoted(name)}; did you mean {near[0]}?" if near else unknown("method", name, names)
    )


def _not_a_group(spec: str, name: str) -> str:
    """What is wrong with the name of a group in place of a method."""
    if spec.strip() == name:
        return f"{name} is a group of methods; name one method here"
    hint = f"; the group {PRINTED} has the printed forms of the papers" if name == "papers" else ""
    return f"{name} is a group of methods, which has no form and no parameters{hint}"


def canonical_spec(spec: str) -> str:
    """One writing for all specs of the same method: the shortest one.

    >>> canonical_spec("punctuation( marks=cjk,epsilon=0.8 )"), canonical_spec("bte:printed")
    ("punctuation(marks='cjk')", 'bte')
    """
    return get_method(spec).spec


def expand_groups(words: Iterable[Named]) -> Iterator[Named | str]:
    """The words, with the methods of a group in place of its name.

    >>> [*expand_groups(["auto", "printed"])][:2]
    ['auto', 'naive_bayes:printed']
    """
    for word in words:
        yield from GROUPS.get(word, (word,)) if isinstance(word, str) else (word,)


def choose_specs(words: Iterable[str]) -> list[str]:
    """The methods of specs and of names of groups, each once and in one writing.

    >>> choose_specs(["printed", "ceds( nested=outermost )", "ceds"])[-2:]
    ['ceds:printed', 'ceds']
    """
    chosen: dict[str, None] = {}
    for word in words:
        if word not in GROUPS:
            _known_name(word, [*GROUPS, *METHODS])
        chosen |= dict.fromkeys(GROUPS[word] if word in GROUPS else (canonical_spec(word),))
    return list(chosen)
