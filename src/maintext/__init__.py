"""maintext: find the main text (正文) of a web page, with evidence."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from maintext import _interrupt

if _interrupt.is_command():
    _interrupt.end_at_once()

from maintext import _renamed
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
from maintext.judge import Verdict
from maintext.kind import PageKind
from maintext.limits import Limits
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
from maintext.version import __version__

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

if TYPE_CHECKING:
    from maintext.http.page import fetch
    from maintext.many import extract_many

_ON_FIRST_USE = {"extract_many": "maintext.many", "fetch": "maintext.http.page"}
"""Functions that open connections or start processes, and their modules, which `extract` never loads."""


def __getattr__(name: str) -> Any:
    if name not in _ON_FIRST_USE:
        raise AttributeError(f"module 'maintext' has no attribute {name!r}")
    return getattr(import_module(_ON_FIRST_USE[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_ON_FIRST_USE})


_renamed.keep_old_names()
