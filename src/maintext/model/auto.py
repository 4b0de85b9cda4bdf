"""The model of the `auto` method: tables of word weights and boosted trees, and their file.

The file is an `.npz`: plain arrays, and a JSON text with the schema, the names of the columns that the trees
read, the sources of the labelled pages and the figures of the fit. No code, no pickles.
"""

import io
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import _native as native
from maintext.arguments import check_type
from maintext.errors import ModelError, quoted, shortened
from maintext.methods.papers.p_value import PValue
from maintext.model.archive import read_arrays, read_file
from maintext.model.bundled import read_bundled
from maintext.model.schema import BLOCK_FEATURES, CONFIDENCE_FEATURES, KINDS, PAGE_FEATURES, SCORES
from maintext.model.second_look import LOOKS, Bounds, SecondLook
from maintext.model.trees import PARTS, Trees, UnknownColumn, read_trees, tree_arrays
from maintext.model.vocabulary import word_tables
from maintext.page.rows import TAG_LENGTHS
from maintext.text.words import SLOT_BITS, letters

if TYPE_CHECKING:
    from maintext._kernel._native import Scorer

__all__ = ["BLOCK_FEATURES", "BUCKETS", "KINDS", "AutoModel", "Choice", "WordWeights", "shipped_auto"]

SCHEMA = "maintext.auto/1"
PLACE_PRIOR = (1.255, -0.959)
"""The prior of places for models that were fitted without one: fitted with the bundled model to 1,306 pages
of 100 hosts, none of which it was fitted to (docs/site-templates.md)."""
BUCKETS = 1 << 18
"""Buckets in a table of word weights."""
_METHOD = PValue()
"""The published method whose results are features. With its two columns, `auto` is as good as with those of
all fourteen (docs/methods/auto.md)."""


@dataclass(frozen=True, eq=False)
class WordWeights:
    """The weights of a page's words, by bucket."""

    weight: NDArray[np.int8]
    scale: float
    """The value of a stored weight of 1."""
    bias: float


class Choice(NamedTuple):
    """How probabilities count in the choice of blocks (see `maintext.model.measure.choose`)."""

    exponents: tuple[float, ...]
    """Exponent of the probability on a page of each kind, in the order of `KINDS`."""
    slope: float
    offset: float
    """Maps calibrated log odds to those used in the choice, where pages count equally, not words."""


@dataclass(frozen=True, eq=False)
class AutoModel:
    """A fitted model of `auto`, as `maintext train auto` writes it; use it with `Auto(model=...)`."""

    tables: Mapping[str, WordWeights]
    """By text source: text, names, heading."""
    kinds: Trees
    """Page features → the log odds of each kind."""
    blocks: Trees
    """Block features → the log odds of main text."""
    confidence: Trees
    """Features of a choice → its F1."""
    calibration: tuple[float, float]
    """Slope and offset from the block trees' log odds to calibrated ones."""
    choice: Choice
    """How blocks are chosen by their probabilities."""
    site_prior: float
    """Added to the log odds of a block that repeats on other pages of its site."""
    card: Mapping[str, Any]
    """Sources of the labelled pages, and the figures of the fit."""
    place_prior: tuple[float, float] = PLACE_PRIOR
    """Factors of the log odds of a block's place on its site and of the block's own, both with the place's
    weight: what places of a site template add to the log odds."""
    second_look: SecondLook | None = None
    """The trees that look again at lists, headings and lines. None in models of version 0.1: they use those
    of the bundled model."""

    def __getstate__(self) -> dict[str, Any]:
        # The native scorer cannot be pickled; it is made again when needed.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def scorer(self) -> "Scorer":
        """The model and the word lists, as the kernel expects them."""
        *sets, subject_by_slot = word_tables()
        words = [(words.table, int(words.factor)) for words in sets]
        tables = [self.tables[name] for name in SCORES]
        return native.make_scorer(
            (
                letters(),
                *(part for one in words for part in one),
                SLOT_BITS,
                subject_by_slot,
                *_METHOD.rules,
                TAG_LENGTHS,
            ),
            tuple((table.weight, table.scale, table.bias) for table in tables),
            self.kinds.packed,
            self.blocks.packed,
            self.calibration,
            (np.array(self.choice.exponents, dtype=np.float64), self.choice.slope, self.choice.offset),
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model; the same model gives the same bytes."""
        check_type("path", path, str | PathLike, "a path")
        Path(path).write_bytes(self.to_bytes())

    @classmethod
    def load(cls, path: str | Path) -> "AutoModel":
        """Read a model file; `ModelError` if it is not valid."""
        return cls.from_bytes(read_file(path), str(path))

    def to_bytes(self) -> bytes:
        """The file's content."""
        schema: dict[str, Any] = {
            "schema": SCHEMA,
            "features": dict(_TREES.values()),
            "kinds": KINDS,
            "tables": {name: {"scale": t.scale, "bias": t.bias} for name, t in self.tables.items()},
            "calibration": self.calibration,
            "choice": {
                **self.choice._asdict(),
                "exponents": dict(zip(KINDS, self.choice.exponents, strict=True)),
            },
            "site_prior": self.site_prior,
            "place_prior": self.place_prior,
            "card": self.card,
        }
        trees: dict[str, Trees] = {name: getattr(self, name) for name in _TREES}
        if self.second_look is not None:
            schema["features"] |= dict(LOOKS.values())
            schema["second_look"] = {"bounds": self.second_look.bounds._asdict()}
            trees |= {name: getattr(self.second_look, name) for name in LOOKS}
        text = json.dumps(schema, ensure_ascii=False, indent=1)
        arrays: dict[str, NDArray[Any]] = {"schema": np.frombuffer(text.encode(), dtype=np.uint8)}
        arrays |= {f"table_{name}": table.weight for name, table in self.tables.items()}
        for name, one in trees.items():
            arrays |= tree_arrays(name, one)
        file = io.BytesIO()
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # no array is called allow_pickle
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes, name: str) -> "AutoModel":
        """Read the content of a file; `name` is used in error messages."""
        arrays = read_arrays(content, name, _KINDS_OF_ARRAYS, "auto")
        try:
            schema = json.loads(arrays["schema"][:_MAX_SCHEMA].tobytes())
        except (ValueError, LookupError, RecursionError):
            raise ModelError(f"the model {name} is damaged, or not a model of auto") from None
        if not isinstance(schema, dict) or schema.get("schema") != SCHEMA:
            found = schema.get("schema") if isinstance(schema, dict) else None
            raise ModelError(f"the model {name} has the schema {quoted(found)}, not {SCHEMA!r}")
        try:
            return cls._of_arrays(schema, arrays)
        except _OtherKinds as error:
            raise ModelError(f"the model {name} {error}: train it again") from None
        except UnknownColumn as error:
            column = f"the column {str(error)!r}, which this version does not have"
            raise ModelError(f"the model {name} reads {column}: train it again") from None
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
            raise ModelError(f"the model {name} is damaged: {shortened(str(error), 200)}") from None

    @classmethod
    def _of_arrays(cls, schema: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "AutoModel":
        tables = {}
        for name in SCORES:
            weight = arrays[f"table_{name}"]
            if weight.dtype != np.int8 or weight.shape != (BUCKETS,):
                raise ValueError(f"the table {name} has the wrong size")
            about = schema["tables"][name]
            tables[name] = WordWeights(weight, _finite(about["scale"]), _finite(about["bias"]))
        if schema["kinds"] != list(KINDS):
            named = shortened(", ".join(schema["kinds"]))
            raise _OtherKinds(f"has other kinds of pages than this version: {named}")
        slope, offset = schema["calibration"]
        of_place, of_own = schema.get("place_prior", PLACE_PRIOR)  # not in models of version 0.1
        return cls(
            tables,
            **_read_all(_TREES, schema["features"], arrays),
            calibration=(_finite(slope), _finite(offset)),
            choice=_read_choice(schema["choice"]),
            site_prior=_finite(schema["site_prior"]),
            card=schema["card"],
            place_prior=(float(of_place), float(of_own)),
            second_look=_read_second_look(schema, arrays),
        )


class _OtherKinds(Exception):
    """A model names kinds of pages that this version does not have."""


_TREES = {
    "kinds": ("page", PAGE_FEATURES),
    "blocks": ("block", BLOCK_FEATURES),
    "confidence": ("confidence", CONFIDENCE_FEATURES),
}
"""The trees of a model, and the names of their features in its file."""
_KINDS_OF_ARRAYS = {
    "schema": "u",
    **{f"table_{name}": "i" for name in SCORES},
    **{f"{name}_{part}": kind for name in (*_TREES, *LOOKS) for part, kind in PARTS.items()},
}
"""Kind of type of each array of a file, as in `dtype.kind`."""
_MAX_SCHEMA = 1 << 20


def _read_choice(given: Mapping[str, Any]) -> Choice:
    if "exponents" in given:
        exponents = [_finite(given["exponents"][kind]) for kind in KINDS]
    else:  # before kinds had exponents of their own, articles had one and all others another
        added = {"article": _finite(given["article"])}
        exponents = [_finite(given["exponent"]) + added.get(kind, 0.0) for kind in KINDS]
    return Choice(tuple(exponents), _finite(given["slope"]), _finite(given["offset"]))


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{number} is no weight")
    return number


def _read_all(
    trees: Mapping[str, tuple[str, tuple[str, ...]]],
    features: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
) -> dict[str, Trees]:
    return {name: read_trees(name, list(features[of]), today, arrays) for name, (of, today) in trees.items()}


def _read_second_look(schema: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> SecondLook | None:
    if "second_look" not in schema or "post" not in schema["features"]:  # of 0.1, or before trees for posts
        return None
    bounds = schema["second_look"]["bounds"]
    return SecondLook(
        **_read_all(LOOKS, schema["features"], arrays),
        bounds=Bounds(**{name: _finite(bounds[name]) for name in Bounds._fields}),
    )


@cache
def shipped_auto() -> AutoModel:
    """The bundled model."""
    return AutoModel.from_bytes(read_bundled("auto.npz"), "auto.npz")


def second_look_of(model: AutoModel) -> SecondLook:
    """The second look of a model; for a model without one, that of the bundled model."""
    look = model.second_look or shipped_auto().second_look
    if look is None:
        raise ModelError("the package's own model auto.npz has no second look")
    return look
