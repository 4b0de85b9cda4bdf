"""The work of a worker process: a task in, the bytes of a response out."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import orjson

from maintext.document import Document
from maintext.errors import MaintextError, MethodError
from maintext.http.client import Fetched
from maintext.limits import Limits
from maintext.methods.auto.method import Auto
from maintext.methods.base import Method
from maintext.methods.parameters import parse_values
from maintext.methods.registry import DEFAULT_METHOD, expand_groups, find_method, get_method
from maintext.model.auto import AutoModel, shipped_auto
from maintext.model.files import load_model
from maintext.options import Options
from maintext.pipeline import Extractor, Html, compare, extract, judge, read
from maintext.processes.child import collect_rarely
from maintext.render import JSON, get_format
from maintext.render.json import block_dicts, gather, plain
from maintext.serve.explain import MAX_BLOCKS, explain
from maintext.serve.memory import keep_little
from maintext.site.copies import find_flaw
from maintext.site.sisters import sister_urls
from maintext.text.decode import decode


@dataclass(frozen=True)
class PageTask:
    """A page, and what to do with it."""

    route: str
    html: str | bytes
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    models: Mapping[str, Path] = field(default_factory=dict)
    """Model files by method, instead of those of the package."""
    blocks: Sequence[int] = ()
    """For a label: the blocks that are main text."""

    @property
    def source(self) -> Html:
        """The page. A text of one word is a page, even if it looks like a path."""
        return as_page(self.html)


def as_page(html: str | bytes) -> Html:
    """A page that is never mistaken for a path or URL."""
    return StringIO(html) if isinstance(html, str) else html


class Answer(NamedTuple):
    """The result of a task: the response, or what is invalid."""

    content: bytes = b""
    media: str = "application/json"
    headers: Mapping[str, str] = {}
    invalid: str | None = None
    """The error in the options."""


def start() -> Callable[[PageTask], Answer]:
    """Start a worker: one page is processed, so that models and code are loaded."""
    keep_little()
    work(PageTask("explain", "<p>The tower leans, and has done so since 1911."))
    collect_rarely()
    return work


def work(job: PageTask) -> Answer:
    """Do a task."""
    try:
        return _ROUTES[job.route](job)
    except (MaintextError, _Invalid) as error:
        return Answer(invalid=str(error))


class _Invalid(ValueError):
    """An option that only the method itself can check."""


def _extract(job: PageTask) -> Answer:
    document = _document(job, _method(job))
    if "kept" in job.options:
        document = _chosen(document, job.options["kept"])
    form = job.options.get("format", JSON)
    headers = {"X-Status": document.status.value} | (
        {"X-Reason": document.reason.value} if document.reason else {}
    )
    if form == JSON:
        data = gather(document, metadata=job.options.get("metadata", True))
        if job.options.get("blocks"):
            data["blocks"] = block_dicts(document)
        return _json(data, headers)
    return Answer(_encoded(document.render(form)), f"{get_format(form).media_type}; charset=utf-8", headers)


def _judge(job: PageTask) -> Answer:
    verdict = judge(
        job.source,
        charset=job.options.get("charset"),
        model=_auto_model(job),
        rule=_choices(job).get("rule", "model"),
        limits=job.limits,
    )
    return _json(plain(asdict(verdict)) | {"has_article": verdict.has_article})


def _compare(job: PageTask) -> Answer:
    methods = [_method(replace(job, options={**job.options, "method": spec})) for spec in _specs(job)]
    found = compare(job.source, methods=methods, limits=job.limits, site=_site(job), **_place(job))
    problem = job.options.get("site_problem")
    documents = {name: document.with_site_problem(problem) for name, document in found.items()}
    page = next(iter(documents.values())).page
    shown = [
        {
            "number": number,
            "text": page.block_text(number),
            "tag": page.tag_name(int(page.blocks.element[number])),
            "xpath": page.xpath(int(page.blocks.element[number])),
        }
        for number in range(min(len(page.blocks), MAX_BLOCKS))
    ]
    return _json({"blocks": shown, "methods": {name: _side(one) for name, one in documents.items()}})


def _side(document: Document) -> dict[str, Any]:
    """One method's part of a comparison."""
    scores, probabilities = document.block_scores, document.block_probabilities
    notes = {"notes": list(document.notes)} if document.notes else {}
    return notes | {
        "status": document.status.value,
        "reason": document.reason.value if document.reason else None,
        "explanation": document.explanation,
        "text": document.text,
        "kept": np.flatnonzero(document.kept).tolist(),
        "scores": None if scores is None else plain(scores.tolist()),
        "probabilities": None if probabilities is None else plain(probabilities.tolist()),
    }


def _explain(job: PageTask) -> Answer:
    method = _method(job)
    return _json(explain(_document(job, method), method))


def _sisters(job: PageTask) -> Answer:
    """URLs of other pages of the page's site."""
    place = _place(job)
    page = read(job.source, place["url"], place["charset"], job.limits, job.limits.deadline()).page
    return Answer(_encoded(json.dumps(sister_urls(page, place["url"] or ""))))


def _sister(job: PageTask) -> Answer:
    """Why the only one of the site's pages cannot be compared with the page, or null."""
    page, other = (
        read(html, None, charset, job.limits, job.limits.deadline()).page
        for html, charset in ((job.source, job.options.get("charset")), *job.options["site_pages"])
    )
    return Answer(_encoded(json.dumps(find_flaw(page, other))))


def _label(job: PageTask) -> Answer:
    """The gold text of the blocks that a person marked."""
    document = extract(job.source, limits=job.limits, method="p_value", **_place(job))
    return _json({"text": _chosen(document, job.blocks).text})


def _chosen(document: Document, blocks: Sequence[int]) -> Document:
    """The document with these blocks as its main text."""
    if max(blocks, default=-1) >= len(document.kept):
        raise _Invalid(f"the page has {len(document.kept)} blocks, the last is {len(document.kept) - 1}")
    kept = np.zeros(len(document.kept), dtype=np.bool_)
    kept[list(map(int, blocks))] = True
    return replace(document, kept=kept)


_ROUTES = {
    "extract": _extract,
    "judge": _judge,
    "compare": _compare,
    "explain": _explain,
    "sisters": _sisters,
    "sister": _sister,
    "label": _label,
}


def _document(job: PageTask, method: Method) -> Document:
    extractor = Extractor(method, site=_site(job), limits=job.limits, **_choices(job))
    document = extractor.extract(job.source, **_place(job))
    return document.with_site_problem(job.options.get("site_problem"))


def _place(job: PageTask) -> dict[str, Any]:
    return {name: job.options.get(name) for name in ("url", "charset")}


def _choices(job: PageTask) -> Options:
    return cast(Options, {name: job.options[name] for name in Options.__annotations__ if name in job.options})


def _site(job: PageTask) -> list[Html] | None:
    """Other pages of the site, as the request gives them or as they were fetched."""
    pages: Sequence[str | Fetched] = job.options.get("site_pages") or ()
    texts = [page if isinstance(page, str) else decode(page.html, page.charset).text for page in pages]
    return [as_page(text) for text in texts] or None


def _specs(job: PageTask) -> list[str]:
    specs = list(expand_groups(job.options.get("methods", ["all"])))
    if not specs:
        raise MethodError("no method to run")
    return specs


def _method(job: PageTask) -> Method:
    """The requested method, with its parameters and model."""
    spec = job.options.get("method", DEFAULT_METHOD)
    method = find_method(spec)
    values = parse_values(method, job.options.get("parameters", {}))
    if method.name in job.models:
        values["model"] = _model(method.name, job.models[method.name])
    return get_method(spec, **values)


def _model(name: str, path: Path) -> Any:
    return _loaded(name, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _loaded(name: str, path: Path, _changed: int) -> Any:
    return load_model(name, path)


def _auto_model(job: PageTask) -> AutoModel:
    return _model(Auto.name, job.models[Auto.name]) if Auto.name in job.models else shipped_auto()


def _json(data: Mapping[str, Any], headers: Mapping[str, str] = {}) -> Answer:
    try:
        content = orjson.dumps(data)  # NaN and infinities become null
    except TypeError:  # a lone surrogate
        content = orjson.dumps(plain(data))
    return Answer(content, headers=headers)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # a lone surrogate cannot be sent
