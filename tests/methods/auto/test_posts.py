"""The second look at threads: text of posts, and the rest."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from maintext.arrays import IntArray
from maintext.methods.auto.cleanup import clean_up
from maintext.methods.auto.method import Auto
from maintext.methods.auto.posts import DROPPED, KEPT, look_at_posts, post_columns
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import KINDS
from maintext.model.measure import unmeasured
from maintext.model.schema import POST_FEATURES
from maintext.model.second_look import SecondLook
from maintext.model.trees import Trees
from maintext.page.parse import parse
from maintext.threads import place_posts
from maintext.training.auto.second_look import blank_look
from tests.growth import takes_at_most
from tests.methods.auto.measures import with_kinds
from tests.reference.post_columns import Thread
from tests.threads.test_groups import random_thread

REPLIES = (
    ("Ann", "How do I keep the water from boiling over? I have tried a larger pot and less heat."),
    ("Bo", "Put a wooden spoon across the pot, so that the bubbles break on it."),
    ("Cy", "Thanks, that worked."),
    ("Di", "A drop of oil helps, too. It keeps the foam from rising in the pot."),
)
THREAD = (
    "<title>Boiling over</title><h1>Boiling over</h1><p class=intro>Read the rules of the board first.</p>"
    + "".join(
        f"<div class=post><b class=author>{name}</b> <time>{day} May 2024</time><div class=body>{text}</div>"
        "<p class=signature>Sent from my phone</p></div>"
        for day, (name, text) in enumerate(REPLIES, 2)
    )
)


def scores_of(html: str, forum: float = 0.9) -> AutoScores:
    """The scores of a page that is a forum with this probability; every block has a probability of 0.3."""
    scores = Auto().score(parse(html))
    assert isinstance(scores, AutoScores)
    kinds = np.full(len(KINDS), (1 - forum) / (len(KINDS) - 1))
    kinds[KINDS.index("forum")] = forum
    probability = np.full(len(scores.words), 0.3)
    return replace(scores, site_probability=probability, measured=with_kinds(scores.measured, kinds))


def blocks_with(scores: AutoScores, *texts: str) -> np.ndarray:
    """Which blocks have one of these texts in them."""
    page = scores.page
    return np.array([any(t in page.block_text(b) for t in texts) for b in range(len(page.blocks))])


def looking_at(name: str, bound: float, below: float = -9.0, above: float = 9.0) -> SecondLook:
    """A second look with these log odds for blocks of a thread with a column below or above a bound."""
    trees = Trees(
        np.array([[POST_FEATURES.index(f"post_{name}")]], dtype=np.int16),
        np.array([[bound]], dtype=np.float32),
        np.array([[[below], [above]]], dtype=np.float32),
        np.full((1, 2), 0.5, dtype=np.float32),
        np.zeros(1, dtype=np.float32),
    )
    return replace(blank_look(), posts=trees)


def columns_by_text(scores: AutoScores, kept: np.ndarray) -> dict[str, dict[str, float]]:
    """The columns of each block, by its text."""
    found = post_columns(scores, kept)
    assert found is not None
    blocks, columns = found
    names = [name.removeprefix("post_") for name in POST_FEATURES]
    return {
        scores.page.block_text(block): dict(zip(names, column.tolist(), strict=True))
        for block, column in zip(blocks.tolist(), columns.T, strict=True)
    }


def test_columns_of_a_thread() -> None:
    scores = scores_of(THREAD)
    kept = blocks_with(scores, "How do I", "wooden spoon", "rules of the board")
    columns = columns_by_text(scores, kept)
    reply = columns["Thanks, that worked."]
    words = {text: int(scores.words[blocks_with(scores, text)][0]) for _, text in REPLIES}
    in_posts = sum(words.values())
    kept_in_posts = words[REPLIES[0][1]] + words[REPLIES[1][1]]
    expected = {
        "odds": np.log(0.3 / 0.7),
        "kept": 0,
        "in_text": 1,
        "in_comment": 0,
        "words": np.log1p(words["Thanks, that worked."]),
        "number": 2,
        "line": 0,
        "own_odds": np.log(0.3 / 0.7),
        "own_best": np.log(0.3 / 0.7),
        "own_kept": 0,
        "own_words": np.log1p(words["Thanks, that worked."]),
        "own_lines": 1,
        "place": 0.5,
        "similar_odds": np.log(0.3 / 0.7),
        "similar_kept": (kept_in_posts + 2) / (in_posts + 4),  # a word more for each block
        "similar_blocks": np.log1p(4),
        "before": 0,
        "after": 0,
        "posts": np.log(4),
        "posts_kept": 0.5,
        "posts_odds": np.log(0.3 / 0.7),
        "posts_words": np.log1p(np.median([*words.values()])),
        "text_kept": kept_in_posts / in_posts,
        "kept_in_text": kept_in_posts / int(scores.words[kept].sum()),
    }
    assert {name: reply[name] for name in expected} == pytest.approx(expected, rel=1e-5)
    assert reply["kind_forum"] == pytest.approx(0.9)
    assert [columns[text]["last_kept"] for _, text in REPLIES] == [0, 0, 0, 0]  # names and dates are between
    rules = columns["Read the rules of the board first."]
    outside = ("in_text", "number", "own_odds", "own_lines", "place", "before", "after")
    assert [rules[name] for name in outside] == [0, -1, -8, -8, -8, 1, 0]
    assert "Sent from my phone" not in columns  # not kept, and not text of a post


def test_a_short_reply_is_kept_with_the_other_posts() -> None:
    scores = scores_of(THREAD)
    chosen = blocks_with(scores, "How do I", "wooden spoon", "drop of oil")
    kept = clean_up(scores, chosen, looking_at("similar_kept", 0.5))
    reply = int(np.flatnonzero(blocks_with(scores, "Thanks"))[0])
    assert kept.blocks.tolist() == (chosen | blocks_with(scores, "Thanks")).tolist()
    assert kept.changes == {reply: KEPT}


def test_kept_text_that_is_not_of_a_post_is_dropped() -> None:
    scores = scores_of(THREAD)
    posts = blocks_with(scores, *(text for _, text in REPLIES))
    kept = clean_up(scores, posts | blocks_with(scores, "rules of the board"), looking_at("in_text", 0.5))
    assert kept.blocks.tolist() == posts.tolist()
    assert list(kept.changes.values()) == [DROPPED]


def test_neighbours_and_places_of_a_block() -> None:
    scores = scores_of(THREAD + "<p>Back to the list of threads</p>")
    kept = blocks_with(scores, "How do I", "Sent from my phone", "Back to the list")
    phone = np.flatnonzero(blocks_with(scores, "Sent from my phone"))[0]
    found = post_columns(scores, kept)
    assert found is not None
    blocks, columns = found
    names = "last_kept", "next_kept", "before", "after"
    column = {
        name: dict(zip(blocks.tolist(), columns[POST_FEATURES.index(f"post_{name}")], strict=True))
        for name in names
    }
    assert [column[name][phone] for name in names] == [1, 0, 0, 0]
    assert [column[name][phone - 1] for name in names] == [0, 1, 0, 0]
    end = len(kept) - 1
    assert [column[name][end] for name in names] == [1, 0, 0, 1]


def test_a_post_may_go_on_after_the_replies_inside_it() -> None:
    inner = (
        THREAD.index("<div class=post><b class=author>Bo"),
        THREAD.index("<div class=post><b class=author>Di"),
    )
    at = THREAD.index("<p class=signature>")
    edit = "<div class=body>Edit: it worked, thank you all.</div></div>"
    nested = THREAD[:at] + THREAD[inner[0] : inner[1]] + edit
    scores = scores_of(nested + THREAD[inner[1] :])
    columns = columns_by_text(scores, np.zeros(len(scores.words), dtype=np.bool_))
    found = {text[:6]: (row["number"], row["line"]) for text, row in columns.items() if row["in_text"]}
    assert found == {"How do": (0, 0), "Put a ": (1, 0), "Thanks": (2, 0), "Edit: ": (0, 1), "A drop": (3, 0)}


def test_blocks_between_the_limits_stay_as_they_are() -> None:
    scores = scores_of(THREAD)
    chosen = blocks_with(scores, "How do I", "rules of the board")
    undecided = looking_at("in_text", 0.5, below=-1.0, above=-0.5)  # the limits are -1.39 and 0
    changes = look_at_posts(scores, chosen, np.zeros_like(chosen), undecided)
    assert changes is not None
    assert not (changes.added | changes.dropped).any()


def test_posts_are_added_where_only_other_text_was_chosen() -> None:
    scores = scores_of(THREAD)
    posts = blocks_with(scores, *(text for _, text in REPLIES))
    kept = clean_up(scores, blocks_with(scores, "rules of the board"), looking_at("in_text", 0.5))
    assert kept.blocks.tolist() == posts.tolist()


def _long_thread(*more: str) -> str:
    """The thread, and more posts."""
    return THREAD + "".join(
        f"<div class=post><b class=author>user{n}</b> <time>{n} June 2024</time>"
        f"<div class=body>{text}</div></div>"
        for n, text in enumerate(more, 10)
    )


def _missed(html: str, forum: float = 0.9, probable: bool = False) -> str:
    """What is kept if only the rules of the board were chosen, and the trees change nothing."""
    scores = scores_of(html, forum)
    chosen = blocks_with(scores, "rules of the board")
    if probable:
        assert scores.site_probability is not None
        scores.site_probability[chosen] = 0.9
    return "\n".join(scores.page.texts_of(_cleaned(scores, chosen)))


def _cleaned(scores: AutoScores, chosen: np.ndarray) -> np.ndarray:
    """What is kept if the model itself chose these blocks, and the trees change nothing."""
    scores.measured.chosen[:] = chosen
    return clean_up(scores, chosen, blank_look()).blocks


POSTS = "\n".join([*(text for _, text in REPLIES), "Salt does nothing for it."])


def test_a_thread_whose_posts_were_missed_is_kept_whole() -> None:
    thread = _long_thread("Salt does nothing for it.")
    assert _missed(thread) == POSTS
    assert _missed(thread, probable=True) == "Read the rules of the board first.\n" + POSTS


def test_missed_posts_need_a_sure_thread_of_five_posts() -> None:
    thread = _long_thread("Salt does nothing for it.")
    assert _missed(thread, forum=0.75) == _missed(THREAD) == "Read the rules of the board first."


def test_a_note_that_stands_for_missing_posts_is_not_kept() -> None:
    thread = _long_thread("Salt does nothing for it.", *["This post was deleted."] * 3)
    assert _missed(thread) == POSTS


def test_posts_of_which_a_part_is_kept_are_not_added() -> None:
    scores = scores_of(_long_thread("Salt does nothing for it."))
    chosen = blocks_with(scores, "How do I")
    assert _cleaned(scores, chosen).tolist() == chosen.tolist()


def test_the_first_post_alone_is_a_choice() -> None:
    reply = "A long reply, which has many more words than the question it answers. " * 20
    scores = scores_of(_long_thread(reply, reply.upper()))
    chosen = blocks_with(scores, "How do I")
    assert _cleaned(scores, chosen).tolist() == chosen.tolist()
    other = blocks_with(scores, "wooden spoon")
    assert _cleaned(scores, other).tolist() != other.tolist()


def test_posts_that_are_kept_in_a_copy_are_not_added() -> None:
    texts = [text for _, text in REPLIES] + ["Salt does nothing for it."]
    scores = scores_of(_long_thread(texts[-1]) + "".join(f"<p>{text}</p>" for text in texts))
    copies = blocks_with(scores, *texts) & (np.arange(len(scores.words)) >= len(scores.words) - len(texts))
    kept = _cleaned(scores, copies)
    assert [text for text in texts if scores.page.texts_of(kept).count(text) != 1] == []


def test_an_empty_choice_stays_empty() -> None:
    scores = scores_of(_long_thread("Salt does nothing for it."))
    assert not _cleaned(scores, np.zeros(len(scores.words), dtype=np.bool_)).any()


def test_a_copy_is_not_added_again() -> None:
    long = REPLIES[0][1] + " " + REPLIES[3][1]
    again = f"<p>{long}</p><p>I have the same question.</p>"
    scores = scores_of(THREAD.replace(REPLIES[0][1], long).replace(REPLIES[1][1], again))
    chosen = blocks_with(scores, "How do I", "the same question")
    kept = clean_up(scores, chosen, looking_at("odds", -9.0))
    copies = np.flatnonzero(blocks_with(scores, long)).tolist()
    assert [bool(kept.blocks[block]) for block in copies] == [True, False]
    assert kept.changes[copies[1]] == "dropped: a copy of text above"


def test_a_page_is_never_emptied() -> None:
    scores = scores_of(THREAD)
    chosen = blocks_with(scores, "How do I")
    none = np.zeros_like(chosen)
    assert look_at_posts(scores, chosen, none, looking_at("number", 9)) is None


def test_what_an_earlier_rule_dropped_is_not_added() -> None:
    scores = scores_of(THREAD)
    chosen, is_out = blocks_with(scores, "How do I"), blocks_with(scores, "Thanks")
    changes = look_at_posts(scores, chosen, is_out, looking_at("in_text", 0.5))
    assert changes is not None
    assert changes.added.tolist() == blocks_with(scores, "wooden spoon", "drop of oil").tolist()
    assert not changes.dropped.any()


@pytest.mark.parametrize(
    ("html", "forum"),
    [
        (THREAD, 0.2),
        ("<p>It rained for six days, and the river rose.</p>", 0.9),
        (THREAD[: THREAD.index("<div class=post><b class=author>Bo")], 0.9),
    ],
    ids=["not a forum", "no posts", "one post"],
)
def test_other_pages_stay_as_they_were_chosen(html: str, forum: float) -> None:
    scores = scores_of(html, forum)
    kept = np.ones(len(scores.words), dtype=np.bool_)
    assert post_columns(scores, kept) is None
    assert look_at_posts(scores, kept, ~kept, looking_at("number", 9)) is None


def test_comments_on_posts_are_no_posts() -> None:
    def comment(number: int) -> str:
        return (
            f"<li id=comment-{number} class=comment>"
            f"<span class=comment-copy>Note number {number}, and why.</span>"
            "<a class=comment-user href=/users/9>cy</a> <span class=comment-date>May 9, 2024</span>"
        )

    def post(kind: str, text: str, comments: str) -> str:
        user = "<div class=user-details><a href=/users/1>ann</a> <span title=2024-05-01>May 1</span></div>"
        return (
            f"<div class={kind}><div class=s-prose>{text}</div>{user}<ul class=comments>{comments}</ul></div>"
        )

    question = "I tried ice, and it did not work, not even when I waited for an hour."
    answer = "Use a kettle, and do not open the lid before you hear it, whatever they say."
    scores = scores_of(
        "<h1>How do I boil water?</h1>"
        + post("question", question, comment(1) + comment(2))
        + post("answer", answer, comment(3))
    )
    found = post_columns(scores, np.zeros(len(scores.words), dtype=np.bool_))
    assert found is not None
    blocks, columns = found
    texts = np.array([scores.page.block_text(block) for block in blocks.tolist()])
    in_text, in_comment = (columns[POST_FEATURES.index(f"post_in_{of}")] > 0 for of in ("text", "comment"))
    assert texts[in_text].tolist() == [question, answer]
    assert [text[:13] for text in texts[in_comment]] == ["Note number 1", "Note number 2", "Note number 3"]


def test_columns_and_changes_of_random_threads_are_those_of_plain_loops() -> None:
    threads = 0
    for seed in range(300):
        random = Random(seed)
        scores = scores_of(random_thread(seed), forum=0.6)
        blocks = len(scores.words)
        scores = replace(scores, site_probability=np.array([random.random() ** 4 for _ in range(blocks)]))
        kept = np.array([random.random() < 0.4 for _ in range(blocks)])
        was_dropped = np.array([random.random() < 0.1 for _ in range(blocks)]) & ~kept
        found, posts = post_columns(scores, kept), place_posts(scores.page, "post")
        if found is None:
            continue
        assert posts is not None
        threads += 1
        expected = Thread(
            scores, kept.tolist(), posts.number.tolist(), posts.in_comment.tolist(), posts.names.tolist()
        ).columns()
        assert found[0].tolist() == list(expected)
        for column, values in zip(found[1].T, expected.values(), strict=True):
            names = [name if name.startswith("kind_") else f"post_{name}" for name in values]
            assert dict(zip(POST_FEATURES, column.tolist(), strict=True)) == pytest.approx(
                dict(zip(names, map(float, values.values()), strict=True)), rel=1e-5, abs=1e-6
            )
        look = looking_at("similar_odds", random.uniform(-6, 0))
        log_odds = look.posts.margins(found[1])[0]
        changes = look_at_posts(scores, kept, was_dropped, look)
        added, dropped = set(), set()
        for block, odds in zip(found[0].tolist(), log_odds.tolist(), strict=True):
            in_post = posts.number[block] >= 0 or posts.in_comment[block]
            if odds > look.bounds.post_from and in_post and not kept[block] and not was_dropped[block]:
                added.add(block)
            if odds < look.bounds.post_below and kept[block]:
                dropped.add(block)
        if not added and dropped == set(np.flatnonzero(kept).tolist()):
            assert changes is None
        else:
            assert changes is not None
            assert set(np.flatnonzero(changes.added).tolist()) == added
            assert set(np.flatnonzero(changes.dropped).tolist()) == dropped
    assert threads > 25


def test_crafted_names_take_no_longer() -> None:
    """The keys of these names once shared one slot of the table of similar blocks."""
    page = parse("<!doctype html>" + "<p>word" * 20_000)
    rows, blocks = len(page), len(page.blocks)
    assert rows % 2, "it has an inverse"
    factor = 0x9E3779B97F4A7C15
    to_key, to_name = pow(factor, -1, 1 << 64), pow(rows, -1, 1 << 62)
    crafted, plain = np.zeros(rows, dtype=np.int64), np.arange(rows)
    crafted[page.blocks.element] = [
        ((4 * slot + factor % 4) * to_key % (1 << 64) >> 2) * to_name % (1 << 62) for slot in range(blocks)
    ]

    def describe(names: IntArray) -> Callable[[], object]:
        posts, none = np.full(blocks, -1), np.zeros(blocks, dtype=np.bool_)
        posts[0] = 0
        thread = unmeasured(blocks).memory, np.full(blocks, 0.3), names, posts, none, none
        return lambda: page.table.post_columns(thread)

    assert takes_at_most(5, describe(crafted), describe(plain))
