import sqlite3
from pathlib import Path

import pytest

from maintext.errors import DataError
from maintext.evaluation.cache import FILE_NAME, Cache, Extraction, default_folder, page_key

VERSIONS = {"p_value": "1", "ceds": "1"}
FOUND = Extraction("ok", "正文, and more \ud800", 12.5)
PAGE = page_key(b"<p>", None)


def test_a_stored_outcome_is_found_after_reopening_the_cache(tmp_path: Path) -> None:
    with Cache(tmp_path / "new" / "folder", VERSIONS) as cache:
        assert cache.get("p_value", PAGE, 30) is None
        cache.put("p_value", PAGE, FOUND)
    with Cache(tmp_path / "new" / "folder", VERSIONS) as cache:
        assert cache.get("p_value", PAGE, 30) == FOUND


def test_a_stored_outcome_is_on_disk_before_the_cache_is_closed(tmp_path: Path) -> None:
    with Cache(tmp_path, VERSIONS) as cache, Cache(tmp_path, VERSIONS) as other:
        cache.put("p_value", PAGE, FOUND)
        assert other.get("p_value", PAGE, 30) == FOUND


def test_another_extractor_version_page_or_url_is_another_entry(tmp_path: Path) -> None:
    with Cache(tmp_path, VERSIONS) as cache:
        cache.put("p_value", PAGE, FOUND)
        assert cache.get("ceds", PAGE, 30) is None
        for other in page_key(b"<p> ", None), page_key(b"<p>", "http://a.example/"):
            assert cache.get("p_value", other, 30) is None
    with Cache(tmp_path, VERSIONS | {"p_value": "2"}) as cache:
        assert cache.get("p_value", PAGE, 30) is None


def test_bytes_and_url_of_a_page_are_separate_in_its_key() -> None:
    assert page_key(b"ab", "c") != page_key(b"a", "bc")


def test_the_later_of_two_extractions_is_kept(tmp_path: Path) -> None:
    with Cache(tmp_path, VERSIONS) as cache:
        cache.put("ceds", PAGE, Extraction("error", "", 1.0, "ValueError: no"))
        cache.put("ceds", PAGE, FOUND)
        assert cache.get("ceds", PAGE, 30) == FOUND


def test_a_timeout_is_not_used_for_a_longer_limit(tmp_path: Path) -> None:
    with Cache(tmp_path, VERSIONS) as cache:
        late = Extraction("timeout", "", 10_000.0, "it took more than 10 seconds")
        cache.put("ceds", PAGE, late)
        assert cache.get("ceds", PAGE, 10) == late
        assert cache.get("ceds", PAGE, 5) == late
        assert cache.get("ceds", PAGE, 11) is None
        assert cache.get("ceds", PAGE, None) is None


def test_a_success_is_not_used_for_a_limit_below_its_time(tmp_path: Path) -> None:
    with Cache(tmp_path, VERSIONS) as cache:
        cache.put("ceds", PAGE, FOUND)
        assert cache.get("ceds", PAGE, None) == FOUND
        assert cache.get("ceds", PAGE, 0.012) is None


def test_a_cache_of_another_format_is_replaced(tmp_path: Path) -> None:
    with Cache(tmp_path, VERSIONS) as cache:
        cache.put("ceds", PAGE, FOUND)
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute("pragma user_version = 99")
    database.close()
    with Cache(tmp_path, VERSIONS) as cache:
        assert cache.get("ceds", PAGE, 30) is None


def test_a_file_that_is_not_a_cache_is_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database at all" * 100)
    with pytest.raises(DataError, match=r"outcomes\.sqlite cannot be used: file is not a database"):
        Cache(tmp_path, VERSIONS)


def test_the_default_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert default_folder() == Path("/somewhere/maintext")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert default_folder() == Path.home() / ".cache" / "maintext"
