"""The kernel's marks of elements, compared with regular expressions."""

from html import escape

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from maintext import extract
from maintext.cli.sample_pages import sample_pages
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import P
from maintext.threads.marks import read_marks
from maintext.threads.vocabulary import Mark
from tests.reference import threads as reference

_PARTS = (
    "post posts post-row comment comments commentBody reply replies text prop widget widget-area "
    "hot-topic t-f t s-prose sr-only p-author user user-name username side sidebar foot xfoot Repost "
    "edit edited-by ad ads address last-edit comment-copy postmessage entry-content post-entry-body "
    "post12 12px é - _ authorName comment_entry_text t_msgfont hnuser reviewBody user-"
).split()
_names = st.lists(st.sampled_from(_PARTS), max_size=5).flatmap(
    lambda parts: st.sampled_from([" ", "-", "_", ""]).map(lambda join: join.join(parts))
)
_URLS = (
    "/u/ann /users/ann /user.php?id /user?id=3 /members/-x /people/# /people/ /@ann /@ /~/x /~ann "
    "?uid=7 &user= ;u= space-uid-7.html mod=space MEMBER.php memberlist.php profile.php ACTION=profile "
    "/author-x /authors.php~y /usersx/ann x?uidx=1 é/u/é"
).split()
_TIMES = (
    "2024-5-1|2024 / 5|5.5.2024|12-Jan|3 days ago|3 Days Ago.|a few hours ago|An hour ago!|just now|"
    "Yesterday|yesterday at 5|today, 12:30|vor 3 Tagen|il y a 2 jours|hace 5 horas|4 dias fa|"
    "3 dagen geleden|1 maand|12 okt. 2020|Mai 5|2 hours|1,234|£5.99|v1.2|#12|page 2 of 7|вчера|Вчера|"
    "刚刚|昨天 12:30|3小时前|5월 2일|어제|首页|5 replies|March 2020|3 hari yang lalu|2 dni temu|gestern|"
    "hier|12:30|för 3 dagar sedan"
).split("|")
_TIME_PARTS = (
    "1|12|2024|99| |-|/|.|:|30|ago|h|day|a|Jan|de |st|_|x|yesterday| at |fa|vor |il y a |lalu|ayer, "
).split("|")
_times = st.lists(st.sampled_from(_TIME_PARTS), max_size=8).map("".join)
_elements = st.tuples(
    st.sampled_from(["div", "p", "a", "time", "span", "li", "custom-tag", "div", "div"]),
    st.fixed_dictionaries(
        {},
        optional={
            "class": _names,
            "id": _names,
            "itemprop": _names,
            "itemtype": _names.map(lambda name: f"https://schema.org/{name}"),
            "href": st.sampled_from(_URLS),
        },
    ),
    st.sampled_from(_TIMES) | _times | st.text(max_size=20),
    st.sampled_from(["</div>", "<p>", "", "<div>"]),
)


def _html(elements: list[tuple[str, dict[str, str], str, str]]) -> str:
    parts = []
    for tag, attributes, text, after in elements:
        given = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        parts.append(f"<{tag}{given}>{escape(text)}{after}")
    return "".join(parts)


def _check(page: Page) -> None:
    marks = read_marks(page)
    rows = range(len(page))
    assert marks.flags.tolist() == [reference.marks(page, row) for row in rows]
    assert marks.times.tolist() == [reference.is_time(page, row) for row in rows]
    assert marks.people.tolist() == [reference.is_person(page, row) for row in rows]
    assert marks.aside.tolist() == [reference.aside(page, row) for row in rows]
    assert marks.in_thread.tolist() == [reference.in_thread(page, row) for row in rows]
    assert marks.elsewhere.tolist() == [reference.is_elsewhere(page, row) for row in rows]
    assert marks.holds_item.tolist() == [reference.has_below(page, row, Mark.ITEM) for row in rows]
    assert marks.holds_body.tolist() == [reference.has_below(page, row, Mark.BODY) for row in rows]
    own = {
        "in_person": marks.people,
        "in_author": marks.people & marks.has(Mark.AUTHOR),
        "in_comments": marks.has(Mark.COMMENT),
    }
    for name, marked in own.items():
        assert getattr(marks, name).tolist() == page.inside(marked).tolist()
    assert marks.in_body.tolist() == page.inside(marks.has(Mark.BODY)).tolist()
    # Names are numbered in the order of the rows, after the tags.
    number: dict[tuple[int, str], int] = {}
    expected = []
    for row in rows:
        tag = int(page.tag[row])
        name, numbered = reference.names(page, row)
        first = len(page.tag_names)
        expected.append(
            (
                number.setdefault((tag, name), first + len(number)) if name else tag,
                number.setdefault((tag, numbered), first + len(number)) if numbered else -1,
            )
        )
    assert np.stack((marks.name, marks.number_name), axis=1).tolist() == [[*pair] for pair in expected]


@given(st.lists(_elements, max_size=12), st.integers(1, 3))
@example([("p", {"class": "x" * 199 + " post"}, "", ""), ("a", {"href": "é" * 199 + "/u/x"}, "1", "")], 1)
def test_marks_are_those_of_the_regular_expressions(
    elements: list[tuple[str, dict[str, str], str, str]], times: int
) -> None:
    _check(parse(_html(elements) * times))  # posts repeat


@pytest.mark.parametrize("name", sample_pages())
def test_marks_of_a_sample_page_are_those_of_the_regular_expressions(name: str) -> None:
    _check(extract(sample_pages()[name]).page)


def test_a_nul_in_a_name_does_not_split_it() -> None:
    page = parse("<p class='po\0st'>a<p class=comment>b")
    flags = read_marks(page).flags
    assert int(flags[page.rows_of(P)[1]]) & int(Mark.ITEM)
    assert not int(flags[page.rows_of(P)[0]]) & int(Mark.ITEM)
