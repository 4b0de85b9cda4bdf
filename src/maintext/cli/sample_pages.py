"""The bundled pages, and their extracted text."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib import resources

from rich.text import Text

from maintext.cli.explain import STATUS_STYLES, VERDICT_STYLES
from maintext.cli.screen import Screen
from maintext.cli.wrap import wrap
from maintext.document import Document
from maintext.errors import Status
from maintext.pipeline import extract, judge

_NEXT = (
    ("maintext extract page.html", "the main text of a file"),
    ("maintext extract https://example.org/", "of a URL"),
    ("maintext samples NAME | maintext extract --explain", "every block, with its probability and reasons"),
    ("maintext samples NAME | maintext compare", "all methods side by side"),
    ("maintext extract pages/ -o texts/", "a file for each page of a folder"),
    ("maintext --help", "everything else"),
)


def sample_pages() -> dict[str, bytes]:
    """The bundled pages by name."""
    files = resources.files("maintext") / "samples"
    found = sorted(
        (file for file in files.iterdir() if file.name.endswith(".html")), key=lambda file: file.name
    )
    return {file.name.removesuffix(".html"): file.read_bytes() for file in found}


def show_samples(screen: Screen, pages: Mapping[str, bytes]) -> None:
    """The main text of every page, and what to try next."""
    for name, html in pages.items():
        refuse = judge(html).kind.name != "forum"  # a thread has no article, but posts
        _show(screen, name, extract(html, articles_only=refuse))
    screen.heading(Text("What to try next", "bold cyan"))
    screen.say(*_next_lines(command_name(sys.argv[0], shutil.which("maintext"))))


def _next_lines(command: str) -> Iterator[str]:
    """Commands to try, and beside each or below what it does."""
    width = len(command) + 37
    for shown, words in _NEXT:
        called = shown.replace("maintext", command)
        if len(called) < width:
            yield f"  {called:{width}}{words}"
        else:
            yield from (f"  {called}", f"  {'':{width}}{words}")


def command_name(called: str, found: str | None) -> str:
    """How to call the command: by name, or by its path if the shell finds no or another one by that name.

    >>> command_name(".venv/bin/maintext", None), command_name("/usr/bin/maintext", "/usr/bin/maintext")
    ('.venv/bin/maintext', 'maintext')
    """
    own, other = (os.path.splitext(os.path.realpath(path))[0] for path in (called, found or ""))
    if os.path.basename(own) != "maintext" or own == other:
        return "maintext"
    return shlex.quote(called)


def _show(screen: Screen, name: str, document: Document) -> None:
    verdict, encoding = document.verdict, document.encoding
    screen.heading(Text(name, "bold cyan"))
    facts = Text.assemble(
        (document.status, STATUS_STYLES[document.status]),
        (" (with --articles-only)" if document.status == Status.REFUSED else "", "dim"),
        ("   method ", "dim"),
        document.method,
        ("   verdict ", "dim"),
        (verdict.label.replace("_", " "), VERDICT_STYLES[verdict.label]),
        ("   article ", "dim"),
        f"{verdict.probability:.0%}",
        ("   kind ", "dim"),
        str(document.kind),
        ("   encoding ", "dim"),
        f"{encoding.name} by {encoding.source}",
    )
    if document.title:
        screen.say(Text(f"  {document.title}", "bold"))
    screen.say(Text.assemble("  ", facts), "")
    if not document.kept.any():
        screen.say(Text(f"  no text: {document.explanation or 'nothing was kept'}", "yellow"))
    for paragraph in document.text.splitlines():
        screen.say(*(f"  {line}".rstrip() for line in wrap(paragraph, screen.width - 4)))
    if document.posts:
        authors = ", ".join(post.author or "unknown" for post in document.posts)
        screen.say("", Text(f"  {len(document.posts)} posts, by {authors}", "dim"))
    screen.say("")
