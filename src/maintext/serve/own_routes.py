"""Routes with information about the service, and the files of the inspector."""

from importlib import resources
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from maintext.methods.parameters import parameters_of
from maintext.methods.registry import DEFAULT_METHOD, METHODS
from maintext.render.json import plain
from maintext.serve.errors import not_found
from maintext.serve.intake import sample_names
from maintext.serve.manual import MANUAL_POLICY, manual
from maintext.serve.metrics import Metrics
from maintext.serve.openapi import describe
from maintext.serve.pool import Pool
from maintext.serve.routing import CheckedRoute
from maintext.serve.settings import Settings
from maintext.version import __version__

_FILE_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
}


class OwnRoutes:
    """Information about the service."""

    def __init__(self, settings: Settings, pool: Pool[Any, Any], metrics: Metrics) -> None:
        self.settings, self.pool, self.metrics = settings, pool, metrics

    def routes(self) -> list[CheckedRoute]:
        """The routes."""
        return [
            CheckedRoute("/methods", self.methods),
            CheckedRoute("/samples", self.samples),
            CheckedRoute("/settings", self.about),
            CheckedRoute("/health", self.health),
            CheckedRoute("/metrics", self.show_metrics),
            CheckedRoute("/openapi.json", self.openapi),
            CheckedRoute("/docs", self.docs, query=None),
            CheckedRoute("/", self.inspector, query=None),
            CheckedRoute("/page/{name}", self.inspector_file, query=None),
        ]

    async def methods(self, request: Request) -> Response:
        """`GET /methods`."""
        return JSONResponse({"default": DEFAULT_METHOD, "methods": [_method(name) for name in METHODS]})

    async def samples(self, request: Request) -> Response:
        """`GET /samples`."""
        return JSONResponse({"samples": sample_names()})

    async def about(self, request: Request) -> Response:
        """`GET /settings`."""
        settings = self.settings
        return JSONResponse(
            {
                "version": __version__,
                "allow_fetch": settings.allow_fetch,
                "labels": settings.labels is not None,
                "max_bytes": settings.limits.bytes,
                "seconds": settings.limits.seconds,
                "token": settings.access.token is not None,
            }
        )

    async def health(self, request: Request) -> Response:
        """`GET /health`."""
        pool = self.pool
        state = {"status": "ok", "workers": pool.size, "busy": pool.busy, "waiting": pool.waiting}
        return JSONResponse(state)

    async def show_metrics(self, request: Request) -> Response:
        """`GET /metrics`."""
        text = self.metrics.text(self.pool.gauges())
        return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")

    async def openapi(self, request: Request) -> Response:
        """`GET /openapi.json`."""
        return JSONResponse(describe())

    async def docs(self, request: Request) -> Response:
        """`GET /docs`."""
        return HTMLResponse(manual(describe()), headers={"Content-Security-Policy": MANUAL_POLICY})

    async def inspector(self, request: Request) -> Response:
        """`GET /`."""
        return _file("index.html")

    async def inspector_file(self, request: Request) -> Response:
        """`GET /page/NAME`."""
        return _file(request.path_params["name"])


def _file(name: str) -> Response:
    """A file of the inspector, by its name; never a path."""
    folder = resources.files("maintext.serve") / "page"
    files = {file.name: file for file in folder.iterdir()} if folder.is_dir() else {}
    kind = _FILE_TYPES.get(Path(name).suffix)
    if name not in files or kind is None:
        raise not_found("no such file")
    return Response(files[name].read_bytes(), headers={"Content-Type": kind, "Cache-Control": "no-cache"})


def _method(name: str) -> dict[str, Any]:
    method = METHODS[name]
    return {
        "name": name,
        "paper": str(method.paper),
        "needs": method.needs,
        "printed": None if method.printed is None else dict(method.printed),
        "parameters": [
            {"name": one.name, "takes": one.kind, "default": plain(one.default), "words": one.words}
            for one in parameters_of(method).values()
        ],
    }
