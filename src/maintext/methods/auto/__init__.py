"""The learned extractor: scores, choice and clean-up."""

from typing import TYPE_CHECKING

from maintext import _renamed

if not TYPE_CHECKING:
    __getattr__ = _renamed.names_of(__name__)
