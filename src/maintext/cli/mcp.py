"""`maintext mcp`: extract, judge and explain as tools for agents."""

from typing import Annotated

import typer

from maintext.cli.options import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    TIMEOUT,
    MaxBytes,
    MaxDepth,
    MaxNodes,
    examples,
    make_limits,
)
from maintext.errors import missing_package

EXAMPLES = examples(
    "maintext mcp  # a client starts it: it talks over standard input and output",
)


def mcp(
    max_bytes: MaxBytes = MAX_BYTES,
    max_nodes: MaxNodes = MAX_NODES,
    max_depth: MaxDepth = MAX_DEPTH,
    timeout: Annotated[float, typer.Option(help="Seconds for one page.", rich_help_panel="Limits")] = TIMEOUT,
) -> int:
    """Serve extract, judge and explain as tools over the Model Context Protocol."""
    try:
        from maintext.serve.tools import make_server
    except ModuleNotFoundError as error:
        raise missing_package(error, "mcp") from None
    make_server(make_limits(max_bytes, max_nodes, max_depth, timeout)).run("stdio")
    return 0
