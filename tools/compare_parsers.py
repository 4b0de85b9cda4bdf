"""Compare the kernel with the reference, column by column, and with lexbor, tree by tree.

    python tools/compare_parsers.py pages DATA
    python tools/compare_parsers.py fragments 100000 [seed] [DATA]

Fragments are broken pieces of html5lib's cases and, where a folder is given, of its pages. Where the
kernel and the reference differ, it says with whom lexbor sides; `build/differences` gets the sources.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.parse.html5lib_cases import outline
from tests.parse.rivals import case_sources, differences, fragments, lexbor_outline, without_templates

from maintext.limits import Limits
from maintext.parse import parse
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
    """Count who differs from whom."""
    counts: Counter[str] = Counter()
    KEPT.mkdir(parents=True, exist_ok=True)
    for number, html in enumerate(sources):
        kernel, reference = (parse(html, LIMITS, parser=name) for name in ("kernel", "reference"))
        counts["sources"] += 1
        ours, theirs = without_templates(outline(kernel)), without_templates(outline(reference))
        lexbor = lexbor_outline(html)
        verdict = ""
        if columns := differences(kernel, reference):
            side = "kernel" if ours == lexbor else "reference" if theirs == lexbor else "neither"
            tree = "trees" if ours != theirs else f"columns ({', '.join(columns)})"
            verdict = f"kernel and reference differ in {tree}; lexbor sides with {side}"
        elif ours != lexbor:
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
