"""Samples → tables of word weights."""

import numpy as np
from maintext.features.hashed import BUCKETS

from maintext.training.auto.samples import Sample, make_samples, starts
from maintext.training.auto.tables import fit_table, sites_by_bucket, table_scores, word_matrix
from tests.training.auto.pages import labelled, odd_page


def samples() -> list[Sample]:
    return make_samples(labelled(kind, number) for kind in ("article", "forum") for number in range(4))


def test_the_matrix_has_each_block_s_words_with_the_root_of_their_number() -> None:
    made = samples()[:3]
    dense = word_matrix(made, "names").toarray()
    start = starts(made)
    for number, sample in enumerate(made):
        words = sample.words["names"]
        for block in range(sample.reading.size):
            own = words.bucket[words.block == block]
            expected = np.bincount(own, minlength=BUCKETS) / np.sqrt(max(len(own), 1))
            np.testing.assert_allclose(dense[start[number] + block], expected, rtol=1e-6)


def test_the_matrix_scores_as_the_method_does() -> None:
    made = samples()
    table = fit_table(made, "names", 0)
    by_matrix = word_matrix(made, "names") @ (table.weight * table.scale) + table.bias
    np.testing.assert_allclose(np.concatenate(table_scores(made, "names", table)), by_matrix, atol=1e-4)


def test_main_text_scores_higher_by_the_names_that_it_was_fitted_to() -> None:
    made = samples()
    scores = np.concatenate(table_scores(made, "names", fit_table(made, "names", 0)))
    main = np.concatenate([sample.main for sample in made])
    assert np.quantile(scores[main], 0.1) > scores[~main].max()


def test_words_of_a_single_site_weigh_nothing() -> None:
    made = make_samples([*(labelled("article", number) for number in range(3)), odd_page(1), odd_page(2)])
    table = fit_table(made, "names", 0)
    alone = sites_by_bucket(made, "names") == 1
    assert alone.any()
    assert not table.weight[alone].any()
    assert table.weight[~alone].any()


def test_sites_are_counted_not_pages() -> None:
    one = sites_by_bucket(make_samples([odd_page(1), odd_page(2)]), "names")
    two = sites_by_bucket(make_samples([odd_page(1, sites=2), odd_page(2, sites=2)]), "names")
    assert (one.max(), two.max()) == (1, 2)
