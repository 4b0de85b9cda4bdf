"""The table of F1 in docs/hidden-text.md: `auto` with style sheets not read, with `reader` and with `strict`.

    python tools/visible_tables.py DATA [--every N] [--losses N]

Takes every n-th page with gold text of each data set. A sheet is not read if it is for print only, so the
first column marks every sheet as such. `--losses` lists the pages on which `reader` changes the F1 most.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import maintext
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import token_prf

_STYLE = re.compile(rb"<style(?=[\s>/])", re.IGNORECASE)


class Row(NamedTuple):
    """A page: its F1 without sheets, with `reader` and with `strict`."""

    page: str
    has_style: bool
    text_changes: bool
    unread: float
    reader: float
    strict: float


def measure(pages: Sequence[LabelledPage]) -> Iterator[Row]:
    """The scores of each page."""
    for page in pages:
        unread = maintext.extract(_STYLE.sub(b"<style media=print", page.html), url=page.url).text
        reader = maintext.extract(page.html, url=page.url).text
        strict = maintext.extract(page.html, url=page.url, visible="strict").text
        scores = [token_prf(text, page.text or "").f1 for text in (unread, reader, strict)]
        yield Row(page.id, bool(_STYLE.search(page.html)), unread != reader, *scores)


def table(found: dict[str, list[Row]]) -> Iterator[str]:
    """The table in Markdown."""
    yield "| set | pages | with `<style>` | sheets not read | `reader` | `strict` |"
    yield "|---|---|---|---|---|---|"
    everything = [row for rows in found.values() for row in rows]
    for name, rows in [*found.items(), ("all", everything)]:
        means = [fmean(values) for values in zip(*(row[-3:] for row in rows), strict=True)]
        written = " | ".join(f"{mean:.4f}".lstrip("0") for mean in means)
        yield f"| {name} | {len(rows)} | {sum(row.has_style for row in rows)} | {written} |"


def main() -> None:
    """Print the table, then the pages that change most."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("--losses", type=int, default=12)
    asked = parser.parse_args()
    files = sorted(asked.data.glob("*.parquet"))
    if not files:
        parser.error(f"no data set in {asked.data}")
    found: dict[str, list[Row]] = {}
    for file in files:
        pages = [page for page in read_pages(file) if page.text][:: asked.every]
        found[file.stem] = list(measure(pages))
    print("\n".join(table(found)))
    changed = [(row.reader - row.unread, name, row) for name, rows in found.items() for row in rows]
    print(f"\nreading the sheets changes the text of {sum(row.text_changes for _, _, row in changed)} pages")
    changed.sort(key=lambda one: -abs(one[0]))
    for change, name, row in changed[: asked.losses]:
        print(f"{change:+.3f} {name} {row.page} {row.unread:.3f} {row.reader:.3f} {row.strict:.3f}")


if __name__ == "__main__":
    main()
