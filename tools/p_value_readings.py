"""The effects in docs/papers/p_value.md: paper 3's method with each departure and reading.

    python tools/p_value_readings.py DATA

On the four sets of docs/methods: token F1, how many pages are judged otherwise than by the printed form, and
how many articles and other pages pass (P ≥ 0.5). Readings that are no parameter are computed here.
"""

import re
import sys
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np

from maintext.arrays import FloatArray, IntArray
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import token_prf
from maintext.evaluation.report.papers.p_value import WITH_ARTICLE, WITHOUT_ARTICLE
from maintext.limits import Limits
from maintext.methods.papers.p_value import PValue
from maintext.methods.registry import get_method
from maintext.options import Output
from maintext.page.page import Page
from maintext.page.parse import parse, with_hidden_text
from maintext.page.tags import in_tags
from maintext.pipeline import read, run
from maintext.render import get_format
from maintext.verdict import ARTICLE_FROM

FOUR_SETS = ("wcxb-dev", "news4k", "magic-article", "magic-forum")
PRINTED = "p_value:printed"
SPECS = (
    PRINTED,
    "p_value:printed(lengths=shown)",
    "p_value:printed(removed=html5)",
    "p_value:printed(wrapper_share=0.5)",
    "p_value:printed(images=false)",
    "p_value",
)
HIDDEN, LINKS = "hidden text in the output", "tags in an <a> keep their text as valid"
WRITTEN, SHOWN_NOWHERE = "tags and references as the source writes them", "P of a page without shown text"

_TOKEN = re.compile(
    r"<!--.*?-->|<[!?][^>]*>|</(?P<end>[a-z][^\s/>]*)[^>]*>"
    r"|<(?P<start>[a-z][^\s/>]*)(?P<rest>(?:[^\"'>]|\"[^\"]*\"|'[^']*')*|[^>]*)>",
    re.DOTALL | re.IGNORECASE,
)
_NOT_COUNTED = re.compile(
    r"\s+(?:id|class|style)\s*(?:=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]*))?(?=[\s/>]|$)", re.I
)
_RAW = frozenset("script style textarea title xmp iframe noembed noframes".split())
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_MARK, _AMPERSAND = "data-written", "\ue000"


class Outcome(NamedTuple):
    """A row of the table on one page."""

    f1: float
    p: float


def p_values(page: Page, chars: IntArray, markup: IntArray, *, links_count: bool = False) -> FloatArray:
    """Equation (1) for each row, by the printed form; 0 for text and for what step 1 removed."""
    out = page.inside(in_tags(page.tag, PValue.as_printed().rules[0]))
    linked = page.inside(page.is_link)
    chars, markup = np.where(out, 0, chars), np.where(out, 0, markup)
    l_t = page.subtree(chars)
    l_s = l_t + page.subtree(markup)
    l_vt = l_t - page.subtree(np.where(linked, chars, 0))
    whole = l_vt[0]
    if links_count:  # definition 3 to the letter: a tag in an <a> has no <a> in it
        l_vt = np.where(linked & ~page.is_link, l_t, l_vt)
    usable = page.is_element & ~out & (l_s > 0)
    return np.where(usable, l_t / np.maximum(l_s, 1) * l_vt / max(int(whole), 1), 0.0)


def text_of(page: Page, row: int) -> str:
    """The text of an element without what step 1 removes."""
    inside = np.zeros(len(page), dtype=np.bool_)
    inside[row : page.end[row]] = True
    inside &= ~page.inside(in_tags(page.tag, PValue.as_printed().rules[0]))
    return get_format("text").write(page, page.blocks.mostly(inside[page.leaves]), None, Output())


def outcome(page: Page, values: FloatArray, gold: str) -> Outcome:
    """The text of the first row with the largest P, graded."""
    best = int(np.argmax(values))
    text = text_of(page, best) if values[best] > 0 else ""
    return Outcome(token_prf(text, gold).f1, float(values[best]))


def as_written(source: str) -> tuple[str, list[int]]:
    """The source with a number in each start tag, and how many characters each tag and its end tag have.

    References in text stay as they are written: their ampersands are replaced by another character.
    """
    parts, lengths, opened, at = list[str](), list[int](), list[tuple[str, int]](), 0
    while found := _TOKEN.search(source, at):
        parts.append(source[at : found.start()].replace("&", _AMPERSAND))
        at = found.end()
        end, start = ((found[name] or "").lower() for name in ("end", "start"))
        if not start:
            parts.append(found[0])
            own = [number for number, (name, _) in enumerate(opened) if name == end]
            if own:
                lengths[opened[own[-1]][1]] += len(found[0])
                del opened[own[-1] :]
            continue
        parts.append(f'<{found["start"]} {_MARK}="{len(lengths)}"{found["rest"]}>')
        if start not in _VOID:
            opened.append((start, len(lengths)))
        lengths.append(len(found[0]) - sum(map(len, _NOT_COUNTED.findall(found["rest"]))))
        if start in _RAW:
            close = re.compile(f"</{start}", re.I).search(source, at)
            stop = close.start() if close else len(source)
            parts.append(source[at:stop])
            at = stop
    parts.append(source[at:].replace("&", _AMPERSAND))
    return "".join(parts), lengths


def written_values(page: Page) -> FloatArray | None:
    """P of each row by the lengths of the source; None if the marked source has other rows."""
    marked_source, lengths = as_written(page.table.source.decode("utf-8", "replace"))
    marked = parse(marked_source)
    if len(marked) != len(page):
        return None
    markup, seen = np.zeros(len(marked), dtype=np.int64), set[int]()
    for row in np.flatnonzero(marked.is_element).tolist():
        number = marked.attributes.get(row, {}).get(_MARK)
        if number is not None and int(number) not in seen:
            seen.add(int(number))
            markup[row] = lengths[int(number)]
    return p_values(marked, marked.source_chars, markup)


def measure(page: LabelledPage) -> dict[str, Outcome]:
    """Every row on one page."""
    limits, gold = Limits(), page.text or ""
    source = read(page.html, page.url, None, limits, limits.deadline())
    table, found = source.page, dict[str, Outcome]()
    for spec in SPECS:
        method = get_method(spec)
        assert isinstance(method, PValue)
        text = run(source, method, None, limits.deadline()).text
        found[spec] = Outcome(token_prf(text, gold).f1, method.largest(table))
    plain = p_values(table, table.source_chars, table.markup)
    whole = with_hidden_text(table)
    found[HIDDEN] = outcome(whole, plain, gold)._replace(p=found[PRINTED].p)
    found[LINKS] = outcome(table, p_values(table, table.source_chars, table.markup, links_count=True), gold)
    written = written_values(table)
    found[WRITTEN] = found[PRINTED] if written is None else outcome(table, written, gold)
    found[SHOWN_NOWHERE] = outcome(table, plain, gold)
    return found


def main(data: str, every: str = "1") -> None:
    """Print the table."""
    found: list[tuple[str | None, Mapping[str, Outcome]]] = []
    for name in FOUR_SETS:
        pages = (page for page in read_pages(Path(data) / f"{name}.parquet") if page.text)
        found += [(page.page_type, measure(page)) for page in islice(pages, 0, None, int(every))]
    columns = (
        "F1",
        "F1 differs",
        "judged otherwise",
        "articles",
        "others",
        "P above 1",
        "change of P",
    )
    print(f"{len(found)} pages\n\n| | {' | '.join(columns)} |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for row in found[0][1]:
        own = [(kind, outcomes[PRINTED], outcomes[row]) for kind, outcomes in found]
        passing = [kind for kind, _, one in own if one.p >= ARTICLE_FROM]
        cells = (
            f"{fmean(one.f1 for _, _, one in own):.3f}".removeprefix("0"),
            sum(abs(one.f1 - printed.f1) > 1e-9 for _, printed, one in own),
            sum((one.p >= ARTICLE_FROM) != (printed.p >= ARTICLE_FROM) for _, printed, one in own),
            sum(kind in WITH_ARTICLE for kind in passing),
            sum(kind in WITHOUT_ARTICLE for kind in passing),
            sum(one.p > 1 + 1e-9 for _, _, one in own),
            f"{np.median([abs(one.p - printed.p) for _, printed, one in own]):.4f}",
        )
        print(f"| {row} | {' | '.join(map(str, cells))} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
