import json
from pathlib import Path

import pytest

from maintext.site.template import SiteTemplate
from tests.cli.conftest import Run

FRAME = """<header>Daily News of the Valley</header><ul><li>Sport</li><li>Letters</li></ul>
<p>{}</p><footer>© us</footer>"""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, story in enumerate(("It rained, and the river rose.", "It snowed.", "It thawed, at last.")):
        (folder / f"{number}.html").write_text(FRAME.format(story), encoding="utf-8")
    return folder


@pytest.fixture
def template(run: Run, pages: Path, tmp_path: Path) -> Path:
    path = tmp_path / "new" / "template.json"
    result = run("site", "learn", pages, "-o", path, "--host", "valley.example")
    assert result.exit_code == 0
    assert "4 texts recur on 3 pages" in result.stdout
    return path


def test_a_learned_template_can_be_shown(run: Run, template: Path) -> None:
    stdout = run("site", "show", template).stdout
    assert "valley.example" in stdout
    assert "Daily News of the Valley" in stdout
    texts, _, places = stdout.partition("agreement")
    assert "It rained" not in texts
    assert "It rained" in places  # an example of what stands there
    assert "and 3 more" in run("site", "show", template, "--limit", 1).stdout


def test_a_template_removes_repeated_text(run: Run, template: Path, tmp_path: Path) -> None:
    page = tmp_path / "new.html"
    page.write_text(FRAME.format("It froze again, and the river stood still."), encoding="utf-8")
    text = run("extract", page, "--site", template).stdout
    assert text == "It froze again, and the river stood still.\n"


def test_a_page_that_no_longer_fits_is_reported(
    run: Run, template: Path, pages: Path, tmp_path: Path
) -> None:
    assert run("site", "check", template, pages).exit_code == 0
    other = tmp_path / "other.html"
    other.write_text("<p>A page of another site, with a sentence of its own.</p>")
    result = run("site", "check", template, other, "-f", "json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["fits"] is False
    warned = run("extract", other, "--site", template)
    assert warned.exit_code == 0
    assert "learn the template again" in warned.stderr
    record = json.loads(run("extract", other, "--site", template, "-f", "json").stdout)
    assert record["site_fit"]["fits"] is False


def test_two_templates_are_merged(run: Run, template: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    for number, story in enumerate(("A bear was seen.", "The bear left.")):
        (more / f"{number}.html").write_text(FRAME.format(story), encoding="utf-8")
    run("site", "learn", more, "-o", tmp_path / "more.json")
    assert run("site", "merge", template, tmp_path / "more.json", "-o", tmp_path / "all.json").exit_code == 0
    assert len(SiteTemplate.load(tmp_path / "all.json").pages) == 5


def test_one_page_is_not_enough_to_learn_from(run: Run, article: Path, tmp_path: Path) -> None:
    result = run("site", "learn", article, "-o", tmp_path / "template.json")
    assert result.exit_code == 2
    assert "two different pages" in result.stderr
    assert not (tmp_path / "template.json").exists()


def test_unreadable_pages_and_templates_are_errors_of_one_line(run: Run, template: Path) -> None:
    for arguments in (
        ("check", template, "nope.html"),
        ("show", "nope.json"),
        ("show",),
        ("learn", "x.html"),
    ):
        result = run("site", *arguments)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
