"""Samples → tables of word weights."""

from dataclasses import replace

import numpy as np
import pytest

from maintext.model.auto import BUCKETS
from maintext.model.schema import BLOCK_FEATURES, SCORES
from maintext.training.auto.samples import Sample, make_samples
from maintext.training.auto.tables import fit_table, sites_by_bucket, table_scores, word_matrix
from maintext.training.blank import blank_model
from tests.training.auto.pages import labelled, odd_page


def samples() -> list[Sample]:
    return make_samples(labelled(kind, number) for kind in ("article", "forum") for number in range(4))


def test_the_matrix_weights_words_by_the_root_of_their_number() -> None:
    made = samples()[:3]
    dense = word_matrix(made, "names").toarray()
    row = 0
    for sample in made:
        words, first = sample.table_words["names"], 0
        for count in words.counts.tolist():
            own = words.buckets[first : first + count]
            expected = np.bincount(own, minlength=BUCKETS) / np.sqrt(max(count, 1))
            np.testing.assert_allclose(dense[row], expected, rtol=1e-6)
            first, row = first + count, row + 1


@pytest.mark.parametrize("name", SCORES)
def test_the_matrix_scores_as_the_kernel_does(name: str) -> None:
    made = samples()
    table = fit_table(made, name, 0)
    by_matrix = word_matrix(made, name) @ (table.weight * table.scale) + table.bias
    scores = table_scores(made, name, table)
    np.testing.assert_allclose(scores, by_matrix, atol=1e-4)
    model = replace(blank_model(), tables={**blank_model().tables, name: table})
    column = BLOCK_FEATURES.index(f"{name}_score")
    by_kernel = np.concatenate([sample.measure(model).columns[column] for sample in made])
    assert scores.astype(np.float32).tolist() == by_kernel.tolist()


def test_main_text_scores_higher_by_its_names() -> None:
    made = samples()
    scores = table_scores(made, "names", fit_table(made, "names", 0))
    main = np.concatenate([sample.main for sample in made])
    assert np.quantile(scores[main], 0.1) > scores[~main].max()


def test_words_of_a_single_site_have_no_weight() -> None:
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
