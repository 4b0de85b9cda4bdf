"""The kernel changes the same blocks as a slow version of the rules."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from maintext.arrays import BoolArray
from maintext.methods.auto import cleanup
from maintext.methods.auto.method import Auto
from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import second_look_of, shipped_auto
from maintext.page.parse import parse
from tests.reference.tidying import EMPTY, HEADING, LIST, NO_LIST, PART, REST, STRAY, tidied
from tests.render.pages import random_source

RULES = {
    PART: "<ul><li>One item of it.<li>Two<li>Three items of it.</ul>"
    "<figure><figcaption>Code</figcaption><pre><div>One</div><div>Two</div></pre></figure><p>After it.</p>"
    "<figure><table><tr><th>One<th>Two<tr><td>Three<td>Four</table><figcaption>Table</figcaption></figure>",
    HEADING: "<h2>Tea</h2><h3>Green</h3><p>Leaves that were not left to wither.</p>",
    EMPTY: "<div><h3>Coffee</h3></div><div><h3>Milk</h3></div><nav><h2>Page</h2></nav><p>Tea is old.</p>"
    "<div role=navigation><nav><h3>Cups</h3></nav><aside><h3>Pots</h3><p>Of iron or clay.</p></aside></div>",
    LIST: "<h2>Pots</h2><p>What one needs to make it.</p><ol><li>A pot of a litre<li>A kettle<li>Water</ol>",
    NO_LIST: "<ul><li><a href=/a>News</a><li><a href=/b>Sport</a></ul><p>A text at the end of the page.</p>",
    REST: "<h3>The Grand Hotel<br>★★★★</h3><p>It is at the sea.</p><h3><div>Ada</div><div>Smith</div></h3>"
    "<h2><div>Ships</div></h2><p>They went to sea.</p><div role=heading>Crews</div><p>Of ten men.</p>",
    STRAY: "<p>A paragraph that is long enough to stay.</p><p>Dropped</p><p>Short:</p><p>Dropped</p>"
    "<h3>Pictures</h3><img src=a.png><h3>Sources</h3>",
}


def tidy(scores: AutoScores, kept: BoolArray) -> list[int]:
    """The rule that changes each block."""
    changed = dict(cleanup._tidy(scores, kept, np.zeros_like(kept), second_look_of(shipped_auto())))
    return [changed.get(block, 0) for block in range(len(kept))]


@pytest.mark.parametrize("seed", range(60))
def test_random_choices_of_random_pages(seed: int) -> None:
    random = Random(seed)
    page = parse("".join(RULES.values()) + random_source(random, random.randint(1, 60)))
    numbers = np.random.default_rng(seed)
    probability = numbers.choice([0.1, 0.2, 0.5, 0.8], len(page.blocks))
    scores = replace(Auto().score(page), site_probability=probability, site_log_odds=6 * (probability - 0.4))
    for share in (0.0, 0.2, 0.5, 0.8, 1.0):
        kept = numbers.random(len(page.blocks)) < share
        expected, rules = tidied(scores, kept.tolist())
        assert tidy(scores, kept) == rules
        assert kept.tolist() == expected


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_covered(rule: int) -> None:
    page = parse("".join(RULES.values()))
    found = set()
    for seed in range(200):
        numbers = np.random.default_rng(seed)
        probability = numbers.random(len(page.blocks)) * numbers.random()
        scores = replace(
            Auto().score(page), site_probability=probability, site_log_odds=15 * (probability - 0.4)
        )
        found |= set(tidied(scores, (numbers.random(len(page.blocks)) < numbers.random()).tolist())[1])
    assert rule in found
