"""A folder of site templates: one file for each host."""

import re
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from urllib.parse import urlsplit

from maintext.site.template import SiteTemplate

_PLAIN = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?")
_HELD = 256
"""Templates that are held in memory: pages of one host tend to come together."""


class TemplateFolder:
    """Templates by host. They lie in 256 folders, so that millions of hosts do not share one."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._load = lru_cache(maxsize=_HELD)(self._read)

    def find(self, url: str | None) -> SiteTemplate | None:
        """The template for a page of that address, if there is one."""
        host = host_of(url)
        return None if host is None else self._load(host)

    def file(self, host: str) -> Path:
        """Where the template of a host lies."""
        digest = blake2b(host.encode(), digest_size=16).hexdigest()
        return self.path / digest[:2] / f"{host if _PLAIN.fullmatch(host) else digest}.json"

    def digest(self) -> str:
        """Sixteen hex digits of all templates: each is read."""
        whole = blake2b(digest_size=8)
        for file in sorted(self.path.glob("*/*.json")):
            whole.update(blake2b(file.relative_to(self.path).as_posix().encode()).digest())
            whole.update(blake2b(file.read_bytes()).digest())
        return whole.hexdigest()

    def _read(self, host: str) -> SiteTemplate | None:
        file = self.file(host)
        return SiteTemplate.load(file) if file.exists() else None


def host_of(url: str | None) -> str | None:
    """The host of an address, without `www.`.

    >>> host_of("https://www.News.example:8080/today")
    'news.example'
    """
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return None
    return host.removeprefix("www.") or None if host else None
