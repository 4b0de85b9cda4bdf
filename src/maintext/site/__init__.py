"""Text that repeats on the pages of a site: menus, footers, boxes."""

from typing import TYPE_CHECKING

from maintext import _renamed
from maintext.site.template import SiteTemplate

__all__ = ["SiteTemplate"]

if not TYPE_CHECKING:
    __getattr__ = _renamed.names_of(__name__)
