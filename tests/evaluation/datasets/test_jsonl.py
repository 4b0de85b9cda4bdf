"""JSON lines, the label file."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage, page_line, read_pages
from maintext.text.decode import decode
from tests.evaluation.datasets.samples import put


def write(folder: Path, *records: dict[str, Any], name: str = "mine.jsonl") -> Path:
    return put(folder / name, "".join(json.dumps(record) + "\n" for record in records))


def test_a_page_is_given_as_text_as_bytes_or_as_a_file(tmp_path: Path) -> None:
    put(tmp_path / "page.html.gz", b"<p>file")
    file = write(
        tmp_path,
        {"html": "<p>text", "text": "text"},
        {"html_base64": base64.b64encode(b"<p>\xff").decode(), "text": "bytes"},
        {"path": "page.html.gz", "text": "file"},
    )
    pages = list(read_pages(file))
    assert [page.html for page in pages] == [b"<p>text", b"<p>\xff", b"<p>file"]
    assert [page.id for page in pages] == ["1", "2", "3"]
    assert {page.dataset for page in pages} == {"mine"}


def test_a_page_given_as_text_is_decoded_to_that_text_whatever_it_declares(tmp_path: Path) -> None:
    html = '<meta charset="windows-1252"><p>茶'
    [page] = read_pages(write(tmp_path, {"html": html, "text": "茶"}))
    assert decode(page.html).text == html


def test_compressed_lines_are_read_and_blank_ones_skipped(tmp_path: Path) -> None:
    line = json.dumps({"html": "", "text": None, "with": ["Tea"]})
    put(tmp_path / "mine.jsonl.gz", f"\n{line}\n\n{line}")
    assert [(page.id, page.text, page.with_) for page in read_pages(tmp_path)] == [
        ("2", None, ("Tea",)),
        ("4", None, ("Tea",)),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 1 is not JSON"),
        ("[]", "line 1 is not a JSON object"),
        ('{"html": ""}', "line 1 has no text"),
        ('{"text": ""}', "line 1 needs one of html, html_base64 and path; it has 0"),
        ('{"text": "", "html": "", "path": ""}', "line 1 needs one of .*; it has 2"),
        ('{"text": "", "html": 1}', "line 1: html is not a text"),
        ('{"text": 1, "html": ""}', "line 1: text is not a text"),
        ('{"text": "", "html": "", "with": "Tea"}', "line 1: with is not a list of texts"),
        ('{"text": "", "html_base64": "*"}', "line 1: html_base64 is not valid base64"),
        ('{"text": "", "path": "nowhere.html"}', "nowhere.html is missing"),
    ],
)
def test_an_error_names_the_line(line: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        list(read_pages(put(tmp_path / "mine.jsonl", line)))


def test_a_broken_archive_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl.gz"
    file.write_bytes(b"no gzip")
    with pytest.raises(DataError, match=r"mine.jsonl.gz cannot be read"):
        list(read_pages(file))


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=9)
pages = st.builds(
    LabelledPage,
    st.just("mine"),
    texts,
    st.binary(max_size=20),
    *[st.none() | texts] * 7,
    *[st.lists(texts, max_size=2).map(tuple)] * 2,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(written=st.lists(pages, min_size=1, max_size=3))
def test_a_written_page_is_read_back(written: list[LabelledPage], tmp_path: Path) -> None:
    file = put(tmp_path / "mine.jsonl", "\n".join(map(page_line, written)))
    assert list(read_pages(file)) == written
