"""Small pages, a runner inside the process, the command as a process, and a web server."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from maintext.cli import app
from tests.forks import forked_children as forked_children

ARTICLE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>The tower</title>
<nav><a href="/">Home</a> <a href="/news">News</a></nav>
<article><h1>The tower</h1>
<p>The tower was built in 1911, and it leans a little more every year, they say.</p>
<p>Nobody knows why; the ground is firm, the stone is good, and the mason was sober.</p>
<p>Every spring the town measures it again, with the same brass plumb line, and writes the
figure into a book that is older than the tower; every autumn somebody loses the book.</p></article>
<footer><a href="/imprint">Imprint</a></footer></html>
"""
CHINESE = """<!doctype html><html lang="zh"><title>古法造纸</title><div><a href="/">首页</a></div>
<div><p>入冬以后，溪边的水碓就响起来了。石头村的老人说，纸是水做的，水越冷，纸越白。</p>
<p>从砍竹到成纸，前后要七十二道工序，少一道也不成。</p></div></html>
"""
INDEX = "<html><title>Index</title><ul>" + "<li><a href=/x>A headline of a story</a></li>" * 12 + "</ul>"
EMPTY = "<html><title>Nothing</title><script>1</script></html>"

Run = Callable[..., Result]
Command = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run() -> Run:
    def invoke(*arguments: object, stdin: bytes | None = None) -> Result:
        return CliRunner().invoke(app, [str(part) for part in arguments], input=stdin)

    return invoke


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """The command as its own process, in the temporary folder."""

    def start(
        *arguments: object, stdin: bytes = b"", env: dict[str, str] | None = None
    ) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [sys.executable, "-c", "from maintext.cli import app; app()", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env=os.environ | (env or {}),
            timeout=60,
            check=False,
        )

    return start


@pytest.fixture
def article(tmp_path: Path) -> Path:
    path = tmp_path / "article.html"
    path.write_text(ARTICLE, encoding="utf-8")
    return path


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        getattr(self, "page_" + self.path.strip("/").split("?")[0].replace("-", "_"), self.page_missing)()

    def answer(self, body: bytes, kind: str = "text/html", code: int = 200, **headers: str) -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def page_article(self) -> None:
        self.answer(ARTICLE.encode())

    def page_gbk(self) -> None:
        self.answer(CHINESE.encode("gbk"), "text/html; charset=gbk")

    def page_gzip(self) -> None:
        import gzip

        self.answer(gzip.compress(ARTICLE.encode()), Content_Encoding="gzip")

    def page_gzip_members(self) -> None:
        import gzip

        halves = ARTICLE[:500], ARTICLE[500:]
        self.answer(b"".join(gzip.compress(half.encode()) for half in halves), Content_Encoding="gzip")

    def page_gzip_cut(self) -> None:
        import gzip

        self.answer(gzip.compress(ARTICLE.encode())[:-20], Content_Encoding="gzip")

    def page_cut(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.wfile.write(ARTICLE.encode())

    def page_bomb(self) -> None:
        import gzip

        self.answer(gzip.compress(b" " * 50_000_000), Content_Encoding="gzip")

    def page_pdf(self) -> None:
        self.answer(b"%PDF-1.7", "application/pdf")

    def page_moved(self) -> None:
        self.answer(b"", code=302, Location="/article")

    def page_loop(self) -> None:
        self.answer(b"", code=302, Location="/loop")

    def page_to_file(self) -> None:
        self.answer(b"", code=302, Location="file:///etc/hostname")

    def page_large(self) -> None:
        self.answer(b"<p>" + b"word " * 200_000)

    def page_slow(self) -> None:
        """One byte at a time: no single read takes long."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        for _ in range(1200):  # two minutes, unless the client ends it
            try:
                self.wfile.write(b" ")
                self.wfile.flush()
            except OSError:
                return
            time.sleep(0.1)

    def page_missing(self) -> None:
        self.answer(b"<p>Not here", code=404)

    def log_message(self, *_: object) -> None:
        """Do not log."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """URL of a web server on the loopback interface. Its thread ends with the module: see tests/forks.py."""
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), _Pages)
    httpd.daemon_threads = True
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    httpd.shutdown()
    httpd.server_close()
