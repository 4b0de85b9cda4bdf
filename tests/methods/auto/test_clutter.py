"""Lines that readers skip are dropped from the kept text; sentences with the same words stay."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from maintext.arrays import BoolArray
from maintext.methods.auto.clutter import REPLIES, _choice, find_clutter, find_lines, line_columns
from maintext.methods.auto.method import Auto
from maintext.methods.auto.openings import kind_of_line
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import second_look_of, shipped_auto
from maintext.model.schema import KINDS, LINE_KINDS
from maintext.page.parse import parse
from maintext.pipeline import extract
from tests.growth import grows_linearly
from tests.methods.auto.measures import with_kinds
from tests.reference import lines as reference

LOOK = second_look_of(shipped_auto())
TEXT = [
    f"<p>The town council voted on Tuesday to reopen path number {number} along the old canal, which was "
    "closed since part of the bank slid into the water two winters ago. Eleven members were in favour.</p>"
    for number in range(5)
]


def kind(text: str) -> str | None:
    """The kind of a line."""
    number = kind_of_line(text)
    return LINE_KINDS[number] if number >= 0 else None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("12 March 2024, 09:15 | Updated: 14:20", "date"),
        ("Published on 01/25/26", "date"),
        ("2019年3月5日 12:30", "date"),
        ("3 hours ago", "date"),
        ("  Tue Mar 12,\n 2024 8:15 pm", "date"),
        ("Read more: the mayor", "reference"),
        ("Read\n  more: the mayor", "reference"),
        ("Read\u00a0more: the mayor", "reference"),
        ("ALSO READ: the mayor", "reference"),
        ("Читайте также: мэр", "reference"),
        ("【相关阅读】", "related"),
        ("You may also like", "related"),
        ("Advertisement", "advert"),
        ("Story continues below this ad", "advert"),
        ("By Jo Marsh", "byline"),
        ("（责任编辑：王芳）", "byline"),
        ("2006-11-23 09:12 来源：山城日报 作者：李明 点击：2087", "source"),
        ("Post by marta » Tue Mar 12, 2024 8:15 pm", "post"),
        ("#12", "post"),
        ("# re: 缓存", "reply"),
        ("Add to calendar 05/14/2024", "calendar"),
        ("[vc_row full_width='stretch_row'][vc_column]", "placeholder"),
        ("This is a div block with a Webflow interaction that will be triggered", "placeholder"),
        ("Tags: bread, oven", "tags"),
        ("上一篇：缓存", "navigation"),
        ("We may earn a commission if you buy something", "commission"),
        ("Sign up for our newsletter", "newsletter"),
        ("4 min read", "counts"),
    ],
)
def test_lines_are_known_by_their_first_words(text: str, wanted: str) -> None:
    assert kind(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        *("", "Reading is a habit.", "May I go", "1930", "13.73", "June", "[x_y] = 3", "Bypass the road"),
        *("1 " * 40 + "2020 x", "相关部门表示"),
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert kind(text) is None


def extracted(*parts: str) -> str:
    """The text of an article with these parts in the middle."""
    body = "".join([*TEXT[:2], *parts, *TEXT[2:]])
    return extract(f"<title>The canal</title><article><h1>The canal</h1>{body}</article>").text


@pytest.mark.parametrize(
    "line",
    [
        "<p>Read more: <a href=/1>Where the two million come from</a></p>",
        "<p><b>Lesen Sie auch:</b> <a href=/1>Woher das Geld kommt</a></p>",
        "<p>Advertisement</p>",
        "<p>[vc_row][vc_column width='1/2']</p>",
        "<p>This is some text inside of a div block.</p>",
    ],
)
def test_clear_cases_are_dropped(line: str) -> None:
    found = extracted(line).splitlines()
    assert [text for text in found if text in parse(line).text.splitlines()] == []
    assert len([text for text in found if text.startswith("The town council")]) == len(TEXT)


@pytest.mark.parametrize(
    "line",
    [
        "<p>Read more about the history of the canal in the next part, where we follow the bargemen upstream "
        "to the mill and hear why they left it in the end, when the railway came.</p>",
        "<p>By Tuesday the water had reached the second lock, and nobody wanted to wait for the council.</p>",
        "<pre>[vc_row]\n[vc_column]</pre>",
        "<table><tr><th>Date</th><th>Votes</th></tr><tr><td>12 March 2024</td><td>11</td></tr></table>",
    ],
)
def test_sentences_code_and_tables_stay(line: str) -> None:
    assert len(extracted(line)) > len(extracted())


def clutter(html: str, without: str = "") -> list[str]:
    """The lines that are dropped if everything is kept but one text."""
    page = parse(html)
    kept = np.array([page.block_text(block) != without for block in range(len(page.blocks))])
    return [page.block_text(block) for block in find_clutter(Auto().score(page), kept, LOOK)]


@pytest.mark.parametrize(
    ("heading", "as_paragraph"),
    [("Related", ["Related"]), ("Stay connected", []), ("12 March 2024", ["12 March 2024"])],
)
def test_a_heading_of_kept_text_stays(heading: str, as_paragraph: list[str]) -> None:
    html = f"<title>The canal</title><article>{{}}{''.join(TEXT)}</article>"
    assert clutter(html.format(f"<h2>{heading}</h2><h3>The bank</h3>")) == []
    assert clutter(html.format(f"<p>{heading}</p>")) == as_paragraph


@pytest.mark.parametrize("line", ["<h1>{}</h1>", "<p>By {}</p>"])
def test_comments_stay_if_no_other_text_is_kept(line: str) -> None:
    line = line.format("Jo Marsh, who lives in the town with the canal and writes about boats")
    assert clutter(f"<article>{line}<p># re: the canal</p></article>") == []
    assert clutter(f"<article>{line}{TEXT[0] * 2}<p># re: the canal</p></article>")[-1] == "# re: the canal"


def test_a_related_heading_without_text_is_dropped() -> None:
    html = f"<article><h1>The canal</h1>{''.join(TEXT)}<h2>Related</h2><p>Two boats</p></article>"
    assert clutter(html) == []
    assert clutter(html, without="Two boats") == ["Related"]


def test_a_heading_around_an_element_ends_a_section() -> None:
    html = "<article><h1>The canal</h1>{}<h2>Related</h2>{}<p>{}</p></article>"
    parts = "".join(TEXT), "<h2><div>The bank</div></h2>", TEXT[0]
    assert clutter(html.format(*parts)) == ["Related"]


def test_the_heading_of_an_offer_without_its_text_is_dropped() -> None:
    box = "<div class='newsletter-form'><h3>Newsletter</h3><p>Every Friday</p></div>"
    html = f"<article><h1>The canal</h1>{TEXT[0]}{box}{''.join(TEXT[1:])}</article>"
    assert clutter(html) == []
    assert clutter(html, without="Every Friday") == ["Newsletter"]


def test_a_shorter_line_of_a_heading_stays() -> None:
    text = "".join(TEXT)
    assert clutter(f"<article><h2>The canal and its banks<br>by Ada Smith</h2>{text}</article>") == []
    assert clutter(f"<article><h2>The canal and its banks</h2><p>by Ada Smith</p>{text}</article>") == [
        "by Ada Smith"
    ]


def test_what_is_dropped_has_a_reason() -> None:
    html = f"<article><h1>The canal</h1>{TEXT[0]}<p>Advertisement</p>{TEXT[1]}</article>"
    reasons = [block.reason for block in extract(html).blocks if block.text == "Advertisement"]
    assert reasons[0].startswith("dropped: a line that readers skip (advert)")


def test_a_page_of_such_lines_stays() -> None:
    page = parse("<p>Advertisement</p><p>Read more:</p>")
    assert find_clutter(Auto().score(page), np.ones(2, dtype=np.bool_), LOOK) == {}


def test_comments_of_old_blogs_are_dropped_up_to_the_end() -> None:
    page = parse(
        f"{''.join(TEXT)}<h4># re: The canal</h4><p>Well written.</p><h4># re: The canal</h4><p>Indeed.</p>"
    )
    found = find_clutter(Auto().score(page), np.ones(len(page.blocks), dtype=np.bool_), LOOK)
    assert sorted(number for number, reason in found.items() if reason == REPLIES) == [5, 6, 7, 8]


def test_comments_that_are_most_of_the_text_stay() -> None:
    page = parse(f"{TEXT[0]}<h4># re: The canal</h4>{''.join(TEXT)}")
    assert (
        REPLIES
        not in find_clutter(Auto().score(page), np.ones(len(page.blocks), dtype=np.bool_), LOOK).values()
    )


def test_only_the_text_of_a_line_is_read() -> None:
    scores = Auto().score(parse("<p>-</p>" * 40 + "<pre>----</pre>"))
    assert find_lines(scores, np.arange(len(scores.page.blocks)) < 40) == []
    assert scores.page.__dict__.keys().isdisjoint({"text", "block_texts", "utf_8"})


# -- columns and rules --------------------------------------------------------------------------------------

RANDOM = [
    *(
        "<p>Read more: <a href=/1>this</a></p>",
        "<p>12 March 2024</p>",
        "<h2>Related</h2>",
        "<p>By Ada Smith</p>",
    ),
    *("<p>Tags: tea, salt</p>", "<ul><li>Share<li>Advertisement</ul>", "<p>Sign up for our newsletter</p>"),
    *(
        "<p>Next</p>",
        "<p>3 comments</p>",
        "<p>Source: the town</p>",
        "<p>Posted by Ada</p>",
        "<p># re: tea</p>",
    ),
    *("<pre>12 March 2024</pre>", "<h3>The bank</h3>", "<p><a href=/2>Back to the canal</a></p>", *TEXT[:2]),
    *("<form class=newsletter><p>Subscribe</p></form>", "<table><tr><th>Date<td>12 March 2024</table>"),
    *(
        "<p><a href=/3>3 comments</a></p>",
        "<p>Read more: the history of the canal, its locks and its boats</p>",
    ),
]


def random_choice(seed: int, size: int) -> tuple[AutoScores, BoolArray]:
    """The scores of a random page, with random probabilities and kinds, and a choice of its blocks."""
    random, numbers = Random(seed), np.random.default_rng(seed)
    page = parse("".join(random.choice(RANDOM) for _ in range(size)) + TEXT[2] * random.randint(0, 1))
    scores = Auto().score(page)
    measured = with_kinds(scores.measured, numbers.dirichlet(np.full(len(KINDS), 0.3)))
    probability = numbers.choice([0.0, 0.1, 0.2, 0.5, 0.8, 1.0], len(page.blocks))
    kept = numbers.random(len(page.blocks)) < numbers.choice([0.05, 0.5, 0.9, 1.0])
    return replace(scores, site_probability=probability, measured=measured), kept


@pytest.mark.parametrize("seed", range(60))
def test_columns_and_rules_are_those_of_the_reference(seed: int) -> None:
    scores, kept = random_choice(seed, Random(seed).choice([3, 20, 80]))
    texts = scores.page.block_texts
    lines = find_lines(scores, kept)
    read = reference.short_lines(scores, kept)
    assert lines == [(block, kind_of_line(texts[block])) for block in read if kind(texts[block])]
    choice, trees, bound = _choice(scores, kept), LOOK.lines, LOOK.bounds.line_from
    found, wanted = line_columns(scores, kept, lines), reference.columns(scores, kept, lines)
    by_rule, by_both = (
        scores.page.table.clutter(choice, lines, trees.packed, limit) for limit in (1e9, bound)
    )
    if found is None or wanted is None or by_rule is None or by_both is None:
        assert (found, wanted, by_rule, by_both) == (None, None, None, None)
        return
    assert found.T.tolist() == np.array([[*line.values()] for line in wanted], dtype=np.float32).tolist()
    is_clear = [reference.is_clear(line) for line in wanted]
    is_likely = (trees.margins(found)[0] > bound).tolist()
    assert list(by_rule) == is_clear
    assert list(by_both) == [rule or likely for rule, likely in zip(is_clear, is_likely, strict=True)]


def test_every_rule_and_kind_is_covered() -> None:
    found = set()
    for seed in range(200):
        scores, kept = random_choice(seed, Random(seed).choice([4, 20]))
        lines = find_lines(scores, kept)
        for line, (_, kind) in zip(reference.columns(scores, kept, lines) or (), lines, strict=False):
            found.add((LINE_KINDS[kind], reference.is_clear(line)))
    both = ("reference", "date", "byline", "tags", "navigation", "comments", "source", "post", "newsletter")
    assert {(kind, is_clear) for kind in both for is_clear in (True, False)} <= found


def test_lines_that_are_not_of_the_page_are_refused() -> None:
    page = parse("<p>Read more<p>Salt the water.")
    scores, kept = Auto().score(page), np.ones(2, dtype=np.bool_)
    for lines in ([(2, 0)], [(-1, 0)], [(0, len(LINE_KINDS))], [(1, 0), (0, 0)], [(0, 0)] * 50):
        with pytest.raises(ValueError, match="line"):
            line_columns(scores, kept, lines)
    with pytest.raises(TypeError):
        line_columns(scores, kept, [0])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="column"):
        page.table.clutter(_choice(scores, kept), [(0, 0)], shipped_auto().blocks.packed, 0.0)
    with pytest.raises(ValueError, match="array"):
        line_columns(scores, np.ones(3, dtype=np.bool_), [(0, 0)])


def test_many_lines_take_linear_time() -> None:
    pages = [parse("<p>1 2 3 2020 and more <p>Read more: <a>this</a>" * size) for size in (1000, 2000)]
    scores = [Auto().score(page) for page in pages]
    kept = [np.ones(len(page.blocks), dtype=np.bool_) for page in pages]
    assert grows_linearly(
        lambda: find_clutter(scores[0], kept[0], LOOK), lambda: find_clutter(scores[1], kept[1], LOOK)
    )
