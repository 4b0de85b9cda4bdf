import json
from pathlib import Path

import pytest

from tests.cli.conftest import ARTICLE, CHINESE, EMPTY, Run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "b.html").write_text(ARTICLE, encoding="utf-8")
    (folder / "b.htm").write_text(CHINESE, encoding="utf-8")
    (folder / "deep" / "er" / "B.XHTML").write_text(ARTICLE, encoding="utf-8")
    (folder / "deep" / "notes.txt").write_text("no page")
    return folder


def names(stdout: str, folder: Path) -> list[str]:
    return [str(Path(json.loads(line)["input"]).relative_to(folder)) for line in stdout.splitlines()]


def test_a_folder_becomes_json_lines_in_order(run: Run, folder: Path) -> None:
    result = run("extract", folder)
    assert result.exit_code == 0
    assert names(result.stdout, folder) == ["b.htm", "b.html", "deep/er/B.XHTML"]
    assert all(json.loads(line)["status"] == "ok" for line in result.stdout.splitlines())


def test_a_folder_with_one_page_is_a_collection_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "only.html").write_text(ARTICLE, encoding="utf-8")
    assert json.loads(run("extract", tmp_path).stdout)["input"] == str(tmp_path / "only.html")


def test_a_quoted_pattern_is_expanded(run: Run, folder: Path) -> None:
    result = run("extract", f"{folder}/**/*.*html")
    assert names(result.stdout, folder) == ["b.html"]
    assert len(run("extract", f"{folder}/*.htm*").stdout.splitlines()) == 2


def test_the_lines_have_the_requested_format(run: Run, folder: Path) -> None:
    for line in run("extract", folder, "-f", "html").stdout.splitlines():
        assert "<p>" in json.loads(line)["html"]


def test_lines_have_no_raw_line_ends_of_any_kind(run: Run, tmp_path: Path) -> None:
    text = "one\u2028two\x85three\nfour, and a sentence that is long enough to be the text."
    (tmp_path / "ends.html").write_text(f"<pre>{text}</pre>", encoding="utf-8")
    stdout = run("extract", tmp_path).stdout
    assert len(stdout.splitlines()) == 1
    assert json.loads(stdout)["text"] == text


def test_an_unreadable_input_is_reported_and_the_others_are_processed(run: Run, article: Path) -> None:
    result = run("extract", "nope.html", article)
    assert result.exit_code == 2
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["status"] for record in records] == ["unreadable", "ok"]
    assert records[0]["error"] == "no such file"
    assert result.stderr == "maintext: nope.html: no such file\n"


@pytest.mark.parametrize(("pages", "code"), [((EMPTY, ARTICLE), 0), ((EMPTY, EMPTY), 3)])
def test_exit_code_of_several_pages(run: Run, tmp_path: Path, pages: tuple[str, ...], code: int) -> None:
    for number, page in enumerate(pages):
        (tmp_path / f"{number}.html").write_text(page, encoding="utf-8")
    assert run("extract", tmp_path).exit_code == code


def test_a_folder_without_pages_is_unreadable(run: Run, tmp_path: Path) -> None:
    result = run("extract", tmp_path)
    assert result.exit_code == 2
    assert "no .html, .htm, .xhtml file in it" in result.stderr


def test_a_pattern_that_matches_nothing_is_unreadable(run: Run) -> None:
    result = run("extract", "nowhere/*.html")
    assert result.exit_code == 2
    assert result.stderr == "maintext: nowhere/*.html: matches no file\n"


def test_an_output_folder_mirrors_the_input_and_nothing_is_overwritten(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run("extract", folder, "-f", "markdown", "-o", out).exit_code == 0
    written = sorted(str(path.relative_to(out)) for path in out.rglob("*.*"))
    assert written == ["b-2.md", "b.md", "deep/er/B.md"]
    assert "水越冷" in (out / "b.md").read_text(encoding="utf-8")
    assert "# The tower" in (out / "b-2.md").read_text(encoding="utf-8")


def test_an_output_folder_never_overwrites_inputs(run: Run, folder: Path) -> None:
    assert run("extract", folder, "-f", "html", "-o", folder).exit_code == 0
    assert (folder / "b.html").read_text(encoding="utf-8") == ARTICLE
    assert (folder / "b-2.html").exists()


def test_files_given_one_by_one_mirror_their_common_folder(run: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("extract", folder / "b.html", folder / "deep" / "er" / "B.XHTML", "-o", out)
    assert sorted(str(path.relative_to(out)) for path in out.rglob("*.txt")) == ["b.txt", "deep/er/B.txt"]


def test_pages_without_text_get_a_reason_instead_of_a_file(run: Run, tmp_path: Path) -> None:
    pages, out = tmp_path / "pages", tmp_path / "out"
    pages.mkdir()
    (pages / "empty.html").write_text(EMPTY)
    result = run("extract", pages, "-o", out)
    assert result.exit_code == 3
    assert not out.exists()
    assert "the page shows no text" in result.stderr


def test_an_output_file_cannot_have_several_pages(run: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    result = run("extract", folder, "-o", tmp_path / "taken")
    assert result.exit_code == 2
    assert ".jsonl" in result.stderr
    assert (tmp_path / "taken").read_text() == "mine"


def test_lines_go_to_a_jsonl_file(run: Run, folder: Path, tmp_path: Path) -> None:
    result = run("extract", folder, "-o", tmp_path / "all.jsonl")
    assert result.stdout == ""
    lines = (tmp_path / "all.jsonl").read_text(encoding="utf-8")
    assert names(lines, folder) == ["b.htm", "b.html", "deep/er/B.XHTML"]


def test_several_processes_give_the_same_lines_in_the_same_order(run: Run, tmp_path: Path) -> None:
    for number in range(40):
        page = ARTICLE.replace("1911", str(1900 + number)) if number % 7 else EMPTY
        (tmp_path / f"{number:02}.html").write_text(page, encoding="utf-8")
    assert run("extract", tmp_path, "--workers", 2).stdout == run("extract", tmp_path, "--workers", 1).stdout
