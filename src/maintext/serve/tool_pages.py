"""The page that a tool is called with: HTML, a file below an allowed folder, or a URL."""

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from maintext.errors import MaintextError, quoted
from maintext.http.addresses import FetchError
from maintext.http.client import Client, FetchPolicy


class GivenPage(NamedTuple):
    """A page, its URL and the encoding that its HTTP header names."""

    html: str | bytes
    url: str | None = None
    charset: str | None = None


class NoPage(MaintextError):
    """There is no page, or it may not be read."""


@dataclass(frozen=True)
class Pages:
    """Where pages may come from."""

    max_bytes: int
    roots: Sequence[Path] = ()
    """Folders with files that may be read, resolved."""
    fetch: FetchPolicy | None = None
    """None: URLs are not fetched."""

    async def get(self, html: str | None, path: str | None, url: str | None) -> GivenPage:
        """The page of a call; `NoPage` with a reason for the caller."""
        if html is not None and path is not None:
            raise NoPage("give html or path, not both")
        if html is not None:
            if len(html) > self.max_bytes:
                raise NoPage(f"html has more than {self.max_bytes:,} characters")
            return GivenPage(html, url)
        if path is not None:
            return GivenPage(self.read(path), url)
        if url is None:
            raise NoPage("there is no page: " + self.ways)
        if self.fetch is None:
            raise NoPage("this server does not fetch URLs: " + self.ways)
        try:
            found = await Client(self.fetch).fetch(url)
        except FetchError as error:
            raise NoPage(f"the page could not be fetched: {error}") from None
        return GivenPage(found.html, found.url, found.charset)

    @property
    def ways(self) -> str:
        """How a page can be given."""
        ways = ["html", *(["path"] if self.roots else []), *(["url"] if self.fetch else [])]
        return f"give {' or '.join(ways)}"

    def read(self, path: str) -> bytes:
        """A file below one of the folders, after all links are followed."""
        # One message for all cases: it must not reveal what there is elsewhere.
        refused = NoPage(f"no file {quoted(path)} below the allowed folders")
        for root in self.roots:
            try:
                found = (root / path).resolve(strict=True)
                if found.is_relative_to(root):
                    return self._content(found)
            except (OSError, ValueError, RuntimeError):  # missing, a null byte, a loop of links
                continue
        raise refused

    def _content(self, path: Path) -> bytes:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError("not a file")
            content = file.read(self.max_bytes + 1)
        if len(content) > self.max_bytes:
            raise NoPage(f"the file has more than {self.max_bytes:,} bytes")
        return content
