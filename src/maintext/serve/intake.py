"""Requests → pages and options: from the body, the samples, the queue of labels, or a URL."""

import asyncio
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from starlette.requests import Request

from maintext.errors import unknown
from maintext.http.addresses import FetchError, ForbiddenUrl, InvalidUrl
from maintext.http.client import Client, Fetched, FetchPolicy, Take
from maintext.http.sisters import FindFlaw, Sisters, fetch_sisters
from maintext.serve.body import PAGE_TYPES, Buffers, read_body
from maintext.serve.errors import Refusal, forbidden, invalid, not_found
from maintext.serve.forms import Form, read_form
from maintext.serve.json_values import ValueCount, looks_like_object
from maintext.serve.labels import Labels
from maintext.serve.options import AUTO, Wanted, read_json, read_query
from maintext.serve.settings import Settings

_BODIES_AT_ONCE = 16
"""Bodies of the largest size that may be held at the same time."""
_JSON, _FORM = "application/json", "multipart/form-data"


class Given(NamedTuple):
    """A page, and the options of its request."""

    html: bytes | str
    options: dict[str, Any]


class Intake:
    """Reads requests, as the settings allow."""

    def __init__(self, settings: Settings, labels: Labels | None) -> None:
        self.settings, self.labels = settings, labels
        self.buffers = Buffers(_BODIES_AT_ONCE * settings.limits.bytes)
        self.client = Client(fetch_policy(settings))
        self._hosts: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def page(self, request: Request, route: str, take: Take) -> Given:
        """The page of a request, and the options of a route."""
        wanted = await self._wanted(request, route, take)
        html, found = await self._find(wanted, take)
        return Given(html, wanted.options | found)

    async def body(self, request: Request, take: Take, is_json: bool | None = False) -> bytes:
        """The body of a request; None: JSON or not, by its first bytes."""
        limits = self.settings.limits
        return await read_body(request, limits.bytes, limits.seconds, take, is_json)

    def queue(self) -> Labels:
        """The pages to label."""
        if self.labels is None:
            raise forbidden("this service has no labels: start it with --labels FOLDER")
        return self.labels

    async def _wanted(self, request: Request, route: str, take: Take) -> Wanted:
        header = request.headers.get("content-type", "")
        kind = header.partition(";")[0].strip().lower()
        if kind not in ("", *PAGE_TYPES, _JSON, _FORM):
            listed = f"{', '.join(PAGE_TYPES)}, {_JSON} or {_FORM}"
            named = f"the Content-Type is {kind[:100]}; send {listed}"
            raise Refusal(415, "unsupported_media_type", named)
        query = read_query(route, request.query_params.multi_items())
        body = await self.body(request, take, kind == _JSON if kind else None)
        if kind == _FORM:
            return _form(route, read_form(body, header), query)
        if kind == _JSON or (not kind and looks_like_object(body)):
            wanted = read_json(route, body)
            _take_text(wanted.html, take)
            return replace(wanted, options=query | wanted.options)
        charset = _charset(request)
        return Wanted(body, options={"charset": charset} | query if charset else query)

    async def _find(self, wanted: Wanted, take: Take) -> tuple[bytes | str, dict[str, Any]]:
        """The page, and what its source says about it."""
        if wanted.html is not None:
            return wanted.html, {}
        if wanted.sample is not None:
            return read_sample(wanted.sample), {}
        if wanted.page is not None:
            page = await asyncio.to_thread(self.queue().page, wanted.page)
            take(len(page.html))
            return page.html, {"url": wanted.url or page.url}
        self._check_fetch()
        fetched = await self._fetch(wanted.url or "", take)
        return fetched.html, {"url": fetched.url, "charset": wanted.options.get("charset") or fetched.charset}

    def sisters_wanted(self, options: Mapping[str, Any]) -> bool:
        """Whether other pages of the site are to be fetched; `Refusal` if that is not possible."""
        if options.get("site") != AUTO:
            return False
        self._check_fetch()
        if options.get("site_pages"):
            raise invalid("give site or site_pages, not both")
        if not options.get("url"):
            raise invalid("site needs the url of the page")
        return True

    async def sisters(self, url: str, urls: Sequence[str], flaw_of: FindFlaw, take: Take) -> Sisters:
        """Other pages of a site; a host gets one request at a time, whoever asks."""
        try:
            host = self.client.read_url(url).host
            lock = self._hosts.setdefault(host, asyncio.Lock())
            async with asyncio.timeout(self.settings.limits.seconds):
                await lock.acquire()
        except FetchError as error:
            return Sisters(problem=str(error))
        except TimeoutError:
            return Sisters(problem="too many requests for this site are waiting")
        try:
            return await fetch_sisters(self.client, url, urls, flaw_of, take=take)
        finally:
            lock.release()

    def _check_fetch(self) -> None:
        if not self.settings.allow_fetch:
            raise forbidden(
                "this service does not fetch pages: send the page, or start it with --allow-fetch"
            )

    async def _fetch(self, url: str, take: Take) -> Fetched:
        try:
            return await self.client.fetch(url, take)
        except InvalidUrl as error:
            raise invalid(str(error)) from None
        except ForbiddenUrl as error:
            raise forbidden(str(error)) from None
        except FetchError as error:
            raise Refusal(502, "fetch_failed", f"the page could not be fetched: {error}") from None


def fetch_policy(settings: Settings) -> FetchPolicy:
    """What a client of the service may fetch."""
    limits = settings.limits
    return FetchPolicy(limits.bytes, limits.seconds, ports=settings.fetch_ports, hosts=settings.fetch_hosts)


def _form(route: str, form: Form, query: dict[str, Any]) -> Wanted:
    """A request as a form: a page and options, or whatever its options name."""
    options = query | read_query(route, form.fields)
    if form.charset:
        options = {"charset": form.charset[:100]} | options
    if form.options is None:
        if form.page is None:
            raise invalid("the form has no page: give it in the field page")
        return Wanted(form.page, options=options)
    ValueCount().feed(form.options)
    wanted = read_json(route, form.options, has_page=form.page is not None)
    return replace(
        wanted, html=wanted.html if form.page is None else form.page, options=options | wanted.options
    )


def _take_text(html: bytes | str | None, take: Take) -> None:
    """Count a text at its size in memory, which may be four times that of its bytes."""
    if isinstance(html, str):
        take(max(0, sys.getsizeof(html) - len(html)))


def _charset(request: Request) -> str | None:
    """The charset of the content type."""
    for part in request.headers.get("content-type", "").split(";")[1:]:
        name, _, value = part.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'")[:100] or None
    return None


def sample_names() -> list[str]:
    """The bundled pages."""
    folder = resources.files("maintext") / "samples"
    return sorted(file.name for file in folder.iterdir() if file.name.endswith(".html"))


def read_sample(name: str) -> bytes:
    """A bundled page."""
    if name not in sample_names():
        raise not_found(unknown("sample", name[:100], sample_names()))
    return (resources.files("maintext") / "samples" / name).read_bytes()
