"""A tiny data set in each layout: two pages, `1` and `2`, whose gold texts are "Tea 1." and "Tea 2."."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

NUMBERS = ("1", "2")


def html(number: str) -> bytes:
    return f"<p>Tea {number}.</p>".encode()


def gold(number: str) -> str:
    return f"Tea {number}."


def url(number: str) -> str:
    return f"https://tea.example/{number}"


def put(file: Path, data: bytes | str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    data = data.encode() if isinstance(data, str) else data
    file.write_bytes(gzip.compress(data) if file.suffix == ".gz" else data)
    return file


def write_parquet(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    columns = {
        "id": list(NUMBERS),
        "html": [html(number) for number in NUMBERS],
        "text": [gold(number) for number in NUMBERS],
    }
    parquet.write_table(pa.table(columns), folder / "tea.parquet")


def write_jsonl(folder: Path) -> None:
    lines = []
    for number in NUMBERS:
        put(folder / "pages" / f"{number}.html", html(number))
        lines.append(json.dumps({"id": number, "path": f"pages/{number}.html", "text": gold(number)}))
    put(folder / "tea.jsonl", "\n".join(lines))


def write_pairs(folder: Path) -> None:
    for number in NUMBERS:
        put(folder / f"{number}.html", html(number))
        put(folder / f"{number}.txt", gold(number) + "\n")


def write_wcxb(folder: Path) -> None:
    for number in NUMBERS:
        label = {
            "schema_version": "2.0",
            "url": url(number),
            "file_id": number,
            "_internal": {"page_type": {"primary": "category", "confidence": "verified"}},
            "ground_truth": {
                "title": "Tea",
                "author": None,
                "publish_date": "2025-06-04",
                "main_content": gold(number),
                "with": ["Tea"],
                "without": ["Share"],
            },
        }
        put(folder / "dev" / "ground-truth" / f"{number}.json", json.dumps(label))
        put(folder / "dev" / "html" / f"{number}.html.gz", html(number))


def write_aeb(folder: Path) -> None:
    labels = {number: {"articleBody": gold(number), "url": url(number)} for number in NUMBERS}
    put(folder / "ground-truth.json", json.dumps(labels))
    for number in NUMBERS:
        put(folder / "html" / f"{number}.html.gz", html(number))


def write_trafilatura(folder: Path) -> None:
    labels = {
        url(number): {
            "file": f"{number}.html",
            "with": [gold(number)],
            "without": ["Share"],
            "comments": ["Hm"],
        }
        for number in NUMBERS
    }
    put(folder / "tests" / "evaldata.json", json.dumps(labels))
    put(folder / "tests" / "cache" / "1.html", html("1"))
    put(folder / "tests" / "eval" / "2.html", html("2"))


def write_cleaneval(folder: Path) -> None:
    for number in NUMBERS:
        wrapped = b'\n<text id="%s" title="a > b">\n' % url(number).encode() + html(number) + b"\n</text>\n"
        put(folder / "en_original" / f"{number}.html", wrapped)
        put(folder / "en_cleaned" / f"{number}-cleaned.txt", f"URL: {url(number)}\n<p>{gold(number)}\n")


def write_dragnet(folder: Path) -> None:
    for number in NUMBERS:
        put(folder / "HTML" / f"{number}.html", html(number))
        comments = "\n\n!@#$%^&*()  COMMENTS\n\nNice tea."
        put(folder / "Corrected" / f"{number}.html.corrected.txt", gold(number) + comments)


def write_readability(folder: Path) -> None:
    for number in NUMBERS:
        case = folder / "test" / "test-pages" / number
        put(case / "source.html", html(number))
        put(case / "expected.html", b'<div id="readability-page-1">' + html(number) + b"</div>")
        metadata = {
            "title": "Tea",
            "byline": "By A. Leaf",
            "lang": "en",
            "publishedTime": None,
            "readerable": True,
        }
        put(case / "expected-metadata.json", json.dumps(metadata))


WRITERS: dict[str, Callable[[Path], None]] = {
    "parquet": write_parquet,
    "jsonl": write_jsonl,
    "wcxb": write_wcxb,
    "aeb": write_aeb,
    "trafilatura": write_trafilatura,
    "cleaneval": write_cleaneval,
    "dragnet": write_dragnet,
    "readability": write_readability,
    "pairs": write_pairs,
}
