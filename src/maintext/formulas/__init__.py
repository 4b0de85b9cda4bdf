"""Formulas of a page as LaTeX. Imported only for pages that have any."""

from maintext.formulas.find import PageFormula, find_formulas

__all__ = ["PageFormula", "find_formulas"]
