import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from maintext.errors import DataError
from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.report import write_report
from maintext.evaluation.report.model import show
from maintext.evaluation.report.results import family
from maintext.evaluation.report.work import WorkPool
from maintext.evaluation.report.worst import WORST, worst_pages
from tests.evaluation.report.runs import make_outcomes, make_pages, make_results

FILES = ["quality-speed.svg", "report.html", "report.json", "report.md"]
ATTACK = (
    "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'>|`[x](javascript:alert(3))"
    "$title <!--\0\ud800\u2028"
)


class Elements(HTMLParser):
    """Every element with its attributes, and the text in scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] == "script" and self.get_starttag_text() is not None:
            self.scripts.append(data)


def hostile_run() -> tuple[list[LabelledPage], list[Outcome]]:
    pages = [
        replace(
            page,
            dataset=page.dataset + ATTACK,
            id=page.id + ATTACK,
            url=f"javascript:alert(4)//{ATTACK}",
            lang=ATTACK,
            page_type=ATTACK,
            title=ATTACK,
            text=page.text and page.text + ATTACK,
        )
        for page in make_pages()
    ]
    outcomes = [
        replace(
            outcome,
            dataset=outcome.dataset + ATTACK,
            page=outcome.page + ATTACK,
            extractor=outcome.extractor + ATTACK,
            text=ATTACK + outcome.text,
            error=outcome.error and ATTACK,
        )
        for outcome in make_outcomes(make_pages())
    ]
    return pages, outcomes


def test_all_files_are_written_and_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    pages = make_pages()
    for name in ("one", "two"):
        write_report(pages, make_outcomes(pages), tmp_path / name)
    assert sorted(file.name for file in (tmp_path / "one").iterdir()) == FILES
    for name in FILES:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_report_of_the_same_input_is_not_made_again(tmp_path: Path) -> None:
    pages = make_pages()
    outcomes = make_outcomes(pages)
    write_report(pages, outcomes, tmp_path)
    (tmp_path / "report.md").write_text("mine")
    write_report(pages, outcomes, tmp_path)
    assert (tmp_path / "report.md").read_text("utf-8") == "mine"
    write_report(pages, [*outcomes[:-1], replace(outcomes[-1], text="other")], tmp_path)
    assert (tmp_path / "report.md").read_text("utf-8") != "mine"


@pytest.mark.parametrize("damage", ["", "{}", "[]", '{"inputs": 1}'])
def test_a_damaged_report_is_made_again(tmp_path: Path, damage: str) -> None:
    (tmp_path / "report.json").write_text(damage)
    pages = make_pages()
    write_report(pages, make_outcomes(pages), tmp_path)
    assert (tmp_path / "report.md").is_file()


def test_page_texts_names_and_urls_cannot_become_markup(tmp_path: Path) -> None:
    write_report(*hostile_run(), tmp_path)
    html = (tmp_path / "report.html").read_bytes().decode()
    elements = Elements(html).found
    assert [attributes for tag, attributes in elements if tag == "script"] == [
        {"type": "application/json", "id": "data"},
        {},
    ]
    assert not any(tag in ("img", "iframe", "object", "base", "form", "link") for tag, _ in elements)
    assert not any(name.startswith("on") for _, attributes in elements for name in attributes)
    links = [attributes["href"] or "" for tag, attributes in elements if tag == "a"]
    assert links
    assert all(link.startswith("#") for link in links)


def test_the_data_of_the_script_survives_hostile_texts(tmp_path: Path) -> None:
    write_report(*hostile_run(), tmp_path)
    html = (tmp_path / "report.html").read_bytes().decode()
    start = html.index('id="data">') + len('id="data">')
    data = json.loads(html[start : html.index("</script>", start)])
    assert [page[2] for page in data["pages"]] == [""] * 7
    assert any("<img src=x" in stretch[1] for each in data["differences"].values() for stretch in each[6])


def test_the_policy_allows_the_one_script_and_nothing_from_elsewhere(tmp_path: Path) -> None:
    import base64
    import hashlib

    pages = make_pages()
    write_report(pages, make_outcomes(pages), tmp_path)
    html = (tmp_path / "report.html").read_text("utf-8")
    script = html[html.rindex("<script>") + 8 : html.rindex("</script>")]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; script-src 'sha256-{digest}'" in html
    sources = [
        value
        for tag, attributes in Elements(html).found
        for name, value in attributes.items()
        if name in ("src", "srcset", "href") and tag != "a"
    ]
    assert sources == []
    assert "@import" not in html
    assert "url(" not in html


def test_markdown_shows_hostile_names_as_text(tmp_path: Path) -> None:
    write_report(*hostile_run(), tmp_path)
    text = (tmp_path / "report.md").read_bytes().decode()
    assert "<script>" not in text.replace("\\<script\\>", "")
    tables = [part.split("\n") for part in text.split("\n\n") if part.startswith("|")]
    assert len(tables) > 6
    for table in tables:
        assert len({len(re.split(r"(?<!\\)\|", row)) for row in table if row}) == 1


def test_the_tables_have_the_same_values_in_all_formats(tmp_path: Path) -> None:
    pages = make_pages()
    write_report(pages, make_outcomes(pages), tmp_path)
    record = json.loads((tmp_path / "report.json").read_text("utf-8"))
    board = record["tables"]["leaderboard-all"]
    f1 = board["columns"].index("token F1")
    html, text = ((tmp_path / f"report.{kind}").read_text("utf-8") for kind in ("html", "md"))
    for row in board["rows"]:
        value, low, high = (show(row[f1][part], "score") for part in ("value", "low", "high"))
        assert f"{value} <small>{low}–{high}</small>" in html
        assert f"{value} ({low}–{high})" in text
    assert len(record["scores"]) == 8
    assert record["scores"][1]["extractors"]["peer:late"]["status"] == "timeout"


def test_the_worst_pages_have_the_lowest_f1_and_name_the_best_extractor() -> None:
    results = make_results()
    worst = worst_pages(results, results.extractors, WorkPool())
    for name, pages in worst.items():
        f1 = sorted(score.token.f1 for score in results.scores_of(name, results.with_gold) if score.token)
        assert [each.token.f1 for each in pages] == f1[:WORST]
        assert all(each.best_f1 == 1.0 for each in pages)
    assert worst["peer:late"][0].status == "timeout"
    assert {stretch.change for stretch in worst["peer:menu"][0].difference} == {"extra", "same"}


def test_each_link_to_a_difference_leads_to_one(tmp_path: Path) -> None:
    pages = make_pages()
    write_report(pages, make_outcomes(pages), tmp_path)
    html = (tmp_path / "report.html").read_text("utf-8")
    start = html.index('id="data">') + len('id="data">')
    data = json.loads(html[start : html.index("</script>", start)])
    links = [attributes["href"] or "" for tag, attributes in Elements(html).found if tag == "a"]
    assert {link[1:] for link in links if link.startswith("#diff/")} == set(data["differences"])


def test_a_missing_outcome_is_an_error(tmp_path: Path) -> None:
    pages = make_pages()
    outcomes = make_outcomes(pages)
    with pytest.raises(DataError, match="no outcome of peer:late on tea/p7"):
        write_report(pages, outcomes[:-1], tmp_path)
    with pytest.raises(DataError, match="not a page of the run"):
        write_report(pages[:-1], outcomes, tmp_path)
    with pytest.raises(DataError, match="nothing to report"):
        write_report((), (), tmp_path)


def test_a_report_of_one_page_without_gold_text_is_written(tmp_path: Path) -> None:
    page = LabelledPage("set", "1", b"<p>text", None)
    write_report([page], [Outcome("set", "1", "ceds", "ok", "text", 1.0)], tmp_path)
    assert (tmp_path / "report.html").is_file()


def test_progress_sees_every_job(tmp_path: Path) -> None:
    pages, seen = make_pages(), []

    def progress(values, total, words):  # type: ignore[no-untyped-def]
        for value in values:
            seen.append((words, total))
            yield value

    write_report(pages, make_outcomes(pages, ("ceds",)), tmp_path, progress=progress)
    assert seen.count(("scoring", 8)) == 8
    assert seen.count(("measuring the papers' tables", 7)) == 7


def test_several_workers_write_the_same_report(tmp_path: Path) -> None:
    pages = make_pages()
    outcomes = make_outcomes(pages, ("naive_bayes", "ceds"))
    write_report(pages, outcomes, tmp_path / "one")
    write_report(pages, outcomes, tmp_path / "two", workers=2)
    assert (tmp_path / "one" / "report.html").read_bytes() == (tmp_path / "two" / "report.html").read_bytes()


def test_extractors_are_sorted_into_families() -> None:
    assert [family(name) for name in ("auto", "ceds", "bte", "peer:bte")] == [
        "own",
        "paper",
        "baseline",
        "peer",
    ]
