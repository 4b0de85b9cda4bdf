"""Paper 1: Tables 2 and 3, grades of pages by source; its claims; the effect of each reading.

The method is fitted to the pages of one half of the sites, and measured on those of the other half; then the
other way round. So no page is measured with a model that was fitted to its site.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import compress
from typing import NamedTuple

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import (
    Grade,
    bootstrap_interval,
    difference_interval,
    grade,
    rate_interval,
    token_prf,
)
from maintext.evaluation.report.model import Column, ReportTable, Section, Value
from maintext.evaluation.report.papers.claims import Claim, beats, claims_table, reaches
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import in_paper, source_rows, source_table
from maintext.evaluation.report.results import Results
from maintext.evaluation.sites import fold_of, site_key
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.model.naive_bayes import NaiveBayesModel, PageCounts
from maintext.training.naive_bayes import Counts, add, count_blocks, make_model, no_counts

USES = (NaiveBayes.name,)

AS_PRINTED, DEFAULT = NaiveBayes.as_printed(), NaiveBayes()

READINGS: Mapping[str, NaiveBayes] = {
    "(6), (7), (10), (11) as printed": NaiveBayes(links_and_paragraphs="value"),
    "blocks with their affiliated tags": NaiveBayes(blocks="subtree"),
    "empty leaves climb": NaiveBayes(empty_leaves=True),
    "no block for text outside block elements": NaiveBayes(loose_text=False),
    "all punctuation": NaiveBayes(punctuation="all"),
    "empty <p> counted": NaiveBayes(empty_paragraphs=True),
    "no smoothing": NaiveBayes(smoothing=0),
    "all of these: as printed": AS_PRINTED,
    "level likelihoods, not cumulative": NaiveBayes(likelihood="level"),
    "with priors": NaiveBayes(priors=True),
    "siblings not merged": NaiveBayes(merge_siblings=False),
    "more block tags": NaiveBayes(block_tags="html5"),
    "<table> only": NaiveBayes(block_tags="table"),
}
"""Changes of the default. Up to "as printed" the paper has the change, after that the default."""


def _with_table(method: NaiveBayes) -> NaiveBayes:
    """The paper's opponent: the same method with `<table>` as the only block tag."""
    return replace(method, block_tags="table")


def _with_more_tags(method: NaiveBayes) -> NaiveBayes:
    """What the paper's conclusion proposes."""
    return replace(method, block_tags="html5")


_GRADED = {
    method.spec: method
    for form in (AS_PRINTED, DEFAULT)
    for method in (form, _with_table(form), _with_more_tags(form))
}
_METHODS = {**_GRADED, **{method.spec: method for method in READINGS.values()}}
_SEGMENTATIONS = tuple(dict.fromkeys(method.segmentation for method in _METHODS.values()))


class Facts(NamedTuple):
    """One page, measured with the model of the other half."""

    grades: Mapping[str, Grade]
    """By spec; the printed form starts with the page's title, as in Fig. 4."""
    f1: Mapping[str, float]
    """By spec."""
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
    f1_of = cache(lambda text: token_prf(text, parsed.gold).f1)  # many forms find the same text
    grade_of = cache(lambda text: grade(text, parsed.gold))
    fitted = {spec: replace(method, model=models[half_of(page)]) for spec, method in _METHODS.items()}
    texts = {spec: parsed.extract(method) for spec, method in fitted.items()}
    titled = {spec: parsed.extract(fitted[spec], title="always") for spec in _GRADED if _has_title(spec)}
    shown = {spec: texts[spec] for spec in _GRADED} | titled
    return Facts(
        {spec: grade_of(text) for spec, text in shown.items()},
        {spec: f1_of(text) for spec, text in texts.items()},
        f1_of(parsed.extract(fitted[DEFAULT.spec], title="always")),
    )


def _has_title(spec: str) -> bool:
    return spec.startswith(AS_PRINTED.spec)


# -- tables -----------------------------------------------------------------------------------------------

_PORTALS = ("Sohu", "Sina", "Netease", "People's daily", "Tencent")
_TABLE_2 = ((36, 60, 4), (38, 59, 3), (35, 61, 4), (38, 59, 3), (32, 63, 5))
_TABLE_3 = ((25, 70, 5), (28, 68, 4), (26, 62, 12), (30, 66, 4), (27, 63, 10))
_GRADE_COLUMNS = (
    Column("pages", "count"),
    Column("excellent", "count"),
    Column("good", "count"),
    Column("poor", "count"),
    Column("excellent rate", "percent"),
    Column("good rate", "percent", "excellent or good"),
)


def section(results: Results, facts: Sequence[Facts | None]) -> Section:
    """Grades of the method and of the method it is compared with, readings, and claims."""
    name, title = "paper-naive-bayes", "Naive Bayes (paper 1)"
    text = (
        "Fitted to the pages of half of the sites and measured on the other half, then the other way round "
        "(paper: 500 pages and 500 pages). A site's half is the CRC-32 of its registered domain, modulo 2. "
        "Excellent: the gold text, word for word. Good: one or two sentences lost, or one or two noise "
        "blocks (lines). Poor: worse. The printed form starts with the page's title, as in Fig. 4; most "
        "gold texts do not. Table 3 is the same method with <table> as the only block tag, the paper's "
        "opponent. Chinese articles are the paper's scope."
    )
    found = [each for each in facts if each is not None]
    if not found:
        text += " This run has no two halves of sites that the method can be fitted to: nothing is measured."
        return Section(name, title, text)
    pages = results.with_gold
    parts = (
        _grade_table("2", "the method", pages, found, (AS_PRINTED, DEFAULT), _TABLE_2),
        _grade_table(
            "3", "<table> blocks only", pages, found, map(_with_table, (AS_PRINTED, DEFAULT)), _TABLE_3
        ),
        _readings_table(found),
        claims_table("naive-bayes", _claims(pages, found, AS_PRINTED)),
        _default_claims_table(_claims(pages, found, DEFAULT)),
    )
    return Section(name, title, text, parts)


def _grade_table(
    number: str,
    what: str,
    pages: Sequence[LabelledPage],
    facts: Sequence[Facts],
    methods: Iterable[NaiveBayes],
    printed: Sequence[tuple[int, int, int]],
) -> ReportTable:
    by_method = {method.spec: [each.grades[method.spec] for each in facts] for method in methods}
    rows = source_rows(pages, by_method, _grade_cells)
    chinese = _in_scope(pages)
    if any(chinese):
        own = {spec: list(compress(grades, chinese)) for spec, grades in by_method.items()}
        rows = [*((_SCOPE, spec, *_grade_cells(grades)) for spec, grades in own.items()), *rows]
    quoted = in_paper(next(iter(by_method)), _quoted(printed))
    return source_table(f"naive-bayes-{number}", f"Table {number}: {what}", _GRADE_COLUMNS, rows, quoted)


_SCOPE = "Chinese articles"


def _in_scope(pages: Sequence[LabelledPage]) -> list[bool]:
    return [page.lang == "zh" and page.page_type == "article" for page in pages]


def _quoted(printed: Sequence[tuple[int, int, int]]) -> dict[str, tuple[Value, ...]]:
    """The paper's rows, by portal and in all, with intervals."""
    counts: dict[str, tuple[int, ...]] = dict(zip(_PORTALS, printed, strict=True))
    counts["five portals"] = tuple(map(sum, zip(*printed, strict=True)))
    return {
        source: _grade_cells([each for each, n in zip(Grade, own, strict=True) for _ in range(n)])
        for source, own in counts.items()
    }


def _grade_cells(grades: Sequence[Grade]) -> tuple[Value, ...]:
    counts = Counter(grades)
    rates = rate_interval(_excellent(grades)), rate_interval(_good(grades))
    return (len(grades), *(counts[each] for each in Grade), *rates)


def _excellent(grades: Sequence[Grade]) -> list[bool]:
    return [each is Grade.EXCELLENT for each in grades]


def _good(grades: Sequence[Grade]) -> list[bool]:
    return [each.is_good for each in grades]


# -- readings ---------------------------------------------------------------------------------------------


def _readings_table(facts: Sequence[Facts]) -> ReportTable:
    own = [each.f1[DEFAULT.spec] for each in facts]
    changed = {
        (name, method.spec): [each.f1[method.spec] for each in facts] for name, method in READINGS.items()
    }
    changed["the result starts with the title", "title=always"] = [each.with_title for each in facts]
    rows: list[tuple[Value, ...]] = [("our default", DEFAULT.spec, bootstrap_interval(own), None)]
    for (name, spec), values in changed.items():
        rows.append((name, spec, bootstrap_interval(values), difference_interval(values, own)))
    columns = (
        Column("reading", "text"),
        Column("method", "text"),
        Column("F1", "score", "of tokens, mean over pages"),
        Column("less the default", "difference", "on the same pages"),
    )
    return ReportTable("naive-bayes-readings", "Readings and departures", columns, tuple(rows))


# -- claims -----------------------------------------------------------------------------------------------


def _claims(pages: Sequence[LabelledPage], facts: Sequence[Facts], form: NaiveBayes) -> list[Claim]:
    """What the paper says of its rates, for its scope and for all pages."""
    scopes = {_SCOPE: _in_scope(pages), "all pages": [True] * len(pages)}
    claims = []
    for scope, inside in scopes.items():
        chosen = list(compress(facts, inside))
        if not chosen:
            continue
        own, by_table, more_tags = (
            [each.grades[method.spec] for each in chosen]
            for method in (form, _with_table(form), _with_more_tags(form))
        )
        claims += [
            reaches(f"{scope}: excellent rate", 0.358, _excellent(own)),
            reaches(f"{scope}: good rate", 0.962, _good(own)),
            beats(f"{scope}: excellent rate beats <table>", 0.086, _excellent(own), _excellent(by_table)),
            beats(f"{scope}: good rate beats <table>", 0.032, _good(own), _good(by_table)),
            beats(f"{scope}: more block tags raise the good rate", None, _good(more_tags), _good(own)),
        ]
    return claims


def _default_claims_table(claims: Sequence[Claim]) -> ReportTable:
    table = claims_table("naive-bayes", claims)
    columns = tuple(
        replace(column, name="here, our default") if column.name == "here, as printed" else column
        for column in table.columns
    )
    return replace(
        table, name="naive-bayes-claims-default", title="Claims, with our defaults", columns=columns
    )
