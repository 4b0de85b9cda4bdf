import pytest

from maintext.evaluation.hostile import BYTES, MARKUP, METADATA, TEXT, hostile_pages


def test_family_names_are_unique() -> None:
    assert len(hostile_pages()) == len(MARKUP) + len(TEXT) + len(METADATA) + len(BYTES)


@pytest.mark.parametrize("family", hostile_pages())
def test_page_size_is_about_proportional_to_n(family: str) -> None:
    make = hostile_pages()[family]
    assert make(1) == make(1)
    assert 1.8 < len(make(8000)) / len(make(4000)) < 2.2
