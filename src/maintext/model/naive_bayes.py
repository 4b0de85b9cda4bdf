"""The counts that the `naive_bayes` method is fitted to, and their file.

The file is JSON: a schema name, the bounds of each feature's levels, the block tags, the sources of the
labelled pages, and for every way to cut a page into blocks the number of main and other blocks at each
level. The name of such a way lists the parameters that it was fitted with
(`maintext.methods.papers.bayes_blocks.Segmentation.name`). Counts are stored unsmoothed; smoothing is applied
on reading.

Two files are bundled: `naive_bayes.json` for the default parameters, and `naive_bayes_readings.json` for the
other readings of the paper.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from maintext.arguments import check_type
from maintext.arrays import FloatArray
from maintext.errors import ModelError, quoted, shortened
from maintext.model.archive import read_file
from maintext.model.bundled import read_bundled

SCHEMA = "maintext.naive_bayes/1"

LEVELS: dict[str, tuple[float, ...]] = {
    "unlinked_chars": (20, 40, 60, 80, 100),
    "link_share": (0.1, 0.5, 0.8),
    "marks_per_link_char": (0.02, 0.1),
    "paragraphs": (1, 4),
}
"""The paper's features, each with the values at which a new level begins."""

BLOCK_TAGS: dict[str, str] = {
    "paper": "table tr td div",
    "html5": "table caption tr td th div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure "
    "figcaption article section main nav aside header footer address form fieldset details summary center",
    "table": "table",
}
"""The elements that make blocks, by the value of the parameter."""

_MAX_BYTES = 4 << 20
"""Bytes of a model file: its JSON takes up to fifty times as much. The largest bundled one has 120 KB."""
_MAX_COUNT = 1 << 53
_NUMBERS = re.compile(r"\[\s+([^\[\]{}]+?)\s+\]")


@dataclass(frozen=True, slots=True)
class DataSource:
    """A data set with labelled pages."""

    dataset: str
    origin: str
    licence: str
    pages: int
    """Number of its pages that were counted."""


@dataclass(frozen=True, slots=True)
class PageCounts:
    """Numbers of labelled pages, by their use."""

    used: int
    without_gold: int
    """There is no gold text."""
    gold_absent: int
    """Most of the gold text is not on the page, so its blocks cannot be labelled."""


@dataclass(frozen=True, slots=True)
class ClassCounts:
    """The blocks of one class: their number, and the number at each level of each feature."""

    blocks: int
    levels: Mapping[str, tuple[int, ...]]

    def likelihoods(self, feature: str, smoothing: int = 1) -> FloatArray:
        """The share of the class at each level; `smoothing` is added to each count."""
        counts = np.array(self.levels[feature]) + smoothing
        return counts / counts.sum()


@dataclass(frozen=True, slots=True)
class BlockCounts:
    """Both classes, for one way to cut pages into blocks."""

    main: ClassCounts
    other: ClassCounts


@dataclass(frozen=True, eq=False)
class NaiveBayesModel:
    """A fitted model: counts by the name of the segmentation."""

    pages: PageCounts
    sources: tuple[DataSource, ...]
    counts: Mapping[str, BlockCounts]

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model as readable JSON; the same model gives the same bytes."""
        check_type("path", path, str | PathLike, "a path")
        Path(path).write_text(self.to_json(), encoding="utf-8", newline="\n")

    @classmethod
    def load(cls, path: str | Path) -> "NaiveBayesModel":
        """Read a model file; `ModelError` if it is not valid."""
        content = read_file(path)
        if len(content) > _MAX_BYTES:
            raise ModelError(f"the model {path} has more than {_MAX_BYTES:,} bytes")
        try:
            text = content.decode()
        except UnicodeDecodeError as error:
            raise ModelError(f"cannot read the model {path}: {error}") from None
        return cls.from_json(text, str(path))

    def to_json(self) -> str:
        """The file's text."""
        content = {
            "schema": SCHEMA,
            "levels": LEVELS,
            "block_tags": BLOCK_TAGS,
            "pages": asdict(self.pages),
            "sources": [asdict(source) for source in self.sources],
            "counts": {name: asdict(counts) for name, counts in self.counts.items()},
        }
        text = json.dumps(content, indent=2, ensure_ascii=False)
        return _NUMBERS.sub(lambda found: "[" + " ".join(found[1].split()) + "]", text) + "\n"

    @classmethod
    def from_json(cls, text: str, name: str) -> "NaiveBayesModel":
        """Read the text of a file; `name` is used in error messages."""
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ModelError(f"the model {name} is not JSON: {error}") from None
        if not isinstance(content, dict) or content.get("schema") != SCHEMA:
            found = content.get("schema") if isinstance(content, dict) else None
            raise ModelError(f"the model {name} has the schema {quoted(found)}, not {SCHEMA!r}")
        if content.get("levels") != {feature: list(bounds) for feature, bounds in LEVELS.items()}:
            raise ModelError(f"the model {name} has other features or levels than this version")
        if content.get("block_tags") != BLOCK_TAGS:
            raise ModelError(f"the model {name} has other block tags than this version")
        try:
            return cls(
                PageCounts(**content["pages"]),
                tuple(DataSource(**source) for source in content["sources"]),
                {key: _block_counts(counts) for key, counts in content["counts"].items()},
            )
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ModelError(f"the model {name} is damaged: {shortened(repr(error), 200)}") from None

    def of(self, segmentation: str) -> BlockCounts:
        """The counts for one way to cut pages into blocks."""
        try:
            return self.counts[segmentation]
        except KeyError:
            fitted = ", ".join(map(repr, self.counts))
            raise ModelError(
                f"the model has no counts for {segmentation!r} blocks: it was fitted with other parameters, "
                f"and has {fitted}"
            ) from None

    def summary(self) -> str:
        """The model in a few lines."""
        pages = self.pages
        lines = [
            f"{pages.used} pages used, {pages.without_gold} without gold text, "
            f"{pages.gold_absent} whose gold text is not on the page"
        ]
        lines += [f"{s.dataset}: {s.pages} pages, {s.origin}, {s.licence}" for s in self.sources]
        lines += [
            f"{name}: {counts.main.blocks} main and {counts.other.blocks} other blocks"
            for name, counts in self.counts.items()
        ]
        return "\n".join(lines)


def _block_counts(content: dict[str, Any]) -> BlockCounts:
    return BlockCounts(_class_counts(**content["main"]), _class_counts(**content["other"]))


def _class_counts(blocks: int, levels: dict[str, list[int]]) -> ClassCounts:
    if list(levels) != list(LEVELS):
        raise ValueError(f"features {quoted(list(levels))}")
    for feature, counts in levels.items():
        if len(counts) != len(LEVELS[feature]) + 1 or min(counts) < 0 or sum(counts) != blocks:
            raise ValueError(f"counts {quoted(counts)} of {feature} for {quoted(blocks)} blocks")
        if not all(type(count) is int and count <= _MAX_COUNT for count in counts):
            raise ValueError(f"counts {quoted(counts)} of {feature} are not all whole numbers")
    return ClassCounts(blocks, {feature: tuple(counts) for feature, counts in levels.items()})


def shipped_counts(segmentation: str) -> BlockCounts:
    """The bundled counts for one way to cut pages into blocks."""
    model = shipped_model()
    return (model if segmentation in model.counts else shipped_readings()).of(segmentation)


@cache
def shipped_model() -> NaiveBayesModel:
    """The bundled model for the default parameters."""
    return _read_bundled("naive_bayes.json")


@cache
def shipped_readings() -> NaiveBayesModel:
    """The bundled model for all other readings of the paper."""
    return _read_bundled("naive_bayes_readings.json")


def _read_bundled(name: str) -> NaiveBayesModel:
    return NaiveBayesModel.from_json(read_bundled(name).decode(), name)
