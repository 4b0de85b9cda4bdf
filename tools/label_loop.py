"""The whole label loop in a real Chromium, on ten pages of one site: label, retrain, use (docs/inspector.md).

    python tools/label_loop.py PAGES.parquet SITE [--screenshots FOLDER]

Blocks are labelled by the gold text, as a person would: by a click wherever the proposal differs from it.
Page 4 is reloaded before it is saved, and the service is stopped and started during page 7 and after the
retraining. At the end, other pages of the site are extracted with the bundled and the retrained model.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any

import httpx
from playwright.sync_api import sync_playwright

from maintext.evaluation.datasets import LabelledPage, read_pages
from maintext.evaluation.metrics import token_prf
from maintext.evaluation.sites import site_key
from maintext.pipeline import extract
from maintext.training.align import align

PAGES, HELD_OUT = 10, 20
RELOADED, RESTARTED = 3, 6
"""Pages in whose middle the inspector is reloaded, and the service restarted."""
SECONDS = 180.0
MIDDLE_OF_FIRST_LINE = """span => {
    const [line, all] = [span.getClientRects()[0], span.getBoundingClientRect()];
    return [line.left - all.left + line.width / 2, line.top - all.top + line.height / 2];
}"""


class Service:
    """A service with labels, on a separate port."""

    def __init__(self, labels: Path) -> None:
        self.labels = labels
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "maintext", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen([*command, "--labels", str(self.labels)], stdout=subprocess.DEVNULL)
        until = time.monotonic() + SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit("the service did not start")

    def stop(self) -> None:
        """Stop it, and wait for its end."""
        self.process.terminate()
        self.process.wait(SECONDS)


class Person:
    """Someone who labels pages in a browser."""

    def __init__(self, page: Any, service: Service, keep: Callable[[Any, str], None]) -> None:
        self.page, self.service, self.keep = page, service, keep
        self.changed = 0

    def label(self, number: int, name: str, gold: set[int]) -> None:
        """Open the next page of the queue, mark its blocks, save."""
        self.page.keyboard.press("g")
        self._await(name)
        self._mark(name, gold)
        if number == RELOADED:
            self.page.reload()
            self._await(name)
            marked = self._marks()
            assert marked == gold, f"after the reload, blocks {sorted(marked ^ gold)} differ"
        if number == RESTARTED:
            self.restart()
        if number == PAGES - 1:
            self.keep(self.page, "labels")
        self.page.keyboard.press("s")
        self.page.wait_for_function(
            "many => document.querySelectorAll('.queue .done').length === many", arg=number + 1
        )

    def restart(self) -> None:
        """Stop the service, see that the inspector says so, start it again."""
        self.service.stop()
        self.page.wait_for_selector("#offline:visible")
        self.service.start()
        self.page.wait_for_selector("#offline", state="hidden")

    def retrain(self) -> list[str]:
        """Retrain; the rows of the outcome."""
        self.page.click("#train")
        self.page.wait_for_selector("#outcome", timeout=1_000_000)
        return self.outcome()

    def outcome(self) -> list[str]:
        """The rows of the table of F1 before and after."""
        rows = self.page.locator("#outcome tbody tr").all_inner_texts()
        return [" | ".join(row.split("\t")) for row in rows]

    def _mark(self, name: str, gold: set[int]) -> None:
        answer = httpx.post(f"{self.service.url}/explain", json={"page": name}, timeout=SECONDS).json()
        proposed = {block["number"] for block in answer["blocks"] if block["kept"]}
        for block in sorted(proposed ^ gold):
            span = self.page.frame_locator("#view iframe").locator(f'[data-block="{block}"]').first
            span.scroll_into_view_if_needed()
            box = span.bounding_box()
            right, down = span.evaluate(MIDDLE_OF_FIRST_LINE)
            self.page.mouse.click(box["x"] + right, box["y"] + down)
            self.changed += 1
        marked = self._marks()
        assert marked == gold, f"{name}: blocks {sorted(marked ^ gold)} differ"

    def _marks(self) -> set[int]:
        """Blocks that would be saved as main text, by their colours in the frame."""
        shown = self.page.frame_locator("#view iframe")
        found = shown.locator("[data-block].main, [data-block].kept:not(.not)")
        return set(map(int, found.evaluate_all("spans => spans.map(span => span.dataset.block)")))

    def _await(self, name: str) -> None:
        self.page.wait_for_function(
            "name => document.getElementById('source-name')?.textContent === name", arg=name
        )
        self.page.wait_for_selector("iframe[data-ready]", state="attached")


def write_site(data: Path, site: str, folder: Path) -> tuple[dict[str, set[int]], list[LabelledPage]]:
    """Write ten pages of a site; their gold blocks by file name, and other pages of the site."""
    pages = [page for page in read_pages(data) if page.text and site_key(page.url, page.html) == site]
    if len(pages) < PAGES + HELD_OUT:
        raise SystemExit(f"{data} has {len(pages)} pages of {site}, and {PAGES + HELD_OUT} are needed")
    gold = {}
    for number, page in enumerate(pages[:PAGES]):
        name = f"page-{number}.html"
        folder.joinpath(name).write_bytes(page.html)
        main = align(extract(page.html).page, page.text or "").main
        gold[name] = {block for block, is_main in enumerate(main.tolist()) if is_main}
    return gold, pages[PAGES : PAGES + HELD_OUT]


def score(url: str, pages: list[LabelledPage], retrained: bool) -> float:
    """Mean F1 of what the service extracts."""
    query = {"format": "text", "retrained": str(retrained).lower()}
    with httpx.Client(base_url=url, timeout=SECONDS, params=query) as client:
        texts = [client.post("/extract", content=page.html).raise_for_status().text for page in pages]
    return fmean(token_prf(text, page.text or "").f1 for text, page in zip(texts, pages, strict=True))


def use(browser: Any, service: Service, keep: Callable[[Any, str], None], html: bytes) -> None:
    """Open a page that was not labelled with the retrained model: light, dark, on a phone, in Chinese."""
    looks: dict[str, dict[str, Any]] = {
        "retrained": {},
        "retrained-dark": {"color_scheme": "dark"},
        "retrained-phone": {"viewport": {"width": 320, "height": 640}},
        "retrained-chinese": {"locale": "zh-CN"},
    }
    for name, look in looks.items():
        profile = {"viewport": {"width": 1440, "height": 900}, "locale": "en-US", **look}
        context = browser.new_context(reduced_motion="reduce", **profile)
        page = context.new_page()
        page.set_default_timeout(1000 * SECONDS)
        page.goto(f"{service.url}/#page=page-0.html&method=auto%2B&pane=labels")
        page.wait_for_selector("iframe[data-ready]", state="attached")
        page.wait_for_selector("#outcome", state="attached")
        assert page.input_value("#method") == "auto+"
        page.locator("#outcome").scroll_into_view_if_needed()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name}: {wide} pixels too wide"
        keep(page, name)
        page.keyboard.press("o")
        page.set_input_files("#file", files=[{"name": "other.html", "mimeType": "text/html", "buffer": html}])
        page.wait_for_function("() => document.getElementById('source-name')?.textContent === 'other.html'")
        page.wait_for_selector("iframe[data-ready]", state="attached")
        assert page.input_value("#method") == "auto+"
        keep(page, f"{name}-other")
        context.close()


def main() -> None:
    """Run the loop."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", type=Path)
    parser.add_argument("site")
    parser.add_argument("--screenshots", type=Path, default=Path("build/screenshots"))
    asked = parser.parse_args()
    asked.screenshots.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("MAINTEXT_CHROMIUM") or shutil.which("chromium")

    def keep(page: Any, name: str) -> None:
        page.screenshot(path=asked.screenshots / f"loop-{name}.png")

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        gold, others = write_site(asked.pages, asked.site, Path(folder))
        service = Service(Path(folder))
        service.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            page.set_default_timeout(1000 * SECONDS)
            page.goto(f"{service.url}/")
            page.wait_for_selector("iframe[data-ready]")
            page.keyboard.press("l")
            page.wait_for_selector("#queue-next:enabled")
            person = Person(page, service, keep)
            for number, (name, blocks) in enumerate(gold.items()):
                person.label(number, name, blocks)
            print(f"{len(gold)} pages labelled, {person.changed} blocks corrected")
            saved = {one.id: one.text for one in read_pages(Path(folder) / "labels.jsonl")}
            assert len(saved) == len(gold), saved.keys()
            outcome = person.retrain()
            print("\n".join(outcome))
            page.select_option("#method", "auto+")
            page.wait_for_function("() => location.hash.includes('method=auto%2B')")
            page.reload()
            page.wait_for_selector("#outcome")
            person.restart()
            page.reload()
            page.wait_for_selector("#outcome")
            assert page.input_value("#method") == "auto+"
            assert person.outcome() == outcome
            use(browser, service, keep, others[0].html)
            before, after = (score(service.url, others, retrained) for retrained in (False, True))
            print(f"F1 on {len(others)} other pages of the site: {before:.3f} before, {after:.3f} after")
        finally:
            browser.close()
            service.stop()


if __name__ == "__main__":
    main()
