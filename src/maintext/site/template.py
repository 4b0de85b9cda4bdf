"""Text that a page shares with other pages of its site, which is not its main text.

There are two ways to find it. With a few other pages at hand, `maintext.site.lockstep` walks them together,
as in paper 4. A `SiteTemplate` is learned once from many pages, saved, and applied to any number of others:
it holds the (path, text) pairs that recur, and reports when a page no longer fits.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from maintext.arguments import check_type, wrong_type
from maintext.arrays import BoolArray
from maintext.errors import TemplateError, quoted
from maintext.page.blocks import fold
from maintext.page.page import Page
from maintext.reading import Html, read_page
from maintext.site.copies import LONG, digest, hash_text, usable_pages
from maintext.site.lockstep import lockstep

Entry = tuple[str, str]
"""The path of a text, and the text: `("ul/li/a", "Home")`."""

_FORMAT = "maintext site template"
_VERSION = 1

# Tags in a path, counted from the leaf. Swept over 0, 1, 3, 6 and all, and 3 with class and id: the F1 of
# path similarity changes by .004. A short path stays the same when the page gets a new wrapper.
_PATH_TAGS = 3
_LONGEST_TAG = 32
_MOST_ENTRIES = 20_000
# Swept over .3, .5, .7 and 1: the F1 of path similarity changes by .004, of CEDS by .012. At .3 both are
# .0006 to .0014 better than at .5, but .5 is safer with few pages.
_MIN_SHARE = 0.5
_MIN_PAGES = 2
# Swept over .1 to .4: of 198 pages held out of their own site's template 2.0 % are below .2; of 983 pairs of
# a template and a page of another site 0.5 % reach it.
_MIN_FIT = 0.2


@dataclass(frozen=True, slots=True)
class Fit:
    """How much of a template is on a page."""

    found: int
    """Entries of the template that are on the page."""
    known: int
    """Entries of the template."""
    share: float
    """Share of the template that is on the page, with entries weighted by their counts."""

    @property
    def fits(self) -> bool:
        """Whether the page looks like the pages that the template was learned from."""
        return self.share >= _MIN_FIT

    @property
    def sentence(self) -> str:
        """The result in words."""
        if not self.known:
            return "the site template is empty: no text recurs on the pages it was learned from"
        has = f"the page has {self.found} of the {self.known} texts of the site template"
        return has if self.fits else f"{has}: the site may have changed, learn the template again"


@dataclass(frozen=True, repr=False)
class SiteTemplate:
    """Texts that recur on the pages of one site.

    >>> pages = [f"<p>Daily News</p><p>{story}</p>" for story in ("It rained.", "It snowed.")]
    >>> template = SiteTemplate.learn(pages, host="news.example")
    >>> template
    <SiteTemplate of news.example: 1 text recurs on 2 pages>
    >>> template.noise("<p>Daily News</p><p>It thawed.</p>").tolist()
    [True, False]
    """

    pages: frozenset[str]
    """Digests of the pages that it was learned from."""
    counts: Mapping[Entry, int]
    """Number of pages with each entry, entries of a single page included."""
    host: str | None = None
    min_share: float = _MIN_SHARE
    """Share of the pages that an entry must be on to recur; at least two pages."""

    def __post_init__(self) -> None:
        check_type("host", self.host, str | None, "a text or None")
        check_type("min_share", self.min_share, Real, "a number from 0 to 1")
        if not 0 <= self.min_share <= 1:
            raise ValueError(f"min_share must be between 0 and 1, not {quoted(self.min_share)}")

    def __repr__(self) -> str:
        recurring = len(self.recurring)
        texts = "1 text recurs" if recurring == 1 else f"{recurring} texts recur"
        return f"<SiteTemplate of {self.host or 'a site'}: {texts} on {len(self.pages)} pages>"

    @classmethod
    def learn(
        cls, pages: Iterable[Html | Page], *, host: str | None = None, min_share: float = _MIN_SHARE
    ) -> "SiteTemplate":
        """Learn from pages of one site, in any form that `extract` takes; copies of a page count once."""
        seen: set[str] = set()
        counts: Counter[Entry] = Counter()
        if isinstance(pages, str | bytes | Page) or not isinstance(pages, Iterable):
            raise wrong_type("pages", pages, "a list of pages")
        for page in map(read_page, pages):
            own = digest(page)
            if len(page.leaves) and own not in seen:
                seen.add(own)
                counts.update(set(_entries(page)))
                if len(counts) > 2 * _MOST_ENTRIES:
                    counts = Counter(_most_seen(counts))
        return cls(frozenset(seen), _most_seen(counts), host, min_share)

    def merge(self, other: "SiteTemplate") -> "SiteTemplate":
        """The template of the pages of both.

        Exact, unless one of them was too large to keep all entries. If both were learned from some of the
        same pages, counts are lower bounds, so that no entry recurs only because it was merged twice.
        """
        if self.host and other.host and self.host != other.host:
            raise TemplateError(f"cannot merge the templates of {self.host} and {other.host}")
        common = len(self.pages & other.pages)
        counts = {}
        for entry in self.counts.keys() | other.counts.keys():
            mine, others = self.counts.get(entry, 0), other.counts.get(entry, 0)
            counts[entry] = max(mine, others, mine + others - common)
        return SiteTemplate(
            self.pages | other.pages, _most_seen(counts), self.host or other.host, self.min_share
        )

    @cached_property
    def recurring(self) -> Mapping[Entry, int]:
        """The entries on at least two pages and `min_share` of all, the most common first."""
        pages = len(self.pages)
        return {
            entry: count
            for entry, count in sorted(self.counts.items(), key=_by_count)
            if count >= _MIN_PAGES and count / pages >= self.min_share
        }

    def noise(self, page: Html | Page) -> BoolArray:
        """Which leaves of a page are template."""
        page = read_page(page)
        return np.array([entry in self.recurring for entry in _entries(page)], dtype=np.bool_)

    def fit(self, page: Html | Page) -> Fit:
        """How much of the template is on a page."""
        page = read_page(page)
        found = self.recurring.keys() & set(_entries(page))
        seen = sum(self.recurring[entry] for entry in found)
        return Fit(len(found), len(self.recurring), seen / max(sum(self.recurring.values()), 1))

    def save(self, path: str | Path) -> None:
        """Write the template as JSON."""
        Path(path).write_bytes(self.to_json().encode())

    def to_json(self) -> str:
        """The template as JSON, the most common texts first."""
        texts: dict[str, dict[str, int]] = {}
        for (place, text), count in sorted(self.counts.items(), key=_by_count):
            texts.setdefault(place, {})[text] = count
        record = {
            "format": _FORMAT,
            "version": _VERSION,
            "host": self.host,
            "min_share": self.min_share,
            "pages": sorted(self.pages),
            "texts": texts,
        }
        written = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
        return written.encode("utf-8", "replace").decode()  # a lone surrogate cannot be written

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "SiteTemplate":
        """Read a template written by `save`; `TemplateError` if the file is anything else."""
        try:
            record = json.loads(Path(path).read_bytes())
        except OSError as error:
            raise TemplateError(f"cannot read {path}: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise TemplateError(f"{path} is not a site template: it is not JSON") from None
        if not isinstance(record, dict) or record.get("format") != _FORMAT:
            raise TemplateError(f"{path} is not a site template")
        if record.get("version") != _VERSION:
            raise TemplateError(
                f"{path} is a template of version {record.get('version')}, not {_VERSION}: learn it again"
            )
        try:
            return cls._of_record(record)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise TemplateError(f"{path} is damaged: a field is missing or has the wrong type") from None

    @classmethod
    def _of_record(cls, record: Mapping[str, Any]) -> "SiteTemplate":
        pages = frozenset(record["pages"])
        counts = {
            (place, text): count for place, texts in record["texts"].items() for text, count in texts.items()
        }
        host = record["host"]
        sound = (
            all(type(page) is str for page in pages)
            and all(type(count) is int and 0 < count <= len(pages) for count in counts.values())
            and (host is None or type(host) is str)
        )
        if not sound:
            raise ValueError
        return cls(pages, counts, host, record["min_share"])


def _entries(page: Page) -> list[Entry]:
    """The entry of each leaf."""
    path_of: dict[int, str] = {}
    entries = []
    for leaf, parent in zip(page.leaves.tolist(), page.parent[page.leaves].tolist(), strict=True):
        path = path_of.get(parent)
        if path is None:
            path = path_of[parent] = _path(page, parent)
        entries.append((path, _shortened(fold(page.row_text(leaf)))))
    return entries


def _path(page: Page, row: int) -> str:
    """The tag names of a row and its nearest ancestors."""
    names: list[str] = []
    while row >= 0 and len(names) < _PATH_TAGS:
        names.append(page.tag_name(row)[:_LONGEST_TAG])
        row = int(page.parent[row])
    return "/".join(reversed(names))


def _shortened(text: str) -> str:
    """The text if it is short, else its beginning and a digest of the whole."""
    return text if len(text) <= LONG else f"{text[:LONG]}… {hash_text(text)}"


def _by_count(item: tuple[Entry, int]) -> tuple[int, Entry]:
    entry, count = item
    return -count, entry


def _most_seen(counts: Mapping[Entry, int]) -> dict[Entry, int]:
    """The most common entries, as many as a template holds."""
    if len(counts) <= _MOST_ENTRIES:
        return dict(counts)
    return dict(sorted(counts.items(), key=_by_count)[:_MOST_ENTRIES])


def site_noise(page: Page, site: SiteTemplate | Sequence[Page]) -> BoolArray | None:
    """Which leaves of a page are template, according to the site's template or to other pages of the site.

    Copies of the page and pages without text are ignored, see `maintext.site.copies`; None if there are no
    others.
    """
    if isinstance(site, SiteTemplate):
        return site.noise(page)
    others, _ = usable_pages(page, site)
    return lockstep(page, others) if others else None
