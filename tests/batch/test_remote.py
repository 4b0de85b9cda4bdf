"""Inputs and outputs elsewhere: S3, by moto's server, and HTTP, by a server with ranges."""

import gzip
import os
import re
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pyarrow.parquet as pq
import pytest

from maintext.batch.engines.local import LocalEngine
from maintext.batch.sources import plan
from maintext.batch.sources.lists import expand_lists
from maintext.cli import run_report
from maintext.errors import DataError
from tests.batch.archives import response
from tests.batch.hostile import JOB, page

pytestmark = pytest.mark.filterwarnings("ignore")  # of the clients
ARCHIVE = b"".join(gzip.compress(response(number, page(number))) for number in range(20))


@pytest.fixture(scope="module", autouse=True)
def forked_children() -> None:
    """Children are what they are elsewhere: a client of S3 works in a thread, which a fork does not have."""


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket of a server that speaks S3."""
    reason = "moto is not installed: pip install 'moto[server]'"
    servers = pytest.importorskip("moto.server", reason=reason)
    s3fs = pytest.importorskip("s3fs", reason="s3fs is not installed")
    server = servers.ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    values = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    s3fs.S3FileSystem().mkdir("crawl")
    yield "crawl"
    s3fs.S3FileSystem.clear_instance_cache()
    server.stop()


def test_a_crawl_on_s3_becomes_a_corpus_on_s3(bucket: str) -> None:
    import s3fs

    store = s3fs.S3FileSystem()
    store.pipe(f"{bucket}/in/one.warc.gz", ARCHIVE)
    store.pipe(f"{bucket}/in/two.warc.gz", gzip.compress(response(99, page(99))))
    shards = plan([f"s3://{bucket}/in/"], 2000)
    assert len(shards) > 3
    output = f"s3://{bucket}/out"
    assert run_report.run(shards, JOB, output, LocalEngine(1)) == 0
    store.invalidate_cache()
    parts = store.glob(f"{bucket}/out/data/part-*.parquet")
    assert len(parts) == len(shards)
    ids = [name for part in parts for name in pq.read_table(store.open(part))["id"].to_pylist()]
    assert sorted(ids) == sorted(f"urn:uuid:{number}" for number in [*range(20), 99])
    assert store.exists(f"{bucket}/out/.huggingface.yaml")
    store.pipe(parts[0], b"cut")
    assert run_report.run(shards, JOB, output, LocalEngine(1), run_report.Start(verify=True)) == 0
    store.invalidate_cache()
    assert store.size(parts[0]) > 100


class Ranges(BaseHTTPRequestHandler):
    """Serves files with ranges, as data.commoncrawl.org does."""

    files: ClassVar[dict[str, bytes]] = {}

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        data = self.files.get(self.path)
        if data is None:
            self.send_error(404)
            return
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        begin = int(wanted[1]) if wanted else 0
        end = min(int(wanted[2]) + 1, len(data)) if wanted and wanted[2] else len(data)
        self.send_response(206 if wanted else 200)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(max(end - begin, 0)))
        if wanted:
            self.send_header("Content-Range", f"bytes {begin}-{end - 1}/{len(data)}")
        self.end_headers()
        if body:
            self.wfile.write(data[begin:end])

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    pytest.importorskip("aiohttp", reason="aiohttp is not installed, which fsspec reads URLs with")
    Ranges.files.update(
        {
            "/crawl-data/one.warc.gz": ARCHIVE,
            "/crawl-data/two.warc.gz": gzip.compress(response(99, page(99))),
            "/warc.paths.gz": gzip.compress(b"crawl-data/one.warc.gz\ncrawl-data/two.warc.gz\n"),
        }
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), Ranges)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_archives_of_a_list_are_read_over_http(site: str, tmp_path: Path) -> None:
    inputs = expand_lists([f"{site}/warc.paths.gz"], site)
    assert inputs == [f"{site}/crawl-data/one.warc.gz", f"{site}/crawl-data/two.warc.gz"]
    shards = plan(inputs, 2000)
    assert len(shards) > 3
    assert run_report.run(shards, JOB, str(tmp_path / "out"), LocalEngine(1)) == 0
    data = tmp_path / "out" / "data"
    ids = [name for part in os.listdir(data) for name in pq.read_table(data / part)["id"].to_pylist()]
    assert sorted(ids) == sorted(f"urn:uuid:{number}" for number in [*range(20), 99])


def test_a_server_that_cannot_be_reached_is_not_called_a_missing_file() -> None:
    pytest.importorskip("aiohttp", reason="aiohttp is not installed")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/crawl.warc.gz"
        with pytest.raises(DataError, match=f"^{re.escape(url)} cannot be reached: .*onnect") as error:
            plan([url])
    assert "\n" not in str(error.value)
