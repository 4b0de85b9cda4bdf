"""`maintext extract`: the main text of pages."""

from pathlib import Path
from typing import Annotated, cast

import typer

from maintext.cli.options import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    TIMEOUT,
    ArticleRule,
    Charset,
    Inputs,
    MaxBytes,
    MaxDepth,
    MaxNodes,
    Model,
    OneMethod,
    Site,
    SitePages,
    Tables,
    Timeout,
    Title,
    Url,
    article_rule,
    choice,
    examples,
    make_limits,
)
from maintext.render import FORMAT_NAMES, JSON, TableChoice, TitleChoice

EXAMPLES = examples(
    "maintext extract page.html  # the main text",
    "maintext extract https://example.org/ -f markdown  # of a URL, as Markdown",
    "curl -s https://example.org/ | maintext extract --url https://example.org/  # from a pipe",
    "maintext extract page.html --explain  # every block, with its probability and the reasons",
    "maintext extract page.html -m ceds:printed  # by another method, as printed in its paper",
    "maintext extract page.html -m 'punctuation(epsilon=0.9, marks=cjk)'  # with other parameters",
    "maintext extract https://example.org/ --site auto  # without what two other pages of the site have, too",
    "maintext extract pages/ > pages.jsonl  # JSON Lines, an object for each page",
    "maintext extract 'pages/**/*.html' -f markdown -o texts/  # a file for each page",
)


def extract(
    inputs: Inputs = None,
    method: OneMethod = None,
    param: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Set a parameter of the method; may be repeated."),
    ] = None,
    model: Model = None,
    form: Annotated[str, choice("format", FORMAT_NAMES, "Output format.", "--format", "-f")] = "text",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|FOLDER",
            help="Write here. For several pages: a folder, with a file for each page that has text, "
            "or NAME.jsonl.",
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show every block: kept or not, score, place and reason.")
    ] = False,
    blocks: Annotated[bool, typer.Option("--blocks", help="In JSON, add every block's evidence.")] = False,
    with_metadata: Annotated[
        bool, typer.Option("--with-metadata", help="Add title, authors, date and other metadata.")
    ] = False,
    title: Title = "auto",
    tables: Tables = "pipe",
    articles_only: Annotated[
        bool, typer.Option("--articles-only", help="Refuse pages that have no article.")
    ] = False,
    rule: ArticleRule = None,
    site: Site = None,
    site_page: SitePages = None,
    url: Url = None,
    charset: Charset = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Processes; one per core for more than 32 pages."),
    ] = None,
    max_bytes: MaxBytes = MAX_BYTES,
    max_nodes: MaxNodes = MAX_NODES,
    max_depth: MaxDepth = MAX_DEPTH,
    timeout: Timeout = TIMEOUT,
    svg: Annotated[Path | None, typer.Option(hidden=True, help="Draw --explain as SVG.")] = None,
) -> int:
    """Find the main text of pages.

    One page becomes its text on standard output. Several pages, a folder or
    a pattern become JSON Lines: an object for each page, in order, with its
    [bold]input[/bold], [bold]status[/bold] and [bold]text[/bold].

    Exit code: 0 text was found; 2 an input could not be read, or wrong usage;
    3 no text; standard error has the reason. Several inputs:
    2 if one could not be read, else 3 if none had text, else 0.
    """
    from maintext.cli import deliver
    from maintext.cli.inputs import find_inputs
    from maintext.cli.setup import finds_sisters, make_extractor
    from maintext.cli.work import Work
    from maintext.pipeline import Chosen

    sources, collection = find_inputs(inputs)
    if url and len(sources) > 1:
        raise typer.BadParameter("--url is the URL of one page, but there are several")
    if blocks and form != JSON and not collection:
        raise typer.BadParameter("--blocks needs --format json; --explain shows blocks to people")
    if explain and (form != "text" or output):
        raise typer.BadParameter("--explain prints for people; for data, use --format json --blocks")
    limits = make_limits(max_bytes, max_nodes, max_depth, timeout)
    choices = Chosen(
        articles_only=articles_only,
        rule=article_rule(rule, articles_only),
        title=cast(TitleChoice, title),
        tables=cast(TableChoice, tables),
    )
    extractor = make_extractor(method, param or (), model, site, site_page, choices, limits)
    lines = collection and (output is None or output.suffix == ".jsonl")
    sisters = finds_sisters(site, sources, url)
    work = Work(extractor, form, lines, with_metadata, blocks, url, charset, sisters)
    if explain or svg:
        return deliver.explained(work, sources, svg)
    if lines:
        return deliver.as_lines(work, sources, jobs, output)
    if output and (collection or output.is_dir()):
        return deliver.as_files(work, sources, jobs, output)
    return deliver.one(work, sources[0], output)
