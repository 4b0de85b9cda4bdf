"""The page: a table of nodes over one text, made by the kernel, and its blocks."""

from typing import TYPE_CHECKING

from maintext import _renamed
from maintext.page.page import Page

__all__ = ["Page"]

if not TYPE_CHECKING:
    __getattr__ = _renamed.names_of(__name__)
