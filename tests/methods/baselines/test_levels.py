import numpy as np

from maintext.methods.baselines.levels import largest_above, levels
from tests.methods.baselines.literal import random_pages


def test_levels_hold_every_row_once_at_its_depth() -> None:
    for page in random_pages(20):
        rows = levels(page)
        assert sorted(np.concatenate(rows).tolist()) == list(range(len(page)))
        assert all((page.depth[some] == depth).all() for depth, some in enumerate(rows))


def test_the_largest_value_above_includes_the_row_itself() -> None:
    for page in random_pages(20):
        values = np.random.default_rng(len(page)).random(len(page))
        expected = [max(values[[row, *page.ancestors(row)]]) for row in range(len(page))]
        assert largest_above(page, values).tolist() == expected
