"""Formulas of a page as LaTeX. Imported only for pages that have any."""

from maintext.formulas.find import Formula, find_formulas

__all__ = ["Formula", "find_formulas"]
