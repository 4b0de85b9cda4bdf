"""`maintext samples`: the bundled pages."""

from typing import Annotated

import typer

from maintext.cli.options import examples, starting
from maintext.errors import unknown

EXAMPLES = examples(
    "maintext samples  # the main text of each",
    "maintext samples --list  # their names",
    "maintext samples english-article | maintext extract --explain  # pipe the source of one",
)


def _sample_names() -> list[str]:
    from maintext.cli.sample_pages import sample_pages

    return list(sample_pages())


def samples(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Print the HTML source of this page.",
            show_default=False,
            autocompletion=starting(_sample_names),
        ),
    ] = None,
    names_only: Annotated[bool, typer.Option("--list", help="Print the names.")] = False,
) -> int:
    """Show the bundled sample pages, extracted."""
    import sys

    from maintext.cli.output import FOUND, write
    from maintext.cli.sample_pages import sample_pages, show_samples
    from maintext.cli.screen import console

    pages = sample_pages()
    if names_only:
        write("\n".join(pages))
    elif name is None:
        show_samples(console(), pages)
    else:
        name = name.removesuffix(".html")
        if name not in pages:
            raise typer.BadParameter(unknown("sample", name, pages))
        sys.stdout.flush()
        sys.stdout.buffer.write(pages[name])
    return FOUND
