"""The documentation site is built without a warning, its links work, and nothing comes from other hosts."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from tests.test_tools import load

pytest.importorskip("mkdocs", reason="MkDocs is not installed: the documentation site is not built")
pytest.importorskip(
    "material", reason="MkDocs Material is not installed: the documentation site is not built"
)
pytest.importorskip(
    "mkdocstrings", reason="mkdocstrings is not installed: the documentation site is not built"
)

ROOT = Path(__file__).parent.parent
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src"}


class Links(HTMLParser):
    """Ids, links and what a page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.ids |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag == "link" and attributes.get("rel") not in ("canonical", "prev", "next", "alternate"):
            self.loaded.append(attributes["href"])
        elif attributes.get(LOADED.get(tag, "")):
            self.loaded.append(attributes[LOADED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@cache
def parsed(path: Path) -> Links:
    return Links(path.read_text(encoding="utf-8"))


def pages(site: Path) -> list[Path]:
    return [path for path in sorted(site.rglob("*.html")) if path.name != "404.html"]


def test_links_and_anchors_lead_somewhere(site: Path) -> None:
    broken = []
    for page in pages(site):
        for link in parsed(page).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = Path(normpath(page.parent / unquote(parts.path))) if parts.path else page
            if target.is_dir():
                target /= "index.html"
            anchors = {"", *parsed(target).ids} if target.suffix == ".html" and target.is_file() else {""}
            if not target.is_file() or unquote(parts.fragment) not in anchors:
                broken.append(f"{page.relative_to(site)}: {link}")
    assert not broken


def test_pictures_scripts_and_styles_are_files_of_the_site(site: Path) -> None:
    wrong = []
    for page in pages(site):
        for link in parsed(page).loaded:
            if link.startswith("data:"):
                continue
            path = page.parent / unquote(urlsplit(link).path)
            if "//" in link or not path.is_file():
                wrong.append(f"{page.relative_to(site)}: {link}")
    for sheet in (*site.rglob("*.css"), *site.rglob("*.svg")):
        text = sheet.read_text(encoding="utf-8")
        wrong += [
            f"{sheet.name}: {url}"
            for url in re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//[^)]*", text)
        ]
    assert not wrong


def test_no_page_has_what_the_theme_would_load_from_elsewhere(site: Path) -> None:
    """The theme's script fetches a library for diagrams from another host where a page has one."""
    assert not [page.name for page in pages(site) if 'class="mermaid"' in page.read_text(encoding="utf-8")]


def test_the_site_has_every_page_of_the_docs(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        path = page.relative_to(ROOT / "docs").with_suffix(".html")
        there = path.with_name("index.html") if page.stem == "README" else path
        assert (site / there).is_file(), there


def test_the_page_of_the_api_has_every_public_name(site: Path) -> None:
    import maintext

    ids = parsed(site / "api.html").ids
    public = {name for name in maintext.__all__ if not name.startswith("_")}
    assert not {name for name in public if f"maintext.{name}" not in ids}


def test_chinese_pages_can_be_searched(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert [one for one in index["docs"] if one["location"].startswith("zh/") and "正文" in one["text"]]


def test_llms_txt_of_the_site_leads_to_its_pages(site: Path) -> None:
    links = re.findall(r"\]\(([^)]+)\)", (site / "llms.txt").read_text(encoding="utf-8"))
    assert len(links) > 20
    assert not [link for link in links if not (site / link).is_file()]


def test_llms_txt_leads_to_files_of_the_repository() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / "llms.txt").read_text(encoding="utf-8"))
    assert len(links) > 20
    assert not [link for link in links if not (ROOT / link).is_file()]


def test_the_page_of_the_command_is_up_to_date() -> None:
    module: Any = load("cli_page")
    assert module.PAGE.read_text(encoding="utf-8") == module.contents(), "run python tools/cli_page.py"


def test_the_table_of_the_readme_is_that_of_the_benchmarks_page() -> None:
    tables = [
        re.findall(r"<!-- quality -->\n.*?<!-- /quality -->", page.read_text(encoding="utf-8"), re.DOTALL)
        for page in (ROOT / "README.md", ROOT / "docs" / "benchmarks.md")
    ]
    assert len(tables[0]) == 1
    assert tables[0] == tables[1]


def test_links_to_other_hosts_are_listed() -> None:
    links: dict[str, list[str]] = load("docs_links").external_links()
    assert "docs/howto/from-trafilatura.md" in links["https://trafilatura.readthedocs.io"]
    assert not [link for link in links if "example." in link]
