"""`maintext methods`: the methods, their papers and parameters."""

from typing import Annotated

import typer

from maintext.cli.options import examples

EXAMPLES = examples(
    "maintext methods  # all of them",
    "maintext methods ceds  # one: paper, idea, formula, parameters",
    "maintext methods ceds:printed  # with the parameters of the printed form",
    "maintext methods auto --features  # its features",
    "maintext extract page.html -m ceds:printed  # the form printed in the paper",
    "maintext extract page.html -m 'ceds(numerator=ratio)'  # with another parameter",
)


def methods(
    name: Annotated[
        str | None,
        typer.Argument(metavar="SPEC", help="Show this method in detail.", show_default=False),
    ] = None,
    features: Annotated[
        bool, typer.Option("--features", help="Show the features of auto, as --explain names them.")
    ] = False,
) -> int:
    """List the methods, or show one in detail."""
    from maintext.cli.method_pages import feature_table, method_overview, print_method
    from maintext.cli.output import FOUND
    from maintext.cli.screen import console
    from maintext.methods.registry import get_method

    if features:
        if name is not None and (method := get_method(name)).name != "auto":
            raise typer.BadParameter(f"auto has features, {method.name} has none")
        console().table(feature_table())
    elif name is None:
        console().table(method_overview())
    else:
        print_method(console(), get_method(name))
    return FOUND
