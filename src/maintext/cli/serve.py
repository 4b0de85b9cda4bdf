"""`maintext serve`: the HTTP service and the inspector."""

import re
from pathlib import Path
from typing import Annotated

import typer

from maintext.cli.options import MAX_DEPTH, MAX_NODES, MaxDepth, MaxNodes, examples, make_limits
from maintext.errors import missing_package, quoted
from maintext.http.addresses import WEB_PORTS
from maintext.processes.cores import count_cores

EXAMPLES = examples(
    "maintext serve  # http://127.0.0.1:8000, for this machine only",
    "maintext serve --labels labels --open  # label pages in the browser, then retrain",
    "MAINTEXT_TOKEN=secret maintext serve --host 0.0.0.0 --host-name text.example.org  # for other machines",
)
AllowHost = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Host that may be fetched from, with those below it; may be repeated.",
        show_default="all public hosts",
    ),
]
AllowPort = Annotated[
    list[int] | None,
    typer.Option(
        min=1,
        max=65535,
        help="Port that may be fetched from; may be repeated.",
        show_default="80, 443, 8080, 8443",
    ),
]
_ACCESS, _LIMITS = "Access control", "Limits"
Token = Annotated[
    str | None,
    typer.Option(
        envvar="MAINTEXT_TOKEN",
        help="Require this token over HTTP. Prefer the variable: other users can see options.",
        rich_help_panel=_ACCESS,
        show_default=False,
    ),
]
HostName = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Accepted Host name, * for any; may be repeated.",
        rich_help_panel=_ACCESS,
        show_default="localhost and --host",
    ),
]
_PER_CLIENT = 16
"""Requests of one address; a browser makes six."""


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 for all.", rich_help_panel=_ACCESS)
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=65535, help="Port; 0 for a free one.")
    ] = 8000,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes.", show_default="one per processor")
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder of labels; its pages are the queue.", show_default=False),
    ] = None,
    model: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Your own model for auto (.npz) or naive_bayes (.json); may be repeated.",
            show_default=False,
        ),
    ] = None,
    allow_fetch: Annotated[
        bool, typer.Option("--allow-fetch", help="Allow fetching of pages by URL, from public hosts only.")
    ] = False,
    allow_host: AllowHost = None,
    allow_port: AllowPort = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the inspector in a browser.")] = False,
    token: Token = None,
    host_name: HostName = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORIGIN",
            help="Allowed CORS origin, such as https://example.org; may be repeated.",
            rich_help_panel=_ACCESS,
            show_default=False,
        ),
    ] = None,
    queue: Annotated[
        int, typer.Option(min=0, help="Limit on requests that wait for a worker.", rich_help_panel=_LIMITS)
    ] = 64,
    per_client: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Limit on the requests of one address at a time.",
            rich_help_panel=_LIMITS,
            show_default="16; none if --host is of this machine only",
        ),
    ] = None,
    memory: Annotated[
        int, typer.Option(min=64, help="Limit on the memory of a page, in MB.", rich_help_panel=_LIMITS)
    ] = 1024,
    max_bytes: Annotated[
        int,
        typer.Option(
            help="Limit on the bytes of a request, compressed and decompressed.", rich_help_panel=_LIMITS
        ),
    ] = 8 * 1024 * 1024,
    max_nodes: MaxNodes = MAX_NODES,
    max_depth: MaxDepth = MAX_DEPTH,
    timeout: Annotated[
        float, typer.Option(help="Seconds to process a page, and to fetch it.", rich_help_panel=_LIMITS)
    ] = 20.0,
    retrain_timeout: Annotated[
        float, typer.Option(min=1, help="Seconds for a retraining.", rich_help_panel=_LIMITS)
    ] = 600.0,
    retrain_memory: Annotated[
        int,
        typer.Option(min=256, help="Limit on the memory of a retraining, in MB.", rich_help_panel=_LIMITS),
    ] = 4096,
) -> int:
    """Serve the HTTP API and the inspector, which shows what every method keeps of a page, and why."""
    try:
        from maintext.serve.access import LOCAL, Access
        from maintext.serve.server import run
        from maintext.serve.settings import Settings
    except ModuleNotFoundError as error:
        raise missing_package(error, "serve") from None
    from maintext.model.files import load_model, model_owner

    if labels is not None and labels.exists() and not labels.is_dir():
        raise typer.BadParameter(f"--labels takes a folder, and {labels} is a file")
    for one in origin or ():
        if not re.fullmatch(r"[a-z][a-z0-9+.-]*://[^/\s]+", one):
            taken = "a scheme and a host, as in https://example.org"
            raise typer.BadParameter(f"--origin takes {taken}, not {quoted(one)}")
    models = {model_owner(path): path for path in model or ()}
    for owner, path in models.items():
        load_model(owner, path)  # report a damaged one now
    shown = f"[{host}]" if ":" in host else host
    names = frozenset(name.lower() for name in host_name or (*LOCAL, shown))
    access = Access(names, token or None, frozenset(origin or ()))
    settings = Settings(
        workers=workers or count_cores(),
        queue=queue,
        per_client=per_client or (None if shown in LOCAL else _PER_CLIENT),
        limits=make_limits(max_bytes, max_nodes, max_depth, timeout),
        memory=memory * 1024**2,
        access=access,
        allow_fetch=allow_fetch,
        fetch_hosts=frozenset(name.lower() for name in allow_host) if allow_host else None,
        fetch_ports=frozenset(allow_port) if allow_port else WEB_PORTS,
        labels=labels,
        retrain_seconds=retrain_timeout,
        retrain_memory=retrain_memory * 1024**2,
        models=models,
    )
    return run(settings, host, port, open_browser)
