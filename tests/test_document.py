"""Document: status, evidence, and values computed on first use."""

import json
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from maintext import METHODS, Document, Method, Page, Reason, Scores, SiteTemplate, Status, extract
from maintext.arrays import BoolArray
from maintext.cli.sample_pages import sample_pages
from maintext.kind import decide_kind
from maintext.methods.auto.method import Auto
from maintext.methods.auto.scores import AutoScores
from maintext.methods.papers.p_value import PValue
from maintext.methods.selection import only_best
from maintext.model.auto import KINDS, shipped_auto
from maintext.model.trees import Trees
from maintext.page.parse import parse
from maintext.text.decode import decode
from tests.growth import grows_linearly
from tests.methods.auto.test_cleanup import POST

HTML = """<html><head><title>The tower</title></head><body>
<div><a href="/">Home</a> <a href="/news">News</a></div>
<div><p>The tower was built in 1911, and it <b>leans</b>.</p>
<p>Nobody knows why, but everybody has an opinion.</p></div>
<p style="display:none">Buy our tiles.</p>
</body></html>"""


@pytest.fixture(scope="module")
def document() -> Document:
    return extract(HTML, method="p_value", url="https://tower.example/a")


def test_every_block_has_its_evidence(document: Document) -> None:
    nav, first, second = document.blocks
    assert [block.kept for block in document.blocks] == [False, True, True]
    assert first.text == "The tower was built in 1911, and it leans."
    assert first.tag == "p"
    assert first.xpath == "/html/body/div[2]/p[1]"
    assert HTML[first.offset :].startswith("<p>The tower")
    assert HTML.count("\n", 0, second.offset) + 1 == second.line == 4
    assert nav.score is not None
    assert first.score is not None
    assert first.score > nav.score
    assert all(block.reason for block in document.blocks)
    assert nav.features["link_density"] == 1


def test_block_scores_are_means_weighted_by_characters() -> None:
    document = extract("<p>aaaa<b>bb</b></p>", method="p_value")
    assert document.scores is not None
    assert document._mean_over_blocks(np.array([1.0, 4.0])).tolist() == [2.0]
    assert document._mean_over_blocks(np.array([np.nan, 4.0])).tolist() == [4.0]
    assert np.isnan(document._mean_over_blocks(np.array([np.nan, np.nan]))).all()


def test_the_text_has_only_the_kept_blocks(document: Document) -> None:
    assert document.text.split() == " ".join(block.text for block in document.blocks if block.kept).split()
    assert "Home" not in document.text


def test_hidden_text_is_listed_and_left_out(document: Document) -> None:
    assert "tiles" not in document.text
    assert [hidden.text for hidden in document.hidden] == ["Buy our tiles."]
    assert all("tiles" not in block.text for block in document.blocks)


def test_status_says_how_the_extraction_ended() -> None:
    assert extract(HTML).status is Status.OK
    assert extract("").status is Status.EMPTY
    assert extract("<div>" * 600 + "A sentence, with words.").status is Status.PARTIAL
    refused = extract("<ul>" + "<li><a href=x>link</a>" * 50, articles_only=True)
    assert (refused.status, refused.reason, refused.text) == (Status.REFUSED, Reason.NOT_ARTICLE, "")


def test_json_is_plain_data_that_can_be_read_back(document: Document) -> None:
    data = json.loads(document.to_json(blocks=True))
    assert data == document.to_dict(blocks=True)
    assert data["text"] == document.text
    assert data["url"] == "https://tower.example/a"
    assert [block["kept"] for block in data["blocks"]] == [False, True, True]
    assert "blocks" not in document.to_dict()


def test_a_method_may_be_given_as_an_object_with_parameters() -> None:
    assert extract(HTML, method=PValue()).text == extract(HTML, method="p_value").text


def test_the_fit_to_a_site_template_is_reported() -> None:
    pages = [parse(HTML.replace("1911", year)) for year in ("1912", "1913", "1914")]
    template = SiteTemplate.learn(pages)
    document = extract(HTML, site=template, method="p_value")
    assert document.site_fit is not None
    assert document.site_fit.fits
    assert document.to_dict()["site_fit"]["fits"] is True
    assert document.blocks[0].reason == "repeats on other pages of the site"
    assert extract(HTML).site_fit is None
    stranger = extract("<p>Another site, another page, with a sentence.</p>", site=template)
    assert stranger.site_fit is not None
    assert not stranger.site_fit.fits


def test_auto_reports_kind_confidence_and_contributions() -> None:
    document = extract(HTML)
    assert isinstance(document.scores, AutoScores)
    assert document.kind == decide_kind(document.page, document.scores.kinds)
    assert document.verdict.kind == document.kind
    for block in document.blocks:
        strongest = [abs(push) for push in block.pushes.values()]
        assert 0 < len(strongest) <= 5
        assert strongest == sorted(strongest, reverse=True)
        assert f"{block.probability:.2f}" in block.reason
    data = document.to_dict(blocks=True)
    assert data["kind"]["name"] == document.kind.name
    assert data["confidence"] == document.confidence
    assert data["blocks"][1]["pushes"] == document.blocks[1].pushes


def test_confidence_is_that_of_the_model_and_none_without_one() -> None:
    model = replace(shipped_auto(), confidence=constant_trees(0.75))
    assert extract(HTML, method=Auto(model=model)).confidence == 0.75
    assert extract(HTML, method="p_value").confidence is None
    assert extract("", method=Auto(model=model)).confidence is None
    assert (
        extract(HTML, method=Auto(model=replace(model, confidence=constant_trees(0.75, trees=0)))).confidence
        is None
    )


def test_the_kind_does_not_depend_on_the_method() -> None:
    document = extract(HTML, method="p_value")
    assert document.kind.probabilities == pytest.approx(dict(extract(HTML).kind.probabilities))
    assert document.verdict.label == extract(HTML).verdict.label
    assert document.blocks[0].pushes == {}


def test_pages_are_refused_by_the_kind_model_of_the_method() -> None:
    page = "<p>The tower was built in 1911, and it has leaned ever since.</p>" * 200
    for kind, status in (("article", Status.OK), ("forum", Status.REFUSED)):
        document = extract(page, method=sure_of(kind), articles_only=True)
        assert document.status is status
        assert document.kind.name == document.verdict.kind.name == kind
        assert (document.explanation is None) == (status is Status.OK)
    assert document.explanation == (
        "the page has no article: the probability of an article is 0%, the kind is forum (100%)"
    )


def test_posts_of_a_forum_are_posts_unless_they_are_named_comments_on_an_article() -> None:
    assert not extract(POST, method=sure_of("article")).posts
    assert len(extract(POST, method=sure_of("article")).comments) == 3
    assert len(extract(POST, method=sure_of("forum")).comments) == 3
    replies = POST.replace("class=comment", "class=reply")
    assert not extract(replies, method=sure_of("forum")).comments
    assert len(extract(replies, method=sure_of("forum")).posts) >= 3


def sure_of(kind: str) -> Auto:
    """The method with a model for which every page is of one kind."""
    margins = [50.0 if name == kind else 0.0 for name in KINDS]
    return Auto(model=replace(shipped_auto(), kinds=constant_trees(*margins)))


def constant_trees(*outputs: float, trees: int = 1) -> Trees:
    """Trees with the same output for everything."""
    one = shipped_auto().blocks
    return Trees(
        np.zeros((one.levels, trees), dtype=np.int16),
        one.bound[:, :trees],
        np.zeros((trees, 1 << one.levels, len(outputs)), dtype=np.float32),
        one.cover[:trees],
        np.array(outputs, dtype=np.float32),
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("copied", [deepcopy, lambda document: pickle.loads(pickle.dumps(document))])
def test_a_document_of_every_method_can_be_copied_and_pickled(
    method: str, copied: Callable[[Document], Document]
) -> None:
    page = sample_pages()["chinese-news"]
    template = SiteTemplate.learn([parse(decode(page).source)] * 2)
    for site in (None, template):
        document = extract(page, url="https://example.org/a", method=method, site=site)
        copy = copied(document)
        assert copy.text == document.text
        assert copy.to_json(blocks=True) == document.to_json(blocks=True)
        assert copy.markdown == document.markdown


def test_a_pickled_document_is_about_as_large_as_its_source_and_is_read_without_parsing() -> None:
    page = sample_pages()["english-article"]
    document = extract(page)
    pickled = pickle.dumps(document)
    assert len(pickled) < len(page) + len(document.text.encode()) + 4000
    copy = pickle.loads(pickled)
    assert copy.text == document.text
    assert "page" not in vars(copy)
    assert copy.page.text == document.page.text


def test_a_document_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError, match="'Document' object has no attribute 'pages'"):
        extract("<p>one").pages  # noqa: B018


def test_pages_are_extracted_in_other_processes() -> None:
    pages = [sample_pages()[name] for name in ("chinese-news", "english-article", "index-page")]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(extract, pages))
    assert [document.text for document in found] == [extract(page).text for page in pages]


def test_a_custom_method_needs_no_description_of_its_scores() -> None:
    @dataclass(frozen=True)
    class Longest(Method):
        name: ClassVar[str] = "longest"

        def score(self, page: Page, noise: BoolArray | None = None) -> Scores:
            return Scores(page, page.chars[page.leaves].astype(np.float64), np.arange(len(page.leaves)))

        def select(self, scores: Scores) -> BoolArray:
            return only_best(scores.values)

    document = extract("<p>one<p>thirteen", method=Longest())
    assert document.text == "thirteen"
    assert [block.reason for block in document.blocks] == ["score 3", "score 8"]


@pytest.mark.parametrize(
    "read", [lambda document: document.blocks, lambda document: document.to_json(blocks=True)]
)
def test_many_lines_are_listed_in_linear_time(read: Callable[[Document], object]) -> None:
    assert grows_linearly(
        lambda: read(extract("<p>" + "a<br>" * 2000)), lambda: read(extract("<p>" + "a<br>" * 4000))
    )
