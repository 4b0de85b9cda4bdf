"""The page: a table of nodes over one text, made by the kernel, and its blocks."""

from maintext.page.page import Page

__all__ = ["Page"]
