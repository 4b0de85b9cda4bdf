"""The bundled pages, and a pleasant look at what is extracted from them."""

from collections.abc import Mapping
from importlib import resources

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from maintext.cli.explain import STATUS_STYLES, VERDICT_STYLES
from maintext.cli.wrap import wrap
from maintext.document import Document
from maintext.methods.registry import DEFAULT_METHOD
from maintext.pipeline import extract

_NEXT = """\
maintext extract page.html                   the main text of a page of yours
maintext extract https://example.org/        of an address
maintext samples NAME | maintext extract --explain
                                             every block, with its score and the reason
maintext samples NAME | maintext compare     all methods side by side
maintext extract pages/ -o texts/            a file for each page of a folder
maintext --help                              everything else"""


# Posts hang at one place of the tree, apart from their authors: a case for paths, not for one element.
_SAMPLE_METHODS = {"forum-thread": "path_similarity"}


def sample_pages() -> dict[str, bytes]:
    """The bundled pages by name."""
    files = resources.files("maintext") / "samples"
    found = sorted(
        (file for file in files.iterdir() if file.name.endswith(".html")), key=lambda file: file.name
    )
    return {file.name.removesuffix(".html"): file.read_bytes() for file in found}


def show_samples(console: Console, pages: Mapping[str, bytes]) -> None:
    """The main text of every page, and what to try next."""
    for name, html in pages.items():
        method = _SAMPLE_METHODS.get(name, DEFAULT_METHOD)
        _show(console, name, extract(html, method=method, articles_only=True))
    console.print(Rule("[bold cyan]What to try next", align="left", style="cyan"))
    for line in _NEXT.splitlines():
        console.print(Text(f"  {line}"), soft_wrap=True)


def _show(console: Console, name: str, document: Document) -> None:
    verdict, encoding = document.verdict, document.encoding
    console.print(Rule(Text(name, "bold cyan"), align="left", style="cyan"))
    facts = Text.assemble(
        (document.status, STATUS_STYLES[document.status]),
        ("   method ", "dim"),
        document.method,
        ("   verdict ", "dim"),
        (verdict.label.replace("_", " "), VERDICT_STYLES[verdict.label]),
        f", P = {verdict.p_value:.2f}",
        ("   encoding ", "dim"),
        f"{encoding.name} by {encoding.source}",
    )
    if document.title:
        console.print(Text(f"  {document.title}", "bold"), soft_wrap=True)
    console.print("  ", facts, "\n", sep="", soft_wrap=True)
    if not document.kept.any():
        console.print(Text(f"  no text: {_reason(document)}", "yellow"))
    for paragraph in document.text.splitlines():
        for line in wrap(paragraph, console.width - 4):
            console.print(Text(f"  {line}".rstrip()), soft_wrap=True)
    console.print()


def _reason(document: Document) -> str:
    return document.reason.sentence if document.reason else "nothing was kept"
