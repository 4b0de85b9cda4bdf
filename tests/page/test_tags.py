import numpy as np
import pytest

from maintext.page.tags import (
    HEADING_TAGS,
    INLINE_TAGS,
    IS_BLOCK,
    TAG_FLAGS,
    TAG_ID,
    TAGS,
    TEXT,
    UNSHOWN_TAGS,
    VOID_TAGS,
    Flag,
    in_tags,
    tag_mask,
)


def test_every_tag_has_one_id() -> None:
    assert len(TAG_ID) == len(TAGS)
    assert TAGS[TEXT] == "#text"


@pytest.mark.parametrize("names", [INLINE_TAGS, HEADING_TAGS, UNSHOWN_TAGS, VOID_TAGS])
def test_the_classes_name_only_listed_tags(names: frozenset[str]) -> None:
    assert names <= set(TAGS)


def test_flags_are_distinct_bits() -> None:
    assert sum(Flag) == (1 << len(Flag)) - 1


@pytest.mark.parametrize(
    ("name", "flag"),
    [("a", Flag.LINK), ("th", Flag(0)), ("h3", Flag.HEADING), ("dl", Flag.LIST), ("head", Flag.UNSHOWN)],
)
def test_a_tag_gives_its_flags(name: str, flag: Flag) -> None:
    assert TAG_FLAGS[TAG_ID[name]] == flag


@pytest.mark.parametrize("name", "div p br td li h1 section option".split())
def test_block_tags_end_a_line(name: str) -> None:
    assert IS_BLOCK[TAG_ID[name]]


@pytest.mark.parametrize("name", "#text a b span img script label sub meter progress".split())
def test_inline_tags_do_not_end_a_line(name: str) -> None:
    assert not IS_BLOCK[TAG_ID[name]]


def test_unlisted_tags_are_in_no_class() -> None:
    unlisted = np.array([len(TAGS), len(TAGS) + 7])
    assert not in_tags(unlisted, tag_mask("div p")).any()


def test_a_mask_with_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        tag_mask("div paragraph")
