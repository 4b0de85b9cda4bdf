"""A small web site on the loopback interface, which notes the requests that it gets."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

STORY = """<title>{title}</title><ul><li>Home<li>Sports</ul><div><p>{text}</p></div>
<p>We use cookies on all of our pages, and the notice is longer than any story.</p>{links}"""


def story(text: str, *links: str) -> bytes:
    """A page of the site, with its menu and notice."""
    shown = "".join(f'<p><a href="{link}">More</a></p>' for link in links)
    return STORY.format(title=text, text=text, links=shown).encode()


@dataclass
class Answer:
    """What the site answers."""

    body: bytes = b""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    location: str | None = None


@dataclass
class Site:
    """The running site."""

    url: str
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    """Paths, in the order of the requests."""
    agents: set[str] = field(default_factory=set)


@contextmanager
def running_site(pages: Mapping[str, bytes | Answer]) -> Iterator[Site]:
    """A site with these pages; any other path is a 404."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            site.agents.add(self.headers.get("User-Agent", ""))
            answer = site.answers.get(self.path) or Answer(b"<p>Not here", 404)
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(answer.body)))
            if answer.location:
                self.send_header("Location", answer.location)
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            """Do not log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = Site(f"http://127.0.0.1:{server.server_port}")
    site.answers = {path: page if isinstance(page, Answer) else Answer(page) for path, page in pages.items()}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
