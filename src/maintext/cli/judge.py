"""`maintext judge`: whether pages have an article."""

from pathlib import Path
from typing import Annotated

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
    Report,
    RuleName,
    Timeout,
    examples,
    make_limits,
)

EXAMPLES = examples(
    "maintext judge page.html  # article, not_article or uncertain, the kind of page, and why",
    "maintext judge pages/ -f json  # JSON Lines",
    "maintext judge pages/ --rule printed  # by the P value of paper 3, as printed",
    "maintext judge page.html && maintext extract page.html  # articles only",
)


def judge(
    inputs: Inputs = None,
    form: Annotated[Report, typer.Option("--format", "-f", help="A table, or JSON Lines.")] = Report.TABLE,
    rule: Annotated[
        RuleName,
        typer.Option("--rule", help="Decide by our model, or by the P value as printed in paper 3."),
    ] = RuleName.MODEL,
    model: Annotated[
        Path | None,
        typer.Option(
            "--model",
            metavar="FILE",
            help="Your own model for auto (.npz), from [bold]maintext train[/bold].",
            show_default=False,
        ),
    ] = None,
    charset: Charset = None,
    max_bytes: MaxBytes = MAX_BYTES,
    max_nodes: MaxNodes = MAX_NODES,
    max_depth: MaxDepth = MAX_DEPTH,
    timeout: Timeout = TIMEOUT,
) -> int:
    """Decide whether pages have an article, and what kind of page each is.

    Exit code: 0 an article, or uncertain; 2 an input could not be read, or
    wrong usage; 3 no article. Several inputs: 2 if one could not be read,
    else 3 if none has an article, else 0.

    The columns: [bold]article[/bold] is the probability that the page is of a kind that has an article;
    [bold]P[/bold] is a number of paper 3: the largest share of text in an element, with links counted
    against it; pages with an article mostly have 0.5 or more.
    """
    from maintext.cli.commands import complain
    from maintext.cli.inputs import find_inputs
    from maintext.cli.output import FOUND, NO_TEXT, UNREADABLE, to_json_line, write
    from maintext.cli.reports import VERDICT_LEGEND, verdict_record, verdict_table
    from maintext.cli.screen import console, progress
    from maintext.errors import DataError
    from maintext.model.files import load_auto
    from maintext.options import Rule
    from maintext.pipeline import judge as judge_page

    limits = make_limits(max_bytes, max_nodes, max_depth, timeout)
    by: Rule = "printed" if rule == RuleName.PRINTED else "model"
    judged_by = load_auto(model) if model else None
    verdicts, unreadable = [], False
    sources = find_inputs(inputs)[0]
    shown = (
        progress(sources, len(sources), "judging") if len(sources) > 1 and form == Report.TABLE else sources
    )
    for source in shown:
        try:
            content = source.read(limits)
        except DataError as error:
            complain(source.name, str(error))
            unreadable = True
            continue
        verdict = judge_page(
            content.html,
            charset=charset or content.charset,
            model=judged_by,
            rule=by,
            limits=limits,
        )
        verdicts.append((source.name, verdict))
        if form == Report.JSON:
            write(to_json_line({"input": source.name, **verdict_record(verdict)}))
    if form == Report.TABLE and verdicts:
        screen = console()
        screen.table(verdict_table(verdicts, by))
        if screen.wraps:
            screen.say("", *VERDICT_LEGEND, style="dim")
    if unreadable:
        return UNREADABLE
    return FOUND if any(verdict.has_article for _, verdict in verdicts) else NO_TEXT
