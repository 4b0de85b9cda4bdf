"""Paper 2: Table I (marks in text and page), Tables II and III (acceptable pages), Fig. 1 (thresholds)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import compress
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray
from maintext.evaluation.metrics import is_acceptable, rate_interval
from maintext.evaluation.report.model import Column, Figure, ReportTable, Section, Value
from maintext.evaluation.report.papers.claims import Claim, beats, claims_table, reaches
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import in_paper, source_rows, source_table
from maintext.evaluation.report.results import Results
from maintext.evaluation.report.svg import Drawing
from maintext.methods.baselines.song import Song
from maintext.methods.papers.punctuation import Punctuation
from maintext.page.page import Page
from maintext.render import to_text

PRINTED = f"{Punctuation.name}:printed"
USES = (Punctuation.name, PRINTED, Song.name)


class MarkRow(NamedTuple):
    """A row of Table I: the characters that are the mark, and the paper's counts on 431 pages."""

    characters: str
    in_text: int
    """A1: occurrences in the main text."""
    on_page: int
    """A2: occurrences on the page."""


MARKS: dict[str, MarkRow] = {
    # Each punctuation mark with its counterparts in other scripts: first the dots, then the labels.
    "full stop": MarkRow("。.．｡।॥።", 8137, 8509),
    "comma": MarkRow("，,،፣", 22938, 23907),
    "question mark": MarkRow("？?؟", 742, 1136),
    "enumeration comma": MarkRow("、､", 364, 583),
    "semicolon": MarkRow("；;؛", 327, 506),
    "colon": MarkRow("：:", 511, 770),
    "exclamation mark": MarkRow("！!", 213, 541),
    "quotation marks": MarkRow('“”‘’"「」『』«»„', 229, 411),
    "brackets": MarkRow("（）()[]【】〔〕", 192, 574),
    "dash": MarkRow("—–", 81, 374),
    "emphasis": MarkRow("﹅﹆", 0, 0),
    "connecting mark": MarkRow("－～", 0, 15),
    "ellipsis": MarkRow("…", 5, 33),
    "interval mark": MarkRow("·・", 162, 495),
    "book title marks": MarkRow("《》〈〉", 28, 63),
}
DOTS = tuple(MARKS)[:7]
EPSILONS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
THETAS = (-0.5, -1.0, -1.5, -2.0, -2.5, -3.0, -3.5)
GRIDS: dict[str, tuple[str, Punctuation]] = {
    # The paper does not state the base of the logarithm.
    "punctuation-thresholds": ("as printed, base 10", Punctuation.as_printed()),
    "punctuation-thresholds-e": ("as printed, base e", replace(Punctuation.as_printed(), base=math.e)),
    "punctuation-thresholds-default": ("our default", Punctuation()),
}

_PRINTED_GRIDS = tuple(name for name, (_, method) in GRIDS.items() if method.marks == "cjk")
_CHOSEN = (0.8, -2.5)
_PRINTED_2: dict[str, tuple[Value, ...]] = {
    "sina": (200, 193, 7, 0.965),
    "sohu": (200, 195, 5, 0.975),
    "infzm": (160, 154, 6, 0.963),
    "cctv": (100, 89, 11, 0.890),
    "yahoo": (150, 145, 5, 0.967),
    "total": (810, 776, 34, 0.958),
}
_PRINTED_3: dict[str, tuple[float, float]] = {
    # The method of literature [4], this method. The second figure of cctv is .890 in Table II.
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
    grids: Mapping[str, FloatArray]
    """Whether the page is acceptable at each epsilon and theta, by figure; for the pages of that figure."""


def measure(parsed: ParsedPage) -> MarkFacts:
    """Counts of punctuation, and acceptability."""
    shown = "\n".join(parsed.page.block_texts)
    has_dots = any(MARKS[mark].characters[0] in parsed.gold for mark in DOTS)
    grids = {
        name: _threshold_grid(parsed.page, parsed.gold, method)
        for name, (_, method) in GRIDS.items()
        if (has_dots if name in _PRINTED_GRIDS else parsed.sampled)
    }
    return MarkFacts(
        _mark_counts(parsed.gold),
        _mark_counts(shown),
        {name: is_acceptable(parsed.texts[name], parsed.gold) for name in USES if name in parsed.texts},
        grids,
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
        for name in (PRINTED, Punctuation.name, Song.name)
        if name in results.extractors
    }
    grids = {name: [each.grids[name] for each in facts if name in each.grids] for name in GRIDS}
    rates: dict[str, FloatArray] = {name: np.mean(own, axis=0) for name, own in grids.items() if own}
    return Section(
        "paper-punctuation",
        "Punctuation (paper 2)",
        text,
        (
            _marks_table(results, facts),
            _acceptable_table(results, acceptable),
            _comparison_table(results, acceptable),
            claims_table("punctuation", _claims(results, facts, acceptable, rates)),
            *(_thresholds_figure(name, len(grids[name]), rates[name]) for name in rates),
        ),
    )


# -- Table I -------------------------------------------------------------------------------------------


def _mark_counts(text: str) -> list[int]:
    return [sum(map(text.count, mark.characters)) for mark in MARKS.values()]


def _marks_table(results: Results, facts: Sequence[MarkFacts]) -> ReportTable:
    chinese = [each for page, each in zip(results.with_gold, facts, strict=True) if page.lang == "zh"]
    rows = tuple(
        (
            name,
            *_shares(facts, at),
            *_shares(chinese, at),
            mark.in_text,
            mark.on_page,
            mark.in_text / mark.on_page if mark.on_page else None,
        )
        for at, (name, mark) in enumerate(MARKS.items())
    )
    columns = [Column("mark", "text")]
    for whose in ("", ", Chinese pages", " in the paper"):
        columns += [
            Column(f"A1{whose}", "count", "in the gold text"),
            Column(f"A2{whose}", "count", "in all text of the page"),
            Column(f"share{whose}", "percent", "A1 / A2"),
        ]
    note = "The paper counted 431 pages of three portals. It names 16 kinds of marks; its table has these 15."
    title = "Table I: marks in the text and on the whole page"
    return ReportTable("punctuation-1", title, tuple(columns), rows, note)


def _shares(facts: Sequence[MarkFacts], mark: int) -> tuple[Value, ...]:
    in_gold, on_page = sum(each.in_gold[mark] for each in facts), sum(each.on_page[mark] for each in facts)
    return in_gold, on_page, in_gold / on_page if on_page else None


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
    quoted = in_paper(PRINTED, _PRINTED_2)
    return source_table("punctuation-2", "Table II: acceptable pages", columns, rows, quoted)


def _counted(flags: Sequence[bool]) -> tuple[Value, ...]:
    return len(flags), sum(flags), len(flags) - sum(flags), sum(flags) / len(flags)


def _comparison_table(results: Results, acceptable: Mapping[str, Sequence[bool]]) -> ReportTable:
    columns = (Column("rate", "percent", "of acceptable pages, with a 95 % interval"),)
    rows = source_rows(results.with_gold, acceptable, lambda flags: (rate_interval(flags),))
    quoted = [
        row
        for at, name in enumerate((Song.name, PRINTED))
        for row in in_paper(name, {site: (rates[at],) for site, rates in _PRINTED_3.items()})
    ]
    title = "Table III: against the DOM-based method of literature [4]"
    note = "In the paper, the row of cctv has .910 here and .890 in Table II."
    return source_table("punctuation-3", title, columns, rows, quoted, note)


# -- claims --------------------------------------------------------------------------------------------


def _claims(
    results: Results,
    facts: Sequence[MarkFacts],
    acceptable: Mapping[str, Sequence[bool]],
    rates: Mapping[str, FloatArray],
) -> list[Claim]:
    chinese = [page.lang == "zh" for page in results.with_gold]
    scopes = {"": [True] * len(chinese)} | ({", Chinese pages": chinese} if any(chinese) else {})
    claims = []
    for scope, within in scopes.items():
        own = {name: list(compress(flags, within)) for name, flags in acceptable.items()}
        if PRINTED in own:
            claims.append(reaches(f"pages extracted acceptably{scope}", 0.958, own[PRINTED]))
            if Song.name in own:
                words = f"ahead of literature [4] (song){scope}"
                claims.append(beats(words, 0.029, own[PRINTED], own[Song.name]))
        for at, mark in enumerate(DOTS[:2]):
            pages = [each for each in compress(facts, within) if each.on_page[at]]
            shares = [min(1.0, each.in_gold[at] / each.on_page[at]) for each in pages]
            printed = MARKS[mark].in_text / MARKS[mark].on_page
            if shares:
                claims.append(
                    reaches(f"share of a page's {mark}s that are in its text{scope}", printed, shares)
                )
    claims += [_best_choice(GRIDS[name][0], grid) for name, grid in rates.items() if name in _PRINTED_GRIDS]
    return claims


def _best_choice(form: str, rates: FloatArray) -> Claim:
    rate, best = float(rates[EPSILONS.index(_CHOSEN[0]), THETAS.index(_CHOSEN[1])]), float(rates.max())
    words = f"ε = 0.8, θ = -2.5 is the best choice ({form}); here the best has {best:.1%}"
    return Claim(words, None, rate, rate, rate, "yes" if rate == best else "no")


# -- Fig. 1 --------------------------------------------------------------------------------------------


def _threshold_grid(page: Page, gold: str, method: Punctuation) -> FloatArray:
    grid = np.zeros((len(EPSILONS), len(THETAS)))
    known: dict[bytes, bool] = {}  # most thresholds keep the same blocks
    for row, epsilon in enumerate(EPSILONS):
        scores = replace(method, epsilon=epsilon).score(page)
        for column, theta in enumerate(THETAS):
            chosen = replace(method, epsilon=epsilon, theta=theta)
            kept = chosen.keep(scores, chosen.select(scores)).blocks
            marker = kept.tobytes()
            if marker not in known:
                known[marker] = is_acceptable(to_text(page, kept), gold)
            grid[row, column] = known[marker]
    return grid


def _thresholds_figure(name: str, pages: int, rates: FloatArray) -> Figure:
    form, _ = GRIDS[name]
    left, top, width, height = 72, 40, 76, 38
    drawing = Drawing(
        left + width * len(THETAS) + 16,
        top + height * len(EPSILONS) + 58,
        f"Rate of acceptable pages, {form}",
    )
    drawing.text(left - 10, 24, "ε", anchor="end", style="muted")
    best = rates.max()
    for row, epsilon in enumerate(EPSILONS):
        y = top + row * height
        drawing.text(left - 10, y + height / 2 + 4, f"{epsilon:g}", anchor="end", style="muted")
        for column, theta in enumerate(THETAS):
            x, rate = left + column * width, float(rates[row, column])
            depth = 0.08 + 0.62 * (rate / best if best else 0.0)
            hint = f"ε = {epsilon:g}, θ = {theta:g}: {rate:.1%} of the pages are acceptable"
            drawing.box(x + 1, y + 1, width - 2, height - 2, "accent", opacity=depth, hint=hint)
            if (epsilon, theta) == _CHOSEN:
                drawing.box(x + 2, y + 2, width - 4, height - 4, "chosen")
            strong = "strong" if rate == best else ""
            drawing.text(
                x + width / 2, y + height / 2 + 4, f"{100 * rate:.1f} %", anchor="middle", style=strong
            )
    bottom = top + height * len(EPSILONS)
    for column, theta in enumerate(THETAS):
        drawing.text(left + (column + 0.5) * width, bottom + 18, f"{theta:g}", anchor="middle", style="muted")
    drawing.text(left + width * len(THETAS) / 2, bottom + 40, "θ", anchor="middle", style="muted")
    which = "whose gold text has Chinese dots" if name in _PRINTED_GRIDS else "spread evenly over the run"
    note = (
        f"Acceptable pages by epsilon and theta, of {pages:,} pages {which}; the frame marks the paper's "
        "choice, bold the best."
    )
    return Figure(name, f"Fig. 1: the two thresholds, {form}", drawing, note)
