"""Paper 1: Tables 2 and 3, grades of pages by source; its claims; the effect of each reading.

The method is fitted to the pages of one half of the sites, and measured on those of the other half; then the
other way round. So no page is measured with a model that was fitted to its site.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import NamedTuple

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import (
    Grade,
    Interval,
    bootstrap_interval,
    grade,
    token_prf,
)
from maintext.evaluation.report.model import Column, ReportTable, Section, Value
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import by_source
from maintext.evaluation.report.results import Results
from maintext.evaluation.sites import fold_of, site_key
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.model.naive_bayes import NaiveBayesModel, PageCounts
from maintext.training.naive_bayes import Counts, add, count_blocks, make_model, no_counts

USES = (NaiveBayes.name,)

PRINTED, DEFAULT = "as printed", "our default"
_TABLE, _MORE_TAGS = "with <table> only", "with more block tags"

Parameters = Mapping[str, object]

GRADED: Mapping[str, Parameters] = {
    PRINTED: NaiveBayes.printed,
    DEFAULT: {},
    f"{PRINTED}, {_TABLE}": {**NaiveBayes.printed, "block_tags": "table"},
    f"{DEFAULT}, {_TABLE}": {"block_tags": "table"},
    f"{PRINTED}, {_MORE_TAGS}": {**NaiveBayes.printed, "block_tags": "html5"},
    f"{DEFAULT}, {_MORE_TAGS}": {"block_tags": "html5"},
}
"""The forms whose pages are graded. Those as printed start with the page's title, as in Fig. 4."""

READINGS: Mapping[str, Parameters] = {
    "(6), (7), (10), (11) as printed": {"links_and_paragraphs": "value"},
    "blocks with their affiliated tags": {"blocks": "subtree"},
    "empty leaves climb": {"empty_leaves": True},
    "no block for text outside block elements": {"loose_text": False},
    "all punctuation": {"punctuation": "all"},
    "empty <p> counted": {"empty_paragraphs": True},
    "no smoothing": {"smoothing": 0},
    "level likelihoods, not cumulative": {"likelihood": "level"},
    "with priors": {"priors": True},
    "siblings not merged": {"merge_siblings": False},
}
"""Changes of one parameter. The first seven are as printed; in the others our default is, too."""

_FORMS: Mapping[str, Parameters] = {**GRADED, **READINGS}
_METHODS = {name: NaiveBayes(**parameters) for name, parameters in _FORMS.items()}  # type: ignore[arg-type]
_SEGMENTATIONS = tuple(dict.fromkeys(method.segmentation for method in _METHODS.values()))


class Facts(NamedTuple):
    """One page, measured with the model of the other half."""

    grades: Mapping[str, Grade]
    """By graded form."""
    f1: Mapping[str, float]
    """By form."""
    with_title: float
    """F1 of our default, with the page's title before it."""


def half_of(page: LabelledPage) -> int:
    """The half of a page's site: 0 or 1, by a checksum of its registered domain."""
    return fold_of(site_key(page.url, page.html), 2)


# -- fitting ----------------------------------------------------------------------------------------------


def measure(parsed: ParsedPage) -> Counts | None:
    """The counts of one page; None if its gold text is not on it."""
    return count_blocks(parsed.page, parsed.gold, _SEGMENTATIONS)


def fit(results: Results, counts: Sequence[Counts | None]) -> tuple[NaiveBayesModel, ...] | None:
    """For each half, the model of the other one; None if one half has no page to fit to."""
    totals, used = [no_counts(_SEGMENTATIONS) for _ in range(2)], [0, 0]
    for page, own in zip(results.with_gold, counts, strict=True):
        if own is not None:
            add(totals[1 - half_of(page)], own)
            used[1 - half_of(page)] += 1
    if not all(used):
        return None
    return tuple(make_model(total, PageCounts(n, 0, 0), {}) for total, n in zip(totals, used, strict=True))


def measure_fitted(
    models: tuple[NaiveBayesModel, ...] | None, page: LabelledPage, parsed: ParsedPage
) -> Facts | None:
    """Every form on one page, with the model that was not fitted to its site."""
    if models is None:
        return None
    model = models[half_of(page)]
    f1_of = cache(lambda text: token_prf(text, parsed.gold).f1)  # many forms find the same text
    grade_of = cache(lambda text: grade(text, parsed.gold))
    fitted = {name: replace(method, model=model) for name, method in _METHODS.items()}
    texts = {name: parsed.extract(method) for name, method in fitted.items()}
    titled = {
        name: parsed.extract(method, title="always")
        for name, method in fitted.items()
        if name == DEFAULT or (name in GRADED and name.startswith(PRINTED))
    }
    return Facts(
        {
            name: grade_of(titled[name] if name.startswith(PRINTED) else text)
            for name, text in texts.items()
            if name in GRADED
        },
        {name: f1_of(text) for name, text in texts.items()},
        f1_of(titled[DEFAULT]),
    )


# -- tables -----------------------------------------------------------------------------------------------

_PORTALS = ("Sohu", "Sina", "Netease", "People's daily", "Tencent")
_PRINTED_2 = ((36, 60, 4), (38, 59, 3), (35, 61, 4), (38, 59, 3), (32, 63, 5))
_PRINTED_3 = ((25, 70, 5), (28, 68, 4), (26, 62, 12), (30, 66, 4), (27, 63, 10))
_GRADE_COLUMNS = (
    Column("form", "text"),
    Column("source", "text"),
    Column("pages", "count"),
    Column("excellent", "count"),
    Column("good", "count"),
    Column("poor", "count"),
    Column("excellent rate", "percent"),
    Column("good rate", "percent", "excellent or good"),
)


def section(results: Results, facts: Sequence[Facts | None]) -> Section:
    """Grades of the method and of the method it is compared with, claims, and readings."""
    found = [each for each in facts if each is not None]
    text = (
        "Fitted to the pages of half of the sites and measured on the other half, then the other way round "
        "(paper: 500 pages and 500 pages). A site's half is the CRC-32 of its registered domain, modulo 2. "
        "Excellent: the gold text, word for word. Good: one or two sentences lost, or one or two noise "
        "blocks (lines). Poor: worse. The forms as printed start with the page's title, as in Fig. 4; most "
        "gold texts do not. Table 3 is the same method with <table> as the only block tag, the paper's "
        "opponent. Intervals are 95 %, by drawing pages again."
    )
    if not found:
        text += " This run has no two halves that the method can be fitted to, so nothing is measured."
        return Section("paper-naive-bayes", "Naive Bayes (paper 1)", text)
    pages = results.with_gold
    parts = (
        _grade_table("2", "the method", pages, found, "", _PRINTED_2),
        _grade_table("3", "<table> blocks only", pages, found, f", {_TABLE}", _PRINTED_3),
        _claims_table(pages, found),
        _readings_table(found),
    )
    return Section("paper-naive-bayes", "Naive Bayes (paper 1)", text, parts)


def _grade_table(
    number: str,
    what: str,
    pages: Sequence[LabelledPage],
    facts: Sequence[Facts],
    ending: str,
    printed: Sequence[tuple[int, int, int]],
) -> ReportTable:
    rows = [
        (form, source, *_grade_cells([each.grades[form + ending] for each in own]))
        for source, own in _sources(pages, facts).items()
        for form in (PRINTED, DEFAULT)
    ]
    cited = [("in the paper", source, *_grade_cells(grades)) for source, grades in _cited(printed).items()]
    return ReportTable(
        f"naive-bayes-{number}",
        f"Table {number}: {what}",
        _GRADE_COLUMNS,
        (*rows, *cited),
        cited=len(cited),
    )


def _sources(pages: Sequence[LabelledPage], facts: Sequence[Facts]) -> dict[str, list[Facts]]:
    """The pages by source, and those that are in the paper's scope: Chinese articles."""
    sources = by_source(pages, facts)
    in_scope = [
        each
        for page, each in zip(pages, facts, strict=True)
        if page.lang == "zh" and page.page_type == "article"
    ]
    return {**sources, "Chinese articles": in_scope} if in_scope else sources


def _cited(printed: Sequence[tuple[int, int, int]]) -> dict[str, list[Grade]]:
    """The grades of the paper's pages, by portal and in all."""
    portals = {
        portal: list(chain.from_iterable([each] * n for each, n in zip(Grade, counts, strict=True)))
        for portal, counts in zip(_PORTALS, printed, strict=True)
    }
    return {**portals, "all": list(chain.from_iterable(portals.values()))}


def _grade_cells(grades: Sequence[Grade]) -> tuple[Value, ...]:
    counts = Counter(grades)
    return (
        len(grades),
        *(counts[each] for each in Grade),
        bootstrap_interval(_excellent(grades)),
        bootstrap_interval(_good(grades)),
    )


def _excellent(grades: Sequence[Grade]) -> list[float]:
    return [float(each is Grade.EXCELLENT) for each in grades]


def _good(grades: Sequence[Grade]) -> list[float]:
    return [float(each is not Grade.POOR) for each in grades]


# -- claims -----------------------------------------------------------------------------------------------


def _claims_table(pages: Sequence[LabelledPage], facts: Sequence[Facts]) -> ReportTable:
    sources = _sources(pages, facts)
    chosen = [name for name in ("Chinese articles", "all") if name in sources] or list(sources)[:1]
    rows: list[tuple[Value, ...]] = []
    for source in chosen:
        for form in (PRINTED, DEFAULT):
            own = [each.grades[form] for each in sources[source]]
            by_table = [each.grades[f"{form}, {_TABLE}"] for each in sources[source]]
            more_tags = [each.grades[f"{form}, {_MORE_TAGS}"] for each in sources[source]]
            for claim, printed, found in (
                ("excellent rate", 0.358, bootstrap_interval(_excellent(own))),
                ("good rate", 0.962, bootstrap_interval(_good(own))),
                ("excellent rate, more than <table>", 0.086, _gain(_excellent(own), _excellent(by_table))),
                ("good rate, more than <table>", 0.032, _gain(_good(own), _good(by_table))),
                ("good rate, more with more block tags", None, _gain(_good(more_tags), _good(own))),
            ):
                rows.append((claim, form, source, printed, found, _verdict(printed, found, "more" in claim)))
    columns = (
        Column("claim", "text"),
        Column("form", "text"),
        Column("pages", "text"),
        Column("in the paper", "percent"),
        Column("here", "percent"),
        Column("verdict", "text"),
    )
    note = (
        "A rate holds if the paper's figure is not above the interval; a gain holds if the whole interval "
        "is above 0, and fails if none of it is."
    )
    return ReportTable("naive-bayes-claims", "The paper's claims", columns, tuple(rows), note)


def _gain(more: Sequence[float], less: Sequence[float]) -> Interval:
    return bootstrap_interval([a - b for a, b in zip(more, less, strict=True)])


def _verdict(printed: float | None, found: Interval, is_gain: bool) -> str:
    if not is_gain:
        return "holds" if printed is not None and printed <= found.high else "does not hold"
    return "holds" if found.low > 0 else "does not hold" if found.high <= 0 else "cannot be told"


# -- readings ---------------------------------------------------------------------------------------------


def _readings_table(facts: Sequence[Facts]) -> ReportTable:
    own = [each.f1[DEFAULT] for each in facts]
    changed = {name: [each.f1[name] for each in facts] for name in (PRINTED, *READINGS)}
    changed["starts with the title"] = [each.with_title for each in facts]
    changed.update(
        {name: [each.f1[name] for each in facts] for name in GRADED if name not in (PRINTED, DEFAULT)}
    )
    rows: list[tuple[Value, ...]] = [(DEFAULT, NaiveBayes().spec, bootstrap_interval(own), None)]
    for name, values in changed.items():
        spec = _METHODS[name].spec if name in _METHODS else 'title="always"'
        rows.append((name, spec, bootstrap_interval(values), _gain(values, own)))
    columns = (
        Column("reading", "text"),
        Column("method", "text"),
        Column("F1", "score", "of tokens, mean over pages"),
        Column("to the default", "difference", "on the same pages"),
    )
    return ReportTable("naive-bayes-readings", "Readings and departures", columns, tuple(rows))
