"""The kernel changes the same blocks as a slow version of the rules."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from maintext.methods.auto import cleanup
from maintext.methods.auto.method import Auto
from maintext.page.parse import parse
from tests.reference.tidying import HEADING, PART, STRAY, tidied
from tests.render.pages import random_source

RULES = {
    PART: "<ul><li>One item of it.<li>Two<li>Three items of it.</ul>"
    "<figure><figcaption>Code</figcaption><pre><div>One</div><div>Two</div></pre></figure><p>After it.</p>",
    HEADING: "<h2>Tea</h2><h3>Green</h3><p>Leaves that were not left to wither.</p>",
    STRAY: "<p>A paragraph that is long enough to stay.</p><p>Dropped</p><p>Short:</p><p>Dropped</p>",
}


@pytest.mark.parametrize("seed", range(60))
def test_random_choices_of_random_pages(seed: int) -> None:
    random = Random(seed)
    page = parse("".join(RULES.values()) + random_source(random, random.randint(1, 60)))
    numbers = np.random.default_rng(seed)
    scores = replace(Auto().score(page), probability=numbers.choice([0.1, 0.2, 0.5, 0.8], len(page.blocks)))
    for share in (0.0, 0.2, 0.5, 0.8, 1.0):
        kept = numbers.random(len(page.blocks)) < share
        expected, rules = tidied(scores, kept.tolist())
        assert cleanup._tidy(scores, kept).tolist() == rules
        assert kept.tolist() == expected


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_covered(rule: int) -> None:
    page = parse("".join(RULES.values()))
    found = set()
    for seed in range(200):
        numbers = np.random.default_rng(seed)
        scores = replace(Auto().score(page), probability=numbers.random(len(page.blocks)))
        found |= set(tidied(scores, (numbers.random(len(page.blocks)) < 0.5).tolist())[1])
    assert rule in found
