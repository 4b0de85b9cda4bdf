"""`maintext run`: the main text of a crawl."""

import os
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from maintext.cli.options import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    TIMEOUT,
    MaxBytes,
    Model,
    OneMethod,
    choice,
    chosen_options,
    examples,
    make_limits,
    takes_options,
)
from maintext.cli.run_options import (
    BaseUrl,
    DryRun,
    ExtraColumns,
    FilterWords,
    Identity,
    Limit,
    LogFile,
    MetricsFile,
    OtherVersion,
    Partition,
    PartMb,
    Quiet,
    Sample,
    Tokenizer,
    Verify,
    check_share,
    parse_columns,
    parse_partition,
)
from maintext.render import FORMATS

if TYPE_CHECKING:
    from maintext.batch.run import Engine

EXAMPLES = examples(
    "maintext run crawl/*.warc.gz --output texts/  # crawl archives → Parquet; run again to resume",
    "maintext run pages.parquet -o texts/ --html-column raw --url-column link  # a table of pages",
    "maintext run pages/ -o texts/ --sink jsonl -f markdown  # a folder of pages → Markdown in JSON Lines",
    "maintext run crawl/ -o texts/ --site-templates learn  # first learn what repeats on each site",
    "maintext run crawl/ -o texts/ --engine ray --address auto  # on a Ray cluster",
    "maintext run crawl/ -o texts/ --engine spark --master spark://host:7077  # on a Spark cluster",
    "maintext run --replay texts/ -o again/ --timeout 120  # the pages that failed, with more time",
)


class EngineName(StrEnum):
    """Engines that run the shards."""

    LOCAL = "local"
    RAY = "ray"
    SPARK = "spark"


class Sink(StrEnum):
    """Formats of the output files."""

    PARQUET = "parquet"
    JSONL = "jsonl"
    JSONL_GZ = "jsonl.gz"
    JSONL_ZST = "jsonl.zst"
    WET = "warc.wet.gz"


_INPUT, _ENGINE = "Input", "Engine"


_FORMAT = choice(
    "format",
    tuple(FORMATS),
    "Format of the text.",
    "--format",
    "-f",
    "--form",
    hint="; --input-format is that of the inputs",
)


@takes_options
def run(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT...",
            help="WARC, Parquet and JSONL files, folders of them or of pages, quoted patterns, fsspec URLs.",
        ),
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="FOLDER", help="Output folder or URL.")],
    method: OneMethod = None,
    model: Model = None,
    form: Annotated[str, _FORMAT] = "text",
    sink: Annotated[Sink, typer.Option(help="Format of the output files.")] = Sink.PARQUET,
    metadata: Annotated[
        bool, typer.Option("--metadata/--no-metadata", help="Extract title, author, date and other metadata.")
    ] = True,
    site_templates: Annotated[
        str | None,
        typer.Option(
            metavar="learn|FOLDER",
            help="Drop what repeats on each site: learn it first, in one more pass, or take templates.",
        ),
    ] = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="Remove the output of earlier runs, and start again.")
    ] = False,
    replay: Annotated[
        bool,
        typer.Option(
            "--replay", help="Inputs are outputs of earlier runs; process their failed pages again."
        ),
    ] = False,
    input_format: Annotated[
        str | None,
        typer.Option("--input-format", help="warc, parquet, jsonl or html.", rich_help_panel=_INPUT),
    ] = None,
    html_column: Annotated[
        str | None, typer.Option(help="Column of the HTML.", rich_help_panel=_INPUT)
    ] = None,
    url_column: Annotated[str | None, typer.Option(help="Column of the URL.", rich_help_panel=_INPUT)] = None,
    id_column: Annotated[str | None, typer.Option(help="Column of the id.", rich_help_panel=_INPUT)] = None,
    charset_column: Annotated[
        str | None, typer.Option(help="Column of the HTTP charset.", rich_help_panel=_INPUT)
    ] = None,
    shard_mb: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Size of a shard, in MB; by default 64, less for a small input.",
            rich_help_panel=_INPUT,
        ),
    ] = None,
    engine: Annotated[
        EngineName, typer.Option(help="Engine that runs the shards.", rich_help_panel=_ENGINE)
    ] = EngineName.LOCAL,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Local processes; one per core.", rich_help_panel=_ENGINE),
    ] = None,
    address: Annotated[
        str | None, typer.Option(help="Address of the Ray cluster.", rich_help_panel=_ENGINE)
    ] = None,
    master: Annotated[
        str | None, typer.Option(help="Address of the Spark master.", rich_help_panel=_ENGINE)
    ] = None,
    timeout: Annotated[float, typer.Option(help="Seconds for one page.", rich_help_panel="Limits")] = TIMEOUT,
    memory_mb: Annotated[
        int, typer.Option(min=16, max=1 << 24, help="MB of memory for one page.", rich_help_panel="Limits")
    ] = 2048,
    max_bytes: MaxBytes = MAX_BYTES,
    verify: Verify = False,
    identity: Identity = "name-size",
    other_version: OtherVersion = False,
    columns: ExtraColumns = "",
    filter_: FilterWords = None,
    tokenizer: Tokenizer = None,
    partition: Partition = "",
    part_mb: PartMb = None,
    dry_run: DryRun = False,
    limit: Limit = None,
    sample: Sample = 1.0,
    quiet: Quiet = False,
    log: LogFile = None,
    metrics: MetricsFile = None,
    base_url: BaseUrl = "https://data.commoncrawl.org/",
    **options: Any,
) -> int:
    """Extract the main text of a crawl.

    The output has a row for each page, with a [bold]status[/bold]. After an interruption, run the same
    command again: it resumes, and repeats no finished shard. A page that hangs,
    exceeds the memory limit or crashes has a row, too, and is kept for [bold]--replay[/bold].

    Exit code: 0 all done; 1 done, but parts of the input are damaged; 2 wrong usage, or an
    input that cannot be read; 4 unfinished, run it again (engine lost, disk full, SIGTERM);
    130 interrupted.
    """
    from maintext.cli.setup import use_this_folder
    from maintext.methods.own import any_canonical_spec, is_dotted
    from maintext.methods.registry import DEFAULT_METHOD

    select, written = chosen_options(options)
    if method is not None and is_dotted(method):
        use_this_folder()
    method = any_canonical_spec(DEFAULT_METHOD if method is None else method)
    make_limits(max_bytes, MAX_NODES, MAX_DEPTH, timeout)
    check_share(sample)
    if replay and (html_column or url_column or id_column or charset_column or input_format):
        raise typer.BadParameter("--replay reads the failed pages of a run, which need no column options")
    _require_libraries()
    from maintext.batch.job import Job
    from maintext.batch.row import load_tokenizer
    from maintext.batch.selection import limit_shards
    from maintext.batch.sources.lists import expand_lists
    from maintext.cli import run_report
    from maintext.cli.dry_run import print_estimate
    from maintext.cli.run_log import RunLog
    from maintext.cli.run_plan import plan_run

    templates, digest = _templates(site_templates)
    job = Job(
        method=method,
        model=None if model is None else str(model.resolve()),
        form=form,
        metadata=metadata,
        seconds=timeout,
        memory=memory_mb << 20,
        bytes=max_bytes,
        site_templates=templates,
        templates_digest=digest,
        html_column=html_column,
        url_column=url_column,
        id_column=id_column,
        charset_column=charset_column,
        input_format=input_format,
        sink=sink.value,
        identity=identity,
        columns=parse_columns(columns),
        filter=filter_,
        tokenizer=tokenizer,
        partition=parse_partition(partition),
        part_bytes=part_mb and part_mb << 20,
        sample=sample,
        **asdict(select),
        **asdict(written),
    )
    job.make_method()  # report an unreadable model now, not for every page
    load_tokenizer(tokenizer)
    runner = _make_engine(engine, jobs, address, master)
    given = _quarantined(inputs) if replay else expand_lists(inputs, base_url)
    shards, job = plan_run(given, job, output, shard_mb, restart=restart)
    if limit is not None:
        shards = limit_shards(shards, limit)
    if dry_run:
        return print_estimate(shards, job, jobs)
    reports = RunLog(quiet=quiet, log=log, metrics=metrics)
    start = run_report.Start(restart, verify, other_version, reports)
    return run_report.run(shards, job, output, runner, start)


def _templates(given: str | None) -> tuple[str | None, str | None]:
    """`learn`, or an existing folder and the digest of its templates."""
    from maintext.batch.sites import LEARN
    from maintext.batch.templates import TemplateFolder

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


def _quarantined(outputs: list[str]) -> list[str]:
    """The files of pages that failed in earlier runs."""
    from maintext.batch.manifest import Manifest
    from maintext.errors import DataError

    found: list[str] = []
    for path in outputs:
        manifest = Manifest.at(path)
        if not manifest.folder.exists():
            raise DataError(f"{path} is not an output of maintext run")
        for pattern in ("*.arrow", "*.parquet"):  # the second of version 0.1
            found += map(str, sorted(manifest.quarantine.glob(pattern), key=str))
    if not found:
        raise DataError(f"{', '.join(outputs)}: no page failed there")
    return found


def _make_engine(name: EngineName, jobs: int | None, address: str | None, master: str | None) -> "Engine":
    if jobs and name is not EngineName.LOCAL:
        raise typer.BadParameter("--jobs is for --engine local only")
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

    return LocalEngine(jobs)


def _require_libraries() -> None:
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
