"""The options of requests, in one table: for queries, for JSON and for `maintext.serve.openapi`."""

import base64
import binascii
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from maintext.arguments import wrong_choice
from maintext.errors import quoted
from maintext.methods.registry import DEFAULT_METHOD, GROUPS, METHODS, PRINTED_SPECS
from maintext.methods.spec import PRINTED, split_specs
from maintext.options import Described, Output, Select, described, split_options
from maintext.render import FORMAT_NAMES, JSON
from maintext.serve.errors import bad_request, invalid

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_YES_OR_NO: Schema = {"type": "boolean", "default": False}


def _spec(*names: str) -> Schema:
    """A method's name, its printed form, or either with parameters in brackets; or one of other names."""
    named = {"enum": [*METHODS, *PRINTED_SPECS, *names]}
    with_parameters = {"pattern": rf"^[a-z_]+(:{PRINTED})?\(.+\)$"}
    return {"type": "string", "maxLength": 500, "anyOf": [named, with_parameters]}


_MOST_SITE_PAGES = 50
_BASE64 = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
AUTO = "auto"
"""The value of `site` that finds other pages of the site."""
_LONGEST = 2000
"""Characters of a short text, such as a URL."""
_LONGEST_SELECTOR = 500
_MOST_SELECTORS = 50
_LONGEST_NUMBER = 10
"""Digits of a number."""
_DEEPEST = 5
"""Levels of lists and objects in a value: a parameter needs two."""


class Option(NamedTuple):
    """An option of a request."""

    schema: Schema
    words: str
    routes: tuple[str, ...]
    in_query: bool = True


def _schema(option: Described) -> Schema:
    """The schema of an option of the library."""
    if option.choices:
        return {"type": "string", "enum": list(option.choices), "default": option.default}
    if option.is_list:
        return {
            "type": "array",
            "items": _TEXT | {"maxLength": _LONGEST_SELECTOR},
            "maxItems": _MOST_SELECTORS,
        }
    if option.kind is bool:
        return {"type": "boolean", "default": option.default}
    if option.kind is int:
        return {"type": "integer", "minimum": 0, "default": option.default}
    return _TEXT | {"maxLength": _LONGEST_SELECTOR}


def _generated(owner: type[Select] | type[Output], routes: tuple[str, ...]) -> dict[str, Option]:
    """The fields of a class of options, as options of requests."""
    return {
        one.name: Option(_schema(one), one.words, (*routes, "judge") if one.name == "rule" else routes)
        for one in described(owner)
    }


ALL = ("extract", "judge", "compare", "explain")
OPTIONS: dict[str, Option] = {
    "url": Option(_TEXT | {"maxLength": _LONGEST}, "The page's URL.", ALL),
    "charset": Option(_TEXT | {"maxLength": 100}, "The encoding from the page's HTTP header.", ALL),
    "method": Option(
        _spec() | {"default": DEFAULT_METHOD},
        "How the main text is found: `name`, `name:printed` or `name(parameter=value, ...)`.",
        ("extract", "explain"),
    ),
    "parameters": Option(
        {"type": "object", "additionalProperties": True},
        "Parameters of the method, by name; in a query, `param=name=value`, which may be repeated.",
        ("extract", "explain"),
        in_query=False,
    ),
    "retrained": Option(_YES_OR_NO, "Use the model that was retrained here.", ALL),
    **_generated(Select, ("extract", "explain")),
    **_generated(Output, ("extract",)),
    "format": Option(
        {"type": "string", "enum": list(FORMAT_NAMES), "default": JSON},
        "Format of the response.",
        ("extract",),
    ),
    "blocks": Option(_YES_OR_NO, "Every block with its evidence, in JSON.", ("extract",)),
    "kept": Option(
        {"type": "array", "items": {"type": "integer", "minimum": 0}, "maxItems": 1_000_000},
        "Indices of the blocks that are main text, instead of the method's choice.",
        ("extract",),
        in_query=False,
    ),
    "metadata": Option(
        {"type": "boolean", "default": True}, "Title, authors, date and the like, in JSON.", ("extract",)
    ),
    "methods": Option(
        {"type": "array", "items": _spec(*GROUPS), "minItems": 1, "maxItems": 2 * len(METHODS)},
        "The methods to compare, or groups of them; default all.",
        ("compare",),
    ),
    "site_pages": Option(
        {"type": "array", "items": _TEXT, "maxItems": _MOST_SITE_PAGES},
        "Other pages of the site, to find what repeats.",
        ("extract", "compare", "explain"),
        in_query=False,
    ),
    "site": Option(
        _TEXT | {"enum": [AUTO]},
        "`auto`: fetch two other pages of the site, found by the page's links; instead of `site_pages`.",
        ("extract", "compare", "explain"),
    ),
}
SOURCES: dict[str, Option] = {
    "html": Option(_TEXT, "The page, as text.", ALL, in_query=False),
    "html_base64": Option(
        _TEXT | {"contentEncoding": "base64", "pattern": _BASE64}, "The page's bytes.", ALL, in_query=False
    ),
    "sample": Option(_TEXT | {"maxLength": _LONGEST}, "The name of a bundled page.", ALL, in_query=False),
    "page": Option(_TEXT | {"maxLength": _LONGEST}, "The id of a page to label.", ALL, in_query=False),
}
"""Where the page is; without any of these, it is fetched from its `url`."""


@cache
def options_of(route: str) -> dict[str, Option]:
    """The options of a route."""
    return {name: option for name, option in OPTIONS.items() if route in option.routes}


@cache
def _query_options(route: str) -> dict[str, Option]:
    return {name: option for name, option in options_of(route).items() if option.in_query}


@dataclass(frozen=True)
class Wanted:
    """A request, parsed."""

    html: bytes | str | None = None
    """The page; None if it is given by sample, page or URL."""
    sample: str | None = None
    page: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    """By name of `OPTIONS`; only those that were given."""

    @property
    def url(self) -> str | None:
        """The page's URL, or the URL to fetch."""
        return self.options.get("url")


def read_query(route: str, query: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The options in a query."""
    known = _query_options(route)
    takes_parameters = "parameters" in options_of(route)
    found: dict[str, Any] = {}
    for name, value in query:
        if name == "param" and takes_parameters:
            key, equals, setting = value.partition("=")
            if not equals:
                raise invalid(f"param takes name=value, not {quoted(value)}")
            settings = found.setdefault("parameters", {})
            if key.strip() in settings:
                raise invalid(f"param {quoted(key)} is given twice")
            settings[key.strip()] = setting
        elif name not in known:
            raise invalid(f"unknown option {quoted(name)}; known are {', '.join(known)}")
        elif known[name].schema["type"] == "array":
            found.setdefault(name, []).extend(split_specs(value) if name == "methods" else [value])
        elif name in found:
            raise invalid(f"{name} is given twice")
        else:
            found[name] = _parse(name, value, known[name].schema)
    for name, value in found.items():
        check(name, value, OPTIONS[name].schema)
    _check_options(route, found)
    return found


def _check_options(route: str, given: dict[str, Any]) -> None:
    """Refuse values that the library refuses: a selector or a date that is not valid."""
    if route == "judge":  # its rule needs nothing else
        given = {name: value for name, value in given.items() if name != "rule"}
    try:
        split_options(given)
    except (TypeError, ValueError) as error:
        raise invalid(str(error)) from None


def _parse(name: str, value: str, schema: Schema) -> Any:
    if schema["type"] == "integer" and value.isascii() and value.isdigit():
        return int(value[:_LONGEST_NUMBER])
    if schema["type"] != "boolean":
        return value
    if value not in ("true", "false"):
        raise invalid(f"{name} must be true or false, not {quoted(value)}")
    return value == "true"


def read_json(route: str, body: bytes, *, has_page: bool = False) -> Wanted:
    """A request in JSON; with `has_page`, the page itself is given elsewhere."""
    fields = read_object(body)
    known = options_of(route)
    for name, value in fields.items():
        option = known.get(name) or SOURCES.get(name)
        if option is None:
            raise invalid(f"unknown option {quoted(name)}; known are {', '.join([*SOURCES, *known])}")
        check(name, value, option.schema)
    given = ["a file"] * has_page + [name for name in SOURCES if name in fields]
    if len(given) > 1:
        raise invalid(f"give only one of {', '.join(SOURCES)}, not {' and '.join(given)}")
    if not given and "url" not in fields:
        raise invalid(f"there is no page: give one of {', '.join(SOURCES)}, or a url")
    html: bytes | str | None = fields.get("html")
    if "html_base64" in fields:
        try:
            html = base64.b64decode(fields["html_base64"], validate=True)
        except (binascii.Error, ValueError):
            raise invalid("html_base64 is not valid base64") from None
    options = {name: value for name, value in fields.items() if name in known}
    _check_options(route, options)
    return Wanted(html, fields.get("sample"), fields.get("page"), options)


def read_object(body: bytes) -> dict[str, Any]:
    """A body that is an object in JSON, in UTF-8: of other encodings, the values were not counted."""
    try:
        found = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise bad_request(f"the body is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise invalid("the body must be a JSON object")
    return found


_TYPES: dict[str, tuple[Any, str]] = {
    "string": (str, "a text"),
    "boolean": (bool, "true or false"),
    "array": (list, "a list"),
    "object": (dict, "an object"),
    "integer": (int, "a whole number"),
}


def check(name: str, value: Any, schema: Schema) -> None:
    """Refuse a value that its schema does not allow. Only the used part of JSON Schema is checked."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if value is None and "null" in kinds:
        return
    kind, expected = _TYPES[kinds[0]]
    if kind is int and isinstance(value, float) and value.is_integer():  # 3.0 is a whole number in JSON
        value = int(value)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise invalid(f"{name} must be {expected}, not {quoted(value)}")
    if "enum" in schema and value not in schema["enum"]:
        raise invalid(wrong_choice(name, value, [*filter(None, schema["enum"])]))
    if kind is str and len(value) > schema.get("maxLength", len(value)):
        raise invalid(f"{name} has more than {schema['maxLength']:,} characters")
    if kind is int and value < schema.get("minimum", value):
        raise invalid(f"{name} must be at least {schema['minimum']}, not {value}")
    if kind is dict and _is_deep(value):
        raise invalid(f"{name} is nested deeper than {_DEEPEST} levels")
    if kind is list:
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            raise invalid(f"{name} has {len(value):,} items, too few or too many")
        items = schema["items"]
        if items["type"] == "integer" and all(type(item) is int for item in value):
            value = [min(value)] if value else []  # all others are in order if the least is
        for item in value:
            check(f"an item of {name}", item, items)


def _is_deep(value: Any) -> bool:
    """Whether lists and objects are nested deeper than any parameter needs."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            part
            for whole in level
            if isinstance(whole, list | dict)
            for part in (whole.values() if isinstance(whole, dict) else whole)
        ]
    return any(isinstance(part, list | dict) for part in level)
