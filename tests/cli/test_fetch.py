import json
import time
from pathlib import Path

import pytest

from maintext.cli.fetch import fetch
from maintext.errors import DataError
from maintext.limits import Limits
from tests.cli.conftest import ARTICLE, Run


def test_a_url_is_fetched_and_extracted(run: Run, server: str) -> None:
    result = run("extract", f"{server}/article")
    assert result.exit_code == 0
    assert "The tower was built in 1911" in result.stdout


def test_the_charset_of_the_header_is_used(run: Run, server: str) -> None:
    record = json.loads(run("extract", f"{server}/gbk", "-f", "json").stdout)
    assert "纸是水做的" in record["text"]
    assert record["url"] == f"{server}/gbk"


def test_redirects_are_followed_and_the_last_url_counts(run: Run, server: str) -> None:
    record = json.loads(run("extract", f"{server}/moved", "-f", "json").stdout)
    assert (record["input"], record["url"]) == (f"{server}/moved", f"{server}/article")


@pytest.mark.parametrize("path", ["gzip", "gzip-members"])
def test_a_compressed_page_is_decompressed(path: str, server: str) -> None:
    assert fetch(f"{server}/{path}", Limits()).html == ARTICLE.encode()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("gzip-cut", "it is incomplete: its gzip data ends early"),
        ("cut", "it is incomplete: the connection ended early"),
        ("missing", "the server answered 404 Not Found"),
        ("pdf", "it is application/pdf, not HTML"),
        ("loop", "redirects"),
        ("to-file", "redirect"),
        ("large", "more than 100,000 bytes"),
        ("bomb", "more than 100,000 bytes"),
    ],
)
def test_a_failed_fetch_is_an_error_of_one_line_and_exit_code_2(
    run: Run, server: str, path: str, words: str
) -> None:
    result = run("extract", f"{server}/{path}", "--max-bytes", 100_000)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_slow_server_cannot_exceed_the_time_limit(server: str) -> None:
    start = time.monotonic()
    with pytest.raises(DataError, match=r"no answer within 0\.5 seconds"):
        fetch(f"{server}/slow", Limits(seconds=0.5))
    assert time.monotonic() - start < 100  # the page itself takes 120


def test_a_closed_port_and_an_unknown_host_are_reported() -> None:
    with pytest.raises(DataError, match="cannot connect: connection refused"):
        fetch("http://127.0.0.1:9/", Limits(seconds=5))
    with pytest.raises(DataError, match="no such host"):
        fetch("http://no-such-host.invalid/", Limits(seconds=5))


@pytest.mark.parametrize("url", ["http://", "http://[::1", "http://a b/", "https://127.0.0.1:x/"])
def test_an_invalid_url_is_an_error_of_one_line(run: Run, url: str) -> None:
    result = run("extract", url, "--timeout", 5)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_each_url_gets_its_own_file(run: Run, server: str, tmp_path: Path) -> None:
    run("extract", f"{server}/article?a=1", f"{server}/article?a=2", "-o", tmp_path / "out")
    host = server.removeprefix("http://").replace(":", "-")
    written = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.txt"))
    assert written == [f"{host}/article-a-1.txt", f"{host}/article-a-2.txt"]
