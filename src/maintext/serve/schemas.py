"""The answers of the service as JSON schemas, for its OpenAPI description."""

from typing import Any

Json = dict[str, Any]


def record(required: Json, **optional: Json) -> Json:
    """An object with these values, of which the optional ones may be missing."""
    return {"type": "object", "properties": required | optional, "required": list(required)}


def list_of(items: Json) -> Json:
    """A list of such values."""
    return {"type": "array", "items": items}


def or_null(schema: Json) -> Json:
    """Such a value, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def see(name: str) -> Json:
    """A schema of `SCHEMAS`, by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


TEXT, NUMBER, COUNT, BOOL = ({"type": kind} for kind in ("string", "number", "integer", "boolean"))
ANY: Json = {"type": "object"}
_KIND = record({"probabilities": {"type": "object", "additionalProperties": NUMBER}})
_BLOCK = {
    "text": TEXT,
    "tag": TEXT,
    "xpath": TEXT,
    "line": COUNT,
    "offset": COUNT,
    "score": or_null(NUMBER),
    "probability": or_null(NUMBER),
    "kept": BOOL,
    "reason": TEXT,
    "pushes": {"type": "object", "additionalProperties": NUMBER},
}
_DOCUMENT: Json = {
    "url": or_null(TEXT),
    "title": or_null(TEXT),
    "status": {"type": "string", "enum": ["ok", "partial", "empty", "refused"]},
    "reason": or_null(TEXT),
    "reasons": list_of(TEXT),
    "explanation": or_null(TEXT),
    "method": TEXT,
    "confidence": or_null(NUMBER),
    "encoding": ANY,
    "kind": _KIND,
    "verdict": ANY,
    "text": TEXT,
    "hidden": list_of(record({"text": TEXT, "xpath": TEXT, "reason": TEXT})),
}
_EXTRAS: Json = {
    "posts": list_of(ANY),
    "comments": list_of(ANY),
    "metadata": ANY,
    "site_fit": ANY,
    "notes": list_of(TEXT),
}
_QUEUED = record({"id": TEXT, "url": or_null(TEXT), "done": BOOL})
SCHEMAS: Json = {
    "Error": record({"error": TEXT, "reason": TEXT}),
    "Document": record(
        _DOCUMENT, blocks=list_of(record({"index": COUNT, "features": ANY} | _BLOCK)), **_EXTRAS
    ),
    "Verdict": record(
        {
            "label": {"type": "string", "enum": ["article", "not_article", "uncertain"]},
            "has_article": BOOL,
            "probability": NUMBER,
            "p_value": NUMBER,
            "printed_p_value": NUMBER,
            "reason": TEXT,
            "kind": _KIND,
        }
    ),
    "Comparison": record(
        {
            "blocks": list_of(record({"number": COUNT, "text": TEXT, "tag": TEXT, "xpath": TEXT})),
            "methods": {
                "type": "object",
                "additionalProperties": record(
                    {
                        "status": TEXT,
                        "reason": or_null(TEXT),
                        "explanation": or_null(TEXT),
                        "text": TEXT,
                        "kept": list_of(COUNT),
                        "scores": or_null(list_of(or_null(NUMBER))),
                        "probabilities": or_null(list_of(or_null(NUMBER))),
                    },
                    notes=list_of(TEXT),
                ),
            },
        }
    ),
    "Explanation": record(
        _DOCUMENT
        | {
            "markdown": TEXT,
            "html": TEXT,
            "blocks": list_of(record({"number": COUNT} | _BLOCK)),
            "features": record({"names": list_of(TEXT), "values": TEXT}),
            "blocks_left_out": COUNT,
            "value": record({"name": TEXT, "low": NUMBER, "high": NUMBER, "threshold": or_null(NUMBER)}),
            "histogram": record(
                {
                    "edges": list_of(NUMBER),
                    "kept": list_of(COUNT),
                    "left_out": list_of(COUNT),
                    "unscored": COUNT,
                }
            ),
            "meanings": {"type": "object", "additionalProperties": TEXT},
            "pictures": record({}, units=list_of(ANY), tree=list_of(ANY), marks=ANY),
            "template": or_null(record({"blocks": list_of(COUNT), "share": NUMBER})),
            "view": TEXT,
        },
        **_EXTRAS,
    ),
    "Queue": record(
        {
            "folder": TEXT,
            "done": COUNT,
            "total": COUNT,
            "next": or_null(TEXT),
            "can_undo": BOOL,
            "first": COUNT,
            "pages": list_of(_QUEUED),
        }
    ),
    "Retraining": record(
        {
            "state": {"type": "string", "enum": ["idle", "running", "done", "failed"]},
            "method": TEXT,
            "stage": or_null(TEXT),
            "progress": NUMBER,
            "seconds": NUMBER,
            "models": list_of(TEXT),
            "error": or_null(TEXT),
            "result": or_null(ANY),
        }
    ),
}
