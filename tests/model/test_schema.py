"""The schema, and the files generated from it."""

from maintext.model.schema import (
    BLOCK_FEATURES,
    CONFIDENCE_FEATURES,
    FAMILIES,
    OWN_FEATURES,
    PAGE_FEATURES,
    element_above,
    meaning,
)
from maintext.model.vocabulary import NAMES
from tests.test_tools import load


def test_names_and_meanings_are_unique() -> None:
    names = [name for family in FAMILIES.values() for name in family]
    assert len(names) == len(set(names))
    meanings = [meaning(name) for name in names]
    assert len(set(meanings)) == len(meanings)
    assert all(text and text.strip() == text for text in (*names, *meanings))


def test_the_columns_follow_the_order_of_the_families() -> None:
    own, context, kinds = OWN_FEATURES, tuple(FAMILIES["context"]), tuple(FAMILIES["kinds"])
    assert (*own, *context, *kinds) == BLOCK_FEATURES
    assert tuple(FAMILIES["page"]) == PAGE_FEATURES
    assert (*FAMILIES["confidence"], *kinds) == CONFIDENCE_FEATURES


def test_no_word_belongs_to_two_subjects() -> None:
    words = [word for subject in NAMES.values() for word in subject.split()]
    assert len(words) == len(set(words))


def test_the_enums_of_the_kernel_agree_with_the_schema() -> None:
    tables = load("feature_tables")
    assert tables.HEADER.read_text(encoding="utf-8") == tables.header()


def test_the_docs_list_every_feature_with_its_meaning() -> None:
    tables = load("feature_tables")
    text = tables.PAGE.read_text(encoding="utf-8")
    assert text == tables.page(text)


def test_features_that_differ_in_a_number_share_a_line_in_the_docs() -> None:
    above = {f"above{level}_x": f"x in {element_above(level)}" for level in range(4)}
    assert load("feature_tables").table({**above, "above12": "y"}).splitlines()[2:] == [
        "| `above{n}_x` | x in the element {n} levels above the block's |",
        "| `above{n}2` | y |",
    ]
