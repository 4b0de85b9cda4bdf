"""Fit the tables of word weights: sparse logistic regression over hashed words."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier

from maintext.arrays import FloatArray, IntArray, prefix_sums
from maintext.model.auto import BUCKETS, WordWeights
from maintext.training.auto.samples import Sample, weights

_ALPHA = 1e-5
_EPOCHS = 4
_LEAST_SITES = 2
"""Minimum number of sites with a word: a word of one site says nothing about others."""
_MOST_SITES = 1 << 16
_STEPS = 127


def fit_table(samples: list[Sample], name: str, seed: int) -> WordWeights:
    """The table of that name, fitted to the usable samples."""
    usable = [sample for sample in samples if sample.usable]
    matrix = word_matrix(usable, name)
    model = SGDClassifier(
        loss="log_loss", alpha=_ALPHA, average=True, max_iter=_EPOCHS, tol=None, random_state=seed
    )
    main = np.concatenate([sample.main for sample in usable])
    model.fit(matrix, main, sample_weight=weights(usable))
    weight = model.coef_[0] * (sites_by_bucket(usable, name) >= _LEAST_SITES)
    scale = float(np.quantile(np.abs(weight[weight != 0]), 0.9995)) / _STEPS if weight.any() else 1.0
    rounded = np.clip(np.rint(weight / scale), -_STEPS, _STEPS).astype(np.int8)
    return WordWeights(rounded, scale, float(model.intercept_[0]))


def word_matrix(samples: list[Sample], name: str) -> csr_matrix:
    """Blocks × buckets; each word weighs one over the square root of the block's number of words."""
    count = np.concatenate([sample.table_words[name].counts for sample in samples])
    bucket = np.concatenate([sample.table_words[name].buckets for sample in samples])
    value = np.repeat((1 / np.sqrt(np.maximum(count, 1))).astype(np.float32), count)
    matrix = csr_matrix((value, bucket, prefix_sums(count)), shape=(len(count), BUCKETS))
    matrix.sum_duplicates()
    return matrix


def sites_by_bucket(samples: list[Sample], name: str) -> IntArray:
    """Number of sites on which the words of each bucket occur."""
    sites: dict[str, int] = {}
    seen: list[NDArray[np.int64]] = []
    for sample in samples:
        site = sites.setdefault(sample.site, len(sites))
        seen.append(np.unique(sample.table_words[name].buckets).astype(np.int64) * _MOST_SITES + site)
    return np.bincount(np.unique(np.concatenate(seen)) // _MOST_SITES, minlength=BUCKETS)


def table_scores(samples: list[Sample], name: str, table: WordWeights) -> FloatArray:
    """The score of each block of the samples, as the kernel computes it."""
    count = np.concatenate([sample.table_words[name].counts for sample in samples])
    bucket = np.concatenate([sample.table_words[name].buckets for sample in samples])
    block = np.repeat(np.arange(len(count)), count)
    total = np.bincount(block, table.weight.take(bucket), minlength=len(count))
    return total * table.scale / np.sqrt(np.maximum(count, 1)) + table.bias
