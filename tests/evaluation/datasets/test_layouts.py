"""Rules for every layout, and its detection."""

from pathlib import Path

import pytest

from maintext.errors import DataError
from maintext.evaluation.datasets import LAYOUTS, LabelledPage, find_layout, read_pages
from tests.evaluation.datasets.samples import NUMBERS, WRITERS, gold, html, put

layouts = pytest.mark.parametrize("layout", LAYOUTS)
layouts_with_page_files = pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "parquet"])


def page_files(folder: Path, number: str) -> list[Path]:
    names = (f"{number}.html", f"{number}.html.gz")
    files = [file for file in folder.rglob("*") if file.name in names]
    return files or list(folder.rglob(f"{number}/source.html"))


def test_every_layout_has_a_sample() -> None:
    assert list(WRITERS) == list(LAYOUTS)


@layouts
def test_the_layout_is_detected_from_the_files(layout: str, tmp_path: Path) -> None:
    WRITERS[layout](tmp_path)
    assert find_layout(tmp_path).name == layout


@layouts
def test_pages_are_read_unchanged_with_their_gold_text_in_order(layout: str, tmp_path: Path) -> None:
    WRITERS[layout](tmp_path)
    pages = list(read_pages(tmp_path))
    assert [page.html for page in pages] == [html(number) for number in NUMBERS]
    if layout == "trafilatura":
        assert [page.with_ for page in pages] == [(gold(number),) for number in NUMBERS]
    else:
        assert [page.id for page in pages] == list(NUMBERS)
        assert [page.text for page in pages] == [gold(number) for number in NUMBERS]
    assert pages == list(read_pages(tmp_path, layout))


@layouts_with_page_files
def test_pages_are_read_one_by_one(layout: str, tmp_path: Path) -> None:
    WRITERS[layout](tmp_path)
    pages = read_pages(tmp_path)
    assert next(pages).html == html("1")
    [second] = page_files(tmp_path, "2")
    second.unlink()
    with pytest.raises(DataError):
        next(pages)


@layouts_with_page_files
def test_a_label_without_its_page_is_an_error_of_one_line(layout: str, tmp_path: Path) -> None:
    WRITERS[layout](tmp_path)
    [first] = page_files(tmp_path, "1")
    first.unlink()
    with pytest.raises(DataError, match="missing") as error:
        list(read_pages(tmp_path))
    assert "1" in str(error.value)
    assert "\n" not in str(error.value)


@layouts
def test_a_folder_of_another_shape_is_refused_when_the_layout_is_named(layout: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError) as error:
        list(read_pages(tmp_path / "empty", layout))
    assert "empty" in str(error.value)


def test_an_unknown_layout_is_refused_and_all_names_are_listed(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no data set layout is called 'csv'") as error:
        read_pages(tmp_path, "csv")
    assert all(name in str(error.value) for name in LAYOUTS)


def test_a_folder_of_no_known_layout_is_refused_and_all_are_listed(tmp_path: Path) -> None:
    put(tmp_path / "notes.md", "nothing")
    with pytest.raises(DataError, match="none of the known layouts") as error:
        read_pages(tmp_path)
    assert all(name in str(error.value) for name in LAYOUTS)
    assert "\n" not in str(error.value)


def test_a_file_of_no_known_layout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="none of the known layouts"):
        read_pages(put(tmp_path / "pages.csv", "id,html"))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no data set at .*nowhere"):
        read_pages(tmp_path / "nowhere")


def test_pages_of_one_host_are_one_site() -> None:
    pages = [LabelledPage("d", str(i), b"", "", url=f"https://Host.example/{i}") for i in range(2)]
    assert {page.site for page in pages} == {"host.example"}
    assert LabelledPage("d", "7", b"", "").site == "7"
    assert LabelledPage("d", "8", b"", "", url="http://[").site == "8"
