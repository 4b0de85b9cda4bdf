"""LaTeX as pages have it → LaTeX between dollar signs, on one line."""

import re

_COMMENT = re.compile(r"(?<!\\)%.*")
# Commands that show nothing: groups, and definitions for the formulas after them.
_SETTINGS = re.compile(
    r"(?:\\(?:begingroup|endgroup)\s*|\\(?:(?:re)?newcommand|def|let|DeclareMathOperator|require)\b.*)+"
)
_WRAPPERS = (("$$", "$$"), ("$", "$"), (r"\[", r"\]"), (r"\(", r"\)"))
_STYLES = (r"\displaystyle", r"\textstyle", r"\scriptstyle")


def delimited(latex: str, is_display: bool) -> str:
    r"""LaTeX between the delimiters of a formula in a line, or of one on its own line; empty if it is empty.

    >>> delimited(r"{\displaystyle x^{2}}", False), delimited(r"\[ a\] ", True)
    ('$x^{2}$', '$$a$$')
    """
    latex = _without_wrapper(" ".join(_COMMENT.sub("", latex).split()))
    if not latex or _SETTINGS.fullmatch(latex):
        return ""
    return f"$${latex}$$" if is_display else f"${latex}$"


def _without_wrapper(latex: str) -> str:
    """Drop delimiters around the whole, and a choice of size."""
    for begin, end in _WRAPPERS:
        inner = latex[len(begin) : -len(end)]
        if (
            latex.startswith(begin)
            and latex.endswith(end)
            and len(latex) > len(begin + end)
            and begin not in inner
        ):
            latex = inner.strip()
    for style in _STYLES:
        if latex.startswith("{" + style) and _is_one_group(latex):
            latex = latex[1:-1].strip()
        if re.match(re.escape(style) + r"(?![A-Za-z])", latex):
            latex = latex.removeprefix(style).strip()
    return latex


def _is_one_group(latex: str) -> bool:
    """Whether the first brace is closed by the last character."""
    depth = 0
    for at, sign in enumerate(latex):
        if sign in "{}" and latex[at - 1 : at] != "\\":
            depth += 1 if sign == "{" else -1
            if depth == 0:
                return at == len(latex) - 1
    return False
