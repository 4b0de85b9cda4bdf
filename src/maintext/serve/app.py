"""The service as an ASGI application: routes, start and stop, errors."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp

from maintext.serve import jobs
from maintext.serve.access import Gate
from maintext.serve.errors import Refusal
from maintext.serve.metrics import Metrics
from maintext.serve.own_routes import OwnRoutes
from maintext.serve.sending import LingeringResponse
from maintext.serve.settings import Settings
from maintext.serve.work_routes import Start, WorkRoutes


def create_app(settings: Settings, start: Start = jobs.start) -> ASGIApp:
    """The service. `start` runs once in each worker, and returns the function that does its tasks."""
    metrics = Metrics()
    work = WorkRoutes(settings, start)
    routes = [*work.routes(), *OwnRoutes(settings, work.pool, metrics).routes()]

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        """Start the workers with the service, and end them with it."""
        try:
            await work.pool.open()
            yield
        finally:
            if work.retraining:
                await work.retraining.stop()
            await work.pool.close()

    app = Starlette(
        routes=routes,
        lifespan=running,
        exception_handlers={Refusal: _refused, HTTPException: _http_error, Exception: _broken},
    )
    app.router.redirect_slashes = False
    counted = {"/" + route.path.split("/")[1] for route in routes}
    return Gate(app, settings.access, metrics, counted, settings.per_client)


def _error(status: int, error: str, reason: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": error, "reason": reason}, status, dict(headers or {}))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    if error.status == 413:
        shown = {"error": error.error, "reason": error.reason}
        return LingeringResponse(shown, error.status, error.headers, request)
    return _error(error.status, error.error, error.reason, error.headers)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return _error(405, "method_not_allowed", "this route does not take that method", error.headers)
    return _error(error.status_code, "not_found", "there is no such route", error.headers)


async def _broken(request: Request, error: Exception) -> Response:
    return _error(500, "internal", "internal error; see the log of the service")
