"""The second look at lists and headings: trees that also read what is kept around them, and their file.

The model of `auto` scores every block before it is known what is kept. After the choice, each list, data
table and heading is decided again, as a whole (`maintext.methods.auto.cleanup`). The file is JSON: the names
of the columns, the arrays of the trees, the bounds, and what they were fitted to.
`maintext.training.second_look` fits it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from maintext.errors import ModelError
from maintext.model.bundled import read_bundled
from maintext.model.schema import HEADING_FEATURES, LIST_FEATURES
from maintext.model.trees import Trees

SCHEMA = "maintext.second_look/1"
_NEVER = 1e30
"""In the file, the bound of a question that is always answered no."""


@dataclass(frozen=True, eq=False)
class SecondLook:
    """Fitted trees, and the log odds at which they change a choice."""

    lists: Trees
    headings: Trees
    bounds: tuple[float, float, float, float]
    """Log odds from which a list is kept, and below which it is dropped; in between, its blocks stay as they
    were chosen. Then the same for a heading."""
    card: Mapping[str, Any]
    """The labelled pages, and the figures of the fit."""

    def to_json(self) -> str:
        """The file's content; the same trees give the same text."""
        content = {
            "schema": SCHEMA,
            "card": self.card,
            "bounds": self.bounds,
            "lists": _written(self.lists, LIST_FEATURES),
            "headings": _written(self.headings, HEADING_FEATURES),
        }
        lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in content.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def of_json(cls, text: str, name: str) -> "SecondLook":
        """Read a file's content; `name` is used in error messages."""
        try:
            content = json.loads(text)
            if content["schema"] != SCHEMA:
                raise ModelError(f"{name} has the schema {content['schema']!r}, not {SCHEMA!r}")
            list_from, list_below, heading_from, heading_below = map(float, content["bounds"])
            return cls(
                _read(content["lists"], LIST_FEATURES),
                _read(content["headings"], HEADING_FEATURES),
                (list_from, list_below, heading_from, heading_below),
                card=content["card"],
            )
        except (LookupError, TypeError, ValueError) as error:
            raise ModelError(f"{name} is damaged: {error}") from None


def _written(trees: Trees, names: Sequence[str]) -> dict[str, Any]:
    bound = np.where(np.isinf(trees.bound), np.float32(_NEVER), trees.bound)
    return {
        "columns": list(names),
        "feature": trees.feature.tolist(),
        "bound": [[_short(value) for value in row] for row in bound],
        "leaf": [[_short(value) for value in row[:, 0]] for row in trees.leaf],
        "bias": _short(trees.bias[0]),
    }


def _short(value: np.float32) -> float:
    """The shortest number that reads back to the same 32 bits."""
    return float(str(value))


def _read(written: Mapping[str, Any], names: Sequence[str]) -> Trees:
    """Trees of a file; their column numbers are mapped to those of this version, by name."""
    number = {name: column for column, name in enumerate(names)}
    column = np.array([number[name] for name in written["columns"]], dtype=np.int16)
    leaf = np.array(written["leaf"], dtype=np.float32)
    return Trees(
        column[np.array(written["feature"], dtype=np.int16)],
        np.array(written["bound"], dtype=np.float32),
        leaf[:, :, None],
        np.full(leaf.shape, 1 / leaf.shape[1], dtype=np.float32),
        np.array([written["bias"]], dtype=np.float32),
    )


@cache
def shipped_second_look() -> SecondLook:
    """The bundled trees."""
    return SecondLook.of_json(read_bundled("second_look.json").decode(), "second_look.json")
