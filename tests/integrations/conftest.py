"""Pages for the integrations: in a folder, and on a web server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import ARTICLE, CHINESE
from tests.http.sites import Answer, Site, running_site

EMPTY = "<title>Nothing</title><p></p>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an article and a page without text."""
    (tmp_path / "tower.html").write_text(ARTICLE, encoding="utf-8")
    (tmp_path / "empty.html").write_text(EMPTY, encoding="utf-8")
    return tmp_path


@pytest.fixture
def site() -> Iterator[Site]:
    """A web site with an article, which links to a page in another encoding and to one without text."""
    links = '<p><a href="/paper">Paper</a> <a href="/empty">Nothing</a></p></html>'
    pages: dict[str, bytes | Answer] = {
        "/tower": ARTICLE.replace("</html>", links).encode(),
        "/paper": Answer(CHINESE.encode("gb18030"), kind="text/html; charset=gbk"),
        "/empty": EMPTY.encode(),
    }
    with running_site(pages) as running:
        yield running
