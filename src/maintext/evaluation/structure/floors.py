"""Floors of the structure measures: the shares that must be reached, by method, data set and measure."""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from maintext.evaluation.structure.measures import MEASURES, Counts, Share

STRUCTURED = "auto"
"""The method whose structure is held."""
MARGIN = 0.01
"""A floor is set this much below what was measured: one listing more or less may be an accident."""
LEAST = 20
"""Things that a data set must have for a floor."""


class StructureFloor(NamedTuple):
    """The share of things that are right."""

    share: float
    number: int
    """Things that were counted."""


StructureFloors = dict[str, dict[str, dict[str, StructureFloor]]]
"""By method, data set and measure."""


def total(pages: Iterable[Counts]) -> dict[str, StructureFloor]:
    """The shares over some pages, of the measures with enough things."""
    rows = list(pages)
    found = {}
    for each in MEASURES:
        shares = [row.get(each.name, Share(0, 0)) for row in rows]
        number = sum(share.all for share in shares)
        if number >= LEAST:
            found[each.name] = StructureFloor(math.fsum(share.right for share in shares) / number, number)
    return found


def compare(floors: StructureFloors, now: StructureFloors) -> tuple[list[str], list[str]]:
    """A line for each share below its floor, and for each that is above by more than twice the margin."""
    drops, rises = [], []
    for method, dataset, name, floor in entries(floors):
        reached = now.get(method, {}).get(dataset, {}).get(name)
        where = f"{method} on {dataset}: {name}"
        if reached is None:
            drops.append(f"{where}: floor {floor.share:.4f}, but nothing was measured")
        elif floor.share - reached.share > 1e-9:
            drops.append(f"{where} {reached.share:.4f}, floor {floor.share:.4f}")
        elif reached.share - floor.share > 2 * MARGIN:
            rises.append(f"{where} {reached.share:.4f}, floor {floor.share:.4f}")
    return drops, rises


def raised(floors: StructureFloors, now: StructureFloors) -> StructureFloors:
    """The floors, raised to a margin below every better share, with new ones added."""
    higher = {
        method: {dataset: dict(own) for dataset, own in sets.items()} for method, sets in floors.items()
    }
    for method, dataset, name, reached in entries(now):
        own = higher.setdefault(method, {}).setdefault(dataset, {})
        fresh = _below(reached)
        own[name] = max(own.get(name, fresh), fresh)
    return higher


def lowered(floors: StructureFloors, now: StructureFloors, method: str) -> StructureFloors:
    """The floors, with those that one method does not reach set to a margin below its shares.

    What is no longer measured has no floor.
    """
    lower: dict[str, dict[str, StructureFloor]] = {}
    for name, dataset, each, floor in entries(floors):
        reached = now.get(method, {}).get(dataset, {}).get(each)
        if name == method and reached is not None:
            kept = floor if reached.share >= floor.share else _below(reached)
            lower.setdefault(dataset, {})[each] = kept
    others = {name: own for name, own in floors.items() if name != method}
    return {**others, method: lower} if lower else others


def _below(reached: StructureFloor) -> StructureFloor:
    share = math.floor((reached.share - MARGIN) * 1e4 + 1e-6) / 1e4
    return StructureFloor(max(share, 0.0), reached.number)


def without(floors: StructureFloors, datasets: Iterable[str]) -> StructureFloors:
    """The floors without those of some data sets."""
    gone = set(datasets)
    kept = {
        method: {dataset: own for dataset, own in sets.items() if dataset not in gone}
        for method, sets in floors.items()
    }
    return {method: sets for method, sets in kept.items() if sets}


def entries(floors: StructureFloors) -> Iterator[tuple[str, str, str, StructureFloor]]:
    """Every floor, with its method, data set and measure."""
    for method, sets in floors.items():
        for dataset, own in sets.items():
            for name, floor in own.items():
                yield method, dataset, name, floor
