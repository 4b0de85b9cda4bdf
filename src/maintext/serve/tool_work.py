"""What a worker process does for a tool: a page in, plain data out, no more than a model can read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from maintext.document import Document
from maintext.errors import InputError, MaintextError, shortened
from maintext.limits import Limits
from maintext.methods.registry import DEFAULT_METHOD
from maintext.options import Options, split_options
from maintext.pipeline import Html, extract, judge
from maintext.processes.child import collect_rarely
from maintext.render.json import plain
from maintext.serve.memory import keep_little

MAX_BLOCKS = 200
"""Blocks, or hidden texts, in one answer."""
_BLOCK_CHARS = 200
_FIELD_CHARS = 1000
_LIST_ITEMS = 50


@dataclass(frozen=True)
class ToolTask:
    """A page, and what a tool wants of it."""

    tool: str
    html: Html
    url: str | None = None
    charset: str | None = None
    method: str = DEFAULT_METHOD
    limits: Limits = field(default_factory=Limits)
    choices: Mapping[str, Any] = field(default_factory=dict)
    """Options of the extraction."""
    part: Mapping[str, Any] = field(default_factory=dict)
    """Which part of the result."""


class ToolOutcome(NamedTuple):
    """The result, or what is wrong with the call."""

    data: dict[str, Any]
    error: str | None = None


def start() -> Callable[[ToolTask], ToolOutcome]:
    """Start a worker: one page is processed, so that models and code are loaded."""
    keep_little()
    work(
        ToolTask(
            "extract", "<p>The tower leans, and has done so since 1911.", part={"max_chars": 9, "offset": 0}
        )
    )
    collect_rarely()
    return work


def work(task: ToolTask) -> ToolOutcome:
    """Do a task."""
    try:
        return ToolOutcome(plain(_TOOLS[task.tool](task)))
    except InputError:  # its message is for Python
        return ToolOutcome({}, "html must be the HTML of the page, not its path or URL")
    except MaintextError as error:
        return ToolOutcome({}, str(error))


def _document(task: ToolTask) -> Document:
    try:
        split_options(task.choices)
    except ValueError as error:
        raise MaintextError(str(error)) from None
    return extract(
        task.html,
        url=task.url,
        charset=task.charset,
        method=task.method,
        limits=task.limits,
        **cast(Options, task.choices),
    )


def _extract(task: ToolTask) -> dict[str, Any]:
    document = _document(task)
    text = document.render(task.part.get("format", "markdown"))
    first, most = task.part["offset"], task.part["max_chars"]
    end = min(first + most, len(text))
    metadata = document.metadata
    return {
        "text": text[first:end],
        "total_chars": len(text),
        "next_offset": end if end < len(text) else None,
        "status": document.status.value,
        "reason": document.reason.value if document.reason else None,
        "explanation": _short(document.explanation),
        "confidence": document.confidence,
        "kind": document.kind.name,
        "title": _short(document.title),
        "authors": _short_list(metadata.authors),
        "date": _short(metadata.date),
        "site_name": _short(metadata.site_name),
        "language": _short(metadata.language),
        "description": _short(metadata.description),
        "url": _short(document.url),
        "notes": _short_list(document.notes),
        "hidden_texts": len(document.hidden),
    }


def _judge(task: ToolTask) -> dict[str, Any]:
    rule = task.choices.get("rule", "model")
    verdict = judge(task.html, charset=task.charset, rule=rule, limits=task.limits)
    return {
        "label": verdict.label,
        "has_article": verdict.has_article,
        "probability": verdict.probability,
        "reason": _short(verdict.reason),
        "kind": verdict.kind.name,
        "kinds": dict(verdict.kind.probabilities),
    }


def _explain(task: ToolTask) -> dict[str, Any]:
    document = _document(task)
    first, only = task.part["first"], task.part["only"]
    numbers = [
        number
        for number, kept in enumerate(document.kept.tolist())
        if number >= first and (only == "all" or kept == (only == "kept"))
    ]
    count = task.part["count"]
    return {
        "status": document.status.value,
        "explanation": _short(document.explanation),
        "kept": int(document.kept.sum()),
        "total": len(document.kept),
        "blocks": [
            {
                "number": block.index,
                "kept": block.kept,
                "probability": block.probability,
                "score": block.score,
                "text": shortened(block.text, _BLOCK_CHARS),
                "xpath": shortened(block.xpath, _FIELD_CHARS),
                "reason": _short(block.reason),
            }
            for block in map(document.block, numbers[:count])
        ],
        "next_first": numbers[count] if len(numbers) > count else None,
        "hidden_texts": len(document.hidden),
    }


def _hidden(task: ToolTask) -> dict[str, Any]:
    document = _document(task)
    first, end = task.part["first"], task.part["first"] + task.part["count"]
    return {
        "total": len(document.hidden),
        "hidden": [
            {
                "text": shortened(hidden.text, _FIELD_CHARS),
                "xpath": shortened(hidden.xpath, _FIELD_CHARS),
                "reason": shortened(hidden.reason, _BLOCK_CHARS),
                "rule": _short(hidden.rule),
                "line": hidden.line,
            }
            for hidden in document.hidden[first:end]
        ],
        "next_first": end if end < len(document.hidden) else None,
    }


_TOOLS = {"extract": _extract, "judge": _judge, "explain": _explain, "hidden": _hidden}


def _short(text: str | None) -> str | None:
    return None if text is None else shortened(text, _FIELD_CHARS)


def _short_list(texts: Sequence[str]) -> list[str]:
    return [shortened(text, _FIELD_CHARS) for text in texts[:_LIST_ITEMS]]
