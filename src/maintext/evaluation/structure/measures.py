"""The measures: what should be there against what is there, as counts of a page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from maintext.evaluation.structure.gold import Gold, GoldItem, GoldTable
from maintext.evaluation.structure.markdown import Shown
from maintext.evaluation.structure.tables import Grid, header


class Share(NamedTuple):
    """How many of a page's things are right."""

    right: float
    all: int


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of the report."""

    name: str
    title: str
    meaning: str


MEASURES = (
    Measure(
        "blocks", "blocks", "paragraphs, headings, list items and listings that read back as what they are"
    ),
    Measure("code", "code exact", "listings with every line and indentation, and nothing else"),
    Measure("code_language", "language", "listings whose language is named, with that language"),
    Measure("table_cells", "table cells", "cell F1, the mean over tables"),
    Measure("table_header", "table header", "tables whose first row is the first row"),
    Measure("heading_recall", "heading recall", "headings that are there as headings"),
    Measure("section_headings", "section headings", "of those with text of their section in gold"),
    Measure("kept_sections", "kept sections", "of those with text of their section in the Markdown"),
    Measure("heading_precision", "heading precision", "headings there that are headings of the text"),
    Measure("list_items", "list items", "items that are there as items"),
    Measure("list_nesting", "nesting", "items at the right depth, in a list of the right kind"),
    Measure("formulas", "formulas", "formulas that are there as LaTeX"),
    Measure("links", "links", "links with the right text and URL"),
    Measure("images", "images", "images with a right URL"),
    Measure("captioned_images", "captioned images", "images with a caption: image and caption are there"),
)

Counts = dict[str, Share]
"""By measure; without those that a page has nothing for."""


def measure(gold: Gold, shown: Shown) -> Counts:
    """All measures of one page."""
    listings = Counter(code for code, _ in shown.listings)
    items = Counter(text for text, _, _ in shown.items)
    cells, heads = _tables(gold.tables, shown.tables)
    right_headings = _common(gold.headings, shown.headings)
    known = [each for each in gold.listings if each.language]
    read_as = [(each.code, each.language) for each in known]
    captioned = [each for each in gold.images if each.caption]
    images = _images(gold, shown)
    found = {
        "code": Share(
            _common([each.code for each in gold.listings], listings.elements()), len(gold.listings)
        ),
        "code_language": Share(_common(read_as, shown.listings), len(known)),
        "table_cells": Share(cells, len(gold.tables)),
        "table_header": Share(heads, len(gold.tables)),
        "heading_recall": Share(right_headings, len(gold.headings)),
        "section_headings": Share(_common(gold.section_headings, shown.headings), len(gold.section_headings)),
        "kept_sections": _kept_sections(gold, shown),
        "heading_precision": _precision(gold, shown, right_headings),
        "list_items": Share(_common([each.text for each in gold.items], items.elements()), len(gold.items)),
        "list_nesting": Share(_common(map(_placed, gold.items), shown.items), len(gold.items)),
        "formulas": Share(_formulas(gold, shown), len(gold.formulas)),
        "links": Share(_links(gold, shown), len(gold.links)),
        "images": Share(sum(images), len(images)),
        "captioned_images": Share(_captions(gold, shown, images), len(captioned)),
    }
    kinds = [found[name] for name in ("code", "heading_recall", "list_items")]
    paragraphs = Share(_common(gold.paragraphs, shown.paragraphs), len(gold.paragraphs))
    whole = [*kinds, paragraphs]
    found["blocks"] = Share(sum(share.right for share in whole), sum(share.all for share in whole))
    return {name: share for name, share in found.items() if share.all}


def _common(wanted: Iterable[object], there: Iterable[object]) -> int:
    """How many are there; each thing there counts once."""
    return (Counter(wanted) & Counter(there)).total()


def _placed(item: GoldItem) -> tuple[str, int, bool]:
    return item.text, item.depth, item.ordered


def _kept_sections(gold: Gold, shown: Shown) -> Share:
    """Of the headings with text of their section in the Markdown."""
    pairs = zip(gold.section_headings, gold.section_texts, strict=True)
    kept = [heading for heading, texts in pairs if any(text in shown.text for text in texts)]
    return Share(_common(kept, shown.headings), len(kept))


def _precision(gold: Gold, shown: Shown, right: int) -> Share:
    """Of the headings there; titles and hidden headings do not count, nor pages without a heading in gold."""
    counted = Counter(text for text in shown.headings if not gold.is_title(text))
    hidden = (counted - Counter(gold.headings)) & Counter(gold.hidden_headings)
    return Share(right, counted.total() - hidden.total()) if gold.headings else Share(0, 0)


def _tables(wanted: Sequence[GoldTable], there: Sequence[Grid]) -> tuple[float, int]:
    """The sum of the cell F1 of all tables, and the number of right headers; each table there counts once.

    The pairs that fit best are matched first, so that a missing table does not take the match of another.
    """
    scored = [
        (
            max(_cell_f1(table.filled, each), _cell_f1(table.once, each)),
            header(each) == header(table.once),
            at,
            to,
        )
        for at, table in enumerate(wanted)
        for to, each in enumerate(there)
    ]
    cells, heads = 0.0, 0
    matched: set[int] = set()
    used: set[int] = set()
    for best, is_right, at, to in sorted(scored, key=lambda pair: (-pair[0], not pair[1], pair[2], pair[3])):
        if best and at not in matched and to not in used:
            matched.add(at)
            used.add(to)
            cells += best
            heads += is_right
    return cells, heads


def _cell_f1(wanted: Grid, there: Grid) -> float:
    own, other = (Counter(text for row in grid for text in row if text) for grid in (wanted, there))
    return 2 * (own & other).total() / max(own.total() + other.total(), 1)


def _formulas(gold: Gold, shown: Shown) -> int:
    tex = Counter(each.tex for each in shown.formulas)
    signs = Counter(each.signs for each in shown.formulas)
    right = 0
    for formula in gold.formulas:
        key, there = (formula.tex, tex) if formula.tex else (formula.signs, signs)
        if there[key]:
            there[key] -= 1
            right += 1
    return right


def _links(gold: Gold, shown: Shown) -> int:
    there = shown.links.copy()
    right = 0
    for link in gold.links:
        match = next((url for url in link.urls if there[link.text, url]), None)
        if match is not None:
            there[link.text, match] -= 1
            right += 1
    return right


def _images(gold: Gold, shown: Shown) -> list[bool]:
    """Whether each image is there. An image that is on the page twice may be there once."""
    return [any(shown.images[url] for url in image.urls) for image in gold.images]


def _captions(gold: Gold, shown: Shown, there: Sequence[bool]) -> int:
    pairs = zip(gold.images, there, strict=True)
    return sum(found and bool(image.caption) and image.caption in shown.text for image, found in pairs)
