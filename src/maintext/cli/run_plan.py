"""`maintext run`: inputs → shards, of a size that keeps all workers busy."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import typer

from maintext.batch.job import MB, Job
from maintext.batch.manifest import Manifest
from maintext.batch.places import output_place, place
from maintext.batch.sites import LEARN
from maintext.batch.sources import Columns, plan
from maintext.batch.sources.shard import Shard
from maintext.batch.templates import TemplateFolder
from maintext.errors import DataError

_PIECES = 16
"""Pieces that a small input is cut into, so that some cores have work."""
_SMALLEST = 2 * MB


def plan_run(
    inputs: Sequence[str], job: Job, output: str, shard_mb: int | None, *, restart: bool = False
) -> tuple[list[Shard], Job]:
    """The shards of a run, and its job with their size.

    Without a size, it is that of the run that is resumed, or 64 MB, and less for a small input.
    """
    output_place(output)
    known = None if restart else Manifest.at(output).shard_bytes()
    size = shard_mb << 20 if shard_mb else known or job.shard_bytes
    job = replace(job, shard_bytes=size)
    shards = _plan(inputs, job, output)
    small = max(sum(shard.bytes for shard in shards) // _PIECES, _SMALLEST)
    if shard_mb is None and known is None and small < size:
        job = replace(job, shard_bytes=small)
        shards = _plan(inputs, job, output)
    return shards, job


def _plan(inputs: Sequence[str], job: Job, output: str) -> list[Shard]:
    columns = Columns(job.html_column, job.url_column, job.id_column, job.charset_column)
    folder = place(output).as_posix()
    shards = plan(
        inputs,
        job.shard_bytes,
        columns=columns,
        format=job.input_format,
        without=folder,
        identity=job.identity,
    )
    for shard in shards:
        if f"{shard.path}/".startswith(f"{folder}/"):
            raise DataError(f"{shard.path} is an input inside the output: give another --output")
    return shards


def find_templates(given: str | None) -> tuple[str | None, str | None]:
    """`learn`, or an existing folder and the digest of its templates."""
    if given is None or given == LEARN:
        return given, None
    if not Path(given).is_dir():
        raise typer.BadParameter(f"--site-templates takes learn or a folder of templates, not {given}")
    folder = TemplateFolder(Path(given).resolve())
    if not any(folder.path.glob("*/*.json")):
        raise typer.BadParameter(
            f"{given} holds no site templates; a run with learn writes them to _maintext/sites/templates"
        )
    return str(folder.path), folder.digest()


def quarantined(outputs: Sequence[str]) -> list[str]:
    """The files of pages that failed in earlier runs; none if no page failed."""
    found: list[str] = []
    for path in outputs:
        manifest = Manifest.at(path)
        if not manifest.folder.exists():
            raise DataError(f"{path} is not an output of maintext run")
        for pattern in ("*.arrow", "*.parquet"):  # the second of version 0.1
            found += map(str, sorted(manifest.quarantine.glob(pattern), key=str))
    return found
