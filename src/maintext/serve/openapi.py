"""The OpenAPI 3.1 description of the service, from the tables that requests are checked against."""

from typing import Any

from maintext.render import FORMATS
from maintext.serve.body import PAGE_TYPES
from maintext.serve.labels import LABEL, MAX_LISTED
from maintext.serve.numbers import MOST
from maintext.serve.options import SOURCES, options_of
from maintext.serve.schemas import ANY, BOOL, COUNT, SCHEMAS, TEXT, Json, list_of, or_null, record, see
from maintext.version import __version__

_FORM = "The page, as a file. Options are in the query, or fields of the same names."
_ERRORS = {
    400: "The body is not valid JSON or gzip.",
    401: "The token is missing or wrong.",
    403: "Not allowed: fetching, labels, or requests from another site.",
    404: "Not found.",
    408: "The body arrived too slowly.",
    409: "Not possible in the current state.",
    413: "The body is too large, compressed or decompressed.",
    415: "The content type or content encoding is not supported.",
    421: "The host name is not allowed.",
    422: "An option is unknown or invalid.",
    500: "The worker process died, or an internal error.",
    502: "The page could not be fetched.",
    429: "This client has too many requests in progress; see Retry-After.",
    503: "The queue is full; see Retry-After.",
    504: "The page took too long.",
    507: "The page needs too much memory, or the disk is full.",
}
_PAGE_ERRORS = (400, 401, 403, 404, 408, 409, 413, 415, 421, 422, 429, 500, 502, 503, 504, 507)
_READ_ERRORS = (401, 403, 404, 409, 421, 422, 429, 500, 503, 507)


def describe() -> Json:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "maintext",
            "version": __version__,
            "description": "Finds the main text of a web page, with reasons.",
        },
        "security": [{}, {"token": []}],
        "paths": _page_routes() | _own_routes() | _label_routes() | _retrain_routes(),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": SCHEMAS,
        },
    }


def _responses(content: Json, errors: tuple[int, ...], status: int = 200, words: str = "Done.") -> Json:
    error = {"content": {"application/json": {"schema": see("Error")}}}
    responses: Json = {str(status): {"description": words, "content": content}}
    for code in errors:
        responses[str(code)] = {"description": _ERRORS[code], **error}
        if code in (429, 503):
            responses[str(code)]["headers"] = {"Retry-After": {"schema": COUNT, "description": "Seconds."}}
    return responses


def _in_json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


_PAGE_ROUTES = {
    "extract": ("The main text of a page", "Document"),
    "judge": ("Whether a page has an article", "Verdict"),
    "compare": ("Several methods side by side", "Comparison"),
    "explain": ("The main text, every block with reasons, figures, and the page for display", "Explanation"),
}


def _page_routes() -> Json:
    routes: Json = {}
    for name, (words, schema) in _PAGE_ROUTES.items():
        content = _in_json(see(schema))
        if name == "extract":
            content |= {form.media_type: {"schema": TEXT} for form in FORMATS.values()}
        routes[f"/{name}"] = {
            "post": {
                "operationId": name,
                "summary": words,
                "parameters": _parameters(name),
                "requestBody": {"content": _page_content(name)},
                "responses": _responses(content, _PAGE_ERRORS),
            }
        }
    return routes


def _parameters(route: str) -> list[Json]:
    """The options of a route in the query, for a page that is the body itself."""
    found: list[Json] = [
        {"name": name, "in": "query", "description": option.words, "schema": option.schema}
        | ({"style": "form", "explode": name != "methods"} if option.schema["type"] == "array" else {})
        for name, option in options_of(route).items()
        if option.in_query
    ]
    if "parameters" in options_of(route):
        words = "A parameter of the method, `name=value`; may be repeated."
        schema = {"type": "array", "items": {"type": "string", "pattern": "^[a-z_]+=.+$"}}
        found.append({"name": "param", "in": "query", "description": words, "schema": schema})
    return found


def _page_content(route: str) -> Json:
    """A page itself, or JSON with the page and its options."""
    given = [{"required": [name]} for name in SOURCES]
    options = SOURCES | options_of(route)
    schema = {
        "type": "object",
        "properties": {
            name: option.schema | {"description": option.words} for name, option in options.items()
        },
        "additionalProperties": False,
        "oneOf": [*given, {"required": ["url"], "not": {"anyOf": given}}],
    }
    form = {
        "type": "object",
        "properties": {"page": {"type": "string", "contentMediaType": "text/html", "description": _FORM}},
        "required": ["page"],
    }
    media: Json = {media: {"schema": {}} for media in PAGE_TYPES}  # any bytes can be a page
    return (
        media | _in_json(schema) | {"multipart/form-data": {"schema": form | {"additionalProperties": False}}}
    )


def _get(name: str, words: str, content: Json, errors: tuple[int, ...] = (401, 421)) -> Json:
    return {"get": {"operationId": name, "summary": words, "responses": _responses(content, errors)}}


def _own_routes() -> Json:
    """Information about the service."""
    text = {"text/plain": {"schema": TEXT}}
    page = {"text/html": {"schema": TEXT}}
    return {
        "/methods": _get("methods", "The methods, their papers and parameters", _in_json(ANY)),
        "/samples": _get("samples", "The bundled pages", _in_json(record({"samples": list_of(TEXT)}))),
        "/settings": _get("settings", "The settings of the service", _in_json(ANY)),
        "/health": _get("health", "Whether the service works", _in_json(record({"status": TEXT})), (421,)),
        "/metrics": _get("metrics", "Counts and times, for Prometheus", text),
        "/openapi.json": _get("openapi", "This description", _in_json(ANY), (421,)),
        "/docs": _get("docs", "This description as a web page", page, (421,)),
    }


def _operation(name: str, words: str, responses: Json, **more: Any) -> Json:
    return {"operationId": name, "summary": words, "responses": responses, **more}


def _json_body(properties: Any, required: tuple[str, ...] = ()) -> Json:
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {
        "required": True,
        "content": _in_json(schema | ({"required": list(required)} if required else {})),
    }


def _counter(name: str, words: str, most: int, least: int = 0) -> Json:
    schema = COUNT | {"minimum": least, "maximum": most}
    return {"name": name, "in": "query", "description": words, "schema": schema}


def _label_routes() -> Json:
    queue = _responses(_in_json(see("Queue")), _READ_ERRORS)
    file = _responses({"application/x-ndjson": {"schema": TEXT}}, _READ_ERRORS)
    shown = record({"id": TEXT, "url": or_null(TEXT), "done": BOOL, "label": or_null(ANY)})
    where = {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
    saved = _responses(_in_json(see("Queue")), _PAGE_ERRORS)
    added = _responses(_in_json(record({"id": TEXT})), _PAGE_ERRORS, 201)
    page: Json = {"requestBody": {"content": _page_content("judge")}, "parameters": _parameters("judge")}
    part = [
        _counter("first", "Index of the first page to list.", MOST),
        _counter("count", "Number of pages to list.", MAX_LISTED, 1),
    ]
    return {
        "/labels": {"get": _operation("labels", "The queue of pages to label", queue, parameters=part)},
        "/labels/file": {"get": _operation("labels_file", "The label file", file)},
        "/labels/undo": {"post": _operation("labels_undo", "Undo the last change", queue)},
        "/labels/pages": {"post": _operation("labels_add", "Add a page to the queue", added, **page)},
        "/labels/pages/{id}": {
            "parameters": [where],
            "get": _operation(
                "labels_show", "A page and its label", _responses(_in_json(shown), _READ_ERRORS)
            ),
            "put": _operation(
                "labels_save", "Label a page", saved, requestBody=_json_body(LABEL, ("blocks",))
            ),
            "delete": _operation("labels_remove", "Remove a label", queue),
        },
    }


def _retrain_routes() -> Json:
    state = _in_json(see("Retraining"))
    method = {"type": "string", "enum": ["auto", "naive_bayes"], "default": "auto"}
    model = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    shown = _responses(state, _READ_ERRORS)
    started = _responses(state, (*_READ_ERRORS, 400, 408, 413, 415), 202)
    return {
        "/retrain": {
            "get": _operation("retrain_show", "Progress of the retraining", shown),
            "post": _operation(
                "retrain", "Fit a model to the labels", started, requestBody=_json_body({"method": method})
            ),
            "delete": _operation("retrain_stop", "Stop the retraining", shown),
        },
        "/retrain/model": {
            "get": _operation("retrain_model", "The model file", _responses(model, _READ_ERRORS))
        },
    }
