"""Rules for all extractors that give Markdown, and for the installed ones."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from maintext.errors import MaintextError
from maintext.evaluation.extractors import (
    MARKDOWN,
    choose,
    choose_markdown,
    extractor_version,
    load_extractor,
    missing_peers,
)
from maintext.evaluation.runner import run
from maintext.evaluation.structure.markdown import read_markdown
from maintext.evaluation.structure.measures import MEASURES
from maintext.evaluation.structure.peers import CANNOT_SHOW, MARKDOWN_PEERS
from tests.evaluation.structure.pages import AFTER, BEFORE, labelled

ROOT = Path(__file__).parent.parent.parent.parent
PAGE = labelled(f"<p>{BEFORE}</p><h2>Why it leans</h2><p>{AFTER}</p>" * 4)


def test_every_installed_peer_gives_markdown_with_headings() -> None:
    names = [f"{MARKDOWN}peer:{name}" for name in MARKDOWN_PEERS]
    found = [name for name in names if name not in missing_peers(names)]
    if not found or not (find_spec("markdownify") and find_spec("readability")):
        pytest.skip("the peers are not installed")
    for outcome in run([PAGE], found, workers=1):  # in a worker: other tests ask for what is imported here
        assert outcome.error is None, outcome.extractor
        shown = read_markdown(outcome.text)
        assert "Whyitleans" in shown.headings, outcome.extractor
        assert len(shown.paragraphs) > 2, outcome.extractor


def test_a_method_gives_its_markdown() -> None:
    assert "## Why it leans" in load_extractor("markdown:auto")(PAGE.html, PAGE.url)
    assert "##" not in load_extractor("auto")(PAGE.html, PAGE.url)
    assert extractor_version("markdown:auto") == extractor_version("auto")


def test_every_peer_is_in_the_extra_and_in_the_docs() -> None:
    requirements = (ROOT / "pyproject.toml").read_text()
    page = (ROOT / "docs" / "structure.md").read_text()
    for name, peer in MARKDOWN_PEERS.items():
        assert f'"{peer.distribution}' in requirements
        assert f"| `{name}` | {peer.reads} | {peer.setting} |" in page
    for each in MEASURES:
        assert f"| {each.title} |" in page


def test_what_cannot_be_shown_names_known_measures() -> None:
    for extractor, names in CANNOT_SHOW.items():
        assert extractor.removeprefix("peer:") in MARKDOWN_PEERS
        assert names <= {each.name for each in MEASURES}


def test_peers_without_markdown_are_left_out_and_unknown_ones_are_errors() -> None:
    assert choose_markdown(["auto"], ["justext", "html2text"]) == ["markdown:auto", "markdown:peer:html2text"]
    assert len(choose_markdown(["none"], ["all"])) == len(MARKDOWN_PEERS)
    with pytest.raises(MaintextError, match="no peer 'nope'"):
        choose_markdown([], ["nope"])
    with pytest.raises(MaintextError, match="no peer 'html2text'"):
        choose([], ["html2text"])
