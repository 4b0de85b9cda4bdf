"""`maintext run`: the main text of a crawl."""

from dataclasses import asdict
from enum import StrEnum
from functools import partial
from typing import Annotated, Any

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
from maintext.cli.run_engine import (
    Address,
    EngineChoice,
    EngineName,
    Master,
    Workers,
    make_engine,
    require_libraries,
)
from maintext.cli.run_options import (
    BaseUrl,
    CharsetColumn,
    DryRun,
    ExtraColumns,
    FilterWords,
    HtmlColumn,
    IdColumn,
    Identity,
    InputFormat,
    Limit,
    LogFile,
    MetricsFile,
    OtherVersion,
    Partition,
    PartMb,
    Quiet,
    Sample,
    ShardMb,
    Tokenizer,
    UrlColumn,
    Verify,
    check_share,
    parse_columns,
    parse_partition,
)
from maintext.render import FORMATS

EXAMPLES = examples(
    "maintext run crawl/*.warc.gz --output texts/  # crawl archives → Parquet; run again to resume",
    "maintext run pages.parquet -o texts/ --html-column raw --url-column link  # a table of pages",
    "maintext run pages/ -o texts/ --sink jsonl -f markdown  # a folder of pages → Markdown in JSON Lines",
    "maintext run crawl/ -o texts/ --site-templates learn  # first learn what repeats on each site",
    "maintext run crawl/ -o texts/ --engine ray --address auto  # on a Ray cluster",
    "maintext run crawl/ -o texts/ --engine spark --master spark://host:7077  # on a Spark cluster",
    "maintext run --replay texts/ -o again/ --timeout 120  # the pages that failed, with more time",
)


class Sink(StrEnum):
    """Formats of the output files."""

    PARQUET = "parquet"
    JSONL = "jsonl"
    JSONL_GZ = "jsonl.gz"
    JSONL_ZST = "jsonl.zst"
    WET = "warc.wet.gz"


_FORMAT = choice(
    "format",
    tuple(FORMATS),
    "Format of the text.",
    "--format",
    "-f",
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
    input_format: InputFormat = None,
    html_column: HtmlColumn = None,
    url_column: UrlColumn = None,
    id_column: IdColumn = None,
    charset_column: CharsetColumn = None,
    shard_mb: ShardMb = None,
    engine: EngineChoice = EngineName.LOCAL,
    workers: Workers = None,
    address: Address = None,
    master: Master = None,
    timeout: Annotated[float, typer.Option(help="Seconds for one page.", rich_help_panel="Limits")] = TIMEOUT,
    memory: Annotated[
        int,
        typer.Option(
            min=16, max=1 << 24, help="Limit on the memory of a page, in MB.", rich_help_panel="Limits"
        ),
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
    require_libraries()
    from maintext.batch.job import Job
    from maintext.batch.limit import count_pages, limit_shards
    from maintext.batch.manifest import Manifest
    from maintext.batch.row import load_tokenizer
    from maintext.batch.sources.lists import expand_lists
    from maintext.cli import run_report
    from maintext.cli.dry_run import print_estimate
    from maintext.cli.output import FOUND
    from maintext.cli.run_log import RunLog
    from maintext.cli.run_plan import find_templates, plan_run, quarantined

    templates, digest = find_templates(site_templates)
    job = Job(
        method=method,
        model=None if model is None else str(model.resolve()),
        form=form,
        metadata=metadata,
        seconds=timeout,
        memory=memory << 20,
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
    job.make_extractor()  # report an unreadable model now, not for every page
    load_tokenizer(tokenizer)
    runner = make_engine(engine, workers, address, master)
    given = quarantined(inputs) if replay else expand_lists(inputs, base_url)
    reports = RunLog(quiet=quiet, log=log, metrics=metrics)
    if replay and not given:
        reports.say(f"no page failed in {', '.join(inputs)}: nothing is left to do")
        return FOUND
    shards, job = plan_run(given, job, output, shard_mb, restart=restart)
    if limit is not None:
        shards = limit_shards(shards, limit, partial(count_pages, job=job))
    if dry_run:
        manifest = Manifest.at(output)
        extraction = run_report.second_pass(job, manifest)
        left = shards if restart else manifest.left(shards, extraction, other_version=other_version)
        return print_estimate(shards, left, job, workers)
    start = run_report.Start(restart, verify, other_version, reports)
    return run_report.run(shards, job, output, runner, start)
