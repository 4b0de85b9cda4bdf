"""`maintext compare`: all methods side by side on one page."""

from pathlib import Path
from typing import Annotated

import typer

from maintext.cli.options import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    TIMEOUT,
    Charset,
    MaxBytes,
    MaxDepth,
    MaxNodes,
    Report,
    Site,
    SitePages,
    Timeout,
    Url,
    examples,
    make_limits,
    method_names,
    starting,
)

EXAMPLES = examples(
    "maintext compare page.html  # what each method keeps, and which text they differ on",
    "maintext compare page.html --agreement  # how far each two of them agree",
    "maintext compare page.html --blocks  # which methods keep which block",
    "maintext compare page.html -m p_value -m ceds -f json  # two methods, as data",
    "maintext compare page.html --methods 'ceds,ceds:printed,ceds(variance=classes)'  # forms of a method",
    "maintext compare page.html --methods papers,printed  # the five papers, in both forms",
)


def compare(
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="INPUT",
            help="A file, a URL, or - for standard input, which is also read if there is no input "
            "and a pipe.",
            show_default=False,
        ),
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--methods",
            "--method",
            "-m",
            metavar="SPECS",
            help="Only these methods, separated by commas: a name, NAME:printed, NAME(parameter=value, ...), "
            "or all, papers, printed, baselines; may be repeated.",
            show_default="all",
            autocompletion=starting(method_names),
        ),
    ] = None,
    model: Annotated[
        list[Path] | None,
        typer.Option(
            "--model",
            metavar="FILE",
            help="Your own model for auto (.npz) or naive_bayes (.json); may be repeated.",
            show_default=False,
        ),
    ] = None,
    form: Annotated[
        Report, typer.Option("--format", "-f", help="Tables, or one JSON object.")
    ] = Report.TABLE,
    blocks: Annotated[bool, typer.Option("--blocks", help="Show which methods keep each block.")] = False,
    agreement: Annotated[
        bool, typer.Option("--agreement", help="Show how far each two methods agree, by characters.")
    ] = False,
    site: Site = None,
    site_page: SitePages = None,
    url: Url = None,
    charset: Charset = None,
    max_bytes: MaxBytes = MAX_BYTES,
    max_nodes: MaxNodes = MAX_NODES,
    max_depth: MaxDepth = MAX_DEPTH,
    timeout: Timeout = TIMEOUT,
) -> int:
    """Run all methods on one page and compare what they keep.

    Two methods agree by the number of characters that both keep, divided by
    the number that either keeps.

    Exit code: 0 a method found text; 2 the input could not be read, or wrong
    usage; 3 none found text.
    """
    from maintext.cli.commands import complain
    from maintext.cli.inputs import find_inputs
    from maintext.cli.output import FOUND, NO_TEXT, UNREADABLE, to_json_line, write
    from maintext.cli.reports import (
        agreement_table,
        block_table,
        comparison,
        difference_table,
        method_table,
        note_lines,
    )
    from maintext.cli.screen import console
    from maintext.cli.setup import finds_sisters, load_site, make_methods
    from maintext.errors import DataError
    from maintext.methods.registry import choose_specs
    from maintext.methods.spec import split_specs
    from maintext.pipeline import compare as compare_methods

    sources, _ = find_inputs(inputs)
    if len(sources) > 1:
        raise typer.BadParameter(f"compare takes one page, not {len(sources)}")
    specs = choose_specs(spec for each in method or ["all"] for spec in split_specs(each))
    if not specs:
        raise typer.BadParameter("no method to run: see --methods")
    methods = make_methods(specs, model or ())
    limits = make_limits(max_bytes, max_nodes, max_depth, timeout)
    known_site = load_site(site, site_page, limits)
    sisters = finds_sisters(site, sources, url)
    try:
        content = sources[0].read(limits)
    except DataError as error:
        complain(sources[0].name, str(error))
        return UNREADABLE
    page_url, page_charset = url or content.url, charset or content.charset
    found = problem = None
    if sisters:
        from maintext.cli.fetch import fetch_sisters

        found, problem = fetch_sisters(content.html, page_url or "", page_charset, limits)
    compared = compare_methods(
        content.html,
        url=page_url,
        charset=page_charset,
        methods=methods,
        site=found or known_site,
        limits=limits,
    )
    documents = {name: document.with_site_problem(problem) for name, document in compared.items()}
    if form == Report.JSON:
        wanted = {name: document for name, document in documents.items() if document.site_problem}
        for line in note_lines(wanted):
            complain(sources[0].name, line)
        write(to_json_line({"input": sources[0].name, **comparison(documents, blocks=blocks)}))
    else:
        screen = console()
        screen.say("What each method keeps", style="bold")
        screen.table(method_table(documents))
        screen.say(*note_lines(documents), style="yellow")
        if (differing := difference_table(documents)) is not None:
            screen.say("\nWhere they differ: the longest blocks that only some keep", style="bold")
            screen.table(differing)
        if agreement:
            screen.say(
                "\nHow far they agree: characters that both keep, in % of those that either keeps",
                style="bold",
            )
            screen.table(agreement_table(documents))
        if blocks:
            screen.say("\nWhich methods keep which block", style="bold")
            screen.table(block_table(documents))
    return FOUND if any(document.kept.any() for document in documents.values()) else NO_TEXT
