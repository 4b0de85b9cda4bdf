"""Write docs/constructs.md: the construct pages, with the text, Markdown and HTML that they give.

python tools/construct_table.py          # run by `make constructs`
"""

import re
import sys
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.constructs.cases import Case, all_cases, known_failures

PAGE = Path(__file__).parent.parent / "docs" / "constructs.md"

HEAD = """# Construct pages

Small pages with one construct or one kind of clutter each, and what `maintext` makes of them with the method
`auto`. The pages are in `tests/constructs`, with the Markdown that a careful reader would want. To add one,
see [there](../tests/constructs/README.md).

The tables show the construct without the text around it; `…` stands for paragraphs of that text. “Not yet as
expected” marks the {failing} of {all} cases that give something else today. Written by `make
constructs`; do not edit.
"""

_PROSE = re.compile(r"^<p>([^<]*)</p>$", re.MULTILINE)
_LONG = 150
"""Bytes of a paragraph between the parts of a construct: shorter ones belong to the construct."""


def prose(case: Case) -> set[str]:
    """The lines that stand for text around the construct: in plain text and Markdown, or in HTML."""
    around = _PROSE.findall(case.html.replace(case.construct, ""))
    between = [text for text in _PROSE.findall(case.construct) if len(text.encode()) > _LONG]
    titles = re.findall("<title>(.*?)(?: - [^-]*)?</title>", case.html)
    texts = [*around, *between]
    heads = [line.format(title) for title in titles for line in ("{}", "# {}", "<h1>{}</h1>")]
    return {*texts, *(f"<p>{text}</p>" for text in texts), *heads}


def shortened(text: str, around: set[str]) -> str:
    """A text without the lines around the construct; those between its parts become `…`."""
    lines = "\n".join("…" if line in around else line for line in text.splitlines())
    return re.sub(r"\n*…(\n+…)*\n*", "\n…\n", lines).strip("\n…")


def cell(text: str) -> str:
    """A cell of code. An empty line would end the table for a Markdown reader."""
    inner = re.sub(r"\n(?=\n|$)", "\n&#8203;", escape(text, quote=False)).replace("|", "&#124;")
    return f"<td><pre>{inner}</pre></td>" if text else "<td></td>"


def section(case: Case, failing: bool) -> str:
    """The heading and the table of a case."""
    document = case.extract()
    around = prose(case)
    shown = [case.construct, document.text, document.markdown, document.html]
    names = ["input", "text", "Markdown", "HTML"]
    if case.accepted("auto.md"):
        names.insert(3, "Markdown, <code>table_format=auto</code>")
        shown.insert(3, case.extract("auto").markdown)
    cells = "\n".join(cell(shortened(text, around)) for text in shown)
    note = " (not yet as expected)" if failing else ""
    head = "".join(f"<th>{name}</th>" for name in names)
    link = f"[{case.name}](../tests/constructs/{case.name}.md)"
    return f"### {link}{note}\n\n<table>\n<tr>{head}</tr>\n<tr>\n{cells}\n</tr>\n</table>\n"


def contents() -> str:
    """The page, with a section for each topic."""
    cases, failing = all_cases(), set(known_failures())
    parts = [HEAD.format(all=len(cases), failing=len(failing))]
    topic = ""
    for case in cases:
        if (named := case.name.partition("--")[0]) != topic:
            topic = named
            parts.append(f"## {topic.capitalize()}\n")
        parts.append(section(case, case.name in failing))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(contents(), encoding="utf-8")
