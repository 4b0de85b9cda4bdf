import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from maintext.cli.wrap import wrap
from maintext.model.schema import meaning
from maintext.pipeline import extract
from tests.cli.conftest import ARTICLE, EMPTY, Run


@pytest.mark.parametrize("method", ["auto", "p_value"])
def test_every_block_is_shown_with_mark_number_tag_and_place(run: Run, article: Path, method: str) -> None:
    result = run("extract", article, "--explain", "-m", method)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for block in extract(ARTICLE, method=method).blocks:
        first = next(line for line in lines if block.text[:40] in line and f" {block.tag} " in line)
        assert first.startswith("▌") == block.kept
        number = f"{block.probability:.0%}" if block.probability is not None else f"{block.score or 0:.3f}"
        assert number in first or (block.score is None and "–" in first)
        assert any(block.xpath in line for line in lines)


def test_contributions_to_a_block_are_shown_with_sign_and_meaning(run: Run, article: Path) -> None:
    stdout = run("extract", article, "--explain").stdout
    shown = " ".join(stdout.replace("▌", " ").split())
    for block in extract(ARTICLE).blocks:
        feature, push = next(iter(block.pushes.items()))
        said = block.reason.replace(f"probability {block.probability:.2f}: ", "")
        assert f"{feature} " in said
        assert f"({push:+.1f})" in said
        assert said in shown
    legend = stdout.partition("strongest features")[2]
    assert f"{feature} " in legend
    assert meaning(feature).split()[0] in legend
    assert "strongest features" not in run("extract", article, "--explain", "-m", "p_value").stdout


def test_header_and_summary_say_what_happened(run: Run, article: Path) -> None:
    document = extract(ARTICLE)
    stdout = run("extract", article, "--explain").stdout
    assert f"● ok   method {document.method}" in stdout
    assert f"verdict {document.verdict.label}   article {document.verdict.probability:.0%}" in stdout
    assert f"kind {document.kind}" in stdout
    assert f"kept {document.kept.sum()} of {len(document.kept)} blocks" in stdout


def test_a_page_without_text_is_explained_too(run: Run) -> None:
    result = run("extract", "--explain", stdin=EMPTY.encode())
    assert result.exit_code == 3
    assert "no_text: the page shows no text" in result.stdout


def test_console_markup_in_a_page_is_plain_text(run: Run) -> None:
    page = "<p>Press [bold]here[/bold] or [/], as the manual says, twice.</p>"
    assert "[bold]here[/bold] or [/]," in run("extract", "--explain", stdin=page.encode()).stdout


def test_a_page_cannot_send_control_characters_to_the_terminal(run: Run) -> None:
    page = "<title>&#27;]0;mine&#7;</title><p>A sentence, &#27;[31mred&#27;[0m, and &#155;more of it.</p>"
    for arguments in (("extract", "--explain"), ("compare", "--blocks")):
        stdout = run(*arguments, stdin=page.encode()).stdout
        assert "A sentence" in stdout
        assert not {"\x1b", "\x9b", "\x07"} & set(stdout)


def test_the_picture_is_svg_and_the_same_every_time(run: Run, article: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.svg", tmp_path / "second.svg"
    run("extract", article, "--explain", "--svg", first)
    run("extract", article, "--explain", "--svg", second)
    assert ElementTree.parse(first).getroot().tag.endswith("svg")
    assert "url(" not in first.read_text(encoding="utf-8").replace("url(#", "")  # nothing of other hosts
    assert first.read_bytes() == second.read_bytes()


def test_the_picture_in_the_readme_is_of_today(run: Run, tmp_path: Path) -> None:
    images = Path(__file__).parents[2] / "docs" / "images"
    run("extract", images / "explain.html", "--explain", "--svg", tmp_path / "today.svg")
    shares = [
        re.findall(r"\b\d+%", path.read_text(encoding="utf-8"))
        for path in (images / "explain.svg", tmp_path / "today.svg")
    ]
    assert len(shares[0]) > 10
    assert shares[0] == shares[1], "run `make picture`"


def test_wrapping_loses_nothing_but_white_space_at_line_ends() -> None:
    text = "纸是水做的，水越冷，纸越白。It leans, they say. " * 8 + "x" * 90
    for width in (8, 20, 61):
        lines = wrap(text, width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not any(line.startswith(("，", "。")) for line in lines)
