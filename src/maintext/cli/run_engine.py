"""`maintext run`: the engine, and the libraries that a run needs."""

import os
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from maintext.batch.run import Engine

_PANEL = "Engine"


class EngineName(StrEnum):
    """Engines that run the shards."""

    LOCAL = "local"
    RAY = "ray"
    SPARK = "spark"


EngineChoice = Annotated[
    EngineName, typer.Option(help="Engine that runs the shards.", rich_help_panel=_PANEL)
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", "-j", min=1, help="Worker processes (default: one per core).", rich_help_panel=_PANEL
    ),
]
Address = Annotated[str | None, typer.Option(help="Address of the Ray cluster.", rich_help_panel=_PANEL)]
Master = Annotated[str | None, typer.Option(help="Address of the Spark master.", rich_help_panel=_PANEL)]


def make_engine(name: EngineName, workers: int | None, address: str | None, master: str | None) -> "Engine":
    """The engine that the options name."""
    if workers and name is not EngineName.LOCAL:
        raise typer.BadParameter("--workers is for --engine local only")
    if address and name is not EngineName.RAY:
        raise typer.BadParameter("--address is for --engine ray")
    if master and name is not EngineName.SPARK:
        raise typer.BadParameter("--master is for --engine spark")
    if name is EngineName.RAY:
        from maintext.batch.engines.ray import RayEngine

        return RayEngine(address)
    if name is EngineName.SPARK:
        from maintext.batch.engines.spark import SparkEngine

        return SparkEngine(master)
    from maintext.batch.engines.local import LocalEngine

    return LocalEngine(workers)


def require_libraries() -> None:
    """Raise an error of one line if the extra is not installed; set what its libraries read when loaded."""
    from maintext.errors import missing_package
    from maintext.processes.process import SETTINGS

    for name, value in SETTINGS.items():  # read when pyarrow is loaded, also in guarded processes
        os.environ.setdefault(name, value)
    try:
        import fastwarc  # noqa: F401
        import fsspec  # noqa: F401
        import pyarrow  # noqa: F401
        import zlib_ng  # noqa: F401
        import zstandard  # noqa: F401
    except ImportError as error:
        raise missing_package(error, "batch") from None
