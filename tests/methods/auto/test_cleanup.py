"""The clean-up after `auto`: which blocks are dropped or kept, and why."""

from dataclasses import replace

import numpy as np
import pytest

from maintext import extract
from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.method import Auto
from maintext.methods.auto.scores import AutoScores
from maintext.methods.base import Kept
from maintext.model.auto import KINDS
from maintext.model.schema import HEADING_FEATURES, LIST_FEATURES
from maintext.model.second_look import Bounds, SecondLook
from maintext.model.trees import Trees
from maintext.page.parse import parse
from maintext.training.auto.second_look import blank_look
from maintext.training.blank import no_trees
from tests.growth import grows_linearly
from tests.methods.auto.measures import with_kinds
from tests.test_kind import kinds

TEXT = "<p>The tower was built in 1911, of brick and lime, and it has been leaning ever since, they say."
COMMENTS = "".join(
    f"<li class=comment><b class=author>{name}</b> <time>{day} May 2024</time><p>{words}</p></li>"
    for day, name, words in (
        (2, "Ann", "My aunt saw it lean before the war."),
        (3, "Bo", "Ours stands straight, and nobody comes to see it."),
        (4, "Cyd", "Who pays for the plumb line, I wonder."),
    )
)
POST = f"<h1>The tower</h1><article>{TEXT * 8}</article><ul class=comments>{COMMENTS}</ul>"


def scores_of(html: str, probability: list[float] | float, **known: float) -> AutoScores:
    """Scores with these probabilities, on a page of a known kind."""
    scores = Auto().score(parse(html))
    probabilities = np.zeros(len(scores.values)) + probability
    kind = np.array([kinds(**known)[name] for name in KINDS])
    log_odds = np.log(probabilities / (1 - probabilities))
    measured = with_kinds(scores.measured, kind)
    return replace(scores, site_probability=probabilities, site_log_odds=log_odds, measured=measured)


def clean(html: str, chosen: str, probability: float = 0.3, **known: float) -> Kept:
    """Clean up a choice, a digit for each block; the second look has simple trees."""
    scores = scores_of(html, probability, **known)
    return clean_up(scores, np.array([digit == "1" for digit in chosen]), LOOK)


def one_question(names: tuple[str, ...], name: str, bound: float) -> Trees:
    """Log odds of 1 if a column is greater than a bound, else of -1."""
    return Trees(
        np.array([[names.index(name)]], dtype=np.int16),
        np.array([[bound]], dtype=np.float32),
        np.array([[[-1.0], [1.0]]], dtype=np.float32),
        np.full((1, 2), 0.5, dtype=np.float32),
        np.zeros(1, dtype=np.float32),
    )


LOOK = SecondLook(
    one_question(LIST_FEATURES, "list_kept", 0.4),
    one_question(HEADING_FEATURES, "heading_section_kept", 0.4),
    no_trees(),
    no_trees(),
    bounds=Bounds(0.5, -2.0, 0.5, -0.5, 0.5, -0.5, 0.5),
)
"""A list or section of which 40 % is kept stays; a heading of another section is dropped."""


def shown(cleaned: Kept) -> str:
    return "".join("1" if kept else "0" for kept in cleaned.blocks)


@pytest.mark.parametrize(
    ("html", "chosen", "expected"),
    [
        (f"<h2>One</h2>{TEXT}", "01", "11"),
        (f"<h1>One</h1><h2>Two</h2>{TEXT}", "001", "111"),
        (f"<h2>One</h2>{TEXT}", "00", "00"),
        (f"{TEXT}<h2>After it</h2>", "10", "10"),
        (f"<p>No heading<p>{TEXT}", "01", "01"),
    ],
)
def test_a_heading_of_a_kept_section_is_kept(html: str, chosen: str, expected: str) -> None:
    cleaned = clean(html, chosen, probability=0.45)
    assert shown(cleaned) == expected
    changed = [number for number in range(len(chosen)) if chosen[number] != expected[number]]
    assert cleaned.changes == dict.fromkeys(changed, "kept as the heading of kept text")


@pytest.mark.parametrize(
    ("html", "chosen", "expected"),
    [
        ("<ul><li>One<li>Two<li>Three</ul>", "101", "111"),
        ("<ul><li>One<li>Two<li>Three<li>Four</ul>", "1001", "1111"),
        ("<ul><li><p>One</p></li><li><p>Two</p></li><li><p>Three</p></li></ul>", "101", "111"),
        ("<ul><li>One<li>Two<li>Three<li>Four</ul>", "1000", "1000"),
        ("<table><tr><td>One<td>Two<td>Three</table>", "101", "111"),
        ("<p>One<pre>Two</pre><p>Three", "101", "111"),
        ("<p>One<p>Two<p>Three", "101", "101"),
        ("<ul><li>One<li>Two<li>Three</ul>", "100", "100"),
    ],
)
def test_a_part_of_a_list_table_or_code_between_kept_ones_is_kept(
    html: str, chosen: str, expected: str
) -> None:
    assert shown(clean(html, chosen, probability=0.4)) == expected


@pytest.mark.parametrize(
    ("tables", "chosen", "expected"),
    [("ttt", "110", "110"), ("tttt", "1110", "1111"), ("tttt", "1010", "1010"), ("tttd", "1110", "1110")],
)
def test_a_table_is_kept_if_most_tables_like_it_are(tables: str, chosen: str, expected: str) -> None:
    table = "<table><tr><th>Lens<th>Field of view</tr><tr><td>One</td><td>Two</td></tr></table>"
    pieces = {"t": f"{TEXT}{table}", "d": f"{TEXT}<section><div>{table}</div></section>"}
    html = "".join(pieces[name] for name in tables)
    cleaned = clean(html, "".join(f"0{digit * 4}" for digit in chosen), probability=0.6)
    assert shown(cleaned) == "".join(f"0{digit * 4}" for digit in expected)


def test_a_heading_without_kept_text_under_it_goes() -> None:
    html = f"<h1>All</h1>{TEXT}{TEXT}<h2>See also</h2><a href=/>Home</a>"
    cleaned = clean(html, "11110", article=0.9)
    assert shown(cleaned) == "11100"
    assert cleaned.changes == {3: "dropped as a heading: little of its section is kept"}


@pytest.mark.parametrize(
    ("end", "is_kept"),
    [
        ("<h2>Conclusion</h2>", False),
        ("<h2>Sources</h2><ul><li><a href=/a>City archive</a><li><a href=/b>State library</a></ul>", False),
        ("<h2>Map</h2><img src=map.png>", True),
        ("<div><h2>Map</h2></div><p><img src=map.png></p>", True),
        ("<div><div><h2>Notes</h2></div></div><aside><img src=shop.png></aside>", False),
        (f"<h2>Map</h2>{TEXT}", True),
    ],
)
def test_a_heading_at_the_end_without_kept_text_goes_whatever_its_trees_say(end: str, is_kept: bool) -> None:
    html = f"<main>{TEXT * 4}{end}</main>"
    is_chosen = ["archive" not in text and "library" not in text for text in texts_of(html)]
    scores = scores_of(html, 0.9, article=0.9)
    sure = replace(LOOK, headings=one_question(HEADING_FEATURES, "heading_odds", -9.0))
    assert clean_up(scores, np.array(is_chosen), sure).blocks[4] == is_kept
    shop = scores_of(html, 0.9, product=0.9)
    assert clean_up(shop, np.array(is_chosen), sure).blocks[4]


def test_a_second_look_leaves_threads_and_pages_of_headings_alone() -> None:
    assert shown(clean(f"<h2>One</h2>{TEXT}", "01", forum=0.9)) == "01"
    headings = "<h2>One of the towers</h2><h2>Two of the towers</h2>"
    assert shown(clean(headings + TEXT, "110", probability=0.9)) == "110"


def test_an_improbable_block_is_not_kept_because_of_its_neighbours() -> None:
    assert shown(clean("<blockquote>Two</blockquote>".join((TEXT, TEXT)), "101", probability=0.1)) == "101"


def test_a_table_or_listing_between_kept_blocks_is_kept_though_it_is_improbable() -> None:
    table = "<table><tr><th>Year<th>Height</tr><tr><td>1911<td>4.2 m</tr></table>"
    assert shown(clean(TEXT * 4 + table + TEXT * 4, "111100001111", probability=0.01)) == "1" * 12
    assert shown(clean(f"{TEXT * 4}<pre>x = 1</pre>{TEXT}", "111101", probability=0.01)) == "1" * 6
    assert shown(clean(TEXT * 4 + table, "11110000", probability=0.01)) == "11110000"
    formula = '<script type="math/tex; mode=display">a = b</script>'
    assert shown(clean(f"{TEXT}{formula}{TEXT}", "101", probability=0.01)) == "111"


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        ("<table><tr><td><pre>1\n2</pre><td><pre>a = 1\nb = 2</pre></table>", "1" * 4),
        ("<figcaption>Two names</figcaption><pre><div>a = 1</div><div>b = 2</div></pre>", "1" * 5),
        ("<img src=a.png><figcaption>Two names</figcaption>", "101"),
    ],
)
def test_a_listing_in_a_figure_between_kept_blocks_is_kept_and_a_caption_is_not(
    figure: str, expected: str
) -> None:
    html = f"{TEXT}<figure class=highlight>{figure}</figure>{TEXT}"
    chosen = "1" + "0" * (len(expected) - 2) + "1"
    assert shown(clean(html, chosen, probability=0.2)) == expected


def test_comments_on_an_article_are_dropped_with_their_authors_and_times() -> None:
    cleaned = clean(POST, "1" * 15, article=0.9)
    assert shown(cleaned) == "1" * 9 + "0" * 6
    assert cleaned.changes == dict.fromkeys(range(9, 15), "dropped as a comment on the article")


def test_comments_are_kept_if_the_page_may_be_a_thread() -> None:
    assert shown(clean(POST, "1" * 15, article=0.5, forum=0.5)) == "1" * 15
    assert shown(clean(POST, "0" * 9 + "1" * 6, article=0.9)) == "0" * 9 + "1" * 6


def test_posts_are_searched_for_only_if_a_name_above_kept_text_mentions_comments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def not_needed(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("maintext.methods.auto.cleanup.find_post_blocks", not_needed)
    assert shown(clean(POST, "1" * 9 + "0" * 6, article=0.9)) == "1" * 9 + "0" * 6


def test_a_page_of_one_block_and_an_empty_choice_are_not_changed() -> None:
    assert shown(clean("<h1>One</h1>", "1")) == "1"
    assert shown(clean("<h1>One</h1>", "0")) == "0"


def test_a_document_lists_the_changes_with_reasons() -> None:
    document = extract(f"<main><h2>The tower</h2>{TEXT * 8}</main>")
    changed = replace(document, changes={0: "kept as the heading of kept text"})
    assert changed.blocks[0].reason.startswith("kept as the heading of kept text; probability 0.")
    assert changed.blocks[1].reason.startswith("probability ")


@pytest.mark.parametrize(
    ("html", "chosen", "expected"),
    [
        (f"<p>Alone<p>Left out{TEXT}", "101", "001"),
        (f"{TEXT}<p>Related:<p>Left out", "110", "100"),
        (f"{TEXT}<p>The end<p>Left out", "110", "110"),
        (f"<p>A block that is too long to be a stray<p>Left out{TEXT}", "101", "101"),
        (f"<p>相关文章：<p>竹子的一生{TEXT}", "101", "001"),
        ("<p>All<p>is<p>short", "101", "101"),
    ],
)
def test_a_short_block_without_kept_neighbours_is_dropped(html: str, chosen: str, expected: str) -> None:
    scores = scores_of(html, [0.5 if len(text) < 100 else 0.9 for text in texts_of(html)])
    cleaned = clean_up(scores, np.array([digit == "1" for digit in chosen]))
    assert shown(cleaned) == expected


@pytest.mark.parametrize(
    ("part", "kept"),
    [
        ("<pre>x = 1</pre>", "1"),
        ("<pre><code><span>x = 1</span></code></pre>", "1"),
        ("<table><tr><th>Year<th>Height</tr><tr><td>1911<td>4.2 m</tr></table>", "1111"),
        ('<script type="math/tex; mode=display">a = b</script>', "1"),
        ("<p>x = 1</p>", "0"),
    ],
)
def test_listings_tables_and_formulas_are_no_strays(part: str, kept: str) -> None:
    html = f"{TEXT}<p>Left out</p>{part}<p>Left out</p>{TEXT}"
    scores = scores_of(html, [0.5 if len(text) < 90 else 0.9 for text in texts_of(html)])
    chosen = np.array([digit == "1" for digit in f"10{'1' * len(kept)}01"])
    assert shown(clean_up(scores, chosen, blank_look())) == f"10{kept}01"


def test_the_level_of_a_heading_is_that_of_its_element() -> None:
    wrapped = "<h1><div>The tower</div></h1>"
    assert shown(clean(f"{wrapped}<h1>Left out</h1>{TEXT * 8}", "10" + "1" * 8)) == "11" + "1" * 8
    html = f"<h2><div>One</div></h2><h3>Two</h3>{TEXT * 8}"
    assert shown(clean(html, "00" + "1" * 8, probability=0.6)) == "1" * 10
    by_role = f"<div role=heading>One</div><h3>Two</h3>{TEXT * 8}"
    assert shown(clean(by_role, "00" + "1" * 8, probability=0.6)) == "01" + "1" * 8


def test_lines_of_one_heading_have_one_section() -> None:
    html = f"<h2>One<br>and a second line</h2>{TEXT * 8}"
    assert shown(clean(html, "00" + "1" * 8, probability=0.6)) == "1" * 10


def test_a_short_heading_is_no_stray_if_text_of_its_section_is_kept() -> None:
    html = f"{TEXT}<p>Left out<h2>Heading</h2><p>Left out{TEXT}<p>Left out<p>Short<p>Left out"
    scores = scores_of(html, [0.5 if len(text) < 100 else 0.9 for text in texts_of(html)])
    chosen = np.array([digit == "1" for digit in "10101010"])
    assert shown(clean_up(scores, chosen, blank_look())) == "10101000"
    assert shown(clean_up(scores, chosen & (np.arange(8) != 4), blank_look())) == "10000000"


def texts_of(html: str) -> list[str]:
    page = parse(html)
    return [page.block_text(block) for block in range(len(page.blocks))]


def test_a_notice_that_asks_for_javascript_is_dropped() -> None:
    notice = "<body><noscript><p>Please turn JavaScript on to read this page.</p></noscript>"
    cleaned = clean(notice + TEXT, "11")
    assert shown(cleaned) == "01"
    assert cleaned.changes == {0: "dropped: asks for JavaScript"}
    assert shown(clean(notice, "1")) == "1", "nothing else is there"
    assert shown(clean(notice.replace("JavaScript", "lights") + TEXT, "11")) == "11"
    assert shown(clean(notice.replace("noscript", "div") + TEXT, "11")) == "11"


def test_a_dialog_of_the_footer_is_dropped() -> None:
    dialog = f"<footer><div role=dialog>{TEXT}</div></footer>"
    cleaned = clean(TEXT + dialog, "11")
    assert shown(cleaned) == "10"
    assert cleaned.changes == {1: "dropped: in a dialog of the footer"}
    assert shown(clean(dialog, "1")) == "1", "nothing else is there"
    assert shown(clean(TEXT + dialog.replace("footer", "section"), "11")) == "11", "a shop's own text"
    assert shown(clean(TEXT + dialog.replace("role=dialog", ""), "11")) == "11"


_LONG = f"<p>{'The mill has stood empty since the war, and it will be sold. ' * 3}</p>"
_SHORT = "<p>A short line.</p>"
_OTHER = _LONG.replace("mill", "barn")
_TABLE = f"<table><tr><th>Day<th>Work</tr><tr><td>One<td>{_LONG}</tr><tr><td>Two<td>{_LONG}</tr></table>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<div>{_LONG}</div><div>{_LONG}</div>", "10"),
        (f"<div>{_LONG}{_SHORT}</div><div>{_LONG}{_SHORT}</div>", "1100"),
        (f"<div>{_LONG}</div><div>{_SHORT}{_LONG}</div>", "110"),
        (f"<div>{_LONG}{_LONG}</div>", "11"),
        (f"<div>{_SHORT}{TEXT}</div><div>{_SHORT}</div>", "111"),
        (f"<div>{_LONG}</div><blockquote>{_LONG}</blockquote>{TEXT * 4}", "111111"),
        (f"{f'<div>{_LONG}<blockquote>{_SHORT}</blockquote></div>' * 2}{TEXT * 4}", "11001111"),
        (f"<div>{_LONG}</div><pre>{_LONG}</pre>{TEXT * 4}", "111111"),
        (f"{_TABLE}{TEXT * 12}", "1" * 18),
        (f"<div>{_LONG}{_LONG}</div><div>{_LONG}{_LONG}</div>", "1100"),
        (f"{f'<div>{_TABLE}{_OTHER}</div>' * 2}{TEXT * 24}", "1" * 7 + "0" * 7 + "1" * 24),
    ],
)
def test_a_long_text_that_stands_twice_is_kept_once(html: str, expected: str) -> None:
    cleaned = clean(html, "1" * len(expected), probability=0.9)
    assert shown(cleaned) == expected
    words = {cleaned.changes[block] for block, digit in enumerate(expected) if digit == "0"}
    assert words <= {"dropped: a copy of text above"}


def test_documentation_may_repeat_its_instructions() -> None:
    html = f"<div>{_LONG}</div><div>{_LONG}</div>"
    assert shown(clean(html, "11", probability=0.9, documentation=0.9)) == "11"


def test_two_tables_may_have_a_row_in_common() -> None:
    other = _TABLE.replace("<th>Day", "<th>Week").replace("Two", "Four")
    html = f"<div>{_TABLE}</div>{TEXT}<div>{other}</div>{TEXT * 24}"
    assert shown(clean(html, "1" * 37, probability=0.9)) == "1" * 37


def test_a_table_in_a_figure_is_kept_as_a_table() -> None:
    table = "<figure><table><tr><th>One<th>Two<tr><td>Three<td>Four</table></figure>"
    html = f"<p>Before the table.</p>{table}<p>After the table, as before it.</p>"
    assert shown(clean(html, "100001", probability=0.1)) == "111111"


@pytest.mark.parametrize(
    ("box", "is_kept"),
    [
        ("<nav><h2>In this article</h2></nav>", False),
        ("<aside><div><h3>The best hotels</h3></div></aside>", False),
        ("<nav><h1>The tower</h1></nav>", True),  # the title
        (f"<aside><h2>The mason</h2>{TEXT}</aside>", True),
        ("<section><h2>The mason</h2></section>", True),
    ],
)
def test_a_heading_is_not_of_the_text_after_its_box(box: str, is_kept: bool) -> None:
    html = f"{TEXT}{box}{TEXT}"
    sure = replace(LOOK, headings=one_question(HEADING_FEATURES, "heading_odds", -9.0))
    cleaned = clean_up(scores_of(html, 0.9), np.ones(len(texts_of(html)), dtype=np.bool_), sure)
    assert cleaned.blocks[1] == is_kept


STORY = "The river rose again, and the town asks who is to pay"


@pytest.mark.parametrize(
    ("heading", "is_kept"),
    [
        (f"<h3><a href=/river>{STORY}</a></h3>", False),
        (f"<div><a href=https://e.org/river><h3>{STORY}</h3></a></div>", False),
        (f"<h3>{STORY}</h3>", True),
        (f"<h3>{STORY}, <a href=/river>they say</a></h3>", True),
        (f"<h3><a href=#river>{STORY}</a></h3>", True),  # a part of this page
        (f"<h3><a href='?page=2'>{STORY}</a></h3>", True),
        ("<h3><a href=/lens>Plumb line, 20 metres</a></h3>", True),  # a product
    ],
)
def test_the_linked_title_of_another_story_is_not_the_heading_of_the_text_below(
    heading: str, is_kept: bool
) -> None:
    html = f"{TEXT}{heading}{TEXT}"
    cleaned = clean(html, "101", probability=0.27, article=0.9)
    assert cleaned.blocks[1] == is_kept
    assert cleaned.changes == ({1: "kept as the heading of kept text"} if is_kept else {})


@pytest.mark.parametrize(
    ("chosen", "probability", "article"), [("101", 0.27, 0.7), ("101", 0.35, 0.9), ("111", 0.27, 0.9)]
)
def test_a_linked_title_is_kept_if_it_is_chosen_or_probable_or_the_page_hardly_an_article(
    chosen: str, probability: float, article: float
) -> None:
    html = f"{TEXT}<h3><a href=/river>{STORY}</a></h3>{TEXT}"
    assert shown(clean(html, chosen, probability, article=article)) == "111"


@pytest.mark.parametrize(
    ("end", "chosen", "expected"),
    [
        ("<h2>See also</h2><p>Advertisement</p>", "1111", "1100"),
        ("<h2>See also</h2><p>Advertisement</p><h2>More</h2>" + TEXT, "111111", "110011"),
        ("<h2>See also</h2><p>Advertisement</p><h3>More</h3>" + TEXT, "111111", "111011"),
        ("<h2>See also</h2><p>Advertisement</p>" + TEXT, "11111", "11101"),
    ],
)
def test_a_heading_goes_with_the_lines_below_it(end: str, chosen: str, expected: str) -> None:
    cleaned = clean(TEXT * 2 + end, chosen, probability=0.9)
    assert shown(cleaned) == expected
    words = "dropped: the heading of a line that readers skip"
    assert cleaned.changes.get(2) == (words if expected[2] == "0" else None)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Wait.</p><p>Or stir.</p><noscript><p>Wait.</p><p>Or stir.</p></noscript>", "1100"),
        ("<div><noscript><p>Wait.</p><p>Or stir.</p></noscript></div><p>Wait.</p><p>Or stir.</p>", "0011"),
        ("<p>Wait.</p><noscript><p>Wait.</p><p>Or stir.</p></noscript>", "111"),
    ],
)
def test_text_that_noscript_repeats_is_kept_once(html: str, expected: str) -> None:
    assert shown(clean(html, "1" * len(expected), probability=0.9)) == expected


_LINES = "".join(f"<li>Line {n} of the listing, which is long enough to be read.</li>" for n in range(4))
_RAW = "\n".join(f"Line {n} of the listing, which is long enough to be read." for n in range(4))


def test_the_raw_copy_of_a_text_in_a_form_field_is_dropped() -> None:
    page = f"<ol>{_LINES}</ol><textarea>{_RAW}</textarea>"
    kept = clean(page, "11111", probability=0.9)
    assert shown(kept) == "11110"
    assert kept.changes == {4: "dropped: a copy of other text, in a form field"}


@pytest.mark.parametrize(
    "field",
    [
        _RAW.replace("Line 3", "Verse 3"),  # not the same text
        "Line 1 of the listing",  # too short
        "= - + * / | _ " * 40,  # no letters at all
    ],
)
def test_other_text_in_a_form_field_stays(field: str) -> None:
    assert shown(clean(f"<ol>{_LINES}</ol><textarea>{field}</textarea>", "11111", probability=0.9)) == "11111"


def test_a_form_field_stays_if_the_text_it_repeats_was_not_chosen() -> None:
    page = f"<ol>{_LINES}</ol><textarea>{_RAW}</textarea>"
    assert clean(page, "00001", probability=0.9).blocks[4]


@pytest.mark.parametrize(
    "page",
    [
        "<body><noscript><label>You need to enable JavaScript.</label></noscript><p>Other text</p>",
        "<p>Text of the page</p><footer><div class=dialog><button>Read the terms</button></div></footer>",
    ],
)
def test_a_control_that_another_rule_drops_does_no_harm(page: str) -> None:
    assert clean(page, "11", probability=0.9).blocks.sum() == 1


def test_a_page_of_signs_in_a_form_field_is_not_emptied() -> None:
    assert shown(clean("<textarea>" + "= - + * / | _ " * 40 + "</textarea>", "1", probability=0.9)) == "1"


def test_many_form_fields_take_linear_time() -> None:
    def fields(many: int) -> tuple[AutoScores, np.ndarray]:
        field = (
            "<textarea>" + "Every field has the same words in it, and so has the text. " * 2 + "</textarea>"
        )
        text = "<p>" + "Every field has the same words in it. " * many
        scores = scores_of(text + field * many, 0.9, article=0.9)
        return scores, np.ones(len(scores.values), dtype=np.bool_)

    small, large = fields(4000), fields(8000)
    assert grows_linearly(lambda: clean_up(*small, LOOK), lambda: clean_up(*large, LOOK))


def test_a_copy_stays_if_the_first_was_not_chosen() -> None:
    assert shown(clean(f"<div>{_LONG}</div><div>{_LONG}</div>", "01", probability=0.9)) == "01"
