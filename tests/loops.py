"""A page, and its twin, whose every loop is run by NumPy and Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from maintext._kernel import loops
from maintext.page.page import Page

only_with_loops = pytest.mark.skipif(loops is None, reason="the native kernel is not in use")

_USERS = (
    "page.blocks page.gaps page.page methods.papers.p_value render.content render.markdown render.text".split()
)


@contextmanager
def without_loops() -> Iterator[None]:
    """Inside, the twins in NumPy and Python do the work."""
    with pytest.MonkeyPatch.context() as patch:
        for module in _USERS:
            patch.setattr(f"maintext.{module}.loops", None)
        yield


def twin(page: Page) -> Page:
    """The same table, of which nothing has been derived."""
    return replace(page)
