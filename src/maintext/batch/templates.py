"""A folder of site templates: one file for each host."""

import re
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from urllib.parse import urlsplit

from maintext.site.template import SiteTemplate

_PLAIN = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?")
_CACHED = 256
"""Templates kept in memory: pages of a host tend to come together."""


class TemplateFolder:
    """Templates by host, in 256 folders, so that millions of hosts do not share one."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._load = lru_cache(maxsize=_CACHED)(self._read)

    def find(self, url: str | None) -> SiteTemplate | None:
        """The template for the page at a URL, if there is one."""
        host = host_of(url)
        return None if host is None else self._load(host)

    def file(self, host: str) -> Path:
        """The file of the template of a host."""
        digest = blake2b(host.encode(), digest_size=16).hexdigest()
        return self.path / digest[:2] / f"{host if _PLAIN.fullmatch(host) else digest}.json"

    def digest(self) -> str:
        """Sixteen hex digits over all templates, each of which is read."""
        whole = blake2b(digest_size=8)
        for file in sorted(self.path.glob("*/*.json")):
            whole.update(blake2b(file.relative_to(self.path).as_posix().encode()).digest())
            whole.update(blake2b(file.read_bytes()).digest())
        return whole.hexdigest()

    def _read(self, host: str) -> SiteTemplate | None:
        file = self.file(host)
        return SiteTemplate.load(file) if file.exists() else None


def host_of(url: str | None) -> str | None:
    """The host of a URL, without `www.`.

    >>> host_of("https://www.News.example:8080/today")
    'news.example'
    """
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return None
    return host.removeprefix("www.") or None if host else None
