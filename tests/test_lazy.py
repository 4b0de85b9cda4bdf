"""Lazy attributes: computed once, and one value for all threads."""

import pickle
from threading import Barrier, Thread

import maintext
from maintext.lazy import lazy

_PAGE = "<h1>The tower</h1><p>The tower was built in 1911, of brick and lime, and it leans to the west."


def test_threads_that_compute_at_the_same_time_get_one_object() -> None:
    both = Barrier(2)

    class Tower:
        @lazy
        def stones(self) -> list[int]:
            """Numbers of stones."""
            both.wait(30)
            return []

    tower, found = Tower(), list[list[int]]()
    threads = [Thread(target=lambda: found.append(tower.stones)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2
    assert found[0] is found[1] is tower.stones


def test_a_lazy_attribute_has_the_docstring_of_its_function() -> None:
    assert (maintext.Page.leaves.__doc__ or "").startswith("Rows of the leaves")


def test_scores_can_be_pickled() -> None:
    scores = maintext.extract(_PAGE).scores
    assert scores is not None
    again = pickle.loads(pickle.dumps(scores))
    assert again.leaf_values.tolist() == scores.leaf_values.tolist()
    assert again.kinds == scores.kinds
