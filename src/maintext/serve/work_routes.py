"""Routes for pages, labels and retraining."""

import asyncio
import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from maintext.errors import MethodError, quoted
from maintext.http.client import Fetched, Take
from maintext.methods.registry import DEFAULT_METHOD, get_method
from maintext.serve import jobs
from maintext.serve.body import skip_body
from maintext.serve.errors import Refusal, conflict, invalid
from maintext.serve.intake import Intake
from maintext.serve.labels import LABEL, MAX_LISTED, Labels
from maintext.serve.numbers import read_number
from maintext.serve.options import ALL, check, read_object
from maintext.serve.pool import Pool
from maintext.serve.retrain import FILES, Retraining
from maintext.serve.routing import CheckedRoute
from maintext.serve.sending import HeldResponse
from maintext.serve.settings import Settings

_SENDING = 3
"""How many times the time limit of a page a client may take to read its response."""

Start = Callable[[], Callable[[jobs.PageTask], jobs.Answer]]


class WorkRoutes:
    """Requests in, tasks for the pool, responses out."""

    def __init__(self, settings: Settings, start: Start) -> None:
        self.settings = settings
        self.pool: Pool[jobs.PageTask, jobs.Answer] = Pool(
            start,
            workers=settings.workers,
            queue=settings.queue,
            seconds=1.5
            * settings.limits.seconds,  # more than the page's own limit, at which it gives a partial result
            memory=settings.memory,
        )
        self.intake = Intake(settings, Labels(settings.labels) if settings.labels else None)
        self.retraining = (
            Retraining(settings.labels, settings.models, settings.retrain_seconds, settings.retrain_memory)
            if settings.labels
            else None
        )

    def routes(self) -> list[CheckedRoute]:
        """The routes."""
        page = "/labels/pages/{id:path}"
        return [
            *(CheckedRoute(f"/{name}", self.work, methods=["POST"], query=None) for name in ALL),
            CheckedRoute("/labels", self.label_list, query=("first", "count")),
            CheckedRoute("/labels/file", self.label_file),
            CheckedRoute("/labels/undo", self.label_undo, methods=["POST"]),
            CheckedRoute("/labels/pages", self.label_add, methods=["POST"], query=None),
            CheckedRoute(
                page,
                _by_verb(GET=self.label_show, PUT=self.label_save, DELETE=self.label_remove),
                methods=["GET", "PUT", "DELETE"],
            ),
            CheckedRoute(
                "/retrain",
                _by_verb(GET=self.retrain_show, POST=self.retrain_start, DELETE=self.retrain_stop),
                methods=["GET", "POST", "DELETE"],
            ),
            CheckedRoute("/retrain/model", self.retrain_model),
        ]

    async def work(self, request: Request) -> Response:
        """`POST /extract`, `/judge`, `/compare` and `/explain`."""
        route = request.url.path.strip("/")
        await self._check_room(request)
        with self.intake.buffers.share() as take:
            html, options = await self.intake.page(request, route, take)
            models = dict(self.settings.models)
            if options.get("retrained"):
                models |= self._retrained(options.get("method", DEFAULT_METHOD))
            if self.intake.sisters_wanted(options):
                options |= await self._sisters(html, options, take)
            answer = await self._do(jobs.PageTask(route, html, options, self.settings.limits, models))
        headers = dict(answer.headers) | {"Content-Type": answer.media}
        if answer.media.startswith("text/html"):  # untrusted HTML, served from this origin
            headers |= {"Content-Security-Policy": "sandbox; default-src 'none'"}
        with ExitStack() as held:
            held.enter_context(self.intake.buffers.share())(len(answer.content))
            seconds = _SENDING * self.settings.limits.seconds
            return HeldResponse(answer.content, headers, held.pop_all(), seconds)

    async def _sisters(self, html: bytes | str, options: dict[str, Any], take: Take) -> dict[str, Any]:
        """Other pages of the page's site. Workers find their URLs and judge them: no page is parsed here."""
        task = jobs.PageTask("sisters", html, options, self.settings.limits)
        urls = json.loads((await self._do(task)).content)

        async def flaw_of(other: Fetched) -> str | None:
            pair = {"charset": options.get("charset"), "site_pages": [(other.html, other.charset)]}
            judged = await self._do(jobs.PageTask("sister", html, pair, self.settings.limits))
            flaw: str | None = json.loads(judged.content)
            return flaw

        found = await self.intake.sisters(options["url"], urls, flaw_of, take)
        return {"site_pages": found.pages, "site_problem": found.problem}

    async def _check_room(self, request: Request) -> None:
        """Do not keep a body that would be refused in the end."""
        try:
            self.pool.check_room()
        except Refusal:
            await skip_body(request, self.settings.limits.bytes, self.settings.limits.seconds)
            raise

    async def _do(self, task: jobs.PageTask) -> jobs.Answer:
        answer = await self.pool.run(task)
        if answer.invalid is not None:
            raise invalid(answer.invalid)
        return answer

    def _retrained(self, spec: str) -> dict[str, Path]:
        models = self.retraining.models() if self.retraining else {}
        try:
            method = get_method(spec).name
        except MethodError as error:
            raise invalid(str(error)) from None
        if method in FILES and method not in models:
            raise conflict(f"no model of {method} has been retrained yet")
        return models

    # -- labels --------------------------------------------------------------------------------------

    async def label_list(self, request: Request) -> Response:
        """`GET /labels`."""
        labels, query = self.intake.queue(), request.query_params
        first, count = read_number(query, "first", 0), read_number(query, "count", MAX_LISTED, 1, MAX_LISTED)
        return await self._overview(labels, first, count)

    async def _overview(self, labels: Labels, *given: Any, **named: Any) -> Response:
        return JSONResponse(await asyncio.to_thread(labels.overview, *given, **named))

    async def label_file(self, request: Request) -> Response:
        """`GET /labels/file`."""
        content = await asyncio.to_thread(self.intake.queue().file_bytes)
        return _download(content, "labels.jsonl", "application/x-ndjson")

    async def label_undo(self, request: Request) -> Response:
        """`POST /labels/undo`."""
        labels = self.intake.queue()
        return await self._overview(labels, around=await asyncio.to_thread(labels.undo))

    async def label_add(self, request: Request) -> Response:
        """`POST /labels/pages`."""
        labels = self.intake.queue()
        with self.intake.buffers.share() as take:
            html, options = await self.intake.page(request, "judge", take)
            url, charset = options.get("url"), options.get("charset")
            name = await asyncio.to_thread(labels.add, html, url, charset)
        return JSONResponse({"id": name}, 201)

    async def label_show(self, request: Request) -> Response:
        """`GET /labels/pages/{id}`."""
        return JSONResponse(await asyncio.to_thread(self.intake.queue().show, request.path_params["id"]))

    async def label_save(self, request: Request) -> Response:
        """`PUT /labels/pages/{id}`: a worker makes the gold text from the blocks."""
        labels = self.intake.queue()
        with self.intake.buffers.share() as take:
            fields = read_object(await self.intake.body(request, take, is_json=True))
        _check_keys(fields, LABEL)
        if "blocks" not in fields:
            raise invalid("blocks is missing")
        page = await asyncio.to_thread(labels.page, request.path_params["id"])
        blocks = sorted(set(map(int, fields.pop("blocks"))))
        answer = await self._do(jobs.PageTask("label", page.html, limits=self.settings.limits, blocks=blocks))
        await asyncio.to_thread(labels.save, page.id, blocks, json.loads(answer.content)["text"], fields)
        return await self._overview(labels, around=page.id)

    async def label_remove(self, request: Request) -> Response:
        """`DELETE /labels/pages/{id}`."""
        labels, name = self.intake.queue(), request.path_params["id"]
        await asyncio.to_thread(labels.remove, name)
        return await self._overview(labels, around=name)

    # -- retraining ----------------------------------------------------------------------------------

    def _trainer(self) -> Retraining:
        self.intake.queue()
        assert self.retraining is not None  # it exists if labels do
        return self.retraining

    async def retrain_show(self, request: Request) -> Response:
        """`GET /retrain`."""
        return JSONResponse(self._trainer().state())

    async def retrain_start(self, request: Request) -> Response:
        """`POST /retrain`."""
        trainer = self._trainer()
        with self.intake.buffers.share() as take:
            fields = read_object(await self.intake.body(request, take, is_json=True) or b"{}")
        _check_keys(fields, {"method": {"type": "string", "enum": list(FILES)}})
        if not await asyncio.to_thread(self.intake.queue().done):
            raise conflict("no page has been labelled yet")
        await trainer.start(fields.get("method", "auto"))
        return JSONResponse(trainer.state(), 202)

    async def retrain_stop(self, request: Request) -> Response:
        """`DELETE /retrain`."""
        trainer = self._trainer()
        await trainer.stop()
        return JSONResponse(trainer.state())

    async def retrain_model(self, request: Request) -> Response:
        """`GET /retrain/model`."""
        path = self._trainer().file()
        return _download(path.read_bytes(), path.name, "application/octet-stream")


def _by_verb(**handlers: Any) -> Any:
    """One handler for a path with several HTTP methods."""

    async def handle(request: Request) -> Response:
        handler = handlers["GET" if request.method == "HEAD" else request.method]
        return await handler(request)

    return handle


def _check_keys(fields: dict[str, Any], known: dict[str, Any]) -> None:
    for name, value in fields.items():
        if name not in known:
            raise invalid(f"unknown key {quoted(name)}; known are {', '.join(known)}")
        check(name, value, known[name])


def _download(content: bytes, name: str, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
