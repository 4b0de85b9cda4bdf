"""The language of code, from the classes and attributes of the elements around it."""

import re

import numpy as np

from maintext.page.attributes import NO_ATTRIBUTES, Attributes
from maintext.page.page import Page
from maintext.page.tags import PRE, TAG_ID, TEXT, Flag

_TABLE, _UNSHOWN = TAG_ID["table"], int(Flag.UNSHOWN)
_CODE = TAG_ID["code"]
_LEVELS = 8  # above the code: highlighters put it into a figure, and into a cell of a table
_MOST_LEAVES = 4  # beside the code, in an element that is for this code alone
_LONGEST_CLASS = 500  # characters that are read
_NEAR = 8  # rows below the element that may begin its `<code>`, or before it that may have a label

_NAME = r"([a-z][\w+#.-]{0,24})(?=[\s;]|$)"
_PREFIXED = re.compile(
    rf"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|code-|brush:\s*){_NAME}", re.IGNORECASE
)
_AFTER_HLJS = re.compile(rf"(?:^|\s)hljs\s+{_NAME}", re.IGNORECASE)
_HIGHLIGHTER = re.compile(
    r"\b(?:highlight|syntaxhighlighter|sourceCode|prettyprint|CodeMirror|enlighter)", re.IGNORECASE
)
_LISTS = {"dp-c": "cpp", "dp-j": "java", "dp-py": "python", "dp-rb": "ruby", "dp-xml": "xml", "dp-sql": "sql"}
"""Classes of lists of code lines, by an old highlighter."""
_WHOLE_NAME = re.compile(r"[a-z][\w+#.-]{0,24}", re.IGNORECASE)
_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language", "data-code-language", "lang")
_NO_LANGUAGE = frozenset(
    "none text txt plain plaintext plain-text fallback default auto nohighlight no-highlight output "
    "undefined generic raw id line lines numbers block wrapper container highlight code source linenums "
    "inline copy table".split()
)
_KNOWN = frozenset(
    "actionscript ada apache applescript asm assembly awk bash bat batch c c# c++ clojure cmake cobol "
    "coffeescript console cpp cs csharp css cuda d dart delphi diff docker dockerfile elixir elm erlang "
    "f# fortran fsharp go golang graphql groovy haskell hcl html http ini java javascript js jscript json "
    "json5 jsx julia kotlin latex less lisp lua makefile markdown matlab md mysql nginx nim nix objc "
    "objective-c objectivec ocaml octave pascal perl pgsql php plsql postgresql powershell prolog "
    "properties protobuf ps1 puppet py python python3 r racket rb rs ruby rust sass scala scheme scss "
    "sh shell shell-session smalltalk solidity sql svelte swift tcl terraform tex toml ts tsx "
    "typescript vb vbnet verilog vhdl vim vue wasm xml yaml yml zig zsh".split()
)
"""Languages that a class may name without a prefix; and values of `lang`, which otherwise is of people."""


def code_language(page: Page, row: int) -> str:
    """The language named by the element, the `<code>` in it, an element close around it or its label.

    Empty if there is none.
    """
    row = _shown_pre(page, row)
    inside = range(row + 1, min(row + _NEAR, int(page.end[row])))
    code = [row, *[at for at in inside if page.tag[at] == _CODE][:1]]
    for at in (*code, *_around(page, row)):
        if named := _named(page.attributes.get(at, NO_ATTRIBUTES), at in code):
            return named
    return _label(page, range(max(row - _NEAR, 0), row)) or _label(page, inside)


def _shown_pre(page: Page, row: int) -> int:
    """The `<pre>` with the code of a table of line numbers and code; else the row itself."""
    if page.tag[row] != _TABLE:
        return row
    below = slice(row, int(page.end[row]))
    found = np.flatnonzero((page.tag[below] == PRE) & ((page.flags[below] & _UNSHOWN) == 0))
    return row + int(found[0]) if len(found) else row


def _around(page: Page, row: int) -> list[int]:
    """The elements above some code that are for this code alone."""
    own = np.searchsorted(page.leaves, (row, page.end[row]))
    found = []
    for above in page.ancestors(row)[:_LEVELS]:
        first, last = np.searchsorted(page.leaves, (above, page.end[above]))
        if (last - first) - (own[1] - own[0]) > _MOST_LEAVES:
            break
        found.append(above)
    return found


def _label(page: Page, rows: range) -> str:
    """The language that a label shows, in one of some rows: a text that is left out of the code."""
    for at in rows:
        if page.tag[at] == TEXT and page.flags[at] & _UNSHOWN:
            text = page.row_text(at)[:_LONGEST_CLASS].strip().lower()
            if text in _KNOWN:
                return text
    return ""


def _named(attributes: Attributes, is_code: bool) -> str:
    """The language that an element names; bare names count for code and highlighters only."""
    for name in _ATTRIBUTES:
        value = attributes.get(name, "")[:_LONGEST_CLASS].lower().removeprefix("language-")
        if _is_language(value) and (name != "lang" or value in _KNOWN):
            return value
    classes = attributes.get("class", "")[:_LONGEST_CLASS]
    for pattern in (_PREFIXED, _AFTER_HLJS):
        for found in pattern.finditer(classes):
            if _is_language(found[1].lower()):
                return found[1].lower()
    if listed := next((_LISTS[word] for word in classes.split() if word in _LISTS), ""):
        return listed
    words = classes.lower().split() if is_code or _HIGHLIGHTER.search(classes) else ()
    return next((word for word in words if word in _KNOWN), "")


def _is_language(name: str) -> bool:
    return _WHOLE_NAME.fullmatch(name) is not None and name not in _NO_LANGUAGE
