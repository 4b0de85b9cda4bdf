"""The names that a page's authors gave to its elements: classes, ids, roles, item properties.

They are read as words, of which some speak of what an element is for (`NAMES`).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext._kernel import loops
from maintext.arrays import IntArray, lengths, ranges
from maintext.page.page import Page
from maintext.page.tags import HTML
from maintext.text.characters import Kind, characters
from maintext.text.words import LETTERS, SLOT_BITS, Hashes, WordSet, find_words, known_words

_LONGEST_NAME = 160
_DIGIT = int(Kind.DIGIT)

NAMES: dict[str, str] = {
    "comments": "comment comments commentlist respond reply replies disqus",
    "navigation": "nav navbar navigation menu menus",
    "foot": "foot footer bottom",
    "head": "head header masthead top topbar",
    "side": "side sidebar aside rail",
    "related": "related relate similar more recommended recommend recommendation recommendations also",
    "sharing": "share sharing social follow facebook twitter",
    "promotion": "promo promotion ad ads advert advertisement sponsor sponsored banner",
    "consent": "cookie cookies consent gdpr popup modal overlay",
    "dialog": "dialog alertdialog drawer lightbox",
    "hiding": "hide hidden invisible offscreen",
    "tags": "tag tags category categories topics",
    "byline": "meta info byline author date time published",
    "content": "content contents",
    "article": "article story entry",
    "post": "post posts",
    "body": "body text copy rich rte prose markdown",
    "main": "main primary",
    "product": "product products price cart sku buy shop",
    "description": "description desc descr summary detail details overview spec specs specification features",
    "reviews": "review reviews rating ratings testimonial testimonials",
    "list": "list listing listings results grid",
    "item": "item items card cards tile teaser",
    "forum": "forum thread topic message messages answer answers question discussion",
    "user": "user username avatar profile member login signin signup account",
    "form": "search form input newsletter subscribe subscription",
    "legal": "copyright legal disclaimer terms privacy",
    "trending": "popular trending latest recent hot",
    "tabs": "tab tabs accordion collapse panel toggle faq",
    "caption": "caption credit figure gallery image slider carousel",
}
"""What names of elements speak of, and the words they say it with."""


@dataclass(frozen=True, eq=False)
class Names:
    """The different names of a page's elements, and their words: `postAuthor` has two.

    Elements repeat, and so do their names: what is computed by name is looked up by row.
    """

    hash: Hashes
    """The words of all names, end to end."""
    first: IntArray
    """Where each name's words begin; the first name has none."""
    of_row: IntArray
    """The name of each row; 0 where it has none."""

    @cached_property
    def counts(self) -> IntArray:
        """How many words each name has."""
        return lengths(self.first, len(self.hash))

    @cached_property
    def sums(self) -> Hashes:
        """The sum of each name's words."""
        sums = np.zeros(len(self.hash) + 1, dtype=np.uint64)
        np.cumsum(self.hash, out=sums[1:])
        return sums.take(self.first + self.counts) - sums.take(self.first)


def find_names(page: Page, holders: IntArray) -> Names:
    """The names of some elements; that of `<html>` speaks of the site, and counts for none."""
    if True:
        of_row = np.empty(len(page), dtype=np.int64)
        hashes, first = page.table.names(holders, LETTERS, of_row)
        return Names(np.frombuffer(hashes, dtype=np.uint64), np.frombuffer(first, dtype=np.int64), of_row)
    wanted = np.zeros(len(page), dtype=np.bool_)
    wanted[holders] = page.tag[holders] != HTML
    rows = np.fromiter(page.attributes, dtype=np.int64, count=len(page.attributes))
    rows = rows[wanted.take(rows)]
    number: dict[tuple[str | None, ...], int] = {(None, None, None, None): 0}
    named = [
        number.setdefault((of.get("class"), of.get("id"), of.get("role"), of.get("itemprop")), len(number))
        for of in map(page.attributes.__getitem__, rows.tolist())
    ]
    of_row = np.zeros(len(page), dtype=np.int64)
    of_row[rows] = named
    hashes, first = _words([" ".join([part[:_LONGEST_NAME] for part in name if part]) for name in number])
    return Names(hashes, first, of_row)


def _words(texts: list[str]) -> tuple[Hashes, IntArray]:
    """The words of names, and where those of each name begin.

    Numbers do not count, nor does a single letter right before another word or at the end: `h1`, `col-a`.
    """
    length = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)) + 1  # a space after each
    end = np.cumsum(length)
    start = end - length
    words = find_words(characters(" ".join([*texts, ""]), start, end), camel_case=True)
    is_border = np.zeros(int(end[-1]), dtype=np.bool_)
    is_border[words.first] = True
    is_border[end - 1] = True
    kept = np.flatnonzero((words.kind != _DIGIT) & ~is_border.take(words.first + 1))
    return words.hash.take(kept), np.searchsorted(words.first.take(kept), start)


SPEAKING = WordSet(" ".join(NAMES.values()))
SUBJECT = np.zeros(len(SPEAKING.table), dtype=np.int64)
for _number, _words_of_it in enumerate(NAMES.values()):
    SUBJECT[SPEAKING.slots(known_words(_words_of_it))] = _number


def named_rows(names: Names) -> tuple[IntArray, IntArray]:
    """Which rows have a name that speaks of something, and the number of what it speaks of in `NAMES`.

    A row whose name has two such words comes twice.
    """
    if loops is None:
        return _named_rows_by_numpy(names)
    words = (SPEAKING.table, int(SPEAKING.factor), SLOT_BITS, SUBJECT)
    rows, subjects = loops.named_rows(names.hash, names.first, names.of_row, *words)
    return np.frombuffer(rows, dtype=np.int64), np.frombuffer(subjects, dtype=np.int64)


def _named_rows_by_numpy(names: Names) -> tuple[IntArray, IntArray]:
    known = np.flatnonzero(SPEAKING.has(names.hash))
    first = np.searchsorted(known, names.first)
    count = lengths(first, len(known))
    rows = np.flatnonzero(count.take(names.of_row))
    name = names.of_row.take(rows)
    found = ranges(first.take(name), count.take(name))
    subject = SUBJECT.take(SPEAKING.slots(names.hash.take(known)))
    return np.repeat(rows, count.take(name)), subject.take(found)
