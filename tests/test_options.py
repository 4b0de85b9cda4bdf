"""Options: one list for library, command, service and batch; each does what it says."""

import inspect
import pickle
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from maintext import Extractor, Options, Output, Reason, Select, Status, extract
from maintext.batch.job import Job
from maintext.choice import apply_options
from maintext.cli.extract import extract as extract_command
from maintext.cli.run import run as run_command
from maintext.options import described, make_options, split_options
from maintext.pipeline import SHIFTS
from maintext.serve.options import OPTIONS

STORY = "<p>The tower was built in 1911, of brick and lime, and it has been leaning ever since, they say.</p>"
COMMENTS = "".join(
    f"<li class=comment><b class=author>{name}</b> <time>2 May 2024</time><p>{text}</p></li>"
    for name, text in (
        ("Ann", "I have climbed it in the rain, and it is steep."),
        ("Bo", "My aunt lives there, and she says it rings at night."),
        ("Cy", "They should have used granite from the start, I think."),
    )
)
PAGE = (
    "<html lang=en-GB><title>The tower</title>"
    "<meta property=article:published_time content=2024-05-02T08:00:00Z>"
    "<body><nav><a href=/>Home</a></nav><article><h1>The tower</h1>"
    + STORY
    + "".join(
        f"<p>In {year} the tower stood, of brick and lime, and it was leaning {year - 1899} degrees, as the "
        "people of the town have said ever since; nobody paid for it, and the state would not.</p>"
        for year in range(1900, 1908)
    )
    + "<p>It <b>leans</b><sup class=reference>[1]</sup> to the <a href=/west>west</a>, and the people are "
    "proud of it.</p><img src=/tower.jpg alt='The tower' width=600>"
    + STORY.replace("1911", "1912")
    + f"</article><section id=comments class=comments><h2>Comments</h2><ol>{COMMENTS}</ol></section>"
)
_MARKS = ("e.org/west", "**", "<strong", '<hi rend="bold', "<img", "<graphic")
NAMES = [one.name for one in described()]


# -- one list ---------------------------------------------------------------------------------------------


def test_the_typed_arguments_are_the_fields() -> None:
    assert list(Options.__annotations__) == NAMES
    assert len(set(NAMES)) == len(NAMES)
    assert all(one.words.endswith(".") and len(one.words) < 110 for one in described())


@pytest.mark.parametrize("command", [extract_command, run_command])
def test_a_command_has_every_option_with_its_default(command: Any) -> None:
    parameters = inspect.signature(command).parameters
    for one in described():
        assert parameters[one.name].default == (None if one.is_list else one.default)


def test_the_service_has_every_option_with_its_default() -> None:
    for one in described():
        schema = OPTIONS[one.name].schema
        assert schema.get("default", () if one.is_list else None) == one.default
        assert OPTIONS[one.name].words == one.words
        assert schema.get("enum", []) == list(one.choices)


def test_a_job_has_every_option_with_its_default() -> None:
    assert (Job().select, Job().output) == (Select(), Output())
    job = Job(prefer="recall", prune=("nav",), links=False)
    assert (job.select, job.output) == (Select(prefer="recall", prune=("nav",)), Output(links=False))
    assert Job.from_json(job.to_json()) == job
    assert job.hash != Job().hash
    assert {one.name for one in fields(Job)} >= set(NAMES)


def test_objects_and_names_give_the_same() -> None:
    by_name = Extractor(prefer="recall", links=False)
    by_object = Extractor(select=Select(prefer="recall"), output=Output(links=False))
    assert (by_name.select, by_name.output) == (by_object.select, by_object.output)
    both = Extractor(select=Select(prefer="recall"), tables=False)
    assert both.select == Select(prefer="recall", tables=False)
    assert split_options({"links": False, "url": "x"}) == (Select(), Output(links=False))


# -- which text -------------------------------------------------------------------------------------------


def test_recall_keeps_at_least_what_precision_keeps() -> None:
    kept = [extract(PAGE, prefer=prefer).kept for prefer in ("precision", "balance", "recall")]
    assert [int(each.sum()) for each in kept] == sorted(int(each.sum()) for each in kept)
    assert SHIFTS["precision"] < SHIFTS["balance"] == 0 < SHIFTS["recall"]
    assert (extract(PAGE, prefer="balance").kept == extract(PAGE).kept).all()


def test_comments_can_be_in_the_text_or_not() -> None:
    assert len(extract(PAGE).comments) == 3
    always, never = (extract(PAGE, comments=choice).text for choice in ("always", "never"))
    assert "it is steep" in always
    assert "granite" in always
    assert "it is steep" not in never
    assert "Ann" not in never
    assert never.startswith(extract(PAGE).text[:60])


def test_the_heading_of_comments_goes_with_them() -> None:
    everything = replace(extract(PAGE), kept=np.ones_like(extract(PAGE).kept))
    without = apply_options(everything, Select(comments="never"), Output())
    headings = [block.text for block in without.blocks if block.tag == "h2" and block.kept]
    assert "Comments" not in headings
    assert "The tower" in without.text


def test_a_forced_comment_says_so() -> None:
    document = extract(PAGE, comments="always")
    (block,) = (block for block in document.blocks if "granite" in block.text)
    assert block.kept
    assert block.reason.startswith("kept as a comment")


def test_tables_can_be_left_out() -> None:
    table = "<table><tr><th>Year<th>Lean in degrees<tr><td>1911<td>1.5<tr><td>1950<td>2.1</table>"
    page = PAGE.replace("</article>", f"{table}{STORY}</article>")
    assert "1.5" in extract(page).text
    document = extract(page, tables=False)
    assert "1.5" not in document.text
    assert "1912" in document.text
    assert "1.5" not in extract(page, method="mss", tables=False).text


@pytest.mark.parametrize("method", ["auto", "ceds", "mss", "path_similarity"])
def test_pruned_elements_are_left_out_even_inside_a_line(method: str) -> None:
    document = extract(PAGE, method=method, prune=["sup.reference", "#comments"])
    assert "[1]" not in document.text
    assert "It leans to the west" in document.text.replace("leans  to", "leans to")
    assert "granite" not in document.text


def test_text_is_taken_from_inside_an_element_only() -> None:
    document = extract(PAGE, within="#comments", prefer="recall")
    assert "1911" not in document.text
    assert "granite" in document.text
    assert document.title == "The tower"  # of the whole page
    nothing = extract(PAGE, within=".missing")
    assert nothing.reason is Reason.NO_TEXT
    assert nothing.explanation == "prune and within leave no text of the page"
    assert extract("<p> </p>", within="p").explanation == Reason.NO_TEXT.sentence


def test_a_pruned_document_can_be_pickled() -> None:
    document = extract(PAGE, prune="nav, sup", within="article")
    again = pickle.loads(pickle.dumps(document))
    assert (again.text, again.markdown, again.metadata) == (
        document.text,
        document.markdown,
        document.metadata,
    )
    assert [block.text for block in again.blocks] == [block.text for block in document.blocks]


def test_a_short_text_is_refused() -> None:
    length = len(extract(PAGE).text)
    assert extract(PAGE, min_text=length // 2).status is Status.OK
    document = extract(PAGE, min_text=10 * length)
    assert (document.status, document.reason, document.text) == (Status.REFUSED, Reason.TOO_SHORT, "")
    assert not document
    assert document.explanation == "the main text is shorter than the minimum"


def test_a_page_in_another_language_is_refused() -> None:
    assert extract(PAGE, language="en").status is Status.OK
    document = extract(PAGE, language="de")
    assert (document.status, document.reason) == (Status.REFUSED, Reason.OTHER_LANGUAGE)
    assert document.explanation == f"the page is in another language: {document.language}"
    assert not document.kept.any()


def test_an_unknown_language_is_a_note() -> None:
    document = extract(
        "<p>1911 1912 1913, 1914; 1915. 1916: 1917! 1918? 1919", method="p_value", language="de"
    )
    if document.language is None:
        assert document.status is Status.OK
        assert "the page's language is not known" in document.notes[0]


# -- how it is written ------------------------------------------------------------------------------------


def test_links_images_and_formatting_can_be_left_out() -> None:
    plain = extract(PAGE, "https://e.org/", links=False, images=False, formatting=False)
    for form in ("markdown", "html", "xml"):
        written = plain.render(form)
        assert not any(mark in written for mark in _MARKS), form
        assert "leans" in written
    full = extract(PAGE, "https://e.org/")
    assert "[west](https://e.org/west)" in full.markdown
    assert "**leans**" in full.markdown
    assert plain.links == full.links != ()


def test_dates_have_a_format_and_bounds() -> None:
    assert extract(PAGE).date == "2024-05-02T08:00:00+00:00"
    document = extract(PAGE, date_format="%d.%m.%Y")
    assert (document.date, document.to_dict()["metadata"]["date"]) == ("02.05.2024", "02.05.2024")
    assert extract(PAGE, max_date="2023-12-31").date is None
    assert extract(PAGE, min_date="2024-05-02", max_date="2024-05-02").date is not None


def test_a_rule_without_articles_only_is_refused() -> None:
    line = r"^rule needs articles_only: it says how that judges a page$"
    makers: list[Callable[[], object]] = [
        lambda: Select(rule="printed"),
        lambda: extract(PAGE, rule="printed"),
        lambda: Job(rule="printed"),
        lambda: make_options(Select(articles_only=True, rule="printed"), Output(), {"articles_only": False}),
    ]
    for make in makers:
        with pytest.raises(ValueError, match=line):
            make()
    assert Select(articles_only=True, rule="printed").rule == "printed"
