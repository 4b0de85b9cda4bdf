"""Compare what two versions return for the same pages.

    python tools/compare_outputs.py save DATA FILE      # what the installed version returns, page by page
    python tools/compare_outputs.py compare OLD NEW     # which pages differ, in which outputs

To show that a change keeps every result: save before, save after, compare. Only the public interface is
used, so that versions with different internals can be compared.
"""

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet

import maintext

_AT_ONCE = 64


def pages(folder: Path) -> Iterator[tuple[str, bytes, str | None]]:
    """Name, source and URL of every page of the Parquet files in a folder."""
    for file in sorted(folder.glob("*.parquet")):
        for row in parquet.read_table(file, columns=["id", "html", "url"]).to_pylist():
            yield f"{file.stem}/{row['id']}", row["html"], row["url"] or None


def outputs(page: tuple[str, bytes, str | None]) -> dict[str, Any]:
    """All outputs of a version for a page."""
    name, html, url = page
    document = maintext.extract(html, url=url)
    data = document.to_dict(blocks=True)
    methods = maintext.compare(html, url=url)
    return {
        "page": name,
        "text": document.text,
        "markdown": document.markdown,
        "html": document.html,
        "verdict": [document.verdict.label, document.verdict.reason],
        "blocks": data.pop("blocks"),
        "json": data,
        "hidden": [[hidden.reason, hidden.text, hidden.xpath] for hidden in document.hidden],
        "methods": {key: [str(found.status), found.text] for key, found in methods.items()},
    }


def save(data: Path, file: Path, processes: int) -> None:
    """Write the outputs of every page, a JSON line each."""
    with gzip.open(file, "wt", compresslevel=1) as out, ProcessPoolExecutor(processes) as pool:
        for count, found in enumerate(pool.map(outputs, pages(data), chunksize=_AT_ONCE), 1):
            out.write(json.dumps(found, ensure_ascii=True) + "\n")
            if count % 500 == 0:
                print(count, "pages", file=sys.stderr)


def compare(old: Path, new: Path, show: int) -> int:
    """Print the pages with different outputs; return their number."""
    changed: Counter[str] = Counter()
    different = total = 0
    with gzip.open(old, "rt") as before, gzip.open(new, "rt") as after:
        for line, other in zip(before, after, strict=True):
            total += 1
            if line == other:
                continue
            first, second = json.loads(line), json.loads(other)
            keys = [key for key in first if first[key] != second.get(key)]
            changed.update(keys)
            different += bool(keys)
            if keys and different <= show:
                print(first["page"], *keys)
    print(f"{different} of {total} pages differ", dict(changed))
    return different


def main() -> int:
    """Run one of the two commands."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    saving = commands.add_parser("save")
    saving.add_argument("data", type=Path)
    saving.add_argument("file", type=Path)
    saving.add_argument("--processes", type=int, default=2)
    comparing = commands.add_parser("compare")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--show", type=int, default=20)
    given = parser.parse_args()
    if given.command == "save":
        save(given.data, given.file, given.processes)
        return 0
    return 1 if compare(given.old, given.new, given.show) else 0


if __name__ == "__main__":
    raise SystemExit(main())
