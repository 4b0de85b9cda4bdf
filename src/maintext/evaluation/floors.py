"""The file of floors: the best results of each method, on which pages, and why floors were lowered."""

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from maintext.errors import DataError, MaintextError
from maintext.evaluation.structure import floors as structure
from maintext.evaluation.structure.floors import StructureFloor, StructureFloors

_FORMAT = 1

NOISE = 0.0005
"""A smaller difference between two means is not a drop.

The methods are deterministic and the pages the same, so every drop is real. But another version of NumPy
may add in another order, and a block of a page may then cross a threshold.
"""


class Floor(NamedTuple):
    """The quality of a method on a data set."""

    f1: float
    """Mean token F1 over the pages that have a gold text."""
    pages: int
    failures: int
    """Pages on which it raised an error or ran out of time."""


class Corpus(NamedTuple):
    """The pages of a data set."""

    pages: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Change:
    """A floor that was lowered or removed, and why."""

    what: str
    """`lowered` or `new corpus`."""
    dataset: str
    because: str
    method: str | None = None
    """None for all methods."""
    before: float | None = None
    after: float | None = None
    date: str | None = None


Quality = dict[str, dict[str, Floor]]
"""Figures by method and data set."""


class CorpusChanged(MaintextError):
    """The pages are not those of the floors."""


@dataclass(frozen=True, slots=True)
class Floors:
    """All floors, the pages they were measured on, and a record of every change that is not a rise."""

    corpora: dict[str, Corpus] = field(default_factory=dict)
    floors: Quality = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    structure: StructureFloors = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> "Floors":
        """Read the file; without one, there are no floors."""
        if not path.exists():
            return cls()
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            if plain["format"] != _FORMAT:
                raise DataError(f"{path} has format {plain['format']}; this version reads {_FORMAT}")
            return cls(
                {name: Corpus(**corpus) for name, corpus in plain["corpora"].items()},
                {
                    method: {name: Floor(**floor) for name, floor in own.items()}
                    for method, own in plain["floors"].items()
                },
                tuple(Change(**change) for change in plain["changes"]),
                {
                    method: {
                        name: {each: StructureFloor(**floor) for each, floor in floors.items()}
                        for name, floors in own.items()
                    }
                    for method, own in plain.get("structure", {}).items()
                },
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            why = f"it has no {error}" if isinstance(error, KeyError) else error
            why = "it is not JSON" if isinstance(error, json.JSONDecodeError) else why
            raise DataError(f"{path} is not a file of floors: {why}") from None

    def save(self, path: Path) -> None:
        """Write the file, sorted and with one figure per line, so that diffs are readable."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.to_json(), encoding="utf-8", newline="\n")

    def to_json(self) -> str:
        """The file's content."""
        plain = {
            "format": _FORMAT,
            "corpora": {name: corpus._asdict() for name, corpus in sorted(self.corpora.items())},
            "floors": {
                method: {name: floor._asdict() for name, floor in sorted(own.items())}
                for method, own in sorted(self.floors.items())
            },
            "structure": {
                method: {
                    name: {each: floor._asdict() for each, floor in floors.items()}
                    for name, floors in sorted(own.items())
                }
                for method, own in sorted(self.structure.items())
            },
            "changes": [_known(dataclasses.asdict(change)) for change in self.changes],
        }
        return _INNERMOST.sub(_on_a_line, json.dumps(plain, indent=1, ensure_ascii=False)) + "\n"


_INNERMOST = re.compile(r"\{\n[^{}]*\}")


def _on_a_line(match: re.Match[str]) -> str:
    return re.sub(r"\n *", " ", match[0]).replace("{ ", "{", 1).removesuffix(" }") + "}"


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


# -- judging ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judgement:
    """Measurements compared with the floors: a line for each figure that differs."""

    drops: list[str] = field(default_factory=list)
    """Figures below their floor: these fail the gate."""
    rises: list[str] = field(default_factory=list)
    """Figures above their floor."""
    missing: list[str] = field(default_factory=list)
    """Methods without a floor on some data set."""

    def lines(self) -> Iterator[str]:
        """All lines, the drops last."""
        for word, figures in ("no floor", self.missing), ("rise", self.rises), ("DROP", self.drops):
            yield from (f"{word}: {figure}" for figure in figures)


def check_corpora(floors: Floors, found: Mapping[str, Corpus]) -> None:
    """Raise `CorpusChanged` unless the pages are those of the floors."""
    changed = [
        f"{dataset} has other pages or gold texts" if dataset in found else f"{dataset} is missing"
        for dataset in _changed(floors, found)
    ]
    if changed:
        raise CorpusChanged(
            f"the floors were measured on other data: {'; '.join(changed)}. "
            "To accept that: --new-corpus --because REASON"
        )


def _changed(floors: Floors, found: Mapping[str, Corpus]) -> list[str]:
    return [dataset for dataset, known in floors.corpora.items() if found.get(dataset) != known]


def judge(floors: Floors, quality: Quality, shares: StructureFloors | None = None) -> Judgement:
    """Compare measurements with the floors: token F1, and the shares of what is right in Markdown."""
    found = Judgement()
    if shares is not None:
        drops, rises = structure.compare(floors.structure, shares)
        found.drops.extend(drops)
        found.rises.extend(rises)
    for method in dict.fromkeys([*floors.floors, *quality]):
        known, now = floors.floors.get(method, {}), quality.get(method, {})
        new = [f"{dataset} {figure.f1:.4f}" for dataset, figure in now.items() if dataset not in known]
        if new:
            found.missing.append(f"{method}: {', '.join(new)}")
        for dataset, floor in known.items():
            if dataset in now:
                _compare(found, f"{method} on {dataset}", floor, now[dataset])
            else:
                found.drops.append(f"{method} on {dataset}: floor {floor.f1:.4f}, but the method is gone")
    return found


def _compare(found: Judgement, where: str, floor: Floor, now: Floor) -> None:
    figures = f"{where}: token F1 {now.f1:.4f}, floor {floor.f1:.4f} ({now.f1 - floor.f1:+.4f})"
    if is_drop(floor, now):
        found.drops.append(figures)
    elif now.f1 > floor.f1:
        found.rises.append(figures)
    failures = f"{where}: {now.failures} pages failed, floor {floor.failures}"
    if now.failures > floor.failures:
        found.drops.append(failures)
    elif now.failures < floor.failures:
        found.rises.append(failures)


def is_drop(floor: Floor, now: Floor) -> bool:
    """Whether a mean is below its floor by more than noise."""
    return floor.f1 - now.f1 > NOISE + 1e-9


# -- changing the floors ----------------------------------------------------------------------------------


def raised(
    floors: Floors, quality: Quality, found: Mapping[str, Corpus], shares: StructureFloors | None = None
) -> Floors:
    """The floors, raised to every better figure, with new ones added."""
    higher = {method: dict(known) for method, known in floors.floors.items()}
    for method, figures in quality.items():
        own = higher.setdefault(method, {})
        for dataset, now in figures.items():
            known = own.get(dataset, now)
            own[dataset] = Floor(max(known.f1, now.f1), now.pages, min(known.failures, now.failures))
    better = structure.raised(floors.structure, shares or {})
    return replace(floors, corpora=dict(found), floors=higher, structure=better)


def lowered(floors: Floors, quality: Quality, method: str, because: str, date: str | None) -> Floors:
    """The floors, with those of one method set to its current figures, and the reason recorded.

    A method that no longer exists loses its floors.
    """
    now = quality.get(method, {})
    lower: dict[str, Floor] = {}
    changes = list(floors.changes)
    for dataset, floor in floors.floors[method].items():
        if dataset in now:
            reached = now[dataset]
            lower[dataset] = Floor(
                min(floor.f1, reached.f1), reached.pages, max(floor.failures, reached.failures)
            )
        if lower.get(dataset) != floor:
            after = lower[dataset].f1 if dataset in lower else None
            changes.append(Change("lowered", dataset, because, method, floor.f1, after, date))
    return _without_empty(replace(floors, floors=floors.floors | {method: lower}, changes=tuple(changes)))


def lowered_structure(
    floors: Floors, shares: StructureFloors, method: str, because: str, date: str | None
) -> Floors:
    """The same for the floors of structure."""
    lower = structure.lowered(floors.structure, shares, method)
    kept = {entry[:3]: entry[3] for entry in structure.entries(lower)}
    changes = []
    for name, dataset, each, floor in structure.entries(floors.structure):
        after = kept.get((name, dataset, each))
        if after is None or after.share != floor.share:
            share = None if after is None else after.share
            changes.append(Change("lowered", f"{dataset}: {each}", because, name, floor.share, share, date))
    return replace(floors, structure=lower, changes=(*floors.changes, *changes))


def on_new_corpus(floors: Floors, found: Mapping[str, Corpus], because: str, date: str | None) -> Floors:
    """The floors without those of changed data sets, and the reason recorded.

    `raised` then sets them again.
    """
    changed = _changed(floors, found)
    kept = {
        method: {dataset: floor for dataset, floor in own.items() if dataset not in changed}
        for method, own in floors.floors.items()
    }
    changes = [Change("new corpus", dataset, because, date=date) for dataset in changed]
    return _without_empty(
        Floors(
            {dataset: known for dataset, known in floors.corpora.items() if dataset not in changed},
            kept,
            (*floors.changes, *changes),
            structure.without(floors.structure, changed),
        )
    )


def _without_empty(floors: Floors) -> Floors:
    return replace(floors, floors={method: own for method, own in floors.floors.items() if own})
