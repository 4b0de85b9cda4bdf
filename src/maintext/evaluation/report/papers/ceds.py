"""Paper 5: Table I (by source), Table II (against four methods), Fig. 4 (ContentImportance of a page).

The measure is the paper's: precision, recall and F1 by the longest common subsequence of characters.
"""

from collections.abc import Mapping, Sequence
from importlib import resources
from statistics import fmean

from maintext.evaluation.metrics import Interval, Prf, bootstrap_interval, lcs_prf, paired_bootstrap
from maintext.evaluation.report.model import Column, Figure, ReportTable, Section, Value
from maintext.evaluation.report.papers.news import is_news
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import by_site, by_source
from maintext.evaluation.report.results import Results
from maintext.evaluation.report.svg import Drawing, linear, steps
from maintext.methods.papers.ceds import Ceds
from maintext.methods.registry import METHODS
from maintext.page.parse import parse
from maintext.text.decode import decode

OPPONENTS = ("fe", "ccb", "cetr", "cetd")
USES = (Ceds.name, *OPPONENTS)
SAMPLE_PAGE = "chinese-news.html"
NEWS = "thematic news"

Facts = Mapping[str, Prf]
"""The scores of one page, by method and form."""

_PRINTED_1: tuple[tuple[Value, ...], ...] = (
    ("The Economist", "in the paper", None, 0.9812, 0.9634, 0.9698),
    ("Sina News", "in the paper", None, 0.9929, 0.9816, 0.9849),
    ("Global News (Huanqiu)", "in the paper", None, 0.9733, 0.9841, 0.9749),
    ("Sohu News", "in the paper", None, 0.9658, 0.9912, 0.9747),
    ("Firefox News", "in the paper", None, 0.9717, 0.9982, 0.9798),
)
_PRINTED_2: tuple[tuple[Value, ...], ...] = (
    ("FE", "in the paper", None, 0.7419, 0.6021, None, 0.6647),
    ("CCB", "in the paper", None, 0.8127, 0.9034, None, 0.8557),
    ("CETR", "in the paper", None, 0.8698, 0.9370, None, 0.9022),
    ("CETD", "in the paper", None, 0.9449, 0.9458, None, 0.9453),
    ("CEDS", "in the paper", None, 0.9790, 0.9854, None, 0.9821),
)
_SCORES = (
    Column("precision", "percent", "LCS by characters extracted, mean over pages"),
    Column("recall", "percent", "LCS by characters of the gold text, mean over pages"),
)


def measure(parsed: ParsedPage) -> Facts:
    """The longest common subsequences of the gold text and the text of each method in each form."""
    facts = {}
    for name in (*OPPONENTS, Ceds.name):
        if name in parsed.texts:
            method = METHODS[name]
            if method.printed:
                facts[f"{name}:printed"] = lcs_prf(parsed.extract(method.as_printed()), parsed.gold)
            facts[name] = lcs_prf(parsed.texts[name], parsed.gold)
    return facts


def section(results: Results, facts: Sequence[Facts]) -> Section:
    """Precision, recall and F1 by the longest common subsequence of characters."""
    pages = results.with_gold
    news = [own for page, own in zip(pages, facts, strict=True) if is_news(page)]
    scopes = {**({NEWS: news} if news else {}), **by_source(pages, facts)}
    sites = by_site(pages, facts)
    text = (
        "Precision and recall by the longest common subsequence of characters, white space left out; means "
        "over pages. Thematic news, the scope of the paper, are the pages of data sets that have news "
        "articles alone. The paper's text swaps the precision and recall of its Table II; the table's are "
        f"cited. The figures show every block of the bundled page {SAMPLE_PAGE}, in document order."
    )
    whole = {name: own for name, own in scopes.items() if name in (NEWS, "all") or len(scopes) == 1}
    return Section(
        "paper-ceds",
        "CEDS (paper 5)",
        text,
        (
            _sources_table({**scopes, **sites}),
            _methods_table(whole),
            _f1_table({**scopes, **sites}),
            _claims_table(whole),
            importance_figure("ceds-importance", "as printed", Ceds.as_printed()),
            importance_figure("ceds-importance-default", "our default", Ceds()),
        ),
    )


def _sources_table(sources: Mapping[str, Sequence[Facts]]) -> ReportTable:
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (source, form, len(own), *_means([page[name] for page in own]))
        for source, own in sources.items()
        for name, form in ((f"{Ceds.name}:printed", "as printed"), (Ceds.name, "default"))
    )
    columns = (
        Column("source", "text"),
        Column("form", "text"),
        Column("pages", "count"),
        *_SCORES,
        Column("F1", "percent", "mean of the pages' F1"),
    )
    return ReportTable("ceds-1", "Table I: by source", columns, (*rows, *_PRINTED_1), cited=len(_PRINTED_1))


def _methods_table(scopes: Mapping[str, Sequence[Facts]]) -> ReportTable:
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (name, scope, len(own), *_with_interval([page[name] for page in own]))
        for scope, own in scopes.items()
        for name in own[0]
    )
    columns = (
        Column("method", "extractor"),
        Column("pages of", "text"),
        Column("pages", "count"),
        *_SCORES,
        Column("F1", "percent", "mean of the pages' F1, with a 95 % interval"),
        Column("F1 of both", "percent", "of the mean precision and recall, as in the paper's table"),
    )
    return ReportTable(
        "ceds-2", "Table II: against other methods", columns, (*rows, *_PRINTED_2), cited=len(_PRINTED_2)
    )


def _f1_table(sources: Mapping[str, Sequence[Facts]]) -> ReportTable:
    names = tuple(next(iter(sources.values()))[0])
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (source, len(own), *(fmean(page[name].f1 for page in own) for name in names))
        for source, own in sources.items()
    )
    columns = (
        Column("source", "text"),
        Column("pages", "count"),
        *(Column(name, "percent") for name in names),
    )
    return ReportTable("ceds-2-f1", "Table II by source: F1", columns, rows)


def _claims_table(scopes: Mapping[str, Sequence[Facts]]) -> ReportTable:
    rows: list[tuple[Value, ...]] = []
    for scope, own in scopes.items():
        for name in (f"{Ceds.name}:printed", Ceds.name):
            for other in [each for each in own[0] if not each.startswith(Ceds.name)]:
                compared = paired_bootstrap([page[name].f1 for page in own], [page[other].f1 for page in own])
                lead = Interval(compared.difference, compared.low, compared.high, 0.0)
                rows.append((name, other, scope, lead, compared.probability))
    columns = (
        Column("method", "extractor"),
        Column("opponent", "extractor"),
        Column("pages of", "text"),
        Column("lead in F1", "difference", "mean difference of the pages' F1, with a 95 % interval"),
        Column("ahead", "percent", "share of the resamples of pages in which it is ahead"),
    )
    return ReportTable("ceds-claim", "The claim: CEDS is ahead of the others", columns, tuple(rows))


def _means(own: Sequence[Prf]) -> tuple[float, ...]:
    return tuple(fmean(column) for column in zip(*own, strict=True))


def _with_interval(own: Sequence[Prf]) -> tuple[Value, ...]:
    precision, recall, _ = _means(own)
    both = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return precision, recall, bootstrap_interval([page.f1 for page in own]), both


def importance_figure(name: str, form: str, method: Ceds) -> Figure:
    """A bar for each block of the sample page; kept blocks are in colour."""
    html = (resources.files("maintext") / "samples" / SAMPLE_PAGE).read_bytes()
    scores = method.score(parse(decode(html).source))
    kept = method.select(scores)
    values = scores.values.tolist()
    left, top, bottom, width = 56, 44, 244, 860
    step = (width - left - 12) / max(len(values), 1)
    drawing = Drawing(width, bottom + 48, f"ContentImportance of each block of a page, {form}")
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
    return Figure(name, f"Fig. 4: ContentImportance of every block of a page, {form}", drawing)
