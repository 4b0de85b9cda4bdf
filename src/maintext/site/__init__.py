"""What repeats on the pages of a site."""

from maintext.site.template import SiteTemplate

__all__ = ["SiteTemplate"]
