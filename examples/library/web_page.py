"""A page from the web; here a small server on this machine replaces it."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder without a log."""

    def log_message(self, *_: object) -> None:
        """Do not log."""


with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SAMPLES))) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/english-article.html"
    page = maintext.fetch(url, private=True)  # without `private`: hosts of the public internet only
    server.shutdown()

print(maintext.extract(page).title)
