"""Rules for all peers, and for the installed ones."""

import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

import maintext
from maintext.errors import MaintextError
from maintext.evaluation import extractors, peers
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.extractors import choose, extractor_version, missing_peers
from maintext.evaluation.peers import PEERS
from maintext.evaluation.runner import run
from maintext.methods.registry import BASELINES, METHODS, PAPERS

SENTENCE = "The tower was built in 1911, and it leans a little more every year, they say in the town."
MORE = "Nobody knows why; the ground is firm, the stone is good, and the mason, as they say, was sober."
ARTICLE = LabelledPage(
    "towers",
    "1",
    (
        "<!doctype html><html lang=en><meta charset=utf-8><title>The tower</title><body><div><article>"
        + "<h1>The tower</h1>"
        + f"<p>{SENTENCE} {MORE} {SENTENCE}</p><p>{MORE}</p>" * 4
        + "</article></div></body></html>"
    ).encode(),
    SENTENCE,
)
CHINESE = LabelledPage(
    "towers",
    "2",
    (
        "<html><meta charset=gb2312><title>古法造纸</title><body><div>"
        + (
            "<p>"
            + "入冬以后，溪边的水碓就响起来了。石头村的老人说，纸是水做的，水越冷，纸越白。" * 6
            + "</p>"
        )
        * 3
        + "</div></body></html>"
    ).encode("gb18030"),
    "纸是水做的",
)
INSTALLED = [name for name, peer in PEERS.items() if peer.version()]


def test_turbohtml_is_always_installed() -> None:
    assert "turbohtml" in INSTALLED
    assert SENTENCE in PEERS["turbohtml"].extract(ARTICLE.html)


def test_every_installed_peer_finds_the_text_of_a_plain_article() -> None:
    outcomes = list(run([ARTICLE], [f"peer:{name}" for name in INSTALLED], workers=2))
    assert {outcome.extractor.removeprefix("peer:") for outcome in outcomes} == set(INSTALLED)
    for outcome in outcomes:
        assert outcome.error is None, outcome.extractor
        assert SENTENCE in outcome.text, outcome.extractor


def test_every_installed_peer_reads_a_chinese_page_in_its_own_encoding() -> None:
    for outcome in run([CHINESE], [f"peer:{name}" for name in INSTALLED], workers=2):
        found = outcome.text.replace(" ", "")
        assert "纸是水做的" in found, f"{outcome.extractor}: {outcome.error} {found[:80]!r}"


def test_every_peer_is_described_and_in_the_extra() -> None:
    requirements = (Path(__file__).parent.parent.parent / "pyproject.toml").read_text()
    for name, peer in PEERS.items():
        assert (peer.name, bool(peer.setting)) == (name, True)
        assert f'"{peer.distribution}' in requirements


def test_every_peer_is_in_the_docs() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "peers.md").read_text()
    for name, peer in PEERS.items():
        assert f"| `{name}` | {peer.reads} |" in page
        assert peer.setting in page


def test_peers_that_are_not_installed_are_reported_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_: str) -> str:
        raise PackageNotFoundError

    monkeypatch.setattr(peers, "version", nothing)
    assert PEERS["gne"].version() is None
    assert missing_peers(["bte", "peer:gne", "peer:goose3"]) == ["peer:gne", "peer:goose3"]


def test_importing_the_peers_imports_none_of_them() -> None:
    modules = "trafilatura resiliparse readability justext boilerpy3 newspaper goose3 gne html_text pextract"
    code = f"import sys, maintext.evaluation.peers; print(*set({modules.split()}) & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_names_and_groups_choose_each_extractor_once() -> None:
    assert choose(["papers"], []) == [method.name for method in PAPERS]
    assert choose(["bte", "baselines"], ["none"])[:2] == ["bte", "dsc"]
    assert len(choose(["baselines", "bte"], [])) == len(BASELINES)
    assert choose(["none"], ["gne", "all"])[:2] == ["peer:gne", "peer:trafilatura"]
    assert choose(["all"], ["all"]) == [*METHODS, *(f"peer:{name}" for name in PEERS)]


@pytest.mark.parametrize(("methods", "others"), [(["nope"], []), ([], ["nope"])])
def test_an_unknown_name_is_an_error_that_lists_the_known_ones(methods: list[str], others: list[str]) -> None:
    with pytest.raises(MaintextError, match=r"no (method|peer) 'nope'; there are all, "):
        choose(methods, others)


def test_the_version_of_a_method_depends_on_the_sources_that_an_extraction_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in "methods", "cli", "text":
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "it.py").write_text("1")
    monkeypatch.setattr(extractors, "files", lambda _: tmp_path)
    versions = []
    for changed in "methods/it.py", "cli/it.py", "text/it.py":
        versions.append(
            (extractor_version("bte"), extractor_version("peer:gne"), extractor_version("peer:justext"))
        )
        (tmp_path / changed).write_text("2")
    versions.append(
        (extractor_version("bte"), extractor_version("peer:gne"), extractor_version("peer:justext"))
    )
    at_first, after_method, after_command, after_decoder = versions
    assert at_first[0] != after_method[0] == after_command[0] != after_decoder[0]
    assert at_first[1] == after_method[1] == after_command[1] != after_decoder[1]  # reads our text
    assert len({version[2] for version in versions}) == 1  # reads bytes


@pytest.mark.parametrize("name", PEERS)
def test_every_peer_has_a_version(name: str) -> None:
    assert (Path(maintext.__file__).parent / "text" / "decode.py").exists()  # part of the version of some
    assert PEERS[name].setting in extractor_version(f"peer:{name}")


def test_the_version_of_a_method_covers_the_whole_package() -> None:
    assert Path(maintext.__file__).parent.joinpath("pipeline.py").is_file()
    assert extractor_version("bte") == extractor_version("ceds") != extractor_version("peer:turbohtml")
