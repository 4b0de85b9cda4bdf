"""Text that a page shares with other pages of its site, which is not its main text.

There are two ways to find it. With a few other pages at hand, `maintext.site.lockstep` walks them together,
as in paper 4. A `SiteTemplate` is learned once from many pages, saved, and applied to any number of others:
it holds the (path, text) pairs that recur and the places of main text, and reports when a page no longer
fits.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from maintext.arguments import check_type, wrong_type
from maintext.arrays import BoolArray
from maintext.errors import TemplateError, quoted
from maintext.page.page import Page
from maintext.reading import Html, read_page
from maintext.site.copies import usable_pages
from maintext.site.learner import Learner
from maintext.site.lockstep import lockstep
from maintext.site.places import SitePlace, most_seen
from maintext.site.texts import Entry, by_count, most_common, page_entries

_FORMAT = "maintext site template"
_VERSION = 1

# Swept over .3, .5, .7 and 1: the F1 of path similarity changes by .004, of CEDS by .012. At .3 both are
# .0006 to .0014 better than at .5, but .5 is safer with few pages.
_MIN_SHARE = 0.5
_MIN_PAGES = 2
# From five pages on, fewer than half must have a text: a box of news is on the pages of one day only.
# With
# half of n, the F1 of path similarity on nine sites rises from .826 with 2 pages to .856 with 10 and falls
# to .847
# with 19; with half of 2·√n it is .865 and .883.
_BY_ROOT = 2
# Swept over .1 to .4: of 198 pages held out of their own site's template 2.0 % are below .2; of 983 pairs of
# a template and a page of another site 0.5 % reach it.
_MIN_FIT = 0.2
_LOCKSTEP_PAGES = 2


@dataclass(frozen=True, slots=True)
class Fit:
    """How much of a template is on a page."""

    found: int
    """Entries of the template that are on the page."""
    known: int
    """Entries of the template that a page is expected to have: those on most pages of the site."""
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
        has = f"the page has {self.found} of the {self.known} texts that most pages of the site have"
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
    """Share of the pages that an entry must be on to recur: of n pages, or of 2·√n from five on."""
    places: Mapping[str, SitePlace] = field(default_factory=dict)
    """Where blocks are on the pages, and how likely they were main text there."""

    def __post_init__(self) -> None:
        check_type("host", self.host, str | None, "a text or None")
        check_type("min_share", self.min_share, Real, "a number from 0 to 1")
        if not 0 <= self.min_share <= 1:
            raise ValueError(f"min_share must be between 0 and 1, not {quoted(self.min_share)}")

    def __repr__(self) -> str:
        recurring = len(self.recurring)
        texts = "1 text recurs" if recurring == 1 else f"{recurring} texts recur"
        pages = "1 page" if len(self.pages) == 1 else f"{len(self.pages)} pages"
        return f"<SiteTemplate of {self.host or 'a site'}: {texts} on {pages}>"

    @classmethod
    def learn(
        cls,
        pages: Iterable[Html | Page],
        *,
        host: str | None = None,
        min_share: float = _MIN_SHARE,
        places: bool = True,
    ) -> "SiteTemplate":
        """Learn from pages of one site, in any form that `extract` takes; copies of a page count once.

        `places` are used by `auto` alone; without them, learning takes half the time.
        """
        if isinstance(pages, str | bytes | Page) or not isinstance(pages, Iterable):
            raise wrong_type("pages", pages, "a list of pages")
        learner = Learner()
        for page in map(read_page, pages):
            learner.add_page(page, places)
        return cls.learned(learner, host=host, min_share=min_share)

    @classmethod
    def learned(
        cls, learner: Learner, *, host: str | None = None, min_share: float = _MIN_SHARE
    ) -> "SiteTemplate":
        """The template of the pages of a learner."""
        return cls(
            frozenset(learner.pages),
            most_common(learner.counts),
            host,
            min_share,
            most_seen(learner.places),
        )

    def merge(self, other: "SiteTemplate") -> "SiteTemplate":
        """The template of the pages of both.

        Exact, unless one of them was too large to keep all entries. If both were learned from some of the
        same pages, counts are lower bounds, so that no entry recurs only because it was merged twice.
        """
        check_type("other", other, SiteTemplate, "a SiteTemplate")
        if self.host and other.host and self.host != other.host:
            raise TemplateError(f"cannot merge the templates of {self.host} and {other.host}")
        learner = Learner()
        for each in (self, other):
            learner.add(each.pages, each.counts, each.places)
        return SiteTemplate.learned(learner, host=self.host or other.host, min_share=self.min_share)

    @cached_property
    def recurring(self) -> Mapping[Entry, int]:
        """The entries on enough pages, the most common first."""
        needed = max(_MIN_PAGES, self.min_share * min(len(self.pages), _BY_ROOT * sqrt(len(self.pages))))
        return {entry: count for entry, count in sorted(self.counts.items(), key=by_count) if count >= needed}

    @cached_property
    def _common(self) -> Mapping[Entry, int]:
        """The entries that a page of the site is expected to have."""
        needed = max(_MIN_PAGES, self.min_share * len(self.pages))
        return {entry: count for entry, count in self.recurring.items() if count >= needed}

    def noise(self, page: Html | Page) -> BoolArray:
        """Which leaves of a page are template."""
        entries = page_entries(read_page(page))
        return np.array([entry in self.recurring for entry in entries], dtype=np.bool_)

    def fit(self, page: Html | Page) -> Fit:
        """How much of the template is on a page: of the texts on half of the site's pages (`min_share`)."""
        found = self._common.keys() & set(page_entries(read_page(page)))
        seen = sum(self._common[entry] for entry in found)
        return Fit(len(found), len(self._common), seen / max(sum(self._common.values()), 1))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the template as JSON."""
        check_type("path", path, str | PathLike, "a path")
        Path(path).write_bytes(self.to_json().encode())

    def to_json(self) -> str:
        """The template as JSON, the most common texts first."""
        texts: dict[str, dict[str, int]] = {}
        for (place, text), count in sorted(self.counts.items(), key=by_count):
            texts.setdefault(place, {})[text] = count
        record = {
            "format": _FORMAT,
            "version": _VERSION,
            "host": self.host,
            "min_share": self.min_share,
            "pages": sorted(self.pages),
            "texts": texts,
            "places": {path: list(place) for path, place in sorted(self.places.items(), key=_by_pages)},
        }
        written = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
        return written.encode("utf-8", "replace").decode()  # a lone surrogate cannot be written

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "SiteTemplate":
        """Read a template written by `save`; `TemplateError` if the file is anything else."""
        check_type("path", path, str | PathLike, "a path")
        try:
            record = json.loads(Path(path).read_bytes())
        except IsADirectoryError:
            raise TemplateError(
                f"{path or 'an empty path'} is a folder, not the file of a site template"
            ) from None
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
        # Files of version 0.1 have no places.
        places = {path: _read_place(values) for path, values in record.get("places", {}).items()}
        sound = (
            all(type(page) is str for page in pages)
            and all(type(count) is int and 0 < count <= len(pages) for count in counts.values())
            and (host is None or type(host) is str)
        )
        if not sound:
            raise ValueError
        return cls(pages, counts, host, record["min_share"], places)


def _read_place(values: Sequence[Any]) -> SitePlace:
    pages, thousandths, kept, examples = values
    is_sound = (
        all(type(number) is int for number in (pages, thousandths, kept))
        and pages > 0
        and 0 <= thousandths <= 1000 * pages
        and 0 <= kept <= pages
        and all(type(text) is str for text in examples)
    )
    if not is_sound:
        raise ValueError
    return SitePlace(pages, thousandths, kept, tuple(examples))


def _by_pages(item: tuple[str, SitePlace]) -> tuple[int, str]:
    path, place = item
    return -place.pages, path


def site_noise(page: Page, site: SiteTemplate | Sequence[Page]) -> BoolArray | None:
    """Which leaves of a page are template, according to the site's template or to other pages of the site.

    Copies of the page and pages without text are ignored, see `maintext.site.copies`; None if there are no
    others. Up to two other pages are walked in lockstep, as in paper 4. From more, a template is learned: in
    lockstep, one page that differs hides what all the others share.
    """
    if isinstance(site, SiteTemplate):
        return site.noise(page)
    return pages_noise(page, usable_pages(page, site)[0])


def pages_noise(page: Page, others: Sequence[Page]) -> BoolArray | None:
    """The same for pages that can all be compared with the page."""
    if len(others) <= _LOCKSTEP_PAGES:
        return lockstep(page, others) if others else None
    return SiteTemplate.learn(others, places=False).noise(page)
