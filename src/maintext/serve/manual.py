"""The documentation page of the service, made from its OpenAPI description; it has no scripts."""

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-top: 1px solid #8888; padding-top: 1rem; }
h2 code { font-size: 1.1em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; }
td, th { border-bottom: 1px solid #8884; }
pre { overflow-x: auto; padding: .75rem; background: #8881; }
summary { cursor: pointer; }
"""
MANUAL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""The page has its own style, and loads nothing."""
_EXAMPLES = {
    "extract": "curl --data-binary @page.html -H 'Content-Type: text/html' 'http://127.0.0.1:8000/extract?format=markdown'",
    "judge": 'curl --json \'{"sample": "index-page.html"}\' http://127.0.0.1:8000/judge',
    "compare": 'curl --json \'{"sample": "chinese-news.html", "methods": ["auto", "ceds"]}\' '
    "http://127.0.0.1:8000/compare",
    "explain": 'curl --json \'{"html": "<p>A page."}\' http://127.0.0.1:8000/explain',
}


def manual(description: Mapping[str, Any]) -> str:
    """The page."""
    info = description["info"]
    return "".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            f"<title>{escape(info['title'])}</title>",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{_STYLE}</style></head><body><h1>{escape(info['title'])} {escape(info['version'])}</h1>",
            f"<p>{escape(info['description'])} For programs: <a href=/openapi.json>openapi.json</a>.</p><ul>",
            *(
                f'<li><a href="#{name}"><code>{route}</code></a> {words}'
                for name, route, words in _list(description)
            ),
            "</ul>",
            *_sections(description),
            "<h2>Schemas of responses</h2>",
            *(
                f'<details id="{name}"><summary><code>{name}</code></summary>{_code(schema)}</details>'
                for name, schema in description["components"]["schemas"].items()
            ),
            "</body></html>",
        )
    )


def _operations(description: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for path, item in description["paths"].items():
        for verb in ("get", "post", "put", "delete"):
            if verb in item:
                yield f"{verb.upper()} {path}", item[verb]


def _list(description: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for route, operation in _operations(description):
        yield operation["operationId"], escape(route), escape(operation["summary"])


def _sections(description: Mapping[str, Any]) -> Iterator[str]:
    for route, operation in _operations(description):
        name = operation["operationId"]
        yield f'<h2 id="{name}"><code>{escape(route)}</code></h2><p>{escape(operation["summary"])}.</p>'
        if name in _EXAMPLES:
            yield f"<pre>{escape(_EXAMPLES[name])}</pre>"
        if operation.get("parameters"):
            yield "<h3>Query</h3><table>"
            for one in operation["parameters"]:
                yield _row(one["name"], one["description"], one["schema"])
            yield "</table>"
        for media, content in operation.get("requestBody", {}).get("content", {}).items():
            if media == "application/json":
                yield "<h3>JSON body</h3><table>"
                for key, schema in content["schema"].get("properties", {}).items():
                    yield _row(key, schema.get("description", ""), schema)
                yield "</table>"
        yield "<h3>Responses</h3><table>"
        for status, response in operation["responses"].items():
            yield f"<tr><th>{status}<td>{escape(response['description'])}<td>{_kinds(response)}"
        yield "</table>"


def _row(name: str, words: str, schema: Mapping[str, Any]) -> str:
    choices = ", ".join(str(choice) for choice in schema.get("enum", ()))
    default = f"; default {json.dumps(schema['default'])}" if "default" in schema else ""
    kind = schema["type"] if isinstance(schema["type"], str) else " or ".join(schema["type"])
    return (
        f"<tr><th><code>{escape(name)}</code><td>{escape(kind)}{escape(default)}"
        f"<td>{escape(words)}{escape(f' One of {choices}.') if choices else ''}"
    )


def _kinds(response: Mapping[str, Any]) -> str:
    """The media types of a response, each with its schema."""
    shown = []
    for media, content in response.get("content", {}).items():
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        shown.append(escape(media) + (f' <a href="#{name}">{name}</a>' if name else ""))
    return ", ".join(shown)


def _code(schema: Mapping[str, Any]) -> str:
    return f"<pre>{escape(json.dumps(schema, indent=1))}</pre>"
