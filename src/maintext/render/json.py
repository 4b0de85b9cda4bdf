"""JSON: the document as plain data, in a fixed order of keys."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.judge import Verdict
    from maintext.threads import Post


def to_dict(document: Document, *, blocks: bool = False, metadata: bool = True) -> dict[str, Any]:
    """The document as plain data; with `blocks`, every block and its evidence too.

    Numbers that JSON does not know (NaN, infinities) are None, and dates are ISO 8601.
    """
    data: dict[str, Any] = {
        "url": document.url,
        "title": document.title,
        "status": document.status.value,
        "reason": document.reason.value if document.reason else None,
        "reasons": [reason.value for reason in document.reasons],
        "explanation": document.explanation,
        "method": document.method,
        "confidence": document.confidence,
        "encoding": asdict(document.encoding),
        "kind": asdict(document.kind),
        "verdict": _verdict(document.verdict),
        "text": document.text,
    }
    for name, posts in (("posts", document.posts), ("comments", document.comments)):
        if posts:
            data[name] = [_post(post) for post in posts]
    if metadata:
        data["metadata"] = asdict(document.metadata)
    if document.site_fit is not None:
        data["site_fit"] = asdict(document.site_fit) | {"fits": document.site_fit.fits}
    data["hidden"] = [asdict(hidden) for hidden in document.hidden]
    if blocks:
        data["blocks"] = [asdict(block) for block in document.blocks]
    return {key: plain(value) for key, value in data.items()}


def to_json(
    document: Document, *, blocks: bool = False, metadata: bool = True, indent: int | None = None
) -> str:
    """The document as JSON, other scripts than Latin written as they are."""
    data = to_dict(document, blocks=blocks, metadata=metadata)
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=indent)


def _verdict(verdict: Verdict) -> dict[str, Any]:
    data = asdict(verdict)
    del data["kind"]  # which the document has a key for
    return data


def _post(post: Post) -> dict[str, Any]:
    data = asdict(post)
    del data["kind"], data["element"]  # the key says what it is, and the path where
    return data


def plain(value: Any) -> Any:
    """The value in the types of JSON; it nests no deeper than the dataclasses it comes from."""
    if isinstance(value, dict):
        return {str(key): plain(member) for key, member in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(member) for member in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
