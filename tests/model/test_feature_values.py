"""Values of some features of each family on small pages."""

from math import log1p

import pytest

from maintext.model.auto import shipped_auto
from maintext.model.measure import describe_blocks, measure
from maintext.model.schema import BLOCK_FEATURES, OWN_FEATURES
from maintext.page.parse import parse
from tests.model.values import block_value, page_values
from tests.reference.text import name_words

SENTENCE = "The tower leans to the south, and nobody knows why, though many have asked. "
LINKS = "<ul>" + "<li><a href=/x>Some headline of the day</a>" * 5 + "</ul>"


# -- text -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        "The tower leans.",
        "“The tower leans.”",
        "Does it lean?",
        "这座塔向南倾斜。",
        "“塔向南倾斜。”",
        "塔は南に傾いている。",
        "塔は傾いている！」",
        "탑이 기울어져 있다.",
        "البرج مائل، أليس كذلك؟",
        "Башня наклонена.",
        "मीनार झुकी है।",
        "मीनार झुकी है॥",
        "ግንቡ ዘንበል ይላል።",
    ],
)
def test_a_sentence_ends_with_the_full_stop_of_its_script(sentence: str) -> None:
    assert block_value(f"<p>{sentence}</p>", "ends_sentence") == [1]
    assert block_value(f"<p>{sentence}</p>", "log_stops")[0] > 0


@pytest.mark.parametrize(
    "text", ["Read more", "更多新闻", "続きを読む", "더 보기", "المزيد", "Далее", "और पढ़ें"]
)
def test_a_link_does_not_count_as_the_end_of_a_sentence(text: str) -> None:
    assert block_value(f"<p>{text}</p>", "ends_sentence") == [0]


def test_a_long_thai_text_has_no_punctuation() -> None:
    html = "<p>หอคอยสูงริมแม่น้ำเอียงไปทางทิศใต้มานานกว่าร้อยปีแล้ว<p>หน้าแรก"
    assert block_value(html, "ends_sentence") == [0, 0]
    long, short = block_value(html, "log_chars")
    assert long > 1.5 * short
    words, few = block_value(html, "log_words")
    assert words > few


@pytest.mark.parametrize("text", ["第一句，第二句。", "一、二；三", "واحد، اثنان", "एक, दो।", "one, two."])
def test_punctuation_of_every_script_counts(text: str) -> None:
    assert block_value(f"<p>{text}</p>", "marks_per_word")[0] > 0
    assert block_value(f"<p>{text}</p>", "log_commas")[0] > 0


def test_all_but_the_first_of_equal_blocks_are_repeated() -> None:
    html = "<p>Read more<p>One<p>READ MORE<p>read more"
    assert block_value(html, "repeats") == [3, 1, 3, 3]
    assert block_value(html, "repeated") == [0, 0, 1, 1]


def test_the_title_is_read_from_the_head_and_from_open_graph() -> None:
    html = "<title>The tower</title><meta property=og:title content='It leans'><p>Tower leans far<p>x"
    assert block_value(html, "title_share") == pytest.approx([2 / 3, 0])
    assert block_value(html, "title_cover") == pytest.approx([2 / 4, 0])


def test_a_word_ends_where_its_text_node_ends() -> None:
    assert block_value("<p>foo<b>bar</b> baz<p>foobar", "log_words") == pytest.approx([log1p(3), log1p(1)])


# -- place ------------------------------------------------------------------------------------------


def test_names_count_for_all_blocks_below_them() -> None:
    html = "<div class=postComments><p>one<p>two</div><p>three"
    assert block_value(html, "named_comments") == [1, 1, 0]
    assert block_value(html, "levels_to_comments") == [1, 1, 12]


def test_names_of_the_root_and_of_elements_without_text_do_not_count() -> None:
    html = "<html class=nav><body><div class=footer></div><div class=main>one</div>"
    assert block_value(html, "named_navigation") == [0]
    assert block_value(html, "named_foot") == [0]
    assert block_value(html, "named_main") == [1]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("postBody", ["post", "Body"]),
        ("entry-content", ["entry", "content"]),
        ("b_c main__text", ["b", "c", "main", "text"]),
        ("col-md-6", ["col", "md"]),
        ("h1", []),
        ("item3x", ["item"]),
        ("FAQ", ["FAQ"]),
        ("", []),
    ],
)
def test_names_are_split_into_words(name: str, words: list[str]) -> None:
    assert name_words(name) == words


def test_headings_are_counted_from_both_sides() -> None:
    html = "<p>one<h1>two</h1><p>three<p>four<h2>five</h2>"
    assert block_value(html, "since_heading") == [50, 0, 1, 2, 0]
    assert block_value(html, "until_heading") == [1, 0, 2, 1, 0]
    assert block_value(html, "from_h1") == [-1, 0, 1, 2, 3]
    assert block_value("<h1> </h1><p>one", "from_h1") == [-99]


def test_a_label_is_short_and_bold_or_has_the_tag_of_a_label() -> None:
    html = "<p>one<h2>two</h2><p>three<p><b>four</b><p>five<dl><dt>six<dd>seven</dl>"
    assert block_value(html, "since_label") == [99, 0, 1, 0, 1, 0, 1]


# -- shape, landmarks, groups, methods --------------------------------------------------------------


def test_the_element_above_a_paragraph_is_its_box() -> None:
    html = "<div><p>four</p><p>more</p></div><div><p><a href=/>link</a></p></div>"
    assert block_value(html, "above0_log_blocks") == pytest.approx([log1p(1)] * 3)
    assert block_value(html, "above1_log_blocks") == pytest.approx([log1p(2), log1p(2), log1p(1)])
    assert block_value(html, "above1_link_density") == [0, 0, 1]
    assert block_value(html, "above2_share") == [1, 1, 1]


def test_a_block_of_the_article_is_in_the_best_element() -> None:
    html = "<ul><li><a href=/>Home</a><li><a href=/>News</a></ul><div>" + f"<p>{SENTENCE * 3}" * 4
    for measure_name in ("density", "p_value", "votes"):
        assert block_value(html, f"in_{measure_name}") == [0, 0, 1, 1, 1, 1]
        assert block_value(html, f"from_{measure_name}") == [-2, -1, 0, 0, 0, 0]


def test_items_of_a_list_are_alike_unless_their_names_differ() -> None:
    html = "<ul><li class=item>one<li class=item>two<li class='item ad'>three</ul>"
    assert block_value(html, "alike0") == pytest.approx([log1p(2), log1p(2), log1p(1)])
    assert block_value(html, "path_log_blocks") == pytest.approx([log1p(2), log1p(2), log1p(1)])
    assert block_value(html, "tags_log_blocks") == pytest.approx([log1p(3)] * 3)


def test_the_first_and_last_block_have_no_outer_neighbour() -> None:
    assert block_value("<p>one<p>two", "levels_to_previous") == [9, 1]
    assert block_value("<p>one<p>two", "levels_to_next") == [1, 9]


def test_blocks_have_the_p_of_the_best_element_or_of_their_own_part() -> None:
    html = f"<body><div>{LINKS}</div><article><p>{SENTENCE * 3}<p>{SENTENCE}</article>"
    values, kept = block_value(html, "p_value"), block_value(html, "kept_by_p_value")
    assert kept == [0, 0, 0, 0, 0, 1, 1]
    assert values[5] == values[6] > 0.5
    assert values[:5] == [0] * 5, "a side of links alone has no P"


def test_elements_removed_by_the_p_value_have_no_p_and_are_not_kept() -> None:
    html = f"<p>{SENTENCE}<aside>{SENTENCE}</aside>"
    assert block_value(html, "p_value")[1] == 0
    assert block_value(html, "kept_by_p_value") == [1, 0]


# -- the page ---------------------------------------------------------------------------------------


def test_columns_are_read_from_the_head() -> None:
    found = page_values(
        "<meta property=og:type content='Article'><meta name=author content=Ann>"
        "<meta property=article:published_time content=2019>"
        '<script type="application/ld+json">{"@type": ["NewsArticle"], "x": {"@type":"Product"}}</script>'
        "<p>one"
    )
    prefixes = ("page_og", "page_has", "page_schema")
    assert {name for name, value in found.items() if value and name.startswith(prefixes)} == {
        *("page_og_article", "page_has_author", "page_has_date"),
        *("page_schema_newsarticle", "page_schema_product"),
    }


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.com/", {"page_url_home"}),
        ("", {"page_url_unknown"}),
        ("https://example.com/t/12345", {"page_url_forum", "page_url_depth", "page_url_number"}),
        ("https://example.com/products/lamp?x=9999", {"page_url_product", "page_url_depth"}),
        ("https://docs.example.com/guide", {"page_url_documentation", "page_url_depth"}),
    ],
)
def test_columns_are_read_from_the_url(url: str, expected: set[str]) -> None:
    found = page_values(f"<link rel=canonical href='{url}'><p>one")
    assert {name for name, value in found.items() if value and name.startswith("page_url")} == expected


# -- all --------------------------------------------------------------------------------------------


def test_blocks_are_described_by_own_features_only() -> None:
    measured = measure(parse("<h1>One</h1><p>two three"), shipped_auto())
    described = describe_blocks(measured.columns)[1]
    assert set(described) <= set(OWN_FEATURES)
    assert described["log_words"] == pytest.approx(log1p(2))
    assert described["block_position"] == 0.5


def test_only_neighbours_and_headings_may_be_unknown() -> None:
    columns = measure(parse("<p>one<p>two"), shipped_auto()).columns
    unknown = {name for name, values in zip(BLOCK_FEATURES, columns, strict=True) if (values != values).any()}
    assert unknown
    assert all("@" in name or name.startswith(("heading_", "label_")) for name in unknown)


def test_buckets_are_the_same_in_every_version() -> None:
    page = parse("<div class=main><h2>The tower</h2><p>It leans</p></div>")
    words = measure(page, shipped_auto(), with_words=True).table_words
    assert words is not None
    second = {name: sorted(found.buckets[found.counts[0] :].tolist()) for name, found in words.items()}
    assert second == {
        "text": [1631, 23559, 116242, 139402],
        "names": [9727, 77011, 87567, 101510, 102647, 220107, 236119, 258430],
        "heading": [85540, 111424, 127616, 153500, 204996, 247072],
    }
