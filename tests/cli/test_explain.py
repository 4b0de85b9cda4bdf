from pathlib import Path
from xml.etree import ElementTree

from maintext.cli.wrap import wrap
from maintext.pipeline import extract
from tests.cli.conftest import ARTICLE, CHINESE, EMPTY, Run


def test_every_block_is_shown_with_mark_score_tag_and_place(run: Run, article: Path) -> None:
    result = run("extract", article, "--explain")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for block in extract(ARTICLE).blocks:
        first = next(line for line in lines if block.text[:40] in line and f" {block.tag} " in line)
        assert first.startswith("▌") == block.kept
        assert f"{block.score:.3f}" in first if block.score is not None else "–" in first
        assert any(block.xpath in line for line in lines)


def test_header_and_summary_say_what_happened(run: Run, article: Path) -> None:
    document = extract(ARTICLE)
    stdout = run("extract", article, "--explain").stdout
    assert f"● ok   method {document.method}" in stdout
    assert "verdict article" in stdout
    assert f"kept {document.kept.sum()} of {len(document.kept)} blocks" in stdout


def test_no_line_is_wider_than_the_screen(run: Run) -> None:
    from rich.cells import cell_len

    for page in (ARTICLE, CHINESE):
        for line in run("extract", "--explain", stdin=page.encode()).stdout.splitlines():
            assert cell_len(line) <= 100


def test_a_page_without_text_is_explained_too(run: Run) -> None:
    result = run("extract", "--explain", stdin=EMPTY.encode())
    assert result.exit_code == 3
    assert "no_text: the page shows no text" in result.stdout


def test_markup_of_the_console_in_a_page_is_plain_text(run: Run) -> None:
    page = "<p>Press [bold]here[/bold] or [/], as the manual says, twice.</p>"
    assert "[bold]here[/bold] or [/]," in run("extract", "--explain", stdin=page.encode()).stdout


def test_a_page_cannot_command_the_terminal(run: Run) -> None:
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
    assert first.read_bytes() == second.read_bytes()


def test_wrapping_loses_nothing_but_white_space_at_line_ends() -> None:
    text = "纸是水做的，水越冷，纸越白。It leans, they say. " * 8 + "x" * 90
    for width in (8, 20, 61):
        lines = wrap(text, width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert not any(line.startswith(("，", "。")) for line in lines)
