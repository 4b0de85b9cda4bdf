"""A real Chromium, a real service, and the inspector open in it."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import wait_until

pytest.importorskip("starlette", reason="the service needs maintext[serve]")
sync_api = pytest.importorskip("playwright.sync_api", reason="the browser's tests need playwright")

SCREENSHOTS = Path(__file__).parents[3] / "build" / "screenshots"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_STARTS_WITHIN = 180.0  # seconds: the machine may be busy with other tests
_ANSWERS_WITHIN = 1000 * _STARTS_WITHIN
_PAGES = 9


class Running:
    """A service on a port of its own, and its folder of labels. It can be stopped and started again."""

    def __init__(self, labels: Path) -> None:
        self.labels = labels
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        run = "from maintext.cli import app; app()"
        options = ["serve", "--port", str(self.port), "--labels", str(self.labels)]
        command = [sys.executable, "-c", run, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self._answers, "the service", _STARTS_WITHIN)

    def _answers(self) -> bool:
        assert self.process.poll() is None, "the service did not start"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(_STARTS_WITHIN)


def _find_chromium() -> str:
    found = os.environ.get("MAINTEXT_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if not found:
        pytest.skip(
            "no Chromium: the inspector is not tested (Debian's package chromium, or MAINTEXT_CHROMIUM)"
        )
    return found


@pytest.fixture(scope="package")  # its event loop would disturb other tests
def browser() -> Iterator[Any]:
    chromium = _find_chromium()
    with pytest.MonkeyPatch.context() as patch:
        # Chromium keeps a socket in its temporary folder, and a socket's path has at most 107 characters.
        patch.delenv("TMPDIR", raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")  # it reads and writes no file whose name its locale cannot say
        playwright = sync_api.sync_playwright().start()
        launched = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    yield launched
    launched.close()
    playwright.stop()


def lesson(number: int) -> str:
    """A small page, one of several similar ones, to label and learn from.

    Its blocks: 0 menu; 1 title; 2, 4, 6, 8 headings; 3, 5, 7, 9 paragraphs; 10 to 12 the rest.
    """
    subject = "kettle harbour orchard library railway glacier market theatre canal bridge".split()[number]
    parts = "".join(
        f"<h2>Why the {subject} is {word}, and was never moved to another place</h2>"
        f"<p>The {subject} was opened in {1890 + number + part}, and people of the town have walked to it "
        f"since, whatever the weather, because nothing else there is as {word}.</p>"
        for part, word in enumerate(("old", "quiet", "well kept", "near"))
    )
    return (
        f"<html><head><title>The {subject}</title></head><body>"
        "<nav><a href=/>Home</a> <a href=/news>News</a></nav>"
        f"<div class=story><h1>The {subject}</h1>{parts}</div>"
        "<div class=aside><p>Sign up for our letter</p><p>Follow us</p></div>"
        "<footer>All rights reserved</footer>"
    )


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that tests share; none saves a label or trains a model in it."""
    with _serve(tmp_path_factory.mktemp("labels")) as running:
        yield running


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Running]:
    """A service of one test, which may change it."""
    folder = tmp_path / "labels"
    folder.mkdir()
    with _serve(folder) as running:
        yield running


@pytest.fixture
def site_service(tmp_path: Path) -> Iterator[Running]:
    """A service of one test, with ten pages of one site."""
    folder = tmp_path / "site"
    folder.mkdir()
    with _serve(folder, pages=10) as running:
        yield running


@contextmanager
def _serve(folder: Path, pages: int = _PAGES) -> Iterator[Running]:
    for number in range(pages):
        folder.joinpath(f"lesson-{number}.html").write_text(lesson(number))
    running = Running(folder)
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture
def open_inspector(browser: Any, service: Running) -> Iterator[Callable[..., Any]]:
    """Open the inspector in a fresh profile; an error on its console is a failure, unless expected.

    A service of the test's own is named before this fixture: it then outlives the pages, which watch it.
    """
    contexts: list[Any] = []
    said: list[str] = []

    def open_(
        width: int = 1440,
        height: int = 900,
        locale: str = "en-US",
        errors: bool = False,
        address: str = service.address,
        **profile: Any,
    ) -> Any:
        viewport = {"width": width, "height": height}
        context = browser.new_context(viewport=viewport, locale=locale, reduced_motion="reduce", **profile)
        context.set_default_timeout(_ANSWERS_WITHIN)
        contexts.append(context)
        page = context.new_page()
        if not errors:
            page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(address)
        page.wait_for_selector("iframe[data-ready]", state="attached")  # a phone may show another pane
        return page

    yield open_
    for context in contexts:
        context.close()
    assert said == []


@pytest.fixture
def keep_screenshot() -> Callable[[Any, str], None]:
    """Save a screenshot, for people and for the documentation."""

    def keep(page: Any, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"inspector-{name}.png")

    return keep
