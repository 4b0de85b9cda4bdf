"""A crawl for the tests, and an extractor that misbehaves where a page tells it to."""

import ctypes
import json
import time
from pathlib import Path

from maintext.batch.extract import PageExtractor, RawPage, start_extraction
from maintext.batch.job import Job
from maintext.batch.record import Row

JOB = Job(method="p_value", seconds=1.0, memory=256 << 20)
BAD = {
    "timeout": b"<!--sleep-->",
    "memory": b"<!--allocate-->",
    "crash": b"<!--segfault-->",
    "error": b"<!--raise-->",
}
"""Pages by their effect."""


def start_hostile(job: Job) -> PageExtractor:
    extract_page = start_extraction(job)

    def extract(page: RawPage) -> Row:
        if page.html.startswith(BAD["timeout"]):
            time.sleep(60)
        if page.html.startswith(BAD["memory"]):
            hoard: list[bytes] = []
            while True:
                hoard.append(bytes(16 << 20))
        if page.html.startswith(BAD["crash"]):
            ctypes.string_at(0)
        if page.html.startswith(BAD["error"]):
            raise ValueError("a page that\nraises")
        return extract_page(page)

    return extract


def page(number: int) -> bytes:
    return (
        f"<title>{number}</title><p>The tower of page {number} was built in 1911, and it leans.</p>".encode()
    )


def write_pages(path: Path, pages: list[bytes], first: int = 0) -> None:
    """Pages as JSON Lines, with ids."""
    lines = [
        json.dumps({"id": f"page-{number}", "url": f"http://site/{number}", "html": html.decode()})
        for number, html in enumerate(pages, first)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_crawl(folder: Path, files: int, pages: int) -> list[str]:
    """Write files of pages; return all ids."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(files):
        first = number * pages
        write_pages(
            folder / f"{number:03}.jsonl", [page(index) for index in range(first, first + pages)], first
        )
    return [f"page-{index}" for index in range(files * pages)]
