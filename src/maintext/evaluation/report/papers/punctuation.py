"""Paper 2: Table I (punctuation in text and page), Tables II and III (acceptable pages), and its claims.

Fig. 1 is in `thresholds.py`.
"""

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import NamedTuple

from maintext.evaluation.metrics import is_acceptable, rate_interval
from maintext.evaluation.report.model import Column, ReportTable, Section, Value
from maintext.evaluation.report.papers.claims import Claim, beats, claims_table, reaches, share_reaches
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import by_source, in_paper, source_rows, source_table
from maintext.evaluation.report.papers.thresholds import (
    PageGrids,
    choice_claims,
    measure_grids,
    threshold_figures,
    thresholds_table,
)
from maintext.evaluation.report.results import Results
from maintext.methods.baselines.song import Song
from maintext.methods.papers.punctuation import MARKS, Punctuation

AS_PRINTED = Punctuation.as_printed().spec
USES = (Punctuation.name, AS_PRINTED, Song.name)


class MarkRow(NamedTuple):
    """A row of Table I: the characters of a punctuation mark, and the paper's counts on 431 pages."""

    characters: str
    in_text: int
    """A1: occurrences in the main text."""
    on_page: int
    """A2: occurrences on the page."""


_DOTS = {
    "full stop": (8137, 8509),
    "comma": (22938, 23907),
    "question mark": (742, 1136),
    "enumeration comma": (364, 583),
    "semicolon": (327, 506),
    "colon": (511, 770),
    "exclamation mark": (213, 541),
}
TABLE_1: dict[str, MarkRow] = {
    # First the dots, which the method counts, then the labels; each with its counterparts in other scripts.
    **{name: MarkRow(same, *_DOTS[name]) for name, same in zip(_DOTS, MARKS, strict=True)},
    "quotation marks": MarkRow('“”‘’"「」『』«»„', 229, 411),
    "brackets": MarkRow("（）()[]【】〔〕", 192, 574),
    "dash": MarkRow("—–", 81, 374),
    "emphasis": MarkRow("﹅﹆", 0, 0),
    "connecting mark": MarkRow("－～", 0, 15),
    "ellipsis": MarkRow("…", 5, 33),
    "interval mark": MarkRow("·・", 162, 495),
    "book title marks": MarkRow("《》〈〉", 28, 63),
}

_TABLE_2: dict[str, tuple[Value, ...]] = {
    "sina": (200, 193, 7, 0.965),
    "sohu": (200, 195, 5, 0.975),
    "infzm": (160, 154, 6, 0.963),
    "cctv": (100, 89, 11, 0.890),
    "yahoo": (150, 145, 5, 0.967),
    "total": (810, 776, 34, 0.958),
}
_TABLE_3: dict[str, tuple[float, float]] = {
    # The method of literature [4], this method. The second figure of cctv is .890 in Table II. The first
    # total is a misprint: the five rates have a mean of .926, and weighed by Table II's pages .938.
    "sina": (0.980, 0.965),
    "sohu": (0.970, 0.975),
    "infzm": (0.907, 0.963),
    "cctv": (0.829, 0.910),
    "yahoo": (0.943, 0.967),
    "total": (0.929, 0.958),
}


class MarkFacts(NamedTuple):
    """One page."""

    in_gold: list[int]
    """How often each punctuation mark is in the gold text."""
    on_page: list[int]
    """How often each is in all text of the page."""
    acceptable: Mapping[str, bool]
    """Whether the text of each method is acceptable."""
    grids: PageGrids
    """Whether the page is acceptable at each epsilon and theta of Fig. 1."""


def measure(parsed: ParsedPage) -> MarkFacts:
    """Counts of punctuation, and acceptability."""
    return MarkFacts(
        _mark_counts(parsed.gold),
        _mark_counts("\n".join(parsed.page.block_texts)),
        {name: is_acceptable(parsed.texts[name], parsed.gold) for name in USES if name in parsed.texts},
        measure_grids(parsed),
    )


def section(results: Results, facts: Sequence[MarkFacts]) -> Section:
    """Punctuation, acceptable pages, the opponent, thresholds, and the claims."""
    text = (
        "A page is acceptable when 85 % or more of the tokens of gold text and extraction together are "
        "right. The paper does not state the base of the logarithm in I: the printed form takes 10, and "
        "Fig. 1 shows e as well. song is a reading of the paper's opponent, whose text is not at hand."
    )
    acceptable = {
        name: [each.acceptable[name] for each in facts]
        for name in (AS_PRINTED, Punctuation.name, Song.name)
        if name in results.extractors
    }
    grids = [each.grids for each in facts]
    claims = [*_claims(results, facts, acceptable), *choice_claims(grids)]
    return Section(
        "paper-punctuation",
        "Punctuation (paper 2)",
        text,
        (
            _marks_table(results, facts),
            _shares_table(results, facts),
            _acceptable_table(results, acceptable),
            _comparison_table(results, acceptable),
            claims_table("punctuation", claims),
            *threshold_figures(grids),
            thresholds_table(results.with_gold, grids),
        ),
    )


# -- Table I -------------------------------------------------------------------------------------------


def _mark_counts(text: str) -> list[int]:
    return [sum(map(text.count, mark.characters)) for mark in TABLE_1.values()]


def _marks_table(results: Results, facts: Sequence[MarkFacts]) -> ReportTable:
    chinese = [each for page, each in zip(results.with_gold, facts, strict=True) if page.lang == "zh"]
    rows = tuple(
        (
            name,
            *_counts(facts, at),
            *_counts(chinese, at),
            mark.in_text,
            mark.on_page,
            _share(mark.in_text, mark.on_page),
        )
        for at, (name, mark) in enumerate(TABLE_1.items())
    )
    columns = [Column("punctuation", "text")]
    for whose in ("", ", Chinese pages", " in the paper"):
        columns += [
            Column(f"A1{whose}", "count", "in the gold text"),
            Column(f"A2{whose}", "count", "in all text of the page"),
            Column(f"share{whose}", "percent", "A1 / A2"),
        ]
    note = "The paper counted 431 pages of three portals. It names 16 kinds; its table has these 15."
    title = "Table I: punctuation in the text and on the whole page"
    return ReportTable("punctuation-1", title, tuple(columns), rows, note)


def _shares_table(results: Results, facts: Sequence[MarkFacts]) -> ReportTable:
    """A row for each source, a column for each punctuation mark."""
    rows: list[tuple[Value, ...]] = [
        (source, len(own), *(_counts(own, at)[2] for at in range(len(TABLE_1))))
        for source, own in by_source(results.with_gold, facts).items()
    ]
    printed = (_share(mark.in_text, mark.on_page) for mark in TABLE_1.values())
    columns = (
        Column("source", "text"),
        Column("pages", "count"),
        *(Column(name, "percent", "A1 / A2") for name in TABLE_1),
    )
    title = "Table I by source: the share of each that is in the text"
    quoted = ("in the paper: three portals", 431, *printed)
    return ReportTable("punctuation-1-shares", title, columns, (*rows, quoted), cited=1)


def _counts(facts: Sequence[MarkFacts], mark: int) -> tuple[int, int, float | None]:
    in_gold, on_page = sum(each.in_gold[mark] for each in facts), sum(each.on_page[mark] for each in facts)
    return in_gold, on_page, _share(in_gold, on_page)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


# -- Tables II and III ---------------------------------------------------------------------------------


def _acceptable_table(results: Results, acceptable: Mapping[str, Sequence[bool]]) -> ReportTable:
    own = {name: flags for name, flags in acceptable.items() if name != Song.name}
    columns = (
        Column("pages", "count"),
        Column("acceptable", "count"),
        Column("unacceptable", "count"),
        Column("rate", "percent"),
    )
    rows = source_rows(results.with_gold, own, _counted)
    quoted = in_paper(AS_PRINTED, _TABLE_2)
    return source_table("punctuation-2", "Table II: acceptable pages", columns, rows, quoted)


def _counted(flags: Sequence[bool]) -> tuple[Value, ...]:
    return len(flags), sum(flags), len(flags) - sum(flags), sum(flags) / len(flags)


def _comparison_table(results: Results, acceptable: Mapping[str, Sequence[bool]]) -> ReportTable:
    columns = (Column("rate", "percent", "of acceptable pages, with a 95 % interval"),)
    rows = source_rows(results.with_gold, acceptable, lambda flags: (rate_interval(flags),))
    quoted = [
        row
        for at, name in enumerate((Song.name, AS_PRINTED))
        for row in in_paper(name, {site: (rates[at],) for site, rates in _TABLE_3.items()})
    ]
    title = "Table III: against the DOM-based method of literature [4]"
    note = (
        "In the paper, the row of cctv has .910 here and .890 in Table II, and the total of literature [4] "
        "is neither the mean of its five rates (.926) nor their mean by Table II's pages (.938)."
    )
    return source_table("punctuation-3", title, columns, rows, quoted, note)


# -- claims --------------------------------------------------------------------------------------------


def _claims(
    results: Results, facts: Sequence[MarkFacts], acceptable: Mapping[str, Sequence[bool]]
) -> list[Claim]:
    chinese = [page.lang == "zh" for page in results.with_gold]
    scopes = {"": [True] * len(chinese)} | ({", Chinese pages": chinese} if any(chinese) else {})
    claims = []
    for scope, within in scopes.items():
        own = {name: list(compress(flags, within)) for name, flags in acceptable.items()}
        if AS_PRINTED in own:
            claims.append(reaches(f"pages extracted acceptably{scope}", 0.958, own[AS_PRINTED]))
            if Song.name in own:
                words = f"ahead of literature [4] (song){scope}"
                claims.append(beats(words, 0.029, own[AS_PRINTED], own[Song.name]))
        claims += _share_claims(scope, list(compress(facts, within)))
    return claims


def _share_claims(scope: str, facts: Sequence[MarkFacts]) -> list[Claim]:
    """Table I's shares of full stops and commas, from the counts of all pages together, as in the table."""
    claims = []
    for at, name in enumerate(("full stop", "comma")):
        in_gold, on_page = [each.in_gold[at] for each in facts], [each.on_page[at] for each in facts]
        if any(on_page):
            printed = TABLE_1[name].in_text / TABLE_1[name].on_page
            words = f"share of all {name}s that are in the text{scope}"
            claims.append(share_reaches(words, printed, in_gold, on_page))
    return claims
