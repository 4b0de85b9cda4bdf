"""Other pages of a page's site, found by its links, as paper 4 compares pages.

Polite: robots.txt is obeyed, requests are made one after the other with a pause between them, and few are
made. Bounded: in tries, in bytes and in time, and by the client's own rules for URLs and addresses. No
request leaves the page's host.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from maintext.http.addresses import BadStatus, FetchError, FetchTarget
from maintext.http.client import Check, Client, Fetched, FetchPolicy, Take, wait_for
from maintext.http.robots import Robots
from maintext.limits import Limits
from maintext.reading import Html, read
from maintext.site.copies import Flaw, find_flaw, say_unused
from maintext.site.sisters import PORTS, sister_urls
from maintext.text.decode import decode, looks_binary

_MB = 1 << 20
_TOO_MANY_REQUESTS = 429
POLICY = FetchPolicy(8 * _MB, 20.0)
"""For pages of the public internet."""

FindFlaw = Callable[[Fetched], Awaitable[str | None]]
"""Says why a fetched page cannot be compared with the page (`maintext.site.copies`); None if it can."""


class Sisters(NamedTuple):
    """Other pages of a site."""

    pages: tuple[Fetched, ...] = ()
    problem: str | None = None
    """Why there are none."""

    @property
    def texts(self) -> list[str]:
        """Their sources, for `maintext.extract(site=...)`."""
        return [decode(page.html, page.charset).text for page in self.pages]


@dataclass(frozen=True, slots=True)
class Manners:
    """How many requests are made, and how fast."""

    pages: int = 2
    """Pages that are wanted; two, as in the paper."""
    tries: int = 6
    """Pages that are asked for at most."""
    pause: float = 0.5
    """Seconds before each request; more if robots.txt says so."""


def find_sisters(
    html: Html,
    url: str,
    *,
    charset: str | None = None,
    seed: int = 0,
    policy: FetchPolicy = POLICY,
    manners: Manners = Manners(),
) -> Sisters:
    """Fetch two other pages of a page's site, chosen at random among those that it links to.

    The limits of `policy` are those of all requests together. The same page, URL and seed give the same
    choice. If no page can be had, `problem` says why.
    """
    limits = Limits(bytes=policy.max_bytes, seconds=policy.seconds)
    page = read(html, url, charset, limits, limits.deadline()).page

    async def flaw_of(other: Fetched) -> str | None:
        return find_flaw(page, read(other.html, other.url, other.charset, limits, limits.deadline()).page)

    return wait_for(
        fetch_sisters(Client(policy), url, sister_urls(page, url, seed=seed), flaw_of, manners=manners)
    )


async def fetch_sisters(
    client: Client,
    url: str,
    urls: Sequence[str],
    flaw_of: FindFlaw,
    *,
    take: Take = lambda size: None,
    manners: Manners = Manners(),
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Sisters:
    """Fetch some of these pages, the first ones first; `url` is that of the page itself."""
    if not urls:
        return Sisters(problem="the page links to no page of the same site and shape")
    search = _Search(client, flaw_of, take, manners, sleep)
    try:
        async with asyncio.timeout(client.policy.seconds):
            await search.run(client.read_url(url), urls)
    except TimeoutError:
        search.stopped = f"no other page of the site within {client.policy.seconds:g} seconds"
    except FetchError as error:
        search.stopped = str(error)
    return Sisters(tuple(search.found), search.problem)


_MOST_REDIRECTS = 2
"""Of one page: there is no pause between the requests of a redirect."""


class _Search:
    """One search, and what it has found so far."""

    def __init__(
        self,
        client: Client,
        flaw_of: FindFlaw,
        take: Take,
        manners: Manners,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self.client, self.flaw_of, self.manners, self.sleep = client, flaw_of, manners, sleep
        self.found: list[Fetched] = []
        self.flaws: Counter[str] = Counter()
        """Why pages were not used."""
        self.stopped: str | None = None
        """Why the search ended early."""
        self._take, self._bytes = take, 0

    @property
    def problem(self) -> str | None:
        """Why no page was found."""
        if self.found:
            return None
        unused = say_unused(self.flaws, "tried") if self.flaws else None
        return "; ".join(filter(None, (unused, self.stopped)))

    async def run(self, page: FetchTarget, urls: Sequence[str]) -> None:
        """Ask for pages until there are enough; `FetchError` if the site forbids it."""
        robots = await self._robots(page)
        pause = max(self.manners.pause, robots.delay)
        if pause >= self.client.policy.seconds:
            raise FetchError(f"its robots.txt asks for {pause:g} seconds between requests")
        allowed = [url for url in urls if self._is_allowed(url, robots)]
        if not allowed:
            raise FetchError("its robots.txt forbids the other pages")
        seen = {page.url}
        for url in allowed[: self.manners.tries]:
            try:
                fetched = await self._fetch(url, pause, lambda target: _check(target, page, robots))
            except _OutOfBytes:
                raise
            except FetchError as error:
                self.flaws[f"that could not be fetched ({error})"] += 1
                continue
            is_known = fetched.url in seen or any(fetched.html == other.html for other in self.found)
            seen.add(fetched.url)
            flaw = Flaw.COPY if is_known else await self.flaw_of(fetched)
            if flaw is not None:
                self.flaws[flaw] += 1
                continue
            self.found.append(fetched)
            if len(self.found) == self.manners.pages:
                return

    async def _robots(self, page: FetchTarget) -> Robots:
        """The rules of the page's host: none if there is no such file; `FetchError` if it cannot be read."""
        where = f"{page.scheme}://{page.netloc}/robots.txt"
        try:
            fetched = await self._fetch(
                where, self.manners.pause, lambda target: _check(target, page, Robots()), any_type=True
            )
        except BadStatus as error:
            if 400 <= error.status < 500 and error.status != _TOO_MANY_REQUESTS:
                return Robots()
            raise FetchError(f"its robots.txt could not be fetched: {error}") from None
        except FetchError as error:
            raise FetchError(f"its robots.txt could not be fetched: {error}") from None
        if looks_binary(fetched.html):
            raise FetchError("its robots.txt is not text")
        return Robots.read(decode(fetched.html, fetched.charset).text)

    def _is_allowed(self, url: str, robots: Robots) -> bool:
        try:
            return robots.allows(self.client.read_url(url).path)
        except FetchError:
            return False

    async def _fetch(self, url: str, pause: float, check: Check, *, any_type: bool = False) -> Fetched:
        requests = 0

        def check_hop(target: FetchTarget) -> None:
            nonlocal requests
            requests += 1
            if requests > 1 + _MOST_REDIRECTS:
                raise FetchError(f"it redirects more than {_MOST_REDIRECTS} times")
            check(target)

        await self.sleep(pause)
        return await self.client.fetch(url, self._count, check_hop, any_type=any_type)

    def _count(self, size: int) -> None:
        """Count the bytes of all pages together."""
        self._bytes += size
        if self._bytes > self.client.policy.max_bytes:
            raise _OutOfBytes(f"the other pages have more than {self.client.policy.max_bytes:,} bytes")
        self._take(size)


class _OutOfBytes(FetchError):
    """No more bytes may be fetched."""


def _check(target: FetchTarget, page: FetchTarget, robots: Robots) -> None:
    """Refuse a redirect to another host, or to a path that robots.txt forbids."""
    origins = [(page.scheme, page.port), *([("https", 443)] if page.port == PORTS["http"] else [])]
    if target.host != page.host or (target.scheme, target.port) not in origins:
        raise FetchError("it leads to another host")
    if not robots.allows(target.path):
        raise FetchError("its robots.txt forbids it")
