"""Verdicts and comparisons → tables and plain data."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from maintext.arrays import FloatArray
from maintext.cli.explain import STATUS_STYLES, VERDICT_STYLES
from maintext.cli.wrap import on_a_line
from maintext.document import Document
from maintext.site.template import Fit, SiteTemplate
from maintext.verdict import Rule, Verdict

Documents = Mapping[str, Document]


def plain_table(*columns: str) -> Table:
    """A table in the style of all reports."""
    return Table(*columns, box=box.SIMPLE_HEAD, header_style="dim", pad_edge=False, show_edge=False)


def _add_paths(table: Table, heading: str, paths: Iterable[str]) -> None:
    """A column of paths and URLs, which are never broken."""
    table.add_column(heading, no_wrap=True, min_width=max(map(cell_len, paths), default=0))


def verdict_table(verdicts: Iterable[tuple[str, Verdict]], rule: Rule = "model") -> Table:
    """Verdicts by input, with the P value that the rule has."""
    verdicts = list(verdicts)
    table = plain_table("verdict", "article", "printed P" if rule == "printed" else "P", "kind")
    _add_paths(table, "input", [name for name, _ in verdicts])
    table.add_column("reason")
    for name, verdict in verdicts:
        table.add_row(
            Text(verdict.label.replace("_", " "), VERDICT_STYLES[verdict.label]),
            f"{verdict.probability:.0%}",
            f"{verdict.printed_p_value if rule == 'printed' else verdict.p_value:.2f}",
            str(verdict.kind.name),
            Text(name),
            Text(verdict.reason, "dim"),
        )
    return table


VERDICT_LEGEND = (
    "verdict    article, not article or uncertain",
    "article    probability that the page is of a kind that has an article",
    "P          largest share of text in an element, links against it (paper 3); 0.5 or more for an article",
    "kind       the most probable kind of page",
)
"""The columns of `verdict_table`, in words."""


def verdict_record(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data."""
    return {
        "verdict": verdict.label,
        "probability": round(verdict.probability, 6),
        "p_value": round(verdict.p_value, 6),
        "printed_p_value": round(verdict.printed_p_value, 6),
        "kind": verdict.kind.name,
        "kinds": {kind: round(p, 6) for kind, p in verdict.kind.probabilities.items()},
        "reason": verdict.reason,
    }


def method_table(documents: Documents) -> Table:
    """A table of what each method keeps."""
    table = plain_table("", "method", "status")
    for heading in ("blocks", "characters", "share"):
        table.add_column(heading, justify="right")
    table.add_column("first words", no_wrap=True, overflow="ellipsis", ratio=1)
    table.expand = True
    for number, (name, document) in enumerate(documents.items(), 1):
        chars, everything = _kept_chars(document), int(document.page.blocks.chars.sum())
        words = on_a_line(document.text[:200])
        table.add_row(
            str(number),
            Text(name, "bold"),
            Text(document.status, STATUS_STYLES[document.status]),
            f"{int(document.kept.sum())}/{len(document.kept)}",
            f"{chars:,}",
            f"{chars / everything:.0%}" if everything else "–",
            Text(words, "dim") if document.kept.any() else Text(_why(document), "red"),
        )
    return table


def note_lines(documents: Documents) -> list[str]:
    """The notes of the documents, each once, with the methods that they are about."""
    about: dict[str, list[str]] = {}
    for name, document in documents.items():
        for note in document.notes:
            about.setdefault(note, []).append(name)
    return [
        note if len(names) == len(documents) else f"{', '.join(names)}: {note}"
        for note, names in about.items()
    ]


def agreement_table(documents: Documents) -> Table:
    """For each pair of methods: characters that both keep, in percent of those that either keeps.

    Methods have the numbers of `method_table`, because names would not fit.
    """
    shares = agreement(documents)
    table = plain_table("%")
    table.padding = 0
    for number in range(1, len(documents) + 1):
        table.add_column(str(number), justify="right")
    for row in range(len(documents)):
        cells = [
            Text("·", "dim") if row == column else Text(f"{100 * share:.0f}", _heat(share))
            for column, share in enumerate(shares[row])
        ]
        table.add_row(Text(str(row + 1), "bold"), *cells)
    return table


def block_table(documents: Documents) -> Table:
    """For each block, the methods that keep it."""
    table = plain_table()
    for number in range(1, len(documents) + 1):
        table.add_column(str(number), justify="center")
    table.add_column("tag")
    table.add_column("text", no_wrap=True, overflow="ellipsis", ratio=1)
    table.expand = True
    for index, kept in enumerate(np.array([document.kept for document in documents.values()]).T):
        page = next(iter(documents.values())).page
        marks = [Text("●", "green") if mark else Text("·", "dim") for mark in kept]
        text = Text(on_a_line(page.block_text(index)), "" if kept.any() else "dim")
        tag = Text(page.tag_name(int(page.blocks.element[index])), "magenta" if kept.any() else "dim")
        table.add_row(*marks, tag, text)
    return table


_MOST_DIFFERING = 15
"""Blocks in a table of differences."""


def difference_table(documents: Documents) -> Table | None:
    """The longest blocks that only some methods keep, in order, and these methods; None without any."""
    page = next(iter(documents.values())).page
    kept = np.array([document.kept for document in documents.values()])
    disputed = np.flatnonzero(kept.any(axis=0) & ~kept.all(axis=0))
    if not len(disputed):
        return None
    longest = disputed[np.argsort(-page.blocks.chars[disputed], kind="stable")[:_MOST_DIFFERING]]
    table = plain_table("kept by")
    table.add_column("characters", justify="right")
    table.add_column("methods")
    table.add_column("text", no_wrap=True, overflow="ellipsis", ratio=1)
    table.expand = True
    for block in np.sort(longest).tolist():
        keeping = [name for name, marks in zip(documents, kept[:, block], strict=True) if marks]
        others = [name for name in documents if name not in keeping]
        words = ", ".join(keeping) if len(keeping) <= len(others) else f"all but {', '.join(others)}"
        text = Text(on_a_line(page.block_text(block)[:200]))
        share = f"{len(keeping)} of {len(documents)}"
        table.add_row(share, f"{int(page.blocks.chars[block]):,}", Text(words, "bold"), text)
    if len(disputed) > len(longest):
        table.caption = f"and {len(disputed) - len(longest):,} more: see --blocks"
    return table


def agreement(documents: Documents, *, by: str = "chars") -> FloatArray:
    """Jaccard index of each pair of methods, by characters or blocks; 1 if both keep nothing."""
    kept = np.array([document.kept for document in documents.values()], dtype=np.float64)
    weights = next(iter(documents.values())).page.blocks.chars if by == "chars" else np.ones(kept.shape[1])
    both = (kept * weights) @ kept.T
    size = np.diag(both)
    either = size[:, None] + size[None, :] - both
    return np.divide(both, either, out=np.ones_like(both), where=either > 0)


def comparison(documents: Documents, *, blocks: bool) -> dict[str, Any]:
    """The comparison as plain data."""
    by_chars, by_blocks = agreement(documents), agreement(documents, by="blocks")
    data: dict[str, Any] = {
        "methods": {
            name: {
                "status": document.status,
                "reason": document.reason,
                "blocks": int(document.kept.sum()),
                "characters": _kept_chars(document),
                "text": document.text,
                **({"notes": list(document.notes)} if document.notes else {}),
            }
            for name, document in documents.items()
        },
        "agreement": [
            {
                "methods": [first, second],
                "characters": round(float(by_chars[i, j]), 4),
                "blocks": round(float(by_blocks[i, j]), 4),
            }
            for i, first in enumerate(documents)
            for j, second in enumerate(documents)
            if i < j
        ],
    }
    if blocks:
        page = next(iter(documents.values())).page
        data["blocks"] = [
            {
                "text": page.block_text(index),
                "xpath": page.xpath(int(page.blocks.element[index])),
                "kept_by": [name for name, document in documents.items() if document.kept[index]],
            }
            for index in range(len(page.blocks))
        ]
    return data


def _kept_chars(document: Document) -> int:
    return int(document.page.blocks.chars[document.kept].sum())


def _why(document: Document) -> str:
    return document.explanation or ""


def _heat(share: float) -> str:
    return "green" if share >= 0.8 else "yellow" if share >= 0.5 else "red"


def template_table(template: SiteTemplate, limit: int) -> Table:
    """A table of the texts that recur on a site, the most common first."""
    table = plain_table()
    table.add_column("pages", justify="right")
    table.add_column("place", style="magenta")
    table.add_column("text")
    for (place, text), count in sorted(template.recurring.items(), key=lambda item: -item[1])[:limit]:
        table.add_row(f"{count}/{len(template.pages)}", Text(place), Text(on_a_line(text)))
    if len(template.recurring) > limit:
        table.caption = f"and {len(template.recurring) - limit} more"
    return table


def place_table(template: SiteTemplate, limit: int) -> Table:
    """A table of a site's places on most pages, with the mean probability of main text there."""
    table = plain_table()
    for heading in ("pages", "main text", "agreement"):
        table.add_column(heading, justify="right")
    table.add_column("place", style="magenta")
    table.add_column("for example")
    shared = {path: place for path, place in template.places.items() if place.pages > 1}
    for path, place in sorted(shared.items(), key=lambda item: -item[1].pages)[:limit]:
        table.add_row(
            f"{place.pages}/{len(template.pages)}",
            Text(f"{place.probability:.0%}", _heat(place.probability)),
            f"{place.agreement:.0%}",
            Text(path),
            Text(on_a_line(" | ".join(place.examples))),
        )
    if len(shared) > limit:
        table.caption = f"and {len(shared) - limit} more"
    return table


def fit_table(fits: Iterable[tuple[str, Fit]]) -> Table:
    """How pages fit a template."""
    fits = list(fits)
    table = plain_table("fits", "share")
    _add_paths(table, "input", [name for name, _ in fits])
    table.add_column("finding")
    for name, fit in fits:
        mark = Text("yes", "green") if fit.fits else Text("no", "red")
        table.add_row(mark, f"{fit.share:.0%}", Text(name), Text(fit.sentence, "dim"))
    return table
