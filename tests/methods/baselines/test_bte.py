import numpy as np

from maintext.methods.baselines.bte import Bte
from maintext.page.parse import parse
from tests.methods.baselines.literal import PAGE, SENTENCE, best_runs, kept_texts, random_pages, tokens


def test_random_pages_agree_with_a_search_over_all_runs() -> None:
    for page in random_pages(25):
        row = tokens(page)
        if not len(page.leaves) or len(row) > 120:
            continue
        best, kept = best_runs(row, len(page.leaves), inside_tag=0, outside_tag=1)
        scores = Bte().score(page)
        np.testing.assert_allclose(scores.values, np.array(best) / len(row))
        assert set(np.flatnonzero(Bte().select(scores))) == kept


def test_the_article_between_two_lists_of_links_is_the_best_run() -> None:
    assert kept_texts(parse(PAGE), Bte()) == [(SENTENCE * 3).strip()] * 4


def test_a_short_list_inside_the_article_is_part_of_the_run() -> None:
    page = parse(f"<p>{SENTENCE * 2}</p><ul><li>one<li>two</ul><p>{SENTENCE * 2}</p>")
    assert len(kept_texts(page, Bte())) == 4


def test_the_reason_has_the_share_of_correctly_placed_tokens() -> None:
    scores = Bte().score(parse("<p>one two three</p>"))
    assert (
        Bte().describe(scores, 0)
        == "the best run puts 100.0% of words inside and tags outside; at most 100.0%"
    )
