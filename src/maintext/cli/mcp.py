"""`maintext mcp`: extract, judge, explain and hidden as tools for agents."""

from pathlib import Path
from typing import Annotated

import typer

from maintext.cli.options import MAX_DEPTH, MAX_NODES, TIMEOUT, MaxDepth, MaxNodes, examples, make_limits
from maintext.cli.serve import AllowHost, AllowPort, HostName, Token
from maintext.errors import missing_package
from maintext.http.addresses import WEB_PORTS

EXAMPLES = examples(
    "maintext mcp  # a client starts it: it talks over standard input and output",
    "maintext mcp --root pages  # tools may read files below this folder",
    "maintext mcp --allow-fetch --allow-host example.org  # and fetch pages of this site",
    "maintext mcp --http --port 8001  # http://127.0.0.1:8001/mcp",
)
_ACCESS, _LIMITS = "Access control", "Limits"


def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Serve streamable HTTP instead of standard input and output.")
    ] = False,
    root: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder whose files tools may read; may be repeated. Not with --http.",
            show_default="none",
        ),
    ] = None,
    allow_fetch: Annotated[
        bool, typer.Option("--allow-fetch", help="Allow tools to fetch pages by URL, from public hosts only.")
    ] = False,
    allow_host: AllowHost = None,
    allow_port: AllowPort = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on, with --http.", rich_help_panel=_ACCESS)
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="Port, with --http.")] = 8001,
    token: Token = None,
    host_name: HostName = None,
    workers: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 1,
    memory: Annotated[
        int, typer.Option(min=64, help="Limit on the memory of a call, in MB.", rich_help_panel=_LIMITS)
    ] = 1024,
    max_bytes: Annotated[int, typer.Option(help="Limit on the bytes of a page.", rich_help_panel=_LIMITS)] = 8
    * 1024
    * 1024,
    max_nodes: MaxNodes = MAX_NODES,
    max_depth: MaxDepth = MAX_DEPTH,
    timeout: Annotated[float, typer.Option(help="Seconds for one call.", rich_help_panel="Limits")] = TIMEOUT,
) -> int:
    """Serve extract, judge, explain and hidden as tools over the Model Context Protocol."""
    try:
        from maintext.serve.access import LOCAL, Access
        from maintext.serve.tool_server import ToolSettings, serve_http, serve_stdio
    except ModuleNotFoundError as error:
        raise missing_package(error, "mcp") from None
    shown = f"[{host}]" if ":" in host else host
    names = frozenset(name.lower() for name in host_name or (*LOCAL, shown))
    settings = ToolSettings(
        workers=workers,
        seconds=timeout,
        memory=memory * 1024**2,
        limits=make_limits(max_bytes, max_nodes, max_depth, timeout),
        roots=tuple(root or ()),
        allow_fetch=allow_fetch,
        fetch_hosts=frozenset(name.lower() for name in allow_host) if allow_host else None,
        fetch_ports=frozenset(allow_port) if allow_port else WEB_PORTS,
        access=Access(names, token or None),
    )
    if http:
        return serve_http(settings, host, port)
    serve_stdio(settings)
    return 0
