import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.http.sites import Answer, Site, running_site, story

SKIPPED = "what repeats on the site was not removed: "
PRINTED = ("-m", "path_similarity:printed")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    links = [f"/news/{number}.html" for number in range(1, 4)]
    pages = {link: story(f"It rained on day {link[6]}.", *links) for link in links}
    with running_site({**pages, "/alone/1.html": story("It rained.", "/imprint")}) as running:
        yield running


def test_other_pages_of_the_site_are_found_for_a_url(run: Run, site: Site) -> None:
    result = run("extract", f"{site.url}/news/1.html", "--site", "auto", *PRINTED)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "It rained on day 1.\n", "")


def test_other_pages_of_the_site_are_found_for_a_file_with_a_url(
    run: Run, site: Site, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(story("It rained on this day.", "/news/2.html"))
    url = ("--url", f"{site.url}/news/9.html")
    result = run("extract", file, "--site", "auto", *url, *PRINTED, "-f", "json")
    record = json.loads(result.stdout)
    assert record["text"] == "It rained on this day."
    assert "notes" not in record


def test_if_no_page_is_found_the_result_says_why(run: Run, site: Site) -> None:
    result = run("extract", f"{site.url}/alone/1.html", "--site", "auto", "-f", "json")
    why = f"{SKIPPED}the page links to no page of the same site and shape"
    assert json.loads(result.stdout)["notes"] == [why]
    assert result.stderr.endswith(f"{why}\n")
    assert result.exit_code == 0


def test_several_urls_are_searched_one_after_the_other(run: Run, site: Site) -> None:
    urls = [f"{site.url}/news/{number}.html" for number in (1, 2)]
    result = run("extract", *urls, "--site", "auto", *PRINTED, "--workers", 2)
    texts = [json.loads(line)["text"] for line in result.stdout.splitlines()]
    assert texts == ["It rained on day 1.", "It rained on day 2."]


def test_methods_are_compared_with_other_pages_of_the_site(run: Run, site: Site) -> None:
    arguments = ("--site", "auto", *PRINTED, "-f", "json")
    found = json.loads(run("compare", f"{site.url}/news/1.html", *arguments).stdout)
    assert found["methods"]["path_similarity:printed"]["text"] == "It rained on day 1."
    alone = run("compare", f"{site.url}/alone/1.html", *arguments)
    assert "links to no page" in alone.stderr
    assert json.loads(alone.stdout)["methods"]["path_similarity:printed"]["notes"]


def test_a_page_that_cannot_be_read_is_an_error_as_before(run: Run, site: Site) -> None:
    site.answers["/gone/1.html"] = Answer(b"", 410)
    assert run("extract", f"{site.url}/gone/1.html", "--site", "auto").exit_code == 2


@pytest.mark.parametrize("command", ["extract", "compare"])
def test_without_a_url_it_is_wrong_usage(run: Run, article: Path, command: str) -> None:
    result = run(command, article, "--site", "auto")
    assert result.exit_code == 2
    assert "needs the URL of the page" in " ".join(result.stderr.split())


def test_it_is_either_auto_or_pages(run: Run, site: Site, article: Path) -> None:
    result = run("extract", f"{site.url}/news/1.html", "--site", "auto", "--site-page", article)
    assert result.exit_code == 2


def test_a_skipped_site_step_is_reported_for_the_method_that_has_one(run: Run, article: Path) -> None:
    skipped = run("extract", article, "-m", "path_similarity")
    assert skipped.exit_code == 0
    assert f"{SKIPPED}no other page of the site is known" in skipped.stderr
    assert SKIPPED in run("extract", article, "-m", "path_similarity", "--explain").stdout
    assert run("extract", article).stderr == run("extract", article, "-m", "ceds").stderr == ""
    assert SKIPPED not in run("extract", article, "--explain").stdout
