"""The figures of docs/metadata.md: how often title, authors and date are right, wrong or missing.

    python tools/metadata_tables.py DATA [--titles SET ...] [--sets SET ...] [--cache FOLDER] [--errors FIELD]

DATA is a folder of data sets in one layout. `--sets` have labels for all fields; those of `--titles` only for
the title. Sites are split in halves by their fold (`maintext.evaluation.sites`): rules were written looking
at half A. `--errors FIELD` prints the pages of half A on which our reader is not right.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from maintext.evaluation.cache import Cache, default_folder
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metadata.grades import Grade, grade
from maintext.evaluation.metadata.readers import OURS, READERS
from maintext.evaluation.metadata.run import read_all, reader_versions
from maintext.evaluation.sites import fold_of, site_key

FIELDS = ("title", "authors", "date")
GRADES: tuple[Grade, ...] = ("right", "wrong", "missing")


def half(page: LabelledPage) -> str:
    """The half of the pages: A was looked at while the rules were written, B was only measured."""
    return "A" if fold_of(site_key(page.url, page.html)) < 2 else "B"


def table(field: str, names: Iterable[str], graded: Counter[tuple[str, str, str, Grade]]) -> Iterator[str]:
    """A table in Markdown: a row for each reader, a column for each data set; percentages."""
    sets = list(dict.fromkeys(dataset for _, dataset, _, _ in graded))
    pages = {dataset: sum(count for key, count in graded.items() if key[1] == dataset) for dataset in sets}
    readers = [name for name in names if field in READERS[name].fields]
    heads = [f"{name} ({count // len(readers):,})" for name, count in pages.items()]
    yield " | ".join([f"| {field}", *heads, "half A", "half B", "all |"])
    yield "|" + "---|" * (len(sets) + 4)
    for name in readers:
        cells = [_cell(graded, name, dataset, "AB") for dataset in sets]
        cells += [_cell(graded, name, None, halves) for halves in ("A", "B", "AB")]
        yield f"| {name} {READERS[name].version() or ''} | " + " | ".join(cells) + " |"


def _cell(graded: Counter[tuple[str, str, str, Grade]], name: str, dataset: str | None, halves: str) -> str:
    counts: Counter[Grade] = Counter()
    for (reader, own, part, mark), count in graded.items():
        if reader == name and dataset in (None, own) and part in halves:
            counts[mark] += count
    return " / ".join(f"{100 * counts[mark] / max(1, counts.total()):.1f}" for mark in GRADES)


def main() -> None:
    """Read the pages, grade every reader, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="*", default=["wcxb-dev", "news4k", "fundus"])
    parser.add_argument("--titles", nargs="*", default=["daniel", "daniel-zh"])
    parser.add_argument("--readers", nargs="*", default=[*READERS], choices=READERS)
    parser.add_argument("--cache", type=Path, default=default_folder())
    parser.add_argument("--errors", choices=FIELDS)
    given = parser.parse_args()
    names = [name for name in given.readers if READERS[name].version() or name == OURS]
    pages = [page for page in read_pages(given.data) if page.dataset in (*given.sets, *given.titles)]
    graded: dict[str, Counter[tuple[str, str, str, Grade]]] = {field: Counter() for field in FIELDS}
    with Cache(given.cache, reader_versions(names)) as cache:
        for (name, page), found in read_all(pages, names, cache):
            for field in FIELDS:
                labelled = page.title if page.dataset in given.titles else True
                if (
                    field in READERS[name].fields
                    and labelled
                    and (field == "title" or page.dataset in given.sets)
                ):
                    mark = grade(page, found, field)
                    graded[field][name, page.dataset, half(page), mark] += 1
                    if (field, name, half(page)) == (given.errors, OURS, "A") and mark != "right":
                        gold = {"title": page.title, "authors": page.author, "date": page.date}[field]
                        print(f"{page.dataset} {page.id} {page.url}\n  {gold!r}\n  {getattr(found, field)!r}")
    for field in FIELDS:
        print(*table(field, names, graded[field]), "", sep="\n")


if __name__ == "__main__":
    main()
