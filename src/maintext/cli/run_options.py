"""Options of `maintext run` on corpora: trust, output, columns, operation."""

from typing import Annotated

import typer

from maintext.cli.options import choice

TRUST = "Trust"

Verify = Annotated[
    bool,
    typer.Option(
        "--verify",
        help="Compare every part of the output with its digest; damaged shards are done again.",
        rich_help_panel=TRUST,
    ),
]
Identity = Annotated[
    str,
    choice(
        "identity",
        ("name-size", "digest"),
        "How an input is recognised when a run is resumed, wherever it is then.",
        "--identity",
    ),
]
OtherVersion = Annotated[
    bool,
    typer.Option(
        "--other-version",
        help="Resume an output of another version of maintext; model_version says which made a row.",
        rich_help_panel=TRUST,
    ),
]
