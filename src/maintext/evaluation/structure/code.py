"""Code listings of a page, line for line as a browser shows them, and their language."""

import re
from collections.abc import Iterator
from enum import Enum, auto

from turbohtml import Element, Node, Text

from maintext.evaluation.structure.tree import BLOCKS, attribute, children, classes, is_unseen, parents

_GUTTERS = frozenset(
    "gutter gl lineno linenos linenodiv line-number line-numbers line-numbers-rows linenumber linenumbers "
    "rouge-gutter blob-num lnt ln hljs-ln-numbers crayon-nums".split()
)
"""Classes of elements that hold line numbers."""
_LABELS = frozenset(
    "language-id code-lang code-language lang-label copy copy-btn copy-button toolbar".split()
)
"""Classes of labels and buttons at a listing."""
_LINES = frozenset("line token-line code-line view-line cl hljs-ln-line".split())
"""Classes of elements that hold a line each."""
_AROUND = 3  # elements above `<pre>` that may name its language

_NAMED = re.compile(r"^(?:language|lang|highlight-source)-([\w+#.-]+)", re.IGNORECASE)
_MAYBE = re.compile(r"^(?:highlight-|brush:\s*)([\w+#.-]+)", re.IGNORECASE)
"""A name that may be something else."""
_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language", "data-code-language")
_ALIASES = {
    "js": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "ts": "typescript",
    "tsx": "typescript",
    "py": "python",
    "python3": "python",
    "py3": "python",
    "rb": "ruby",
    "rs": "rust",
    "sh": "shell",
    "bash": "shell",
    "zsh": "shell",
    "console": "shell",
    "shell-session": "shell",
    "shellscript": "shell",
    "yml": "yaml",
    "c++": "cpp",
    "cc": "cpp",
    "c#": "csharp",
    "cs": "csharp",
    "golang": "go",
    "hs": "haskell",
    "kt": "kotlin",
    "objc": "objectivec",
    "ps1": "powershell",
    "md": "markdown",
    "htm": "html",
    "xhtml": "html",
    "json5": "json",
    "jsonc": "json",
    "vb": "vbnet",
}
_KNOWN = frozenset(
    "apache asm awk basic batch c clojure cmake coffeescript cpp csharp css d dart delphi diff "
    "dockerfile elixir elm erlang fortran fsharp go graphql groovy haskell hcl html http ini java "
    "javascript json julia kotlin latex less lisp lua makefile markdown matlab nginx nix objectivec "
    "ocaml pascal perl php powershell prolog properties protobuf python r ruby rust sass scala scheme "
    "scss shell sql swift tcl toml typescript vbnet verilog vhdl vim vue xml yaml zig".split()
)
"""Languages that may be named by a bare class, as in `<code class="python">`."""
_NONE = frozenset(
    "text txt plain plaintext plain-text none nohighlight no-highlight default raw output".split()
)


class _Edge(Enum):
    BEGIN = auto()
    """A block begins: on a separate line."""
    END = auto()
    """A line ends; a line break right after it is its end."""


def listing(pre: Element) -> str:
    """The code in an element, without line numbers, buttons and labels."""
    text = ""
    ended = False  # whether a line element has just ended
    for part in _parts(pre):
        if part is _Edge.END:
            ended = True
            continue
        begins = part is _Edge.BEGIN
        piece = "" if isinstance(part, _Edge) else part
        if text and not text.endswith("\n") and (begins or (ended and not piece.startswith("\n"))):
            text += "\n"
        ended = False
        text += piece
    return clean(text)


def clean(code: str) -> str:
    """Code without white space at the ends of lines and without empty lines around it."""
    lines = [line.rstrip() for line in code.replace("\xa0", " ").replace("\r\n", "\n").split("\n")]
    return "\n".join(lines).strip("\n")


def _parts(pre: Element) -> Iterator[str | _Edge]:
    """Pieces of text in order, with the edges of line elements."""
    waiting: list[Node | _Edge] = list(reversed(list(pre.children)))
    while waiting:
        node = waiting.pop()
        if isinstance(node, _Edge):
            yield node
        elif isinstance(node, Text):
            yield node.data
        elif isinstance(node, Element) and node.tag == "br":
            yield "\n"
        elif isinstance(node, Element) and not _is_no_code(node):
            inside = reversed(list(node.children))
            if node.tag in BLOCKS:
                waiting += [_Edge.END, *inside, _Edge.BEGIN]
            elif _is_line(node):  # a line break beside it is the end of the same line
                waiting += [_Edge.END, *inside, _Edge.END]
            else:
                waiting += inside


def is_list_of_lines(element: Element) -> bool:
    """Whether an element is a listing of SyntaxHighlighter 1: `<ol class="dp-j"><li>`."""
    return element.tag == "ol" and any(name.startswith("dp-") for name in classes(element))


def is_gutter(element: Element) -> bool:
    """Whether an element holds line numbers and nothing else."""
    return not _GUTTERS.isdisjoint(classes(element)) and not re.search(r"[^\W\d_]", element.text)


def _is_no_code(element: Element) -> bool:
    return is_unseen(element) or is_gutter(element) or not _LABELS.isdisjoint(classes(element))


def _is_line(element: Element) -> bool:
    if not _LINES.isdisjoint(classes(element)):
        return True
    return element.tag == "code" and "block" in attribute(element, "style")


def language(pre: Element) -> str:
    """The language that the markup names; empty if it names none."""
    near = [pre, *(child for child in children(pre) if child.tag == "code")]
    for element in near:
        if known := _declared(element) or canonical(attribute(element, "lang"), known=True):
            return known
    for element in near:
        bare = [canonical(name, known=True) for name in classes(element)]
        if any(bare):
            return next(filter(None, bare))
    for element in list(parents(pre))[:_AROUND]:
        names = classes(element)
        marked = "highlight" in names or "sourceCode" in names
        bare = [canonical(name, known=True) for name in names if marked]
        if known := _declared(element) or next(filter(None, bare), ""):
            return known
    return ""


def _declared(element: Element) -> str:
    values = [attribute(element, name) for name in _ATTRIBUTES]
    names = [*classes(element), attribute(element, "class")]
    values += [match[1] for match in map(_NAMED.match, names) if match]
    maybe = [canonical(match[1], known=True) for match in map(_MAYBE.match, names) if match]
    return next(filter(None, [*map(canonical, values), *maybe]), "")


def canonical(name: str, *, known: bool = False) -> str:
    """A language's usual name; empty for none, and with `known` for one that is not in the list.

    >>> canonical("JS"), canonical("plaintext"), canonical("warning", known=True)
    ('javascript', '', '')
    """
    small = name.strip().lower().rstrip(";")
    small = _ALIASES.get(small, small)
    return "" if small in _NONE or (known and small not in _KNOWN) else small
