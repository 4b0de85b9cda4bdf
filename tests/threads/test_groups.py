"""The kernel's groups of posts, compared with plain loops."""

from random import Random

import numpy as np
import pytest

from maintext import extract
from maintext.cli.sample_pages import sample_pages
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.threads.evidence import read_evidence
from maintext.threads.groups import best_group, is_of_posts, opening_group
from maintext.threads.marks import read_marks
from tests.reference import threads as reference

_CLASSES = ["", "post", "comment", "row", "message-body", "sidebar", "forum topic", "author", "date"]
_NAMES = ["Ann", "Bo", "Cy Lee", "Ann", "小白"]
_LINES = [
    "<b class=author>{name}</b>",
    "<i>{name}</i>",
    "<a href=/users/{number}>{name}</a>",
    "<a href=/page/{number}>The harbour opens again, part {number}</a>",
    "<a href=#c{number}>The harbour opens again, part {number}</a>",
    "<h3>Part {number}</h3>",
    "<time>2 May 2024</time>",
    "<span class=date>{number} days ago</span>",
    "<p>Clean it with vinegar, as we did ours, and do not boil it dry again, please.</p>",
    "<div class=post-body>建议改版，现在差太远了。</div>",
    "<button>Reply</button>",
    "<div class=signature>Sent from my kettle</div>",
]


def random_thread(seed: int) -> str:
    """A page of similar elements; some lines of some are missing, some are inside the one before."""
    random = Random(seed)
    tag, name, around = random.choice(["div", "li", "p", "article"]), *random.choices(_CLASSES, k=2)
    lines = random.sample(_LINES, random.randint(2, 6))
    with_ids, chance, nested = random.random() < 0.3, random.choice([0.0, 0.1, 0.4]), random.random() < 0.2
    parts = [f"<body class={random.choice(['thread', 'page'])}><h1>Kettles</h1><div class='{around}'>"]
    for number in range(random.randint(1, 7)):
        given = f" class='{name}'" * (random.random() >= chance) + f" id=post{number}" * with_ids
        parts.append(f"<{tag}{given}>")
        parts += [
            line.format(name=random.choice(_NAMES), number=number)
            for line in lines
            if random.random() >= chance
        ]
        parts.append("" if nested else f"</{tag}>")
    return "".join(parts)


def _check(page: Page, free: list[bool]) -> int:
    """Compare the evidence and the groups of a page; returns the number of groups."""
    marks = read_marks(page)
    evidence = read_evidence(page, marks, np.array(free, dtype=np.bool_))
    bits = (evidence.times, evidence.people, evidence.linked, evidence.in_body)
    numbers = (evidence.chars, evidence.size, evidence.prose, evidence.running)
    for block in range(len(page.blocks)):
        found = (*(column[block] for column in numbers), [column[block] for column in bits])
        assert found == reference.block_evidence(marks, free, block)
    groups = [
        (group.start.tolist(), group.end.tolist(), group.owner.tolist(), group.fullness, group.score)
        for group in evidence.groups
        if is_of_posts(page, group)
    ]
    assert groups == reference.judged(marks, free)
    return len(groups)


def test_groups_of_random_threads_are_those_of_plain_loops() -> None:
    found = 0
    for seed in range(400):
        page = parse(random_thread(seed))
        found += _check(page, [True] * len(page.blocks))
        random = Random(seed)
        _check(page, [random.random() < 0.8 for _ in range(len(page.blocks))])
    assert found > 100


@pytest.mark.parametrize("name", sample_pages())
def test_groups_of_a_sample_page_are_those_of_plain_loops(name: str) -> None:
    page = extract(sample_pages()[name]).page
    _check(page, [True] * len(page.blocks))


def test_first_posts_of_random_threads_are_those_of_plain_loops() -> None:
    found = 0
    for seed in range(1000):
        page = parse(f"<h2>Tea</h2>{random_thread(seed + 1000)}</div></div>{random_thread(seed)}")
        evidence = read_evidence(page, read_marks(page), np.ones(len(page.blocks), dtype=np.bool_))
        for group in evidence.groups:
            opening, reply = opening_group(evidence, group), int(group.start[0])
            expected = reference.opening(evidence, reply)
            assert (opening is None) == (expected is None)
            if opening is not None and expected is not None:
                found += 1
                places = opening.start.tolist(), opening.end.tolist(), opening.owner.tolist()
                owner = [-1] * len(page.blocks)
                for block in expected[1]:
                    owner[block] = 0
                assert places == ([expected[0]], [reply], owner)
    assert found > 50


@pytest.mark.parametrize("reply", [-1, 99])
def test_a_reply_is_a_row(reply: int) -> None:
    page = parse("<p>Tea")
    evidence = read_evidence(page, read_marks(page), np.ones(1, dtype=np.bool_))
    with pytest.raises(ValueError, match="out of range"):
        page.table.post_opening(evidence.memory, reply)


def test_a_page_without_text_has_no_group() -> None:
    page = parse("<p></p>")
    assert best_group(read_evidence(page, read_marks(page), np.zeros(0, dtype=np.bool_))) is None
