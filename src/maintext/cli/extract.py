"""`maintext extract`: the main text of pages."""

from pathlib import Path
from typing import Annotated, Any

import typer

from maintext.cli.options import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    TIMEOUT,
    Charset,
    Inputs,
    MaxBytes,
    MaxDepth,
    MaxNodes,
    Model,
    OneMethod,
    Site,
    SitePages,
    Timeout,
    Url,
    choice,
    chosen_options,
    examples,
    make_limits,
    starting,
    takes_options,
)
from maintext.errors import unknown
from maintext.render import FORMAT_NAMES, FORMATS, JSON

EXAMPLES = examples(
    "maintext extract page.html  # the main text",
    "maintext extract https://example.org/ -f markdown  # of a URL, as Markdown",
    "curl -s https://example.org/ | maintext extract --url https://example.org/  # from a pipe",
    "maintext extract page.html -f markdown --frontmatter  # after title, author, date, source as YAML",
    "maintext extract page.html --property title  # one property: title, author, date, language, ...",
    "maintext extract page.html --prefer recall --prune 'nav, .share'  # more text, but not from these",
    "maintext extract page.html --explain  # every block, with its probability and the reasons",
    "maintext extract page.html --explain --show close  # only those that were nearly decided otherwise",
    "maintext extract page.html -m ceds:printed  # by another method, as printed in its paper",
    "maintext extract page.html -m 'punctuation(epsilon=0.9, marks=cjk)'  # with other parameters",
    "maintext extract https://example.org/ --site auto  # without what two other pages of the site have, too",
    "maintext extract pages/ > pages.jsonl  # JSON Lines, an object for each page",
    "maintext extract 'pages/**/*.html' -f markdown -o texts/  # a file for each page",
)


SHOWN = ("all", "kept", "close")
"""Blocks that --explain shows."""
PROPERTIES = (
    *"title author authors date modified language site_name description categories tags licence".split(),
    *"image url status reason kind verdict probability confidence encoding method".split(),
)
"""What --property prints."""
_SUFFIXES = {*(form.suffix for form in FORMATS.values()), ".json"}


@takes_options
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
    show: Annotated[
        str,
        choice(
            "choice of blocks",
            SHOWN,
            "Blocks that --explain shows. close: those with a probability of 20 to 80 %, or changed in the "
            "clean-up.",
            "--show",
        ),
    ] = "all",
    blocks: Annotated[bool, typer.Option("--blocks", help="In JSON, add every block's evidence.")] = False,
    frontmatter: Annotated[
        bool,
        typer.Option(
            "--frontmatter", help="Text and Markdown start with YAML: title, author, date, source and more."
        ),
    ] = False,
    with_metadata: Annotated[
        bool, typer.Option("--with-metadata", help="In JSON and HTML, add title, authors, date and so on.")
    ] = False,
    property_name: Annotated[
        str | None,
        typer.Option(
            "--property",
            metavar="NAME",
            help="Print only this: title, author, date, language, url, status, kind, ...",
            autocompletion=starting(lambda: PROPERTIES),
            show_default=False,
        ),
    ] = None,
    site: Site = None,
    site_page: SitePages = None,
    url: Url = None,
    charset: Charset = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-j", min=1, help="Worker processes; one per core for more than 32 pages."),
    ] = None,
    max_bytes: MaxBytes = MAX_BYTES,
    max_nodes: MaxNodes = MAX_NODES,
    max_depth: MaxDepth = MAX_DEPTH,
    timeout: Timeout = TIMEOUT,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw --explain as SVG.", show_default=False)
    ] = None,
    **options: Any,
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
    from maintext.cli.commands import complain
    from maintext.cli.inputs import find_inputs
    from maintext.cli.setup import finds_sisters, make_extractor
    from maintext.cli.work import Work

    sources, collection = find_inputs(inputs)
    if url and len(sources) > 1:
        raise typer.BadParameter("--url is the URL of one page, but there are several")
    if blocks and form != JSON and not collection:
        raise typer.BadParameter("--blocks needs --format json; --explain shows blocks to people")
    if explain and (form != "text" or output):
        raise typer.BadParameter("--explain prints for people; for data, use --format json --blocks")
    if show != "all" and not explain and not svg:
        raise typer.BadParameter("--show is for --explain")
    if frontmatter and form not in ("text", "markdown"):
        raise typer.BadParameter(f"--frontmatter is for text and markdown; use --with-metadata for {form}")
    if property_name is not None and (explain or svg):
        raise typer.BadParameter("--property prints one property, --explain shows blocks: give one of them")
    if property_name is not None and property_name not in PROPERTIES:
        raise typer.BadParameter(unknown("property", property_name, PROPERTIES))
    limits = make_limits(max_bytes, max_nodes, max_depth, timeout)
    extractor = make_extractor(method, param or (), model, site, site_page, chosen_options(options), limits)
    lines = collection and (output is None or output.suffix == ".jsonl") and property_name is None
    if with_metadata and form in ("text", "markdown") and not lines:
        complain(None, "--with-metadata is now --frontmatter for text and Markdown")
    if collection and output and output.suffix in _SUFFIXES and not output.is_dir():
        raise typer.BadParameter(
            f"{output} is one file, but there are several pages: give a folder, or a name that ends in .jsonl"
        )
    work = Work(
        extractor,
        form,
        records=lines,
        metadata=with_metadata or frontmatter,
        blocks=blocks,
        url=url,
        charset=charset,
        sisters=finds_sisters(site, sources, url),
        property_name=property_name,
    )
    if explain or svg:
        return deliver.explained(work, sources, svg, show)
    if lines:
        return deliver.as_lines(work, sources, workers, output)
    if property_name is not None:
        return deliver.as_properties(work, sources, workers, output)
    if output and (collection or output.is_dir()):
        return deliver.as_files(work, sources, workers, output)
    return deliver.one(work, sources[0], output)
