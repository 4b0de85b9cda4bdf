"""A document → everything that the inspector shows, as plain data."""

from base64 import b64encode
from typing import Any

import numpy as np

from maintext.arrays import BoolArray, FloatArray
from maintext.document import Document
from maintext.evidence import Block, all_blocks
from maintext.methods.base import Method
from maintext.model.measure import described
from maintext.model.schema import DESCRIBED, meaning
from maintext.render.json import gather
from maintext.serve.pictures import pictures
from maintext.serve.view import to_view

MAX_BLOCKS = 20_000
"""Blocks that are explained; no page of the development data has more."""
_BINS = 20


def explain(document: Document, method: Method) -> dict[str, Any]:
    """The document, its blocks with reasons, the method's figures, and the page for display."""
    explained = [_block(block) for block in all_blocks(document, MAX_BLOCKS, with_features=False)]
    named = {name for block in explained for name in block["pushes"]}
    values, name = _values(document)
    return gather(document) | {
        "markdown": document.markdown,
        "html": document.html,
        "blocks": explained,
        "features": _features(document),
        "blocks_left_out": len(document.kept) - len(explained),
        "value": _scale(document, values, name),
        "histogram": _histogram(document, values, name),
        "meanings": {feature: meaning(feature) for feature in sorted(named)},
        "pictures": pictures(document, method),
        "template": _template(document),
        "view": to_view(document.page),
    }


def _block(block: Block) -> dict[str, Any]:
    return {
        "number": block.index,
        "text": block.text,
        "tag": block.tag,
        "xpath": block.xpath,
        "line": block.line,
        "offset": block.offset,
        "score": block.score,
        "probability": block.probability,
        "kept": block.kept,
        "reason": block.reason,
        "pushes": block.pushes,
    }


def _features(document: Document) -> dict[str, Any]:
    """Features of the explained blocks, as an array in base64: far smaller than as numbers."""
    values = described(document.features[:, :MAX_BLOCKS]).T.astype("<f4", order="C")
    return {"names": list(DESCRIBED), "values": b64encode(values.tobytes()).decode("ascii")}


def _values(document: Document) -> tuple[FloatArray, str]:
    """The values that colour the blocks: probabilities, else scores; NaN if a block has none."""
    probabilities = document.block_probabilities
    if probabilities is not None:
        return probabilities, "probability"
    scores = document.block_scores
    return (np.full(len(document.kept), np.nan) if scores is None else scores), "score"


def _span(values: FloatArray, name: str) -> tuple[float, float]:
    """The range of the values."""
    known = values[np.isfinite(values)]
    if name == "probability" or not len(known):
        return 0.0, 1.0
    return float(known.min()), float(known.max())


def _scale(document: Document, values: FloatArray, name: str) -> dict[str, Any]:
    low, high = _span(values, name)
    kept = values[document.kept & np.isfinite(values)]
    others = values[~document.kept & np.isfinite(values)]
    divides = len(kept) and (not len(others) or kept.min() > others.max())
    return {"name": name, "low": low, "high": high, "threshold": float(kept.min()) if divides else None}


def _histogram(document: Document, values: FloatArray, name: str) -> dict[str, Any]:
    known = np.isfinite(values)
    low, high = _span(values, name)
    width = (high - low) / _BINS or 1.0 / _BINS  # all values may be equal
    place = np.clip((np.where(known, values, low) - low) / width, 0, _BINS - 1).astype(np.int64)

    def count(blocks: BoolArray) -> list[int]:
        return np.bincount(place[known & blocks], minlength=_BINS).tolist()

    return {
        "edges": [low + width * edge for edge in range(_BINS + 1)],
        "kept": count(document.kept),
        "left_out": count(~document.kept),
        "unscored": int((~known).sum()),
    }


def _template(document: Document) -> dict[str, Any] | None:
    """The blocks that repeat on other pages of the site, if other pages are known."""
    if document.noise is None:
        return None
    blocks = document.page.blocks
    repeated = blocks.mostly(document.noise)
    return {
        "blocks": np.flatnonzero(repeated).tolist(),
        "share": float(blocks.chars[repeated].sum() / max(blocks.chars.sum(), 1)),
    }
