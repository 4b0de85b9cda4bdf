"""maintext: find the main text (正文) of a web page, with evidence."""

from importlib import import_module
from typing import TYPE_CHECKING

from maintext import _interrupt

if _interrupt.is_command():
    _interrupt.end_at_once()

from maintext import _renamed
from maintext.version import __version__

if TYPE_CHECKING:  # at run time, `__getattr__` below loads each on first use
    from maintext.document import Document
    from maintext.errors import (
        DataError,
        InputError,
        MaintextError,
        MethodError,
        ModelError,
        Reason,
        SelectorError,
        Status,
        TemplateError,
        UnknownMethod,
    )
    from maintext.evidence import Block
    from maintext.http.page import fetch
    from maintext.kind import PageKind
    from maintext.limits import Limits
    from maintext.many import extract_many
    from maintext.metadata import Metadata
    from maintext.methods.auto.method import Auto
    from maintext.methods.base import Method, Paper, Scores
    from maintext.methods.registry import DEFAULT_METHOD, METHODS, get_method
    from maintext.model.auto import AutoModel
    from maintext.options import Options, Output, Select
    from maintext.page.page import Page
    from maintext.pipeline import Extractor, compare, extract, judge
    from maintext.render.images import Image
    from maintext.render.parts import DataTable, Link
    from maintext.site.template import SiteTemplate
    from maintext.text.encodings import Encoding
    from maintext.threads import Post
    from maintext.verdict import Verdict

__all__ = [
    "DEFAULT_METHOD",
    "METHODS",
    "Auto",
    "AutoModel",
    "Block",
    "DataError",
    "DataTable",
    "Document",
    "Encoding",
    "Extractor",
    "Image",
    "InputError",
    "Limits",
    "Link",
    "MaintextError",
    "Metadata",
    "Method",
    "MethodError",
    "ModelError",
    "Options",
    "Output",
    "Page",
    "PageKind",
    "Paper",
    "Post",
    "Reason",
    "Scores",
    "Select",
    "SelectorError",
    "SiteTemplate",
    "Status",
    "TemplateError",
    "UnknownMethod",
    "Verdict",
    "__version__",
    "compare",
    "extract",
    "extract_many",
    "fetch",
    "get_method",
    "judge",
]

_NAMES = {
    "maintext.document": "Document",
    "maintext.errors": "DataError InputError MaintextError MethodError ModelError "
    "Reason SelectorError Status TemplateError UnknownMethod",
    "maintext.evidence": "Block",
    "maintext.http.page": "fetch",
    "maintext.kind": "PageKind",
    "maintext.limits": "Limits",
    "maintext.many": "extract_many",
    "maintext.metadata": "Metadata",
    "maintext.methods.auto.method": "Auto",
    "maintext.methods.base": "Method Paper Scores",
    "maintext.methods.registry": "DEFAULT_METHOD METHODS get_method",
    "maintext.model.auto": "AutoModel",
    "maintext.options": "Options Output Select",
    "maintext.page.page": "Page",
    "maintext.pipeline": "Extractor compare extract judge",
    "maintext.render.images": "Image",
    "maintext.render.parts": "DataTable Link",
    "maintext.site.template": "SiteTemplate",
    "maintext.text.encodings": "Encoding",
    "maintext.threads": "Post",
    "maintext.verdict": "Verdict",
}
"""Modules, and the public names of each. Loading them all takes twenty times as long as this package."""
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}

if not TYPE_CHECKING:  # type checkers would take any name for one of the package

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'maintext' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


_renamed.keep_old_names()
