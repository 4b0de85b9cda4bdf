"""`maintext methods`: the methods, their papers and parameters."""

from typing import Annotated

import typer

from maintext.cli.options import examples

EXAMPLES = examples(
    "maintext methods  # all of them",
    "maintext methods ceds  # one: paper, idea, formula, parameters",
    "maintext extract page.html -m ceds --param numerator=ratio  # set a parameter",
)


def methods(
    name: Annotated[str | None, typer.Argument(help="Show this one in detail.", show_default=False)] = None,
) -> int:
    """List the methods, or show one in detail."""
    from maintext.cli.method_pages import method_overview, print_method
    from maintext.cli.output import FOUND
    from maintext.cli.screen import console
    from maintext.cli.setup import find_method

    if name is None:
        console().print(method_overview())
    else:
        print_method(console(), find_method(name))
    return FOUND
