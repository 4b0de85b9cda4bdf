"""The model of the `auto` method: tables of word weights and boosted trees, and their file.

The file is an `.npz`: plain arrays, and one text in JSON with the schema, the names of the features, the
sources of the labelled pages and the figures of the fit. No code, no pickles.
"""

import io
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from maintext._kernel import native
from maintext.errors import ModelError
from maintext.features import AROUND, CONTEXT_FEATURES, OWN_FEATURES, PAGE_FEATURES
from maintext.features.context import SCORES
from maintext.features.hashed import BUCKETS, TABLES, TAG_BUCKETS
from maintext.features.meta import DECLARED_WORDS
from maintext.features.methods import METHOD
from maintext.features.names import SPEAKING, SUBJECT
from maintext.features.place import NEAR_NUMBER
from maintext.features.text import STOPS, YEARS
from maintext.features.whole import LOGGED, LONG
from maintext.model.trees import Trees
from maintext.page.rows import TAG_LENGTHS
from maintext.text.words import LETTERS, SLOT_BITS

if TYPE_CHECKING:
    from maintext._kernel._native import Scorer

SCHEMA = "maintext.auto/1"

KINDS = ("article", "forum", "product", "collection", "listing", "documentation", "service")
"""The kinds of pages that the model tells apart; a page that is none of them is `other`."""
BLOCK_FEATURES = (*OWN_FEATURES, *CONTEXT_FEATURES, *(f"kind_{kind}" for kind in KINDS))
"""The features of the block trees, in their order."""
CONFIDENCE_FEATURES = (
    "expected_f1",
    "expected_precision",
    "expected_recall",
    "log_words_kept",
    "share_kept",
    "doubt",
    "least_kept",
    "most_left",
    *(f"kind_{kind}" for kind in KINDS),
)
"""The features of the trees that foretell a page's F1."""


@dataclass(frozen=True, eq=False)
class Table:
    """The weights of a page's words, by bucket."""

    weight: NDArray[np.int8]
    scale: float
    """What a weight of 1 stands for."""
    bias: float


class Choice(NamedTuple):
    """How probabilities are weighed when blocks are chosen (see `maintext.model.measure.weighed`)."""

    exponent: float
    """Of the probability, on a page that is surely no article."""
    article: float
    """What is added to the exponent on a page that surely is one."""
    slope: float
    offset: float
    """From calibrated log odds to those that count in a choice: there pages count alike, not words."""


@dataclass(frozen=True, eq=False)
class AutoModel:
    """A fitted model."""

    tables: Mapping[str, Table]
    """By what they weigh: text, names, heading."""
    kinds: Trees
    """Page features → the log odds of each kind."""
    blocks: Trees
    """Block features → the log odds of main text."""
    confidence: Trees
    """Page outcome → its F1."""
    calibration: tuple[float, float]
    """Slope and offset from the block trees' log odds to calibrated ones."""
    choice: Choice
    """How blocks are chosen by their probabilities."""
    site_prior: float
    """What is added to the log odds of a block that repeats on other pages of its site."""
    card: Mapping[str, Any]
    """Where the labelled pages came from, and what the fit gave."""

    def __getstate__(self) -> dict[str, Any]:
        # What is made of these does not travel between processes.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def scorer(self) -> "Scorer":
        """The model, and what the features refer to, as the native kernel takes them."""
        assert native is not None
        words = [(words.table, int(words.factor)) for words in (STOPS, YEARS, SPEAKING)]
        tables = [self.tables[name] for name in SCORES]
        return native.make_scorer(
            (
                LETTERS,
                *(part for one in words for part in one),
                SLOT_BITS,
                SUBJECT,
                NEAR_NUMBER,
                TAG_BUCKETS,
                np.array(AROUND),
                np.array(LOGGED),
                LONG,
                *METHOD.rules,
                DECLARED_WORDS,
                TAG_LENGTHS,
            ),
            tuple((table.weight, table.scale, table.bias) for table in tables),
            self.kinds.packed,
            self.blocks.packed,
            self.calibration,
            (*self.choice, KINDS.index("article")),
            len(PAGE_FEATURES),
        )

    def save(self, path: Path) -> None:
        """Write the model; the same model gives the same bytes."""
        path.write_bytes(self.to_bytes())

    @classmethod
    def load(cls, path: Path) -> "AutoModel":
        """Read a model file; `ModelError` says in a line what is wrong with it."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise ModelError(f"cannot read the model {path}: {error.strerror}") from None
        return cls.from_bytes(content, str(path))

    def to_bytes(self) -> bytes:
        """The file's content."""
        schema = {
            "schema": SCHEMA,
            "features": {"block": BLOCK_FEATURES, "page": PAGE_FEATURES, "confidence": CONFIDENCE_FEATURES},
            "kinds": KINDS,
            "tables": {name: {"scale": t.scale, "bias": t.bias} for name, t in self.tables.items()},
            "calibration": self.calibration,
            "choice": self.choice._asdict(),
            "site_prior": self.site_prior,
            "card": self.card,
        }
        text = json.dumps(schema, ensure_ascii=False, indent=1)
        arrays: dict[str, NDArray[Any]] = {"schema": np.frombuffer(text.encode(), dtype=np.uint8)}
        arrays |= {f"table_{name}": table.weight for name, table in self.tables.items()}
        for name in _TREES:
            trees: Trees = getattr(self, name)
            arrays |= {f"{name}_{part}": getattr(trees, part) for part in _PARTS}
        file = io.BytesIO()
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # no array is called allow_pickle
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes, name: str) -> "AutoModel":
        """Read a file's content; `name` is what an error calls it."""
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as file:
                arrays = {key: file[key] for key in file.files}
            schema = json.loads(arrays["schema"].tobytes())
        except _UNREADABLE:
            raise ModelError(f"the model {name} is damaged, or no model of auto") from None
        if not isinstance(schema, dict) or schema.get("schema") != SCHEMA:
            found = schema.get("schema") if isinstance(schema, dict) else None
            raise ModelError(f"the model {name} has the schema {found!r}, not {SCHEMA!r}")
        if schema.get("features") != _FEATURES:
            raise ModelError(
                f"the model {name} was fitted to other features than this version has: train it again"
            )
        try:
            return cls._of_arrays(schema, arrays)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(f"the model {name} is damaged: {error}") from None

    @classmethod
    def _of_arrays(cls, schema: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "AutoModel":
        tables = {}
        for name in TABLES:
            weight = arrays[f"table_{name}"]
            if weight.dtype != np.int8 or weight.shape != (BUCKETS,):
                raise ValueError(f"the table {name} has the wrong size")
            about = schema["tables"][name]
            tables[name] = Table(weight, float(about["scale"]), float(about["bias"]))
        trees = {name: Trees(*(arrays[f"{name}_{part}"] for part in _PARTS)) for name in _TREES}
        for name, columns in _COLUMNS.items():
            if trees[name].feature.max(initial=0) >= columns:
                raise ValueError(f"the trees for {name} ask for features that do not exist")
        slope, offset = schema["calibration"]
        return cls(
            tables,
            **trees,
            calibration=(float(slope), float(offset)),
            choice=Choice(**{name: float(schema["choice"][name]) for name in Choice._fields}),
            site_prior=float(schema["site_prior"]),
            card=schema["card"],
        )


# What reading a file that is no archive, or a damaged, encrypted or foreign one, ends with.
_UNREADABLE = (OSError, ValueError, KeyError, EOFError, TypeError, RuntimeError, BadZipFile, zlib.error)
_TREES = ("kinds", "blocks", "confidence")
_PARTS = ("feature", "bound", "leaf", "cover", "bias")
_COLUMNS = {
    "kinds": len(PAGE_FEATURES),
    "blocks": len(BLOCK_FEATURES),
    "confidence": len(CONFIDENCE_FEATURES),
}
_FEATURES = {
    "block": list(BLOCK_FEATURES),
    "page": list(PAGE_FEATURES),
    "confidence": list(CONFIDENCE_FEATURES),
}


@cache
def shipped_auto() -> AutoModel:
    """The model that comes with the package."""
    file = resources.files("maintext.model") / "auto.npz"
    try:
        content = file.read_bytes()
    except OSError:
        raise ModelError("the package's own model auto.npz is missing") from None
    return AutoModel.from_bytes(content, "auto.npz")
