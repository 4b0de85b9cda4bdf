"""Stories in other `<article>`s below the main one."""

import numpy as np
import pytest

from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.scores import AutoScores
from maintext.methods.base import Kept
from maintext.page.parse import parse
from tests.growth import grows_linearly
from tests.methods.auto.test_cleanup import LOOK, TEXT, clean, scores_of, shown

STORY = f"<article><h3><a href=/next>The next story</a></h3>{TEXT}</article>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<article>{TEXT * 4}</article>{STORY}", "111100"),
        (f"<article>{TEXT * 4}</article>{STORY.replace('article', 'div role=article')}<p>{TEXT}", "1111001"),
        (f"<article>{TEXT * 4}</article>{STORY}{STORY}", "11110000"),
        (f"<article>{TEXT * 4}</article><article>{TEXT}</article>", "11111"),
        (f"<article>{TEXT * 4}</article>{STORY.replace('<a href=/next>', '')}", "111111"),
        (f"<article>{TEXT * 4}</article>{STORY.replace('/next', '/here#next')}", "111111"),
        (f"<article>{TEXT * 4}</article>{STORY.replace('/next', '?page=2')}", "111111"),
        (f"<article>{TEXT * 4}</article>{STORY.replace('href=/next', 'name=next')}", "111111"),
        (f"<article>{TEXT * 4}{STORY}</article>", "111111"),
        (f"{STORY}<article>{TEXT * 6}</article>", "1" * 8),
        (f"<article>{TEXT * 2}</article>{STORY}{STORY}", "111111"),
        (f"<article>{TEXT * 4}</article>{STORY.replace('article', 'section')}", "111111"),
        (f"<section>{TEXT * 6}</section>{STORY}{STORY}", "1" * 10),
    ],
    ids=[
        *("after", "by role", "two", "no heading", "no link", "a place here", "the next part", "no target"),
        *("inside", "before", "too short"),
        *("no article", "not the main text"),
    ],
)
def test_another_story_below_the_article_is_dropped(html: str, expected: str) -> None:
    for number in range(html.count("1911")):
        html = html.replace("1911", str(1800 + number), 1)  # no copies
    cleaned = clean(html, "1" * len(expected), probability=0.9, article=0.95)
    assert shown(cleaned) == expected
    words = {cleaned.changes[block] for block, digit in enumerate(expected) if digit == "0"}
    assert words <= {"dropped: of another article, below the main one"}
    for known in ({"article": 0.7}, {"documentation": 0.95}, {"article": 0.5, "forum": 0.45}):
        assert shown(clean(html, "1" * len(expected), probability=0.9, **known)) == "1" * len(expected), known


def test_the_outermost_article_of_each_block() -> None:
    page = parse(f"{TEXT}<article>{TEXT}<article>{TEXT}</article></article>{TEXT}<div role=article>{TEXT}")
    found = np.frombuffer(page.table.outer_articles(), dtype=np.int64).tolist()
    one, other = (row for row in range(page.table.rows) if row in found)
    assert found == [-1, one, one, -1, other]
    assert (page.tag_name(one), page.tag_name(other)) == ("article", "div")


def test_many_articles_take_linear_time() -> None:
    def scores(many: int) -> AutoScores:
        stories = "".join(
            f"<p>Note {n}.<article><h3><a href=/{n}>Go</a></h3><p>Text {n}.</article>" for n in range(many)
        )
        html = "<div>" * 450 + f"<article>{TEXT * many * 2}</article>" + stories
        return scores_of(html, 0.9, article=0.95)

    def run(scores: AutoScores) -> Kept:
        return clean_up(scores, np.ones(len(scores.words), dtype=np.bool_), LOOK)

    small, large = scores(1000), scores(2000)
    assert "dropped: of another article, below the main one" in run(small).changes.values()
    assert grows_linearly(lambda: run(small), lambda: run(large))


def test_comments_that_are_the_only_articles_may_have_been_dropped() -> None:
    comments = "".join(
        f"<article class=comment><b class=author>{name}</b> <time>{day} May 2024</time><p>{words}</article>"
        for day, name, words in (
            (2, "Ann", "My aunt saw it lean before the war."),
            (3, "Bo", "Ours stands straight, and nobody comes to see it."),
            (4, "Cyd", "Who pays for the plumb line, I wonder."),
        )
    )
    html = f"<h1>The tower</h1><section>{TEXT * 8}</section><section class=comments>{comments}</section>"
    blocks = len(parse(html).blocks)
    cleaned = clean(html, "1" * blocks, probability=0.9, article=0.95)
    assert "dropped as a comment on the article" in cleaned.changes.values()
    assert shown(cleaned).startswith("1" * 9)
