from math import log1p

import pytest

from maintext.features import PAGE_FEATURES, Landmarks, Reading, page_columns, whole
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import Flag
from maintext.text.characters import Kind
from tests.features.literal import Literal
from tests.features.pages import pages


def page_values(page: Page) -> dict[str, float]:
    reading = Reading(page)
    columns = page_columns(reading, Landmarks(reading))
    assert columns.shape == (len(PAGE_FEATURES), 1)
    return dict(zip(PAGE_FEATURES, columns[:, 0].tolist(), strict=True))


@pytest.mark.parametrize("name", pages())
def test_sums_over_the_page_are_what_their_meanings_say(name: str) -> None:
    table = parse(pages()[name])
    page = Literal(table)
    everyone = range(page.size)
    chars = sum(page.sizes)
    best = Landmarks(Reading(table)).rows
    spoken = [subject for row in page.holders for subject in page.subjects(row)]
    expected = {
        "page_log_chars": log1p(chars),
        "page_link_density": sum(page.chars(at, Flag.LINK) for at in everyone) / chars,
        "page_log_blocks": log1p(page.size),
        "page_block_length": log1p(chars / page.size),
        "page_paragraphs": sum(page.chars(at, Flag.PARAGRAPH) for at in everyone) / chars,
        "page_marks": sum(map(page.marks, everyone)) / chars,
        "page_cjk": sum(page.kind_count(at, Kind.CJK) for at in everyone) / chars,
        "page_log_headings": log1p(sum(map(page.is_heading, everyone))),
        "page_log_long": log1p(sum(size > 200 for size in page.sizes)),
        "page_log_prices": log1p(sum(page.kind_count(at, Kind.CURRENCY) > 0 for at in everyone)),
        "page_log_questions": log1p(sum(part.count("?") for at in everyone for part in page.texts[at])),
        "page_depth": sum(float(table.depth[row]) for row in page.element) / page.size,
        "page_log_repeats": log1p(
            max(list(map(page.path, everyone)).count(page.path(at)) for at in everyone)
        ),
        "page_density": page.subtree(best["density"]) / chars,
        "page_votes": page.subtree(best["votes"]) / chars,
        "page_p_share": page.subtree(best["p_value"]) / chars,
        "page_p_value": max(page.p_values.values()),
        "page_article": sum(page.chars(at, Flag.ARTICLE) for at in everyone) / chars,
        "page_main": sum(page.chars(at, Flag.MAIN) for at in everyone) / chars,
        "page_log_h1": log1p(page.tags(0, "h1")),
        "page_log_li": log1p(page.tags(0, "li")),
        "page_log_input": log1p(page.tags(0, "input")),
        "page_named_comments": log1p(spoken.count("comments")),
        "page_named_product": log1p(spoken.count("product")),
    }
    found = page_values(table)
    assert {name: found[name] for name in expected} == pytest.approx(expected, rel=1e-5, abs=1e-6)


def test_what_the_head_declares() -> None:
    found = page_values(
        parse(
            "<meta property=og:type content='Article'><meta name=author content=Ann>"
            "<meta property=article:published_time content=2019>"
            '<script type="application/ld+json">{"@type": ["NewsArticle"], "x": {"@type":"Product"}}</script>'
            "<p>one"
        )
    )
    said = {name for name, value in found.items() if value and name.startswith(("page_og", "page_has"))}
    assert said == {"page_og_article", "page_has_author", "page_has_date"}
    schemas = {name for name, value in found.items() if value and name.startswith("page_schema")}
    assert schemas == {"page_schema_newsarticle", "page_schema_product"}


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://example.com/", {"page_url_home"}),
        ("", {"page_url_unknown"}),
        ("https://example.com/t/12345", {"page_url_forum", "page_url_depth", "page_url_number"}),
        ("https://example.com/products/lamp?x=9999", {"page_url_product", "page_url_depth"}),
        ("https://docs.example.com/guide", {"page_url_documentation", "page_url_depth"}),
    ],
)
def test_what_the_address_says(url: str, said: set[str]) -> None:
    found = page_values(parse(f"<link rel=canonical href='{url}'><p>one"))
    assert {name for name, value in found.items() if name.startswith("page_url") and value} == said


def test_the_address_is_that_of_the_canonical_link_before_that_of_open_graph() -> None:
    both = (
        "<meta property=og:url content='https://x.com/a/b'><link rel=canonical href='https://x.com/a'><p>one"
    )
    assert page_values(parse(both))["page_url_depth"] == 1
    assert page_values(parse(both.replace("canonical", "icon")))["page_url_depth"] == 2


def test_the_names_of_the_columns_are_those_of_the_family() -> None:
    assert tuple(whole.MEANINGS) == PAGE_FEATURES
