"""The words that tables of weights are fitted to, and the scores that they give."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from maintext.features.hashed import BITS, BUCKETS, TABLES, Words, word_scores

from maintext.features import Reading, hashed
from maintext.page.parse import parse
from maintext.text.words import word_hashes
from tests.features.literal import Literal
from tests.features.pages import pages

_ALL = (1 << 64) - 1
_PLACES = (0, 1, 2, 2, 3, 3, 3, 3, 3)


def bucket(number: int, salt: int) -> int:
    return (((number ^ salt) * 0xD6E8FEB86659FD93) & _ALL) >> (64 - BITS)


def mixed(number: int) -> int:
    number = ((number ^ (number >> 32)) * 0x9E3779B97F4A7C15) & _ALL
    return number ^ (number >> 29)


def pair(one: int, next_one: int) -> int:
    return (3 * one + next_one) & _ALL


def text_words(page: Literal, block: int) -> list[int]:
    words = list(map(int, word_hashes(page.words[block])))
    found = [bucket(word, 1) for word in words[:40]]
    found += [bucket(pair(*both), 2) for both in pairwise(words[:21])]
    if len(words) > 3:
        found += [bucket(word, 3) for word in words[-3:]]
    elif words:
        found.append(bucket(sum((2 * at + 1) * word for at, word in enumerate(words)) & _ALL, 4))
    return found


def name_words(page: Literal, block: int) -> list[int]:
    above = page.above(block)
    found = []
    for level, row in enumerate(above):
        if level and row == above[level - 1]:
            continue
        found.append(bucket(page.tag(row) + 1000 * min(level, 4) + 7, 5))
        for word in map(int, word_hashes(page.names.get(row, []))):
            found += [bucket(word, 6), bucket(word, 10 + _PLACES[level])]
    path = 0
    for level in range(5):
        path = mixed((path * 5 + page.tag(above[level]) + 1) & _ALL)
        if level in (2, 4):
            found.append(bucket(path, 20 + level))
    return found


def heading_words(page: Literal, block: int) -> list[int]:
    found = []
    for salt, labels in ((30, False), (31, True)):
        at = page.last(block, labels=labels)
        if at in (-1, block):
            continue
        inside = any(block <= page.within(row)[-1] for row in page.above(at)[:4])
        salt += 4 * inside
        words = list(map(int, word_hashes(page.words[at][:8])))
        found += [bucket(word, salt) for word in words]
        found += [bucket(pair(*both), salt + 40) for both in pairwise(words)]
    return found


_LITERAL = {"text": text_words, "names": name_words, "heading": heading_words}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", pages())
def test_every_block_has_the_words_that_a_slow_reading_finds(name: str, table: str) -> None:
    page = parse(pages()[name])
    found = TABLES[table](Reading(page))
    literal = Literal(page)
    for block in range(literal.size):
        assert Counter(found.bucket[found.block == block].tolist()) == Counter(
            _LITERAL[table](literal, block)
        )


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", pages())
def test_scores_are_the_sum_of_weights_over_the_root_of_their_number(name: str, table: str) -> None:
    reading = Reading(parse(pages()[name]))
    words = TABLES[table](reading)
    weight = np.random.default_rng(1).integers(-127, 128, BUCKETS).astype(np.int8)
    scores = words.score(weight, 0.25, -1.5, reading.size)
    for block in range(reading.size):
        weights = weight[words.bucket[words.block == block]].tolist()
        expected = sum(weights) * 0.25 / np.sqrt(max(len(weights), 1)) - 1.5
        assert scores[block] == expected  # integers until the end: no order of sums can change it
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hashed, "loops", None)
        assert word_scores(reading, table, weight, 0.25, -1.5).tolist() == scores.tolist()


def test_a_unit_that_no_block_takes_and_a_block_without_words_are_no_trouble() -> None:
    words = Words(
        own_block=np.array([1]),
        own_bucket=np.array([7]),
        unit=np.array([5, 0, 5]),
        unit_bucket=np.array([8, 9, 10]),
        taker=np.array([1, 1]),
        taken=np.array([5, 3]),
    )
    assert list(zip(words.block.tolist(), words.bucket.tolist(), strict=True)) == [(1, 7), (1, 8), (1, 10)]
    assert words.score(np.ones(BUCKETS, dtype=np.int8), 1.0, 0.5, 3).tolist() == [
        0.5,
        3 / np.sqrt(3) + 0.5,
        0.5,
    ]


def test_buckets_do_not_move_from_version_to_version() -> None:
    reading = Reading(parse("<div class=main><h2>The tower</h2><p>It leans</p></div>"))
    found = {name: find(reading) for name, find in TABLES.items()}
    assert {name: sorted(words.bucket[words.block == 1].tolist()) for name, words in found.items()} == {
        "text": [1631, 23559, 116242, 139402],
        "names": [9727, 77011, 87567, 101510, 102647, 220107, 236119, 258430],
        "heading": [85540, 111424, 127616, 153500, 204996, 247072],
    }
