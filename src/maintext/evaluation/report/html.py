"""The report as one self-contained HTML page: no network, fonts or scripts from elsewhere.

Page texts are untrusted: they are written only as escaped HTML, or as JSON that the script inserts as
text nodes. The page's content policy allows only that one script, by its hash.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from string import Template
from typing import Any
from urllib.parse import urlsplit

from maintext.evaluation.metrics import Interval
from maintext.evaluation.report.leaderboard import SURE
from maintext.evaluation.report.markdown import best
from maintext.evaluation.report.model import (
    Column,
    Figure,
    ReportTable,
    Section,
    Value,
    number,
    short_name,
    show,
)
from maintext.evaluation.report.results import FAMILIES, Results, family, key
from maintext.evaluation.report.svg import asset
from maintext.evaluation.report.worst import Worst

_ARROWS = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def to_html(
    title: str, lead: str, results: Results, sections: Sequence[Section], worst: Mapping[str, Sequence[Worst]]
) -> str:
    """The whole page: the sections of the run, page by page, and the papers' sections."""
    own = [section for section in sections if not section.name.startswith("paper-")]
    papers = [section for section in sections if section.name.startswith("paper-")]
    names = [(section.name, section.title) for section in own]
    names += [("pages", "Page by page"), ("worst", "Worst pages")]
    names += [(section.name, section.title) for section in papers]
    script = asset("report.js")
    return Template(asset("report.html")).substitute(
        policy=_policy(script),
        title=_safe(title),
        style=asset("theme.css") + asset("plot.css") + asset("report.css"),
        lead=_safe(lead),
        legend=_legend(results),
        links="".join(f'<a href="#{_safe(name)}">{_safe(label)}</a>' for name, label in names),
        sections="\n".join(map(_section, own)),
        worst="\n".join(_worst_list(results, name, pages) for name, pages in worst.items() if pages),
        papers="\n".join(map(_section, papers)),
        data=_json(_data(results, worst)),
        script=script,
    )


def _policy(script: str) -> str:
    digest = b64encode(sha256(script.encode()).digest()).decode()
    rest = "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; script-src 'sha256-{digest}'; {rest}"


def _safe(text: str) -> str:
    return escape(text.replace("\0", "\ufffd"))


def _json(record: Any) -> str:
    """JSON that cannot close its script element."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).translate(_ARROWS)


def _legend(results: Results) -> str:
    present = {family(name) for name in results.extractors}
    shown = [(each, name) for each, name in FAMILIES.items() if each in present]
    return "".join(f'<span><i class="dot {each}"></i>{_safe(name)}</span>' for each, name in shown)


def _section(section: Section) -> str:
    tables = [part for part in section.parts if isinstance(part, ReportTable)]
    as_tabs = section.name in ("leaderboard", "breakdown", "structure") and len(tables) > 1
    parts = "".join(map(_part, section.parts))
    tabbed = f'<div class="tabs">{parts}</div>' if as_tabs else parts
    head = f"<h2>{_safe(section.title)}</h2><p>{_safe(section.text)}</p>"
    return f'<section id="{_safe(section.name)}">{head}{tabbed}</section>'


def _part(part: ReportTable | Figure) -> str:
    note = f'<p class="note">{_safe(part.note)}</p>' if part.note else ""
    inner = f'<div class="scroll">{part.drawing.svg()}</div>' if isinstance(part, Figure) else _table(part)
    return (
        f'<div class="part" data-title="{_safe(part.title)}"><h3>{_safe(part.title)}</h3>{note}{inner}</div>'
    )


def _table(table: ReportTable) -> str:
    heads = "".join(
        f'<th scope="col" class="{_align(column)}"{_title(column.note)}>{_safe(column.name)}</th>'
        for column in table.columns
    )
    bests = [best(table, at) for at in range(len(table.columns))]
    floor = _floor(table)
    measured = len(table.rows) - table.cited
    rows = "".join(
        f"<tr{' class=cited' if at >= measured else ''}>"
        + "".join(_cell(*cell, floor) for cell in zip(row, table.columns, bests, strict=True))
        + "</tr>"
        for at, row in enumerate(table.rows)
    )
    return f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _floor(table: ReportTable) -> float:
    """Where the bars of a table begin: a tenth below its smallest value."""
    lows = [value.low for row in table.rows for value in row if isinstance(value, Interval)]
    return max(int(min(lows, default=0.0) * 10 - 0.5) / 10, 0.0)


def _cell(value: Value, column: Column, best_value: float | None, floor: float) -> str:
    sort = number(value)
    order = "" if sort is None else f' data-n="{sort:.6g}"'
    if isinstance(value, str) and column.kind == "extractor":
        return f'<th scope="row"><i class="dot {family(value)}"></i>{_safe(short_name(value))}</th>'
    marks = _align(column)
    if best_value is not None and sort == best_value:
        marks += " best"
    if isinstance(value, Interval):
        low, middle, high = (
            100 * (each - floor) / (1 - floor) for each in (value.low, value.value, value.high)
        )
        bar = f'<span class="range" style="--l:{low:.1f}%;--m:{middle:.1f}%;--h:{high:.1f}%"></span>'
        least, shown, most = (show(each, column.kind) for each in (value.low, value.value, value.high))
        return f'<td class="{marks}"{order}>{shown} <small>{least}–{most}</small>{bar}</td>'
    shade = ""
    if column.shaded and sort is not None:
        shade = f' style="--v:{min(max((sort - 0.3) / 0.7, 0), 1):.2f}"'
        marks += " shaded"
    if column.name == "beats next" and sort is not None and sort < SURE:
        marks += " unsure"
    return f'<td class="{marks}"{order}{shade}>{_safe(show(value, column.kind))}</td>'


def _align(column: Column) -> str:
    return "words" if column.kind in ("text", "extractor") else "figure"


def _title(note: str) -> str:
    return f' title="{_safe(note)}"' if note else ""


def _worst_list(results: Results, extractor: str, pages: Sequence[Worst]) -> str:
    rows = "".join(map(_worst_row, pages))
    scores = [score.token for score in results.scores_of(extractor, results.with_gold) if score.token]
    below = sum(token.f1 < 0.5 for token in scores)
    heads = '<th class="words">page</th><th class="figure">F1</th><th class="figure">precision</th>'
    heads += '<th class="figure">recall</th><th class="words">status</th><th class="words">best there</th>'
    name = f'<i class="dot {family(extractor)}"></i>{_safe(short_name(extractor))}'
    return (
        f"<details><summary>{name} <small>{below:,} of {len(scores):,} pages below .5</small></summary>"
        f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
        "</details>"
    )


def _worst_row(each: Worst) -> str:
    page = f"{each.page.dataset}/{each.page.id}"
    figures = "".join(
        f'<td class="figure">{show(value, "score")}</td>'
        for value in (each.token.f1, each.token.precision, each.token.recall)
    )
    return (
        f'<tr><td class="words"><a href="#{escape(each.anchor)}">{_safe(page)}</a> '
        f"<small>{_safe(_shortened(each.page.url or ''))}</small></td>{figures}"
        f'<td class="words"{_title(each.error or "")}>{each.status}</td>'
        f'<td class="words">{_safe(short_name(each.best))} {show(each.best_f1, "score")}</td></tr>'
    )


def _shortened(url: str) -> str:
    plain = url.removeprefix("https://").removeprefix("http://").removeprefix("www.")
    return plain if len(plain) <= 60 else plain[:59] + "…"


def _data(results: Results, worst: Mapping[str, Sequence[Worst]]) -> dict[str, Any]:
    """Data for the script; F1 in thousandths."""
    gold = results.with_gold
    place = {key(page): at for at, page in enumerate(gold)}
    datasets = [name for name, pages in results.datasets.items() if any(page.text for page in pages)]
    return {
        "sets": datasets,
        "extractors": [
            [short_name(name), family(name), [_thousandths(results, page, name) for page in gold]]
            for name in worst
        ],
        "pages": [
            [
                datasets.index(page.dataset),
                page.id,
                _link_url(page.url),
                page.page_type or "",
                page.lang or "",
            ]
            for page in gold
        ],
        "differences": {
            each.anchor: [
                number,
                place[key(each.page)],
                each.status,
                each.error or "",
                *(round(value, 3) for value in each.token[:2]),
                [list(stretch) for stretch in each.difference],
            ]
            for number, pages in enumerate(worst.values())
            for each in pages
        },
    }


def _thousandths(results: Results, page: Any, extractor: str) -> int | None:
    token = results.scores[key(page)][extractor].token
    return None if token is None else round(1000 * token.f1)


def _link_url(url: str | None) -> str:
    """The URL if it is safe to link to, else an empty string."""
    try:
        return url if url and urlsplit(url).scheme in ("http", "https") else ""
    except ValueError:
        return ""
