"""extract_many: folders and iterables, in order, failures as Documents."""

import gzip
import os
import pickle
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from maintext import Extractor, InputError, Limits, Method, Paper, Reason, Scores, extract, extract_many
from maintext.arrays import BoolArray
from maintext.page.page import Page

STORIES = [f"<p>In {year} the tower was leaning, and nobody knew why it did." for year in range(1900, 1950)]


@dataclass(frozen=True)
class Killer(Method):
    """Ends its process on a page with that word."""

    name: ClassVar[str] = "killer"
    paper: ClassVar[Paper] = Paper("maintext", "It ends", 2026)

    def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
        if "kill" in page.text:
            os._exit(3)
        if "raise" in page.text:
            raise RuntimeError("raised\nhere")
        return Scores(page, page.chars[page.leaves].astype(np.float64), np.arange(len(page.leaves)))

    def select(self, scores: Scores) -> BoolArray:
        return scores.values > 0


@pytest.mark.parametrize("workers", [1, 2, None])
def test_documents_come_in_order(workers: int | None) -> None:
    documents = list(extract_many(STORIES, workers=workers, method="p_value"))
    assert [str(document) for document in documents] == [story[3:] for story in STORIES]


def test_pages_are_taken_as_they_are_needed() -> None:
    taken = []

    def pages() -> Iterator[str]:
        for story in STORIES:
            taken.append(story)
            yield story

    found = extract_many(pages(), workers=1, method="p_value")
    assert not taken
    next(found)
    assert len(taken) == 1


def test_a_folder_is_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "b.html").write_text(STORIES[1])
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(STORIES[0].encode()))
    (tmp_path / "sub" / "c.HTM").write_text(STORIES[2])
    (tmp_path / "notes.csv").write_text("no page")
    for pages in (tmp_path, str(tmp_path)):
        texts = [document.text for document in extract_many(pages, method="p_value")]
        assert texts == [story[3:] for story in STORIES[:3]]


def test_a_folder_without_pages_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text("no page")
    with pytest.raises(InputError, match=r": no \.html, \.htm, \.xhtml file in it$"):
        extract_many(tmp_path)
    assert list(extract_many([])) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_what_fails_is_a_document(workers: int, tmp_path: Path) -> None:
    pages: list[str | Path] = [STORIES[0], tmp_path / "missing.html", "page.html", "<p>raise", STORIES[1]]
    if workers > 1:
        pages.insert(3, "<p>kill")
    documents = list(extract_many(pages, workers=workers, method=Killer))
    assert [bool(document) for document in documents] == [True, *[False] * (len(pages) - 2), True]
    for document in documents[1:-1]:
        assert document.reason is Reason.FAILED
        assert "\n" not in (document.explanation or "\n")
    assert "No such file" in (documents[1].explanation or "")
    assert "is a path" in (documents[2].explanation or "")
    assert documents[1].to_dict()["reason"] == "failed"
    assert pickle.loads(pickle.dumps(documents[1])).explanation == documents[1].explanation


def test_options_reach_the_workers() -> None:
    pages = ["<nav>Home page of the site</nav><p>The tower leans, and it has done so since 1911."] * 3
    for workers in (1, 2):
        found = extract_many(pages, workers=workers, method="p_value", prune="nav", limits=Limits(seconds=5))
        assert {document.text for document in found} == {"The tower leans, and it has done so since 1911."}


def test_a_pool_of_processes_maps_extract() -> None:
    with ProcessPoolExecutor(1) as pool:
        assert [str(document) for document in pool.map(extract, STORIES[:3])] == [s[3:] for s in STORIES[:3]]


def test_the_kernel_lets_other_threads_run() -> None:
    page = "<p>The tower was leaning, and nobody knew why.</p>" * 20_000
    extractor, count, is_done = Extractor(), 0, False

    def tick() -> None:
        nonlocal count
        while not is_done:
            count += 1
            time.sleep(0)

    before = sys.getswitchinterval()
    sys.setswitchinterval(
        1000
    )  # no thread has to yield before it waits, or before the kernel releases the lock
    thread = threading.Thread(target=tick)
    try:
        thread.start()
        started = count
        for _ in range(5):
            assert extractor.extract(page)
        ran = count - started
        is_done = True
        thread.join()
    finally:
        is_done = True
        sys.setswitchinterval(before)
    assert ran >= 5


def test_threads_share_an_extractor() -> None:
    extractor = Extractor(prune="nav", prefer="recall")
    pages = [
        f"<nav>Menu {n}</nav><p>In {n} the tower was leaning, and nobody knew why." * 20 for n in range(60)
    ]
    expected = [extractor.extract(page).to_json(blocks=True) for page in pages]
    barrier = threading.Barrier(4)

    def work(first: int) -> list[str]:
        barrier.wait()
        return [extractor.extract(page).to_json(blocks=True) for page in pages[first::4]]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, range(4)))
    assert [found[n % 4][n // 4] for n in range(60)] == expected
