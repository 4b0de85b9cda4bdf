"""Counts texts and places over the pages of a site, page by page or template by template.

The time is linear in what is added: what is known already is not copied.
"""

from collections.abc import Collection, Mapping

from maintext.page.page import Page
from maintext.site.copies import digest
from maintext.site.places import MOST_PLACES, SitePlace, most_seen, page_places
from maintext.site.texts import MOST_ENTRIES, Entry, most_common, page_entries


class Learner:
    """The pages of a site so far."""

    def __init__(self) -> None:
        self.pages: set[str] = set()
        self.counts: dict[Entry, int] = {}
        self.places: dict[str, SitePlace] = {}

    def add_page(self, page: Page, places: bool = True) -> None:
        """Add a page; a copy of one that is known, and a page without text, are not counted."""
        own = digest(page)
        if len(page.leaves) and own not in self.pages:
            self.add((own,), dict.fromkeys(page_entries(page), 1), page_places(page) if places else {})

    def add(
        self, pages: Collection[str], counts: Mapping[Entry, int], places: Mapping[str, SitePlace]
    ) -> None:
        """Add the counts of some pages.

        If some of the pages are known already, counts are lower bounds: no text recurs only because it was
        added twice.
        """
        common = sum(page in self.pages for page in pages)
        self.pages.update(pages)
        for entry, others in counts.items():
            mine = self.counts.get(entry, 0)
            self.counts[entry] = max(mine, others, mine + others - common)
        for path, place in places.items():
            known = self.places.get(path)
            self.places[path] = place if known is None else known.plus(place, common)
        if len(self.counts) > 2 * MOST_ENTRIES:
            self.counts = most_common(self.counts)
        if len(self.places) > 2 * MOST_PLACES:
            self.places = most_seen(self.places)
