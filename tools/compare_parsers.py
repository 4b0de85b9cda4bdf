"""Compare the kernel with a walk over turbohtml's tree, column by column, and with lexbor, tree by tree.

    python tools/compare_parsers.py pages DATA
    python tools/compare_parsers.py fragments 100000 [seed] [DATA]

Fragments are broken pieces of html5lib's cases and, if a folder is given, of its pages. If the kernel and the
walk differ, it reports whether lexbor agrees with the kernel; sources are saved in `build/differences`.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.parse.html5lib_cases import outline
from tests.parse.rivals import case_sources, differences, fragments, lexbor_outline, without_templates
from tests.reference.walk import Walked

from maintext.limits import Limits
from maintext.page.parse import parse
from maintext.text.decode import decode

KEPT = Path("build/differences")
LIMITS = Limits(seconds=1e6)


def pages(folder: str) -> Iterator[str]:
    """The pages of all Parquet files in a folder."""
    for file in sorted(Path(folder).glob("*.parquet")):
        for batch in pq.ParquetFile(file).iter_batches(64, columns=["html"]):
            for html in batch["html"].to_pylist():
                yield decode(html).text


def compare(sources: Iterable[str]) -> Counter[str]:
    """Count the differences between the parsers."""
    counts: Counter[str] = Counter()
    KEPT.mkdir(parents=True, exist_ok=True)
    for number, html in enumerate(sources):
        page = parse(html, LIMITS)
        counts["sources"] += 1
        agrees = without_templates(outline(page)) == lexbor_outline(html)
        verdict = ""
        if columns := differences(page, Walked(html, LIMITS)):
            what = "trees" if "parent" in columns or "tag" in columns else f"columns ({', '.join(columns)})"
            verdict = f"kernel and walk differ in {what}; lexbor {'agrees' if agrees else 'does not agree'}"
            verdict += " with the kernel"
        elif not agrees:
            verdict = "lexbor differs from both"
        if verdict:
            counts[verdict] += 1
            if counts[verdict] <= 20:
                name = verdict.replace(" ", "-").replace(";", "").replace(",", "")[:90]
                (KEPT / f"{name}-{number}.html").write_text(html, encoding="utf-8", errors="surrogatepass")
    return counts


def main(what: str, *arguments: str) -> None:
    """Run one comparison and print its counts."""
    if what == "pages":
        counts = compare(pages(arguments[0]))
    else:
        count, seed, folder = (
            int(arguments[0]),
            int(arguments[1:2][0]) if arguments[1:] else 1,
            arguments[2:3],
        )
        sources = case_sources()
        for one in folder:
            sources += [html for number, html in enumerate(pages(one)) if number % 10 == 0]
        counts = compare(fragments(count, seed, sources))
    for verdict, number in counts.most_common():
        print(f"{number:8} {verdict}")


if __name__ == "__main__":
    main(*sys.argv[1:])
