"""Paper 5: Table I (by source), Table II (against four methods), Fig. 4 (ContentImportance of a page).

The measure is the paper's: precision, recall and F1 by the longest common subsequence of characters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from statistics import fmean

from maintext.evaluation.metrics import Prf, bootstrap_interval, difference_interval, f1_interval, lcs_prf
from maintext.evaluation.report.model import Column, Figure, ReportTable, Section, Value
from maintext.evaluation.report.papers.claims import (
    Claim,
    beats,
    claims_table,
    f1_beats,
    f1_reaches,
    reaches,
)
from maintext.evaluation.report.papers.news import is_news
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import ALL, by_source, in_paper, source_table
from maintext.evaluation.report.results import Results
from maintext.evaluation.report.svg import Drawing, linear, steps
from maintext.methods.base import Method
from maintext.methods.baselines.cetr import Cetr
from maintext.methods.papers.ceds import Ceds
from maintext.methods.registry import METHODS, get_method
from maintext.page.parse import parse
from maintext.text.decode import decode

OPPONENTS = ("fe", "ccb", "cetr", "cetd")
USES = (Ceds.name, *OPPONENTS)
AS_PRINTED = Ceds.as_printed().spec
INNERMOST = replace(Ceds.as_printed(), nested="innermost").spec
FORMS = (AS_PRINTED, INNERMOST, Ceds.name)
"""The paper does not say which of two nested blocks counts; both readings are judged."""
SAMPLE_PAGE = "chinese-news.html"
NEWS = "thematic news"

Facts = Mapping[str, Prf]
"""The scores of one page, by method and form."""
Sources = Mapping[str, Sequence[Facts]]
"""Pages by scope: thematic news, data sets and their sites, all."""

_TABLE_1: Mapping[str, tuple[Value, ...]] = {
    "The Economist": (None, 0.9812, 0.9634, 0.9698),
    "Sina News": (None, 0.9929, 0.9816, 0.9849),
    "Global News (Huanqiu)": (None, 0.9733, 0.9841, 0.9749),
    "Sohu News": (None, 0.9658, 0.9912, 0.9747),
    "Firefox News": (None, 0.9717, 0.9982, 0.9798),
}
_TABLE_2 = {
    # By the form that is nearest to what the paper measured: as printed, where that is not the default.
    "fe": Prf(0.7419, 0.6021, 0.6647),
    "ccb": Prf(0.8127, 0.9034, 0.8557),
    Cetr.as_printed().spec: Prf(0.8698, 0.9370, 0.9022),
    "cetd": Prf(0.9449, 0.9458, 0.9453),
    AS_PRINTED: Prf(0.9790, 0.9854, 0.9821),
}
_SCORES = (
    Column("precision", "percent", "LCS by characters extracted, mean over pages"),
    Column("recall", "percent", "LCS by characters of the gold text, mean over pages"),
)


def measure(parsed: ParsedPage) -> Facts:
    """The longest common subsequences of the gold text and the text of each method in each form."""
    forms = [form for name in OPPONENTS if name in parsed.texts for form in _forms(METHODS[name])]
    texts = {
        form: parsed.texts[form] if form in parsed.texts else parsed.extract(get_method(form))
        for form in (*forms, *FORMS)
    }
    return {form: lcs_prf(text, parsed.gold) for form, text in texts.items()}


def _forms(opponent: type[Method]) -> list[str]:
    """The specs of an opponent: as printed, where that is known and not the default, and the default."""
    return [*([opponent.as_printed().spec] if opponent.printed else []), opponent.name]


def section(results: Results, facts: Sequence[Facts]) -> Section:
    """Precision, recall and F1 by the longest common subsequence of characters."""
    text = (
        "Precision and recall by the longest common subsequence of characters, white space left out; means "
        "over pages. F1 of both is that of the mean precision and the mean recall, as in the paper's Table "
        "II; claims are judged by it. Thematic news, the scope of the paper, are the articles of data sets "
        "of news. The paper's text swaps the precision and recall of its Table II; the table's are quoted. "
        f"The figures show every block of the bundled page {SAMPLE_PAGE}, in document order."
    )
    sources = _sources(results, facts)
    whole = {name: own for name, own in sources.items() if name in (NEWS, ALL)}
    parts = (
        _sources_table(sources),
        _methods_table(sources),
        _f1_table(sources),
        _ahead_table(sources),
        claims_table(
            "ceds",
            [
                claim
                for scope, own in whole.items()
                for form in (AS_PRINTED, INNERMOST)
                for claim in _claims(scope, form, own)
            ],
        ),
        importance_figure("ceds-importance", "Fig. 4", Ceds.as_printed()),
        importance_figure("ceds-importance-default", "Fig. 4 with our default", Ceds()),
    )
    return Section("paper-ceds", "CEDS (paper 5)", text, parts)


def _sources(results: Results, facts: Sequence[Facts]) -> Sources:
    news = [own for page, own in zip(results.with_gold, facts, strict=True) if is_news(page)]
    return {**({NEWS: news} if news else {}), **by_source(results.with_gold, facts)}


def _sources_table(sources: Sources) -> ReportTable:
    rows: list[tuple[Value, ...]] = [
        (source, form, len(own), *_means([page[form] for page in own]))
        for source, own in sources.items()
        for form in FORMS
    ]
    columns = (Column("pages", "count"), *_SCORES, Column("F1", "percent", "mean of the pages' F1"))
    return source_table("ceds-1", "Table I: by source", columns, rows, in_paper(AS_PRINTED, _TABLE_1))


def _methods_table(sources: Sources) -> ReportTable:
    rows: list[tuple[Value, ...]] = [
        (source, name, len(own), *_with_interval([page[name] for page in own]))
        for source, own in sources.items()
        for name in own[0]
    ]
    quoted: list[tuple[Value, ...]] = [
        ("in the paper", name, None, prf.precision, prf.recall, None, prf.f1)
        for name, prf in _TABLE_2.items()
    ]
    columns = (
        Column("pages", "count"),
        *_SCORES,
        Column("F1", "percent", "mean of the pages' F1, with a 95 % interval"),
        Column(
            "F1 of both",
            "percent",
            "of the mean precision and the mean recall, as the paper's; with an interval",
        ),
    )
    return source_table("ceds-2", "Table II: against other methods", columns, rows, quoted)


def _f1_table(sources: Sources) -> ReportTable:
    """A row for each source, a column for each method."""
    names = tuple(sources[ALL][0])
    rows: list[tuple[Value, ...]] = [
        (source, len(own), *(fmean(page[name].f1 for page in own) for name in names))
        for source, own in sources.items()
    ]
    cited = (_TABLE_2[name].f1 if name in _TABLE_2 else None for name in names)
    columns = (
        Column("source", "text"),
        Column("pages", "count"),
        *(Column(name, "percent") for name in names),
    )
    rows.append(("in the paper", None, *cited))
    return ReportTable("ceds-2-f1", "Table II by source: F1", columns, tuple(rows), cited=1)


def _ahead_table(sources: Sources) -> ReportTable:
    """How far each form is ahead of each opponent."""
    names = [name for name in sources[ALL][0] if name not in FORMS]
    rows: list[tuple[Value, ...]] = []
    for source, own in sources.items():
        for form in FORMS:
            ahead = (difference_interval(_f1(own, form), _f1(own, name)) for name in names)
            rows.append((source, form, len(own), *ahead))
    columns = (
        Column("pages", "count"),
        *(Column(name, "difference", f"F1 less that of {name}, with a 95 % interval") for name in names),
    )
    return source_table("ceds-2-ahead", "Table II by source: how far CEDS is ahead", columns, rows, ())


def _claims(scope: str, form: str, own: Sequence[Facts]) -> list[Claim]:
    """The paper's claims about one scope: the figures of its Table II, and that they are higher than others'.

    F1 is the table's own: of the mean precision and the mean recall.
    """
    words = f"{scope}, innermost blocks" if form == INNERMOST else scope
    printed, ours = _TABLE_2[AS_PRINTED], [page[form] for page in own]
    claims = [
        reaches(f"{words}: precision", printed.precision, [prf.precision for prf in ours]),
        reaches(f"{words}: recall", printed.recall, [prf.recall for prf in ours]),
        f1_reaches(f"{words}: F1 of both", printed.f1, ours),
    ]
    others = {name: [page[name] for page in own] for name in own[0] if name not in FORMS}
    for at, figure in enumerate(("precision", "recall")):
        for name, theirs in others.items():
            values = ([prf[at] for prf in side] for side in (ours, theirs))
            claims.append(beats(f"{words}: {figure} less that of {name}", _lead(name, at), *values))
    for name, theirs in others.items():
        claims.append(f1_beats(f"{words}: F1 of both less that of {name}", _lead(name, 2), ours, theirs))
    return claims


def _lead(name: str, at: int) -> float | None:
    """How far CEDS is ahead of an opponent in a figure of the paper's Table II; None if it is not there."""
    return _TABLE_2[AS_PRINTED][at] - _TABLE_2[name][at] if name in _TABLE_2 else None


def _f1(own: Sequence[Facts], name: str) -> list[float]:
    return [page[name].f1 for page in own]


def _means(own: Sequence[Prf]) -> tuple[float, ...]:
    return tuple(fmean(column) for column in zip(*own, strict=True))


def _with_interval(own: Sequence[Prf]) -> tuple[Value, ...]:
    precision, recall, _ = _means(own)
    return precision, recall, bootstrap_interval([page.f1 for page in own]), f1_interval(own)


def importance_figure(name: str, number: str, method: Ceds) -> Figure:
    """A bar for each block of the sample page; kept blocks are in colour."""
    html = (resources.files("maintext") / "samples" / SAMPLE_PAGE).read_bytes()
    scores = method.score(parse(decode(html).source))
    kept = method.select(scores)
    values = scores.values.tolist()
    left, top, bottom, width = 56, 44, 244, 860
    step = (width - left - 12) / max(len(values), 1)
    drawing = Drawing(width, bottom + 48, "ContentImportance of each block of a page")
    up = linear(0.0, max(values, default=1.0) * 1.04, bottom, top)
    ticks = [(tick, f"{tick:g}") for tick in steps(0.0, max(values, default=1.0), 5)]
    drawing.y_axis(up, ticks, "ContentImportance", left, width - 12, top)
    for at, value in enumerate(values):
        height = max(bottom - up(value), 1.0)
        style = "accent" if kept[at] else "quiet"
        x = left + at * step + min(step * 0.1, 2)
        drawing.box(x, bottom - height, step * 0.8, height, style, hint=method.describe(scores, at))
    middle = (left + width) / 2
    drawing.text(
        middle,
        bottom + 26,
        "blocks in document order; those in colour are kept",
        anchor="middle",
        style="muted",
    )
    return Figure(name, f"{number}: ContentImportance of every block of a page", drawing)
