"""Text that repeats on the pages of a site: menus, footers, boxes."""

from maintext.site.template import SiteTemplate

__all__ = ["SiteTemplate"]
