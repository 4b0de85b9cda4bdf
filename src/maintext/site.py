"""SiteTemplate."""

from collections.abc import Sequence

import numpy as np

from maintext.arrays import BoolArray
from maintext.page import Page


class SiteTemplate:
    """What repeats on the pages of one site."""


def site_noise(page: Page, site: SiteTemplate | Sequence[Page]) -> BoolArray:
    return np.zeros(len(page.leaves), dtype=np.bool_)
