"""Thematic news pages: articles of news sites, text with few pictures. They are the scope of paper 5."""

from maintext.evaluation.datasets import LabelledPage

NEWS_SETS = frozenset({"daniel", "daniel-zh", "fundus", "news4k", "zhnews"})
"""The data sets that consist of news articles alone (see docs/data-sets.md)."""


def is_news(page: LabelledPage) -> bool:
    """Whether a page is of type `news`, or an article of a data set of news."""
    return page.page_type == "news" or (page.dataset in NEWS_SETS and page.page_type in ("article", None))
