"""One column of a page by its name."""

from maintext.model.auto import shipped_auto
from maintext.model.measure import block_columns, measure
from maintext.model.schema import BLOCK_FEATURES, PAGE_FEATURES
from maintext.page.parse import parse


def block_value(html: str, feature: str) -> list[float]:
    """A feature of each block."""
    values: list[float] = block_columns(parse(html))[BLOCK_FEATURES.index(feature)].tolist()
    return values


def page_values(html: str) -> dict[str, float]:
    """The features of the page."""
    columns = measure(parse(html), shipped_auto()).page_columns
    return dict(zip(PAGE_FEATURES, columns[:, 0].tolist(), strict=True))
