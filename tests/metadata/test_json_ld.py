"""JSON-LD as sites write it."""

from typing import Any

import pytest

from maintext.metadata.declared import read_declared
from maintext.metadata.json_ld import JsonLd, read_json_ld
from maintext.page.parse import parse


def json_ld_of(*scripts: str) -> JsonLd:
    page = parse("".join(f'<script type="application/ld+json">{text}</script>' for text in scripts))
    return read_json_ld(page, read_declared(page))


def first(found: JsonLd, name: str) -> Any:
    return next(found.values(name), None)


ARTICLE = '{"@type": "NewsArticle", "headline": "Rain"}'


@pytest.mark.parametrize(
    "source",
    [
        ARTICLE,
        f"[{ARTICLE}]",
        f'{{"@graph": [{{"@type": "WebSite"}}, {ARTICLE}]}}',
        f'{{"@type": "WebPage", "mainEntity": {ARTICLE}}}',
        f"<!-- {ARTICLE} -->",
        f"//<![CDATA[\n{ARTICLE}\n//]]>",
        f"/*<![CDATA[*/ {ARTICLE} /*]]>*/",
        f"{ARTICLE};",
        f'{{"@type": "Person"}} {ARTICLE}',
        '{"@type": "NewsArticle", "headline": "Rain",}',
        '{"@type": "NewsArticle", "headline": "Rain", "keywords": ["a", "b",],}',
        '{"@type": "NewsArticle", "headline": "Rain", "description": "one\n\ttwo\x01"}',
        '{"@type": "NewsArticle", "headline": "Rain", "description": "it\\\'s"}',
        '{"@type": "NewsArticle", "headline": "Rain", "description": "a "quoted" word"}',
        '{"@type": "NewsArticle", "headline": "Rain", "description": "cut off he',
        ARTICLE.replace('"', "&quot;"),
        '{"@type": ["Thing", "https://schema.org/BlogPosting"], "headline": "Rain"}',
    ],
)
def test_an_article_is_read_however_it_is_written(source: str) -> None:
    assert first(json_ld_of(source), "headline") == "Rain"


@pytest.mark.parametrize(
    "source",
    [
        "",
        "null",
        "3",
        '"text"',
        "not json",
        "{",
        "[" * 100_000,
        '{"@graph":' * 100_000,
        "[[[]]]",
        "[null, {}]",
    ],
)
def test_json_ld_that_does_not_describe_the_page_is_ignored(source: str) -> None:
    assert json_ld_of(source).works == ()


def test_the_article_comes_before_the_page_and_other_works() -> None:
    found = json_ld_of(
        '{"@type": "WebPage", "name": "page"}', '{"@type": "Product", "name": "thing"}', ARTICLE
    )
    assert [work["@type"] for work in found.works] == ["NewsArticle", "Product", "WebPage"]


def test_parts_of_other_objects_are_not_the_page() -> None:
    found = json_ld_of(
        f'{{"@type": "ItemList", "itemListElement": [{ARTICLE}]}}',
        f'{{"@type": "Person", "subjectOf": {ARTICLE}}}',
    )
    assert found.works == ()


def test_references_are_resolved() -> None:
    found = json_ld_of(
        """{"@graph": [{"@type": "Article", "author": {"@id": "#ann"}},
        {"@type": "Person", "@id": "#ann", "name": "Ann Lee"}]}"""
    )
    assert first(found, "author")["name"] == "Ann Lee"


def test_a_broken_object_still_gives_its_author_and_dates() -> None:
    found = json_ld_of(
        """{"@type": "Article", "headline": "Rain, "datePublished": "2024-05-01",
        "author": [{"@type": "Person", "name": "Ann Lee"}], "dateModified": "2024-05-02" """
    )
    assert first(found, "author") == "Ann Lee"
    assert (first(found, "datePublished"), first(found, "dateModified")) == ("2024-05-01", "2024-05-02")


def test_other_scripts_are_not_read() -> None:
    page = parse(f'<script type="application/json">{ARTICLE}</script><script>{ARTICLE}</script>')
    assert read_json_ld(page, read_declared(page)).works == ()


def test_scripts_above_the_size_limit_are_skipped_and_later_ones_read() -> None:
    found = json_ld_of('{"@type": "Article", "headline": "' + "x" * 2_000_001 + '"}', ARTICLE)
    assert [work["headline"] for work in found.works] == ["Rain"]


@pytest.mark.parametrize(
    ("escapes", "read"),
    [
        (r"\ud83d\ude00", "😀"),
        (r"\uD83D", "�"),
        (r"\ude00", "�"),
        (r"\ude00\ud83d", "��"),
        (r"\ud83d\ud83d\ude00\ude00", "�😀�"),
    ],
)
def test_half_of_a_surrogate_pair_is_replaced(escapes: str, read: str) -> None:
    assert first(json_ld_of(ARTICLE.replace("Rain", f"Rain {escapes}.")), "headline") == f"Rain {read}."
