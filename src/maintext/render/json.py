"""JSON: the document as plain data, in a fixed order of keys."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.evidence import Block
    from maintext.threads import Post
    from maintext.verdict import Verdict


def to_dict(document: Document, *, blocks: bool = False, metadata: bool = True) -> dict[str, Any]:
    """The document as plain data; with `blocks`, every block and its evidence too.

    NaN and infinities become None, dates are ISO 8601, and lone surrogates become U+FFFD.
    """
    data: dict[str, Any] = plain(gather(document, metadata=metadata))
    if blocks:
        data["blocks"] = block_dicts(document)
    return data


def gather(document: Document, *, metadata: bool = True) -> dict[str, Any]:
    """What `to_dict` has, with values as they are: `plain`, or a writer of JSON, does the rest."""
    data: dict[str, Any] = {
        "url": document.url,
        "title": document.title,
        "status": document.status.value,
        "reason": document.reason.value if document.reason else None,
        "reasons": [reason.value for reason in document.reasons],
        "explanation": document.explanation,
        "method": document.method,
        "confidence": document.confidence,
        "encoding": _fields(document.encoding),
        "kind": _fields(document.kind),
        "verdict": _verdict(document.verdict),
        "text": document.text,
    }
    for name, posts in (("posts", document.posts), ("comments", document.comments)):
        if posts:
            data[name] = [_post(post) for post in posts]
    if metadata:
        data["metadata"] = document.metadata.to_dict()
    if document.site_fit is not None:
        data["site_fit"] = _fields(document.site_fit) | {"fits": document.site_fit.fits}
    if document.notes:
        data["notes"] = list(document.notes)
    data["hidden"] = [_fields(hidden) for hidden in document.hidden]
    return data


def block_dicts(document: Document) -> list[dict[str, Any]]:
    """Every block and its evidence, as plain data."""
    return [_block(block) for block in document.blocks]


def to_json(
    document: Document, *, blocks: bool = False, metadata: bool = True, indent: int | None = None
) -> str:
    """The document as JSON; scripts other than Latin are not escaped."""
    data = to_dict(document, blocks=blocks, metadata=metadata)
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=indent)


def _fields(value: Any) -> dict[str, Any]:
    """The fields of a dataclass, by name."""
    return {name: getattr(value, name) for name in _field_names(value.__class__)}


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _verdict(verdict: Verdict) -> dict[str, Any]:
    data = _fields(verdict)
    del data["kind"]  # the document has its own key for it
    return data


def _post(post: Post) -> dict[str, Any]:
    data = _fields(post)
    del data["kind"], data["element"]  # the key says what it is, and the path where
    return data


def _block(block: Block) -> dict[str, Any]:
    return {
        "index": block.index,
        "text": encodable(block.text),
        "tag": encodable(block.tag),
        "xpath": encodable(block.xpath),
        "line": block.line,
        "offset": block.offset,
        "score": _number(block.score),
        "probability": _number(block.probability),
        "kept": block.kept,
        "reason": encodable(block.reason),
        "features": _numbers(block.features),
        "pushes": _numbers(block.pushes),
    }


def _number(value: float | None) -> float | None:
    return value if value is None or isfinite(value) else None


def _numbers(values: dict[str, float]) -> dict[str, float | None]:
    if all(map(isfinite, values.values())):
        return {**values}
    return {name: _number(value) for name, value in values.items()}


def plain(value: Any) -> Any:
    """The value in the types of JSON; it nests no deeper than the dataclasses it comes from."""
    kind = type(value)
    if kind is str:  # most values
        return value if value.isascii() else encodable(value)
    if value is None or kind is int or isinstance(value, int):
        return value
    if kind is tuple and all(type(member) is int for member in value):  # blocks of a post
        return list(value)
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, (tuple, list, set, frozenset)):
        return [plain(member) for member in value]
    if isinstance(value, (dict, Mapping)):
        return {encodable(str(key)): plain(member) for key, member in value.items()}
    return value.isoformat() if hasattr(value, "isoformat") else encodable(str(value))


def encodable(text: str) -> str:
    r"""The text with lone surrogates, which UTF-8 cannot encode, replaced with U+FFFD.

    >>> encodable("tea \ud83c")
    'tea �'
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
