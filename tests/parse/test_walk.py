import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from maintext.errors import Reason
from maintext.limits import Deadline, Limits, OutOfTime
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import TAG_ID, TAGS, TEXT, Flag
from tests.parse.rivals import differences
from tests.reference.walk import Walked
from tests.soup import soups


def names(page: Page) -> list[str]:
    return [page.tag_name(row) for row in range(len(page))]


def assert_is_a_tree_in_document_order(page: Page) -> None:
    rows = np.arange(len(page))
    assert (page.parent < rows).all()
    assert (page.parent[1:] >= 0).all()
    assert (page.depth[1:] == page.depth[page.parent[1:]] + 1).all()
    for row in rows.tolist():
        children = np.flatnonzero(page.parent == row)
        assert page.end[row] == (page.end[children[-1]] if len(children) else row + 1)
        assert page.text_end[row] == (page.text_end[children[-1]] if len(children) else page.text_end[row])
    texts = page.tag == TEXT
    assert "".join(page.row_text(row) for row in rows[texts].tolist()) == page.text


@given(soups, st.integers(1, 12), st.integers(1, 60))
def test_the_table_is_a_tree_at_any_limit(html: str, depth: int, nodes: int) -> None:
    assume("<math" not in html)  # formulas become LaTeX after the parse
    whole = parse(html)
    page = parse(html, Limits(depth=depth, nodes=nodes))
    assert_is_a_tree_in_document_order(page)
    assert page.depth.max() <= depth
    assert len(page) <= nodes
    assert (Reason.DEPTH in page.problems) <= (whole.depth.max() > depth)
    if not page.problems:
        assert page.text == whole.text
        assert page.parent.tolist() == whole.parent.tolist()


@given(soups, st.integers(1, 12))
def test_flattening_loses_no_row_text_or_flag(html: str, depth: int) -> None:
    assume("<math" not in html)
    whole, page = parse(html), parse(html, Limits(depth=depth))
    assert page.text == whole.text
    assert names(page) == names(whole)
    in_listings = int(
        Flag.UNSHOWN | Flag.PRE
    )  # what is left out of listings and headings depends on the tree
    assert (page.flags | in_listings).tolist() == (whole.flags | in_listings).tolist()
    assert page.block.tolist() == whole.block.tolist()
    assert (Reason.DEPTH in page.problems) == (whole.depth.max() > depth)


def test_rows_below_the_deepest_level_become_its_children() -> None:
    page = parse("<div><p>one<b>two</b></p></div>", Limits(depth=3))
    assert names(page) == ["html", "head", "body", "div", "p", "#text", "b", "#text"]
    assert page.parent.tolist() == [-1, 0, 0, 2, 3, 3, 3, 3]
    assert page.end.tolist() == [8, 2, 8, 8, 5, 6, 7, 8]
    assert page.problems == (Reason.DEPTH,)


@pytest.mark.parametrize(("content", "is_cut"), [("<!--c-->", False), ("x", True), ("<b><!--c-->", True)])
def test_a_comment_in_a_template_is_no_row_that_could_be_too_deep(content: str, is_cut: bool) -> None:
    html, limits = f"<div><div><template>{content}", Limits(depth=4)
    page = parse(html, limits)
    assert (Reason.DEPTH in page.problems) == is_cut
    assert not differences(page, Walked(html, limits))


def test_the_depth_limit_of_the_parser_is_reported() -> None:
    page = parse("<div>" * 600 + "x", Limits(depth=10_000))
    assert page.problems == (Reason.DEPTH,)
    assert page.text == "x"


def test_at_the_row_limit_open_elements_are_closed() -> None:
    page = parse("<div><p>one<p>two</div>", Limits(nodes=6))
    assert names(page) == ["html", "head", "body", "div", "p", "#text"]
    assert page.end.tolist() == [6, 2, 6, 6, 6, 6]
    assert page.problems == (Reason.NODES,)


@pytest.mark.parametrize("flat", ["<script></script>", "<style></style>", "<br>", "x<!---->"])
def test_the_row_limit_also_applies_among_siblings(flat: str) -> None:
    page = parse(flat * 50, Limits(nodes=40))
    assert len(page) == 40
    assert page.problems == (Reason.NODES,)


def test_a_page_with_exactly_as_many_rows_as_allowed_is_complete() -> None:
    html = "<p>one<p>two"
    rows = len(parse(html))
    assert parse(html, Limits(nodes=rows)).problems == ()
    assert parse(html, Limits(nodes=rows - 1)).problems == (Reason.NODES,)


def test_the_clock_is_checked_before_and_during_the_walk() -> None:
    with pytest.raises(OutOfTime):
        parse("<p>one", deadline=Deadline(0.0))


def test_problems_known_before_come_first() -> None:
    assert parse("<p>" * 9, Limits(nodes=5), problems=(Reason.BYTES,)).problems == (
        Reason.BYTES,
        Reason.NODES,
    )


def test_the_content_of_a_template_is_below_it_and_never_shown() -> None:
    page = parse("<body><template><p>one</p></template><p>two")
    (template,) = page.rows_of(TAG_ID["template"])
    assert page.xpath(template + 1) == "/html/body/template/p"
    assert page.row_text(template) == "one"
    assert [page.row_text(leaf) for leaf in page.leaves] == ["two"]


def test_a_declarative_shadow_root_is_shown() -> None:
    page = parse("<div><template shadowrootmode=open><p>one</p></template></div>")
    assert [page.row_text(leaf) for leaf in page.leaves] == ["one"]


def test_foreign_elements_keep_their_mixed_case() -> None:
    page = parse("<svg viewbox=0><lineargradient/><foreignobject><p>one</svg><math><mi>x</mi></math>")
    assert {"linearGradient", "foreignObject", "mi"} <= set(page.tag_names[len(TAGS) :])
    assert page.attribute(int(page.rows_of(TAG_ID["svg"])[0]), "viewBox") == "0"


def test_an_unlisted_tag_has_one_id_per_page_and_ends_a_line() -> None:
    page = parse("<X-Card>one</X-Card><x-card>two</x-card>")
    assert page.tag_names[len(TAGS) :] == ("x-card",)
    assert (page.tag == len(TAGS)).sum() == len(page.blocks) == 2


def test_scripts_and_styles_have_no_text_but_data_scripts_do() -> None:
    page = parse('<script>go()</script><style>p{}</style><script type="application/ld+JSON">{"a":1}</script>')
    assert page.text == '{"a":1}'
    assert not len(page.leaves)


def test_a_role_adds_flags() -> None:
    page = parse('<div role="Banner navigation">one</div><div role=none>two</div>')
    one, two = page.flags[page.leaves]
    assert one & Flag.NAV
    assert one & Flag.HEADER
    assert not two
