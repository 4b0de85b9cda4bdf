import numpy as np
import pytest

from maintext.methods.baselines.bte import Bte
from maintext.methods.baselines.mss import Mss
from maintext.page.parse import parse
from tests.methods.baselines.literal import PAGE, SENTENCE, best_runs, kept_texts, random_pages, tokens


@pytest.mark.parametrize("cost", [1.0, 3.25])
def test_random_pages_agree_with_a_search_over_all_runs(cost: float) -> None:
    method = Mss(tag_cost=cost)
    for page in random_pages(25):
        row = tokens(page)
        if not len(page.leaves) or len(row) > 120:
            continue
        best, kept = best_runs(row, len(page.leaves), inside_tag=-cost, outside_tag=0)
        scores = method.score(page)
        np.testing.assert_allclose(scores.values, best)
        assert set(np.flatnonzero(method.select(scores))) == kept


def test_with_a_cost_of_1_it_keeps_what_bte_keeps() -> None:
    for page in random_pages():
        kept = [method.select(method.score(page)).tolist() for method in (Mss(tag_cost=1), Bte())]
        assert kept[0] == kept[1]


def test_the_article_between_two_lists_of_links_is_the_best_run() -> None:
    assert kept_texts(parse(PAGE), Mss()) == [(SENTENCE * 3).strip()] * 4


def test_a_paragraph_after_more_tags_than_it_has_words_is_dropped() -> None:
    page = parse(f"<p>{SENTENCE * 2}</p>" + "<div></div>" * 9 + f"<p>{SENTENCE}</p>")
    assert len(kept_texts(page, Mss())) == 1
    assert len(kept_texts(page, Mss(tag_cost=0.5))) == 2
