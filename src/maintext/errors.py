"""Exceptions, and the reasons of results that are not complete.

A bad page never raises: its result is partial, empty or refused, with a `Reason`. Exceptions are for errors
of the caller, and their message is one line:

    MaintextError
    ├── MethodError       a method's form, parameter or value is unknown or wrong
    │   └── UnknownMethod there is no method of that name
    ├── InputError        what was given as a page is the name of one, or cannot be read
    ├── SelectorError     a CSS selector is not valid
    ├── ModelError        a model file is missing, damaged or of another version
    ├── TemplateError     a site template file is damaged or of another version
    └── DataError         a data set, page or label file cannot be read
"""

import reprlib
from collections.abc import Iterable
from enum import StrEnum

_LONGEST_QUOTE = 80


class MaintextError(Exception):
    """Base of every exception that maintext raises."""


class MethodError(MaintextError, ValueError):
    """A method's form, parameter or value is unknown or wrong."""


class UnknownMethod(MethodError):
    """There is no method of that name."""


class InputError(MaintextError, ValueError):
    """What was given as a page is a path or URL, or cannot be read."""


class SelectorError(MaintextError, ValueError):
    """A CSS selector is not valid, or has a part that is not supported."""


class ModelError(MaintextError):
    """A model file is missing, damaged, or made for another version."""


class TemplateError(MaintextError):
    """A site template file is damaged, or made for another version."""


class DataError(MaintextError):
    """A data set, page or label file cannot be read."""


def missing_package(error: ImportError, extra: str) -> MaintextError:
    """The error for a package that is not installed; the extra has it."""
    return MaintextError(
        f"{(error.name or '').partition('.')[0]} is missing: pip install 'maintext[{extra}]'"
    )


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """The message about a name that does not exist.

    >>> unknown("format", "pdf", ["text", "html"])
    "no format 'pdf'; there are text, html"
    >>> unknown("format", "HTML", ["text", "html"])
    "no format 'HTML'; did you mean html?"
    """
    known = list(known)
    if isinstance(name, str) and name.lower() in known:
        return f"no {what} {quoted(name)}; did you mean {name.lower()}?"
    return f"no {what} {quoted(name)}; there are {', '.join(known)}"


def quoted(value: object) -> str:
    """A value as messages show it: on one line, cut to 80 characters, and never deeply nested.

    >>> quoted("ceds"), len(quoted(100 * "long ")), quoted([[[[[[[1]]]]]]])
    ("'ceds'", 80, '[[[[[[...]]]]]]')
    """
    try:
        written = _QUOTES.repr(value)
    except ValueError:  # Python does not write integers of thousands of digits
        written = f"a very long {type(value).__name__}"
    return shortened(" ".join(written.split()))


def shortened(text: str, most: int = _LONGEST_QUOTE) -> str:
    """A text, cut to a number of characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


_QUOTES = reprlib.Repr()
_QUOTES.maxstring = _QUOTES.maxother = _LONGEST_QUOTE


class Status(StrEnum):
    """How an extraction ended."""

    OK = "ok"
    PARTIAL = "partial"
    """Text was found, but a limit cut the page short."""
    EMPTY = "empty"
    """No text was found; the reason says why."""
    REFUSED = "refused"
    """The caller's options refuse the page: no article, another language, or too little text."""


class Reason(StrEnum):
    """Why a result is partial, empty or refused."""

    NO_INPUT = "no_input"
    NOT_HTML = "not_html"
    NO_TEXT = "no_text"
    NOTHING_SELECTED = "nothing_selected"
    NOT_ARTICLE = "not_article"
    OTHER_LANGUAGE = "other_language"
    TOO_SHORT = "too_short"
    FAILED = "failed"
    BYTES = "limit_bytes"
    NODES = "limit_nodes"
    DEPTH = "limit_depth"
    SECONDS = "limit_seconds"

    @property
    def sentence(self) -> str:
        """The reason as a sentence."""
        return _SENTENCES[self]


REFUSALS = frozenset((Reason.NOT_ARTICLE, Reason.OTHER_LANGUAGE, Reason.TOO_SHORT))
"""Reasons of a refused result."""

_SENTENCES = {
    Reason.NO_INPUT: "the input is empty",
    Reason.NOT_HTML: "the input is binary data, not HTML",
    Reason.NO_TEXT: "the page shows no text",
    Reason.NOTHING_SELECTED: "the method found no main text on the page",
    Reason.NOT_ARTICLE: "the page has no article",
    Reason.OTHER_LANGUAGE: "the page is in another language",
    Reason.TOO_SHORT: "the main text is shorter than the minimum",
    Reason.FAILED: "the page could not be processed",
    Reason.BYTES: "the page is longer than the limit on bytes; the rest was left out",
    Reason.NODES: "the page has more nodes than the limit; the rest was left out",
    Reason.DEPTH: "the page is nested deeper than the limit; deeper elements were flattened",
    Reason.SECONDS: "the time limit was reached before the work was done",
}
