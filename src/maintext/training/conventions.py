"""The known data sets: their origin and licence, the rule of their labels, and their weight in a fit.

Data sets label by different rules: with the title or without it, with tables or without. `auto` follows the
rule of four of them. What another set decides by its own rule teaches nothing about a page, so these
blocks are left out of the fit (`maintext.training.taught`). A data set that is not listed here, such as a
user's own, makes the rule: all of its blocks are used, with full weight.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from maintext.evaluation.datasets import LabelledPage

Terms = Literal["permissive", "non-commercial", "GPL", "unstated"]
"""What the stated licence allows. `permissive`: any use, if the source is named where it asks for that."""

Sources = Literal["all", "permissive"]
"""Which data sets a model is fitted to: all, or only those with permissive licences."""

OTHER_WEIGHT = 0.5
"""Weight of a page of a set with other rules. With 0.5 instead of 1, F1 is .0003 to .0008 higher over all
pages, and .0013 to .0015 higher on the sets whose rule `auto` follows."""


@dataclass(frozen=True, slots=True)
class Convention:
    """A data set, and what its labels say about the parts of a page on which data sets differ.

    A part is "taught" if it is labelled as `auto` should choose it. Otherwise the set's rule is named: "in"
    or "out" of the gold text, or "mixed".
    """

    origin: str
    licence: str
    terms: Terms
    reason: str
    """How the gold text was made: why the rule is what it is."""
    title: Literal["taught", "in", "out", "mixed"] = "taught"
    """The title of the page, above the text."""
    captions: Literal["taught", "in", "out", "mixed"] = "taught"
    """Captions of figures."""
    cells: Literal["taught", "out"] = "taught"
    """Cells of tables and items of lists within the text."""
    comments: Literal["taught", "in"] = "taught"
    """Comments of readers."""
    weight: float = 1.0
    """Weight of each of its pages in the fit of the block trees."""


NOT_LISTED = Convention("not stated", "not stated", "unstated", "labels of your own")

_WCXB = Convention(
    "WCXB (M. Foley 2026), development split",
    "CC-BY-4.0",
    "permissive",
    "by hand, checked by programs; no title, comments only in forums",
)
_MAGIC = Convention("opendatalab/magic-html benchmark, articles", "Apache-2.0", "permissive", "by hand")
_DANIEL = Convention(
    "rundimeco/waddle (DAnIEL), English, Russian, Polish, Greek",
    "GPL-3.0",
    "GPL",
    "by hand: paragraphs of news, the title taken off; about 3 in 100 are wrong",
    title="out",
    captions="out",
    cells="out",
    weight=OTHER_WEIGHT,
)
_CJK = Convention(
    "public site repositories: blogs in Chinese, Korean, Japanese",
    "not stated for the set",
    "unstated",
    "the theme's content element, or the Markdown source; no title",
    title="out",
    captions="mixed",
    weight=OTHER_WEIGHT,
)

CONVENTIONS: Mapping[str, Convention] = {
    "wcxb-dev": _WCXB,
    "news4k": Convention("AndyTheFactory/article-extraction-dataset", "Apache-2.0", "permissive", "by hand"),
    "magic-article": _MAGIC,
    "magic-forum": replace(_MAGIC, origin="opendatalab/magic-html benchmark, forum threads and Q&A"),
    "fundus": Convention(
        "flairNLP/fundus, tests",
        "MIT",
        "permissive",
        "a parser for each publisher: lead, subheadings, paragraphs; lists are sometimes missing",
        title="out",
        captions="out",
        cells="out",
        weight=OTHER_WEIGHT,
    ),
    "daniel": _DANIEL,
    "daniel-zh": replace(_DANIEL, origin="rundimeco/waddle (DAnIEL), Chinese"),
    "cleaneval": Convention(
        "CleanEval, development and final pages",
        "not stated",
        "unstated",
        "by hand: title, headings and lists are in; posts and comments mostly are",
        title="in",
        captions="mixed",
        comments="in",
        weight=OTHER_WEIGHT,
    ),
    "zhnews": Convention(
        "wwwxmu/Dataset-for-web-main-content-extraction",
        "not stated",
        "unstated",
        "by hand: paragraphs of news",
        title="out",
        captions="out",
        weight=OTHER_WEIGHT,
    ),
    "cjk-blogs": _CJK,
    "cjk-listing": replace(
        _CJK,
        origin="public site repositories: index, tag and archive pages of the same blogs",
        reason="the smallest element with all links to posts",
    ),
    "cjk-docs": replace(
        _CJK,
        origin="documentation in Japanese, Chinese, Korean",
        licence="Apache, MIT, CC BY-NC-SA, PostgreSQL, by page",
        terms="non-commercial",
        reason="the theme's content element, or the Markdown source; the h1 is mostly in",
        title="mixed",
    ),
    "gne-zh": Convention(
        "kingname/GeneralNewsExtractor, tests",
        "MIT",
        "permissive",
        "a selector for each site; no title",
        title="out",
        captions="mixed",
        weight=OTHER_WEIGHT,
    ),
    "harvest": Convention(
        "fhgr/harvest, forum threads",
        "Apache-2.0",
        "permissive",
        "posts only: no title, names, dates",
        title="out",
        captions="mixed",
        weight=OTHER_WEIGHT,
    ),
    "forums": Convention(
        "public archives: phpBB and SMF threads",
        "not stated",
        "unstated",
        "posts only",
        title="out",
        captions="mixed",
        weight=OTHER_WEIGHT,
    ),
    "fixtures": Convention(
        "tests of ten projects: articles and recipes",
        "Apache, MIT, CC0, by page",
        "permissive",
        "selectors, itemprop, JSON-LD: not checked by hand",
        title="mixed",
        captions="mixed",
        comments="in",
        weight=OTHER_WEIGHT,
    ),
    "mercury": Convention(
        "site rules of a public parser: articles",
        "MIT, Apache",
        "permissive",
        "a rule for each site; captions are kept",
        title="mixed",
        captions="in",
        weight=OTHER_WEIGHT,
    ),
    "leogao": Convention(
        "leogao2/htmltotext-benchmark",
        "not stated",
        "unstated",
        "by hand",
        title="mixed",
        captions="mixed",
        comments="in",
        weight=OTHER_WEIGHT,
    ),
}
"""By the name of the data set, which is its file name without suffix."""


def convention_of(dataset: str) -> Convention:
    """The convention of a data set; one that is not listed makes its own rule.

    >>> convention_of("fundus").title, convention_of("mine").title
    ('out', 'taught')
    """
    return CONVENTIONS.get(dataset, NOT_LISTED)


def from_sources(pages: Iterable[LabelledPage], sources: Sources) -> Iterator[LabelledPage]:
    """The pages whose data set may be used; "permissive" leaves out all other terms."""
    return (page for page in pages if sources == "all" or convention_of(page.dataset).terms == sources)
