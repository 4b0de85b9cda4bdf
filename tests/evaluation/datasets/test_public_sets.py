"""Details of each published data set."""

import json
from pathlib import Path

import pytest

from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.datasets.cleaneval import clean_gold, unwrap
from tests.evaluation.datasets.samples import (
    html,
    put,
    url,
    write_aeb,
    write_cleaneval,
    write_dragnet,
    write_pairs,
    write_readability,
    write_trafilatura,
    write_wcxb,
)


def test_pairs_may_be_in_two_folders(tmp_path: Path) -> None:
    put(tmp_path / "tea" / "html" / "1.htm", html("1"))
    text = "先把水烧开，再放茶叶，等三分钟就可以喝了。"
    put(tmp_path / "tea" / "gold" / "1.txt", text.encode("gb18030"))
    assert list(read_pages(tmp_path / "tea")) == [LabelledPage("tea", "1", html("1"), text)]


def test_a_page_without_a_text_file_is_skipped(tmp_path: Path) -> None:
    write_pairs(tmp_path)
    put(tmp_path / "3.html", html("3"))
    assert [page.id for page in read_pages(tmp_path)] == ["1", "2"]


def test_wcxb_labels_are_read_and_its_older_page_type_renamed(tmp_path: Path) -> None:
    write_wcxb(tmp_path)
    assert next(read_pages(tmp_path)) == LabelledPage(
        "wcxb-dev",
        "1",
        html("1"),
        "Tea 1.",
        url=url("1"),
        page_type="collection",
        title="Tea",
        date="2025-06-04",
        with_=("Tea",),
        without=("Share",),
    )


def test_wcxb_may_be_one_split_and_splits_follow_each_other(tmp_path: Path) -> None:
    write_wcxb(tmp_path)
    (tmp_path / "dev").rename(tmp_path / "test")
    write_wcxb(tmp_path)
    assert [page.dataset for page in read_pages(tmp_path / "test")] == ["wcxb-test"] * 2
    assert [page.dataset for page in read_pages(tmp_path)] == ["wcxb-dev"] * 2 + ["wcxb-test"] * 2


def test_a_wcxb_label_without_ground_truth_is_named(tmp_path: Path) -> None:
    write_wcxb(tmp_path)
    put(tmp_path / "dev" / "ground-truth" / "1.json", "{}")
    with pytest.raises(DataError, match=r"1.json has no ground_truth"):
        list(read_pages(tmp_path))


def test_aeb_urls_and_later_fields_are_read(tmp_path: Path) -> None:
    write_aeb(tmp_path)
    labels = {"1": {"articleBody": "", "url": url("1"), "publish_date": "2025-01-15", "with": ["Tea"]}}
    put(tmp_path / "ground-truth.json", json.dumps(labels))
    expected = LabelledPage("aeb", "1", html("1"), None, url=url("1"), date="2025-01-15", with_=("Tea",))
    assert list(read_pages(tmp_path)) == [expected]
    assert list(read_pages(tmp_path / "ground-truth.json")) == [expected]


def test_a_damaged_label_file_is_named(tmp_path: Path) -> None:
    write_aeb(tmp_path)
    put(tmp_path / "ground-truth.json", "{")
    with pytest.raises(DataError, match=r"ground-truth.json is not a JSON file"):
        list(read_pages(tmp_path))
    put(tmp_path / "ground-truth.json", '{"1": "Tea"}')
    with pytest.raises(DataError, match="page 1 is not a JSON object"):
        list(read_pages(tmp_path))


def test_a_damaged_page_is_named(tmp_path: Path) -> None:
    write_aeb(tmp_path)
    (tmp_path / "html" / "1.html.gz").write_bytes(b"no gzip")
    with pytest.raises(DataError, match=r"1.html.gz is not a gzip file"):
        list(read_pages(tmp_path))


def test_trafilatura_pages_have_snippets_and_no_gold(tmp_path: Path) -> None:
    write_trafilatura(tmp_path)
    expected = LabelledPage(
        "trafilatura", "1.html", html("1"), None, url=url("1"), with_=("Tea 1.",), without=("Share",)
    )
    assert next(read_pages(tmp_path)) == expected
    assert next(read_pages(tmp_path / "tests" / "evaldata.json")) == expected


def test_a_trafilatura_label_without_a_file_is_named(tmp_path: Path) -> None:
    put(tmp_path / "evaldata.json", json.dumps({"https://tea.example/": {"with": [], "without": []}}))
    with pytest.raises(DataError, match=r"https://tea.example/ names no file"):
        list(read_pages(tmp_path))


def test_cleaneval_urls_and_languages_are_read(tmp_path: Path) -> None:
    write_cleaneval(tmp_path)
    put(tmp_path / "zh_original" / "9.html", "<p>茶")
    put(tmp_path / "zh_cleaned" / "9.txt", "<p>茶")
    assert [(page.id, page.url, page.lang) for page in read_pages(tmp_path)] == [
        ("1", url("1"), None),
        ("2", url("2"), None),
        ("9", None, "zh"),
    ]


def test_cleanportaleval_has_the_same_format_in_other_folders(tmp_path: Path) -> None:
    put(tmp_path / "input" / "bbc_01.html", b'<text id="http://bbc.example/1">' + html("1"))
    put(tmp_path / "GoldStandard" / "bbc_01.txt", "<h>Tea 1.")
    expected = LabelledPage("cleanportaleval", "bbc_01", html("1"), "Tea 1.", url="http://bbc.example/1")
    assert list(read_pages(tmp_path)) == [expected]


def test_cleaneval_markers_wraps_and_entities_are_resolved() -> None:
    text = "\nURL: http://tea.example/\n<h>Tea\n\n<p>Boil the\n &#8220;water&#8221;.\n<l>One<l>Two\n\nNo mark"
    assert clean_gold(text) == ("Tea\nBoil the “water”.\nOne\nTwo\nNo mark", "http://tea.example/")
    assert clean_gold("<p>第一行\n第二行") == ("第一行第二行", None)


def test_a_page_that_was_not_wrapped_is_left_alone() -> None:
    page = b"<html><svg><text id='http://a'>x</text></svg>"
    assert unwrap(page) == (page, None)
    assert unwrap(b'<text id="7" title="unclosed><p>Tea') == (b'<text id="7" title="unclosed><p>Tea', None)


def test_dragnet_gold_ends_before_the_comments_in_any_encoding(tmp_path: Path) -> None:
    write_dragnet(tmp_path)
    text = "Café.\n!@#$%^&*()  COMMENTS\nHm"
    put(tmp_path / "Corrected" / "1.html.corrected.txt", text.encode("utf-16"))
    assert [page.text for page in read_pages(tmp_path)] == ["Café.", "Tea 2."]


def test_readability_gold_is_the_text_of_the_expected_page(tmp_path: Path) -> None:
    write_readability(tmp_path)
    case = tmp_path / "test" / "test-pages" / "1"
    put(case / "expected.html", "<h2>Tea</h2><p>Boil\n <b>water</b>.<p>Wait.")
    page = next(read_pages(tmp_path))
    assert page.text == "Tea\nBoil water.\nWait."
    assert (page.title, page.author, page.date, page.lang) == ("Tea", "By A. Leaf", None, "en")
    (case / "expected-metadata.json").unlink()
    assert next(read_pages(tmp_path / "test" / "test-pages")).title is None
