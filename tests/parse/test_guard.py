from functools import partial

import pytest
from hypothesis import given

from maintext.errors import Reason
from maintext.limits import Limits
from maintext.parse import parse
from maintext.parse.guard import guard
from tests.growth import grows_linearly
from tests.soup import soups

SMALL = Limits(nodes=2000)


@given(soups)
def test_an_ordinary_page_is_left_alone(html: str) -> None:
    assert guard(html, Limits()).html is html
    assert guard(html, Limits()).problems == ()


def test_a_long_page_whose_formatting_is_closed_is_left_alone() -> None:
    html = "".join(f'<p>one <b class="c{n}">two</b> <i>three</i>' for n in range(300))
    assert guard(html, SMALL).html is html


def test_a_long_page_with_few_kinds_of_open_formatting_is_left_alone() -> None:
    html = "<p><i class=a><b>one</b></i>" * 120
    assert guard(html, SMALL).html is html


def test_formatting_that_could_pile_up_becomes_comments_of_the_same_length() -> None:
    html = "".join(f"<p><b id={n}>one" for n in range(500)) + "<h1>end</h1>"
    guarded = guard(html, SMALL)
    assert guarded.problems == (Reason.NODES,)
    assert len(guarded.html) == len(html)
    assert guarded.html.index("<h1>") == html.index("<h1>")
    assert guarded.html.count("one") == 500
    assert "<p><! id=499>one" in guarded.html


@pytest.mark.parametrize(
    "closed_in_vain",
    ["", "<!--</b>-->", "<script></b></script>", "<svg><![CDATA[></b>]]></svg>", "<i title='</b>'></i>"],
)
@pytest.mark.parametrize(
    "tag", ["<b id={}>", "<B\x0cid='{}'>", "<b/id={}>", "<b id='>{}'>", "<b id='<b {}'>"]
)
def test_what_the_parser_makes_is_bounded_whatever_surrounds_a_tag(tag: str, closed_in_vain: str) -> None:
    html = "".join(f"<p>{tag.format(n)}{closed_in_vain}x" for n in range(700))
    guarded = guard(html, SMALL)
    assert guarded.problems == (Reason.NODES,)
    assert len(parse(guarded.html, Limits(nodes=10**6))) <= 6 * SMALL.nodes


def test_attributes_that_differ_in_case_alone_are_told_apart() -> None:
    marks = [f"{n:010b}".translate({48: "a", 49: "A"}) for n in range(700)]
    html = "".join(f"<p><b id={mark}>x" for mark in marks)
    assert len(parse(guard(html, SMALL).html, Limits(nodes=10**6))) <= 6 * SMALL.nodes


def test_a_source_with_too_many_tags_is_cut_before_the_first_too_many() -> None:
    guarded = guard("<p>one</p>" * 50, Limits(nodes=10))
    assert guarded.html == "<p>one</p>" * 10
    assert guarded.problems == (Reason.NODES,)


def test_body_tags_past_the_first_few_add_no_attributes() -> None:
    html = "".join(f"<body a{n}=1>" for n in range(50)) + "<p>one"
    page = parse(html)
    assert page.problems == (Reason.NODES,)
    assert len(page.attributes[2]) == 16
    assert page.text == "one"


FRAME = '<noscript><iframe src="/ns?id=1" height="0"/></noscript>'


@pytest.mark.parametrize(
    "frame",
    [
        FRAME,
        FRAME.upper(),
        "<noscript>\n<iframe src=/ns>\n</noscript>",
        "<noscript><iframe src=/ns></noscript >",
        "<noscript class=a><p>x</p><iframe src=/ns><p>y</p></noscript>",
        "<noscript><iframe></iframe><iframe src=/ns></noscript>",
        "<noscript><iframe src=/a><iframe src=/b></noscript>",
    ],
)
def test_a_frame_that_is_never_closed_in_noscript_does_not_swallow_the_page(frame: str) -> None:
    html = f"<body>{frame}\n<h1>Title</h1><iframe src=/a>raw</iframe><p>Text"
    page = parse(html)
    assert [page.row_text(leaf) for leaf in page.leaves.tolist()][-2:] == ["Title", "Text"]
    assert page.problems == ()
    for name in ("h1", "p"):
        row = max(row for row in range(len(page)) if page.tag_name(row) == name)
        assert page.offset[row] == html.rindex(f"<{name}>")
        assert page.line[row] == html.count("\n") + 1


@pytest.mark.parametrize(
    "html",
    [
        "<noscript><iframe src=/ns></iframe></noscript><p>x",
        "<noscript><iframe src=/ns><p>x",
        "<iframe src=/a>raw<p>x",
        "<noscript></noscript><iframe src=/a>raw<p>x",
        "<noscript><iframes></noscript><p>x",
    ],
)
def test_other_frames_are_left_alone(html: str) -> None:
    assert guard(html, Limits()).html is html


def test_frames_in_noscript_take_linear_time() -> None:
    def guarded(piece: str, many: int) -> None:
        guard(piece * many, Limits(nodes=10**7))

    for piece in ("<noscript><iframe>", "<iframe><noscript>", FRAME, "<noscript"):
        assert grows_linearly(partial(guarded, piece, 20_000), partial(guarded, piece, 40_000))
