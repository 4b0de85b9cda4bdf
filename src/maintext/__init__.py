"""maintext: find the main text (正文) of a web page, with evidence."""

from maintext import _renamed
from maintext.document import Document
from maintext.errors import (
    DataError,
    MaintextError,
    ModelError,
    Reason,
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
from maintext.page.page import Page
from maintext.pipeline import Extractor, compare, extract, judge
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
    "Document",
    "Encoding",
    "Extractor",
    "Limits",
    "MaintextError",
    "Metadata",
    "Method",
    "ModelError",
    "Page",
    "PageKind",
    "Paper",
    "Post",
    "Reason",
    "Scores",
    "SiteTemplate",
    "Status",
    "TemplateError",
    "UnknownMethod",
    "Verdict",
    "__version__",
    "compare",
    "extract",
    "get_method",
    "judge",
]

_renamed.keep_old_names()
