"""The language of code, from the classes and attributes of the elements around it."""

import re

from maintext.page.page import Page

_LANGUAGE_CLASS = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*)([a-z][\w+#.-]{0,24})(?=[\s;]|$)",
    re.IGNORECASE,
)
_HLJS_CLASS = re.compile(r"(?:^|\s)hljs\s+([a-z][\w+#-]{0,24})(?=\s|$)", re.IGNORECASE)
_LANGUAGE_NAME = re.compile(r"[a-z][\w+#.-]{0,24}", re.IGNORECASE)
_NO_LANGUAGE = frozenset("none text plain plaintext default auto nohighlight undefined".split())


def code_language(page: Page, row: int) -> str:
    """The language named by the element, its first child or an element close above it; empty for none."""
    around = [row]
    if row + 1 < page.end[row]:
        around.append(row + 1)
    around += page.ancestors(row)[:2]
    for at in around:
        if at not in page.attributes:
            continue
        named = page.attribute(at, "data-lang") or page.attribute(at, "data-language") or ""
        if not _LANGUAGE_NAME.fullmatch(named):
            classes = page.attribute(at, "class") or ""
            found = _LANGUAGE_CLASS.search(classes) or _HLJS_CLASS.search(classes)
            named = found[1] if found else ""
        named = named.lower().removeprefix("language-")
        if named and named not in _NO_LANGUAGE:
            return named
    return ""
