"""Rows: columns that are asked for, and tokens by a tokenizer that is there."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from maintext.batch import Job, extract_batch
from maintext.batch.tokenizers import find_tokenizer
from maintext.errors import DataError
from tests.batch.hostile import page


@pytest.fixture
def tokenizer(tmp_path: Path) -> Path:
    """A tokenizer of words between spaces."""
    library = pytest.importorskip("tokenizers", reason="tokenizers is not installed")
    made = library.Tokenizer(library.models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    made.pre_tokenizer = library.pre_tokenizers.WhitespaceSplit()
    made.save(str(tmp_path / "tokenizer.json"))
    return tmp_path / "tokenizer.json"


def rows(job: Job, html: bytes = page(1)) -> dict[str, object]:
    batch = pa.RecordBatch.from_pydict({"id": ["1"], "html": [html]})
    found: list[dict[str, object]] = extract_batch(batch, job).to_pylist()
    return found[0]


def test_tokens_are_counted_by_a_tokenizer_of_your_own(tokenizer: Path) -> None:
    row = rows(Job(method="p_value", tokenizer=str(tokenizer)))
    assert row["tokens"] == len(str(row["text"]).split())
    assert rows(Job(method="p_value", tokenizer=str(tokenizer.parent)))["tokens"] == row["tokens"]
    other = tokenizer.with_name("other.json")
    other.write_text("{}")
    with pytest.raises(DataError, match="is not a tokenizer"):
        rows(Job(method="p_value", tokenizer=str(other)))


def test_a_tokenizer_is_found_in_the_cache_and_never_downloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(DataError, match="nothing is downloaded"):
        find_tokenizer("some/model")
    folder = tmp_path / "models--some--model" / "snapshots" / "0123"
    folder.mkdir(parents=True)
    (folder / "tokenizer.json").write_text("{}")
    assert find_tokenizer("some/model") == folder / "tokenizer.json"


def test_authors_are_a_list_and_the_declared_language_has_a_column() -> None:
    head = b"<html lang=en><meta name=author content='Ann Mason'><title>Towers</title>"
    row = rows(Job(method="p_value"), head + page(1))
    assert row["authors"] == ["Ann Mason"]
    assert row["language_declared"] == "en"


def test_the_origin_of_a_page_can_be_given_with_it() -> None:
    columns = {"id": ["1"], "html": [page(1)], "crawl_date": ["2026-05-01"], "http_status": [200]}
    (row,) = extract_batch(pa.RecordBatch.from_pydict(columns), Job(method="p_value")).to_pylist()
    assert (row["crawl_date"], row["http_status"], row["warc_offset"]) == ("2026-05-01", 200, None)


def test_an_unknown_group_or_partition_is_an_error() -> None:
    with pytest.raises(ValueError, match="group of columns"):
        Job(columns=("qualty",))
    with pytest.raises(DataError, match="cannot partition by url"):
        Job(partition=("url",))


def test_a_filtered_text_is_null_in_every_format() -> None:
    row = rows(Job(method="p_value", columns=("markdown", "html", "links"), filter="words > 1000"))
    assert row["status"] == "filtered"
    assert [row[name] for name in ("text", "markdown", "main_html", "links", "images")] == [None] * 5
    assert row["words"] == 12


def test_a_filter_cannot_name_what_is_added_later() -> None:
    with pytest.raises(DataError, match="the filter names url"):
        Job(filter="url == 'http://a/'")


@pytest.mark.parametrize(
    ("job", "message"),
    [
        ({"filter": "tokens > 5"}, "tokens, which are counted only with a tokenizer"),
        ({"filter": "language == 'en'", "metadata": False}, "language, which is metadata"),
        ({"filter": "words > 'x'"}, "compares a number with text: words is a number, 'x' is text"),
    ],
)
def test_a_filter_that_no_text_could_pass_is_an_error(job: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        Job(**job)


@pytest.mark.parametrize("share", ["main_share > 0.01", "hidden_characters < 1000"])
def test_a_filter_may_use_the_signals_of_the_page(share: str) -> None:
    row = rows(Job(method="p_value", filter=share))
    assert row["status"] == "ok"
    assert "main_share" not in row  # it was not asked for
    assert rows(Job(method="p_value", filter=f"not {share}"))["status"] == "filtered"
