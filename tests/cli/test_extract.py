import json
from pathlib import Path

import pytest

from tests.cli.conftest import ARTICLE, CHINESE, EMPTY, INDEX, Run

SENTENCE = "The tower was built in 1911, and it leans a little more every year, they say."


def test_one_file_becomes_its_text(run: Run, article: Path) -> None:
    result = run("extract", article)
    assert result.exit_code == 0
    assert SENTENCE in result.stdout
    assert "Imprint" not in result.stdout
    assert result.stdout.endswith("\n")
    assert result.stderr == ""


def test_standard_input_is_read_as_bytes(run: Run) -> None:
    for arguments in (("extract",), ("extract", "-")):
        result = run(*arguments, "--charset", "gbk", stdin=CHINESE.encode("gbk"))
        assert result.exit_code == 0
        assert "纸是水做的，水越冷，纸越白。" in result.stdout


@pytest.mark.parametrize(
    ("form", "start"), [("text", "The tower"), ("markdown", "# The tower"), ("html", "<h1>The tower</h1>")]
)
def test_each_format_is_written(run: Run, article: Path, form: str, start: str) -> None:
    assert start in run("extract", article, "--method", "p_value", "-f", form).stdout


def test_the_text_can_start_with_the_title(run: Run, article: Path) -> None:
    page = article.with_name("page.html")
    page.write_text("<title>Towers</title><p>The tower was built in 1911, and it leans.")
    assert run("extract", page).stdout == "The tower was built in 1911, and it leans.\n"
    result = run("extract", page, "--title", "always")
    assert result.stdout == "Towers\n\nThe tower was built in 1911, and it leans.\n"
    result = run("extract", article, "--title", "no")
    assert result.exit_code == 2
    assert "title must be 'auto', 'always' or 'never', not 'no'" in result.stderr


def test_the_title_can_be_left_out(run: Run, article: Path) -> None:
    page = article.with_name("page.html")
    page.write_text("<title>Towers</title><h1>Towers</h1><p>The tower was built in 1911, and it leans.")
    result = run("extract", page, "-m", "p_value", "--title", "never")
    assert result.stdout == "The tower was built in 1911, and it leans.\n"


def test_tables_in_markdown_can_be_html(run: Run, article: Path) -> None:
    page = article.with_name("page.html")
    page.write_text(
        "<p>The tower was built in 1911, and it leans.<table><tr><th>Part<th>Made of"
        "<tr><td>Stairs, which are narrow<td><p>oak, from the north<p>iron, from the south</table>"
    )
    asked = ("extract", page, "-m", "p_value", "-f", "markdown")
    assert "| oak, from the north<br>iron, from the south |" in run(*asked).stdout
    assert (
        "<td><p>oak, from the north</p><p>iron, from the south</p></td>"
        in run(*asked, "--table-format", "auto").stdout
    )
    result = run(*asked, "--table-format", "no")
    assert result.exit_code == 2
    assert "table_format must be 'pipe', 'auto' or 'html', not 'no'" in result.stderr


def test_json_is_one_line_with_input_and_status(run: Run, article: Path) -> None:
    result = run("extract", article, "-f", "json")
    assert result.stdout.count("\n") == 1
    record = json.loads(result.stdout)
    assert (record["input"], record["status"]) == (str(article), "ok")
    assert SENTENCE in record["text"]
    assert "blocks" not in record


def test_blocks_add_the_evidence_to_json(run: Run, article: Path) -> None:
    record = json.loads(run("extract", article, "-f", "json", "--blocks").stdout)
    assert {block["kept"] for block in record["blocks"]} == {True, False}
    assert all(block["xpath"].startswith("/html") for block in record["blocks"])


def test_blocks_without_json_are_a_usage_error(run: Run, article: Path) -> None:
    result = run("extract", article, "--blocks")
    assert result.exit_code == 2
    assert "--explain" in result.stderr


def test_metadata_comes_before_the_text(run: Run, article: Path) -> None:
    lines = run("extract", article, "--with-metadata", "-f", "markdown").stdout.splitlines()
    assert lines[0] == "---"
    assert 'title: "The tower"' in lines[: lines.index("---", 1)]


def test_metadata_makes_html_a_whole_page(run: Run, article: Path) -> None:
    page = run("extract", article, "--with-metadata", "-f", "html").stdout
    assert page.startswith("<!doctype html>")
    assert "<title>The tower</title>" in page


def test_a_page_without_text_gives_exit_code_3_and_a_reason(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "empty.html"
    page.write_text(EMPTY)
    result = run("extract", page)
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr == f"maintext: {page}: the page shows no text\n"


def test_articles_only_refuses_an_index_page(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text(INDEX)
    result = run("extract", page, "--articles-only")
    assert result.exit_code == 3
    assert "no article" in result.stderr


def test_articles_only_refuses_by_the_printed_rule(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "heavy.html"
    page.write_text(ARTICLE.replace("<p>", f"<p data-track='{'x' * 900}'>"))
    assert run("extract", page, "--articles-only").exit_code == 0
    result = run("extract", page, "--articles-only", "--rule", "printed")
    assert result.exit_code == 3
    assert "the largest P as printed is 0." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rule", "printed", "-"), "--rule needs --articles-only"),
        (("nope.html",), "nope.html: no such file"),
        (("",), "an input is empty: give a file, a folder, a URL, or -"),
        (("file:///nope.html",), "no such file; give the path, /nope.html"),
        (("ftp://nope.example/",), "no such file; only http:// and https:// URLs are fetched"),
        (("--site", "", "-"), "--site is empty: give the file of a template, or auto"),
        (
            ("--format", "Markdown", "-"),
            "format must be 'text', 'markdown', 'html', 'xml', 'tei' or 'json', not 'Markdown'",
        ),
        (("--within", "//p", "-"), "'//p' is an XPath: give a CSS selector"),
        (("--min-text", "ten", "-"), "'ten' is not a whole number"),
        (("--timeout", "soon", "-"), "'soon' is not a number"),
        (("--date-format", "YYYY", "-"), "--date-format must be a format of strftime, such as '%d.%m.%Y'"),
        (("--min-date", "2025-01-01", "--max-date", "2020-01-01", "-"), "is after"),
        (("--method", "auto,ceds", "-"), "'auto,ceds' is more than one method: compare takes several"),
        (("--method", "ceeds", "-"), "did you mean ceds?"),
        (("--method", "xyz", "-"), "there are"),
        (("--method", "", "-"), "no method ''; there are auto"),
        (("-m", "ceds:print", "-"), "no form 'print' of ceds; there is printed"),
        (("-m", "auto:printed", "-"), "auto has no printed form"),
        (("-m", "ceds(x=1)", "-"), "ceds has no parameter 'x'; it has numerator"),
        (("-m", "ceds(numerator=x)", "-"), "ceds's numerator takes ratio | length, not 'x'"),
        (("-m", "ceds(numerator=ratio", "-"), "a bracket or quote of 'ceds(numerator=ratio' has no partner"),
        (("--param", "x=1", "-m", "ceds", "-"), "no parameter 'x'; it has numerator"),
        (("--param", "numerator=x", "-m", "ceds", "-"), "takes ratio | length, not 'x'"),
        (("--param", "numerator", "-m", "ceds", "-"), "takes name=value"),
        (
            ("--param", "numerator=length", "-m", "ceds(numerator=ratio)", "-"),
            "ceds's numerator is given twice: in the spec, and apart from it",
        ),
        (
            ("--param", "base=2", "--param", "base=3", "-m", "punctuation", "-"),
            "--param 'base' is given twice",
        ),
        (
            ("--param", "wrapper-share=0", "--param", "wrapper_share=1", "-m", "p_value", "-"),
            "is given twice",
        ),
        (("--model", "nope.json", "-m", "ceds", "-"), "ceds needs no model"),
        (("--model", "nope.json", "-m", "naive_bayes", "-"), "cannot read the model nope.json"),
        (("--site", "nope.json", "-"), "nope.json"),
        (("--max-bytes", "0", "-"), "limit on bytes must be positive"),
        (("--format", "pdf", "-"), "pdf"),
        (("--no-such-option",), "--no-such-option"),
        (("--url", "http://a/", "a.html", "b.html"), "--url is the URL of one page"),
        (("--explain", "-f", "json", "-"), "--format json --blocks"),
    ],
)
def test_wrong_usage_is_an_error_of_one_line_and_exit_code_2(
    run: Run, arguments: tuple[str, ...], words: str
) -> None:
    result = run("extract", *arguments, stdin=ARTICLE.encode())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("maintext: ")


def test_a_bad_template_is_an_error_of_one_line_and_exit_code_2(
    run: Run, article: Path, tmp_path: Path
) -> None:
    template = tmp_path / "template.json"
    template.write_text("{}")
    result = run("extract", article, "--site", template)
    assert result.exit_code == 2
    assert result.stderr == f"maintext: {template} is not a site template\n"


def test_a_limit_gives_a_partial_text_and_a_reason(run: Run, article: Path) -> None:
    result = run("extract", article, "--max-bytes", 330)
    assert result.exit_code == 0
    assert "The tower was built" in result.stdout
    assert "limit on bytes" in result.stderr


def test_parameters_reach_the_method(run: Run, article: Path) -> None:
    all_kept = run("extract", article, "-m", "punctuation", "--param", "theta=-99")
    none_kept = run("extract", article, "-m", "punctuation", "--param", "theta=99")
    assert SENTENCE in all_kept.stdout
    assert none_kept.exit_code == 3


def test_a_spec_reaches_the_method_and_combines_with_parameters(run: Run, article: Path) -> None:
    for arguments, method in (
        (("-m", "punctuation:printed"), "punctuation:printed"),
        (("-m", "punctuation(theta=-99, marks=cjk)"), "punctuation(theta=-99.0, marks='cjk')"),
        (("-m", "punctuation:printed", "--param", "theta=-99"), "punctuation:printed(theta=-99.0)"),
        (("-m", "punctuation(base=2)", "--param", "theta=-99"), "punctuation(theta=-99.0, base=2.0)"),
    ):
        assert json.loads(run("extract", article, "-f", "json", *arguments).stdout)["method"] == method


def test_output_file_is_written_and_an_input_is_not_overwritten(
    run: Run, article: Path, tmp_path: Path
) -> None:
    target = tmp_path / "new" / "text.txt"
    assert run("extract", article, "-o", target).exit_code == 0
    assert SENTENCE in target.read_text(encoding="utf-8")
    result = run("extract", article, "-f", "html", "-o", article)
    assert result.exit_code == 2
    assert article.read_text(encoding="utf-8") == ARTICLE


def test_text_repeated_on_other_pages_of_the_site_is_removed(run: Run, tmp_path: Path) -> None:
    pages = []
    for number, story in enumerate(
        ("It rained all day, and", "It snowed, then thawed, and", "It was dry, and")
    ):
        page = tmp_path / f"{number}.html"
        page.write_text(
            f"<body><p>All the weather, as it happens, every day.</p><p>{story} then night fell.</p>"
        )
        pages.append(page)
    assert "All the weather" in run("extract", pages[0], "-m", "p_value").stdout
    result = run("extract", pages[0], "-m", "p_value", "--site-page", pages[1], "--site-page", pages[2])
    assert "It rained all day" in result.stdout
    assert "All the weather" not in result.stdout
