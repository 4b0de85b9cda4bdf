import gc
import os
import subprocess
import sys
import weakref
from dataclasses import replace
from io import BytesIO, StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import (
    METHODS,
    Auto,
    Document,
    Extractor,
    Limits,
    Method,
    Reason,
    Status,
    UnknownMethod,
    compare,
    extract,
    get_method,
    judge,
)
from maintext.methods.papers.p_value import PValue
from maintext.model.auto import shipped_auto
from tests.soup import soups

ARTICLE = (
    "<title>The tower</title><nav><a href=/>Home</a> <a href=/news>News</a></nav><div><h1>The tower</h1>"
    + "<p>The tower was built in 1911, of brick and lime, and it has been leaning ever since, they say.</p>"
    * 4
    + "</div><footer><a href=/imprint>Imprint</a></footer>"
)
INDEX = "<ul>" + "<li><a href=/x>Some headline of the day</a>" * 20 + "</ul>"


@given(st.binary(max_size=200) | st.text(max_size=200) | soups)
@settings(max_examples=60)
def test_any_input_gives_a_document(html: str | bytes) -> None:
    file = StringIO(html, newline="") if isinstance(html, str) else BytesIO(html)
    document = extract(file)  # a text may be the name of a page, which is refused
    assert isinstance(document, Document)
    assert bool(document) == bool(document.text) == (document.status in (Status.OK, Status.PARTIAL))
    assert (document.reason is None) == (document.status is Status.OK)
    assert len(document.kept) == len(document.blocks)


@given(soups)
@settings(max_examples=25)
def test_every_method_accepts_any_page(html: str) -> None:
    documents = compare(html)
    assert list(documents) == list(METHODS)
    for document in documents.values():
        assert document.page is documents["p_value"].page
        assert all(block.reason for block in document.blocks)


def test_compare_keeps_every_document_of_methods_with_one_name() -> None:
    methods = [PValue(images=True), PValue(), Auto(model=shipped_auto()), Auto()]
    assert list(compare("<p>The only paragraph.", methods=methods)) == [
        "p_value(images=True)",
        "p_value",
        "auto",
        "auto #2",
    ]


def test_compare_runs_each_method_once() -> None:
    methods: list[str | Method] = [
        "ceds",
        PValue(images=True),
        "ceds()",
        get_method("ceds"),
        "p_value(images=yes)",
        "bte:printed",
        "bte",
    ]
    assert list(compare("<p>The only paragraph.", methods=methods)) == ["ceds", "p_value(images=True)", "bte"]


def test_compare_takes_groups_of_methods() -> None:
    page = "<p>The only paragraph."
    papers = ["naive_bayes", "punctuation", "p_value", "path_similarity", "ceds"]
    assert list(compare(page, methods="papers")) == papers
    assert list(compare(page, methods=["ceds", "papers", get_method("auto")]))[-2:] == [papers[-2], "auto"]
    assert list(compare(page, methods="printed, bte")) == [f"{name}:printed" for name in papers] + ["bte"]
    assert compare(page, methods="none") == {}


def test_compare_takes_specs_in_one_text() -> None:
    found = compare("<p>The only paragraph.", methods="auto, ceds(numerator=ratio, variance=classes),bte")
    assert list(found) == ["auto", "ceds(numerator='ratio', variance='classes')", "bte"]
    assert list(compare("<p>The only paragraph.", methods="auto")) == ["auto"]


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("", Reason.NO_INPUT),
        (b"", Reason.NO_INPUT),
        (" \n\t ", Reason.NO_INPUT),
        (b"\xef\xbb\xbf", Reason.NO_INPUT),
        (b"%PDF-1.7\n\x00\x01\x02\x03\x04" + bytes(range(256)) * 8, Reason.NOT_HTML),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, Reason.NOT_HTML),
        ("<html><body><script>go()</script></body></html>", Reason.NO_TEXT),
        ("<p hidden>one", Reason.NO_TEXT),
        ("<!-- one -->", Reason.NO_TEXT),
        (INDEX, Reason.NOTHING_SELECTED),
    ],
)
def test_an_empty_result_says_why(html: str | bytes, reason: Reason) -> None:
    document = extract(html, method="p_value")
    assert (document.status, document.reason, document.text) == (Status.EMPTY, reason, "")
    assert document.blocks is not None
    assert reason.sentence


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(bytes=500), Reason.BYTES),
        (Limits(nodes=20), Reason.NODES),
        (Limits(depth=2), Reason.DEPTH),
    ],
)
def test_a_limit_gives_a_partial_result_with_a_reason(limits: Limits, reason: Reason) -> None:
    for html in (ARTICLE, ARTICLE.encode()):
        document = extract(html, limits=limits, method="p_value")
        assert (document.status, document.reason) == (Status.PARTIAL, reason)
        assert "The tower was built" in document.text


def test_the_time_limit_is_a_reason() -> None:
    document = extract(ARTICLE, limits=Limits(seconds=1e-9))
    assert (document.status, document.reason) == (Status.EMPTY, Reason.SECONDS)


def test_a_page_without_article_is_refused_on_request_only() -> None:
    page = "<ul>" + "<li><a href=/x>Some headline of the day</a> 12:30" * 20 + "</ul>"
    assert extract(page, articles_only=True).status is Status.REFUSED
    assert extract(page, articles_only=True).reason is Reason.NOT_ARTICLE
    assert extract(page).status is Status.OK
    assert extract(ARTICLE, articles_only=True).status is Status.OK


def test_a_page_is_refused_by_the_printed_rule_on_request() -> None:
    heavy = ARTICLE.replace("<p>", f"<p data-track='{'x' * 900}'>")
    assert extract(heavy, articles_only=True).status is Status.OK
    refused = extract(heavy, articles_only=True, rule="printed")
    assert refused.reason is Reason.NOT_ARTICLE
    assert refused.verdict.label == "not_article"
    assert refused.explanation is not None
    assert "the largest P as printed is 0." in refused.explanation
    assert extract(ARTICLE, articles_only=True, rule="printed").status is Status.OK
    assert judge(heavy, rule="printed").label == "not_article"
    assert judge(heavy).has_article


def test_the_main_text_is_found_and_the_rest_is_kept_as_evidence() -> None:
    document = extract(ARTICLE, url="https://example.org/tower", method="p_value")
    assert document.status is Status.OK
    assert document.url == "https://example.org/tower"
    assert document.text.count("The tower was built") == 4
    assert "Imprint" not in document.text
    assert "Imprint" in [block.text for block in document.blocks if not block.kept]


def test_a_method_is_given_by_name_or_as_an_object() -> None:
    for name in METHODS:
        assert extract(ARTICLE, method=name).method == name
        assert extract(ARTICLE, method=get_method(name)).text == extract(ARTICLE, method=name).text


def test_an_unknown_method_raises_an_error() -> None:
    with pytest.raises(UnknownMethod, match=r"no method 'magic'; there are .*p_value"):
        extract(ARTICLE, method="magic")


def test_the_result_of_an_extractor_does_not_depend_on_earlier_pages() -> None:
    extractor = Extractor()
    first = extractor.extract(ARTICLE).to_dict(blocks=True)
    extractor.extract(INDEX)
    extractor.extract(b"\xff\xfe\x00")
    assert extractor.extract(ARTICLE).to_dict(blocks=True) == first


def test_other_pages_of_the_site_are_given_as_html() -> None:
    other = ARTICLE.replace("The tower was built in 1911", "The bridge was built in 1870")
    document = extract(ARTICLE, method="path_similarity", site=[other, other])
    assert document.noise is not None
    assert "Home" not in document.text


def test_repeated_text_is_weighed_by_auto_and_dropped_for_other_methods() -> None:
    other = ARTICLE.replace("The tower was built in 1911", "The bridge was built in 1870")
    repeated = "<p>Our opening hours have not changed since the war, and they will not, says the town.</p>"
    page, others = ARTICLE + repeated, [other + repeated] * 2
    for prior, dropped in ((0.0, False), (-50.0, True)):
        method = Auto(model=replace(shipped_auto(), site_prior=prior), threshold=0.001)
        document = extract(page, method=method, site=others)
        assert ("opening hours" not in document.text) is dropped
        (block,) = (block for block in document.blocks if "opening hours" in block.text)
        assert next(iter(block.pushes.items())) == ("repeats_on_site", prior)
    assert "opening hours" in extract(page, method="p_value").text + extract(page, method="bte").text
    for name in METHODS:
        if not METHODS[name].settles_noise:
            assert "opening hours" not in extract(page, method=name, site=others).text


def test_compare_runs_the_requested_methods() -> None:
    documents = compare(ARTICLE, methods=["p_value", get_method("ceds")])
    assert list(documents) == ["p_value", "ceds"]
    assert documents["p_value"].text == extract(ARTICLE, method="p_value").text


def test_judge_answers_for_any_input() -> None:
    assert judge(ARTICLE).has_article
    assert judge(ARTICLE, "https://tower.example/1").label == judge(ARTICLE).label
    for html in (INDEX, "", b"", b"\x00\x01"):
        assert judge(html).label == "not_article"


_IN_ANOTHER_PROCESS = """
import sys
from maintext import METHODS, compare
page = sys.stdin.buffer.read()
for name, document in compare(page).items():
    print(document.to_json(blocks=True))
    print(document.markdown, document.html)
"""


def test_the_result_does_not_depend_on_the_hash_seed() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-X", "utf8", "-c", _IN_ANOTHER_PROCESS],
            input=ARTICLE.encode(),
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0]
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("method", ["p_value", "auto"])
def test_a_page_is_freed_with_its_document(method: str) -> None:
    gc.disable()
    try:
        document = extract("<p>The first and only paragraph, and a long one.", method=method)
        assert document.text
        assert document.page.blocks is document.page.blocks
        page = weakref.ref(document.page)
        del document
        assert page() is None
    finally:
        gc.enable()
