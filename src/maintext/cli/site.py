"""`maintext site`: learn and use site templates."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maintext.cli.commands import Command, CommandGroup
from maintext.cli.options import Pages, Report, examples

if TYPE_CHECKING:
    from maintext.site.template import SiteTemplate

app = typer.Typer(
    cls=CommandGroup, help="Learn what repeats on the pages of a site, to leave it out.", no_args_is_help=True
)

Template = Annotated[Path, typer.Argument(metavar="TEMPLATE", help="A template file.", show_default=False)]
Output = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="Output file.", show_default=False)
]


@app.command(
    cls=Command,
    epilog=examples(
        "maintext site learn pages/ -o example.json  # from a folder of pages of one site",
        "maintext extract new.html --site example.json  # use it",
    ),
)
def learn(
    pages: Pages,
    output: Output,
    host: Annotated[str | None, typer.Option(help="Name of the site.", show_default=False)] = None,
) -> int:
    """Learn a template from pages of one site.

    Exit code: 0 the template was written; 2 a page could not be read, or
    wrong usage; 3 nothing recurs.
    """
    from maintext.cli.commands import complain
    from maintext.cli.output import FOUND, NO_TEXT
    from maintext.cli.screen import console
    from maintext.cli.setup import parse_pages
    from maintext.errors import DataError
    from maintext.site.template import SiteTemplate

    template = SiteTemplate.learn((page for _, page in parse_pages(pages)), host=host)
    if len(template.pages) < 2:
        raise DataError(f"a template needs two different pages with text, not {len(template.pages)}")
    _save(template, output)
    if not template.recurring:
        complain(str(output), f"no text recurs on the {len(template.pages)} pages")
        return NO_TEXT
    console().say(repr(template).strip("<>"), f"written to {output}")
    return FOUND


@app.command(cls=Command, epilog=examples("maintext site show example.json  # what recurs on the site"))
def show(
    template: Template,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, help="Number of texts and of places to show.")
    ] = 40,
) -> int:
    """Show the texts and places of a template, most frequent first.

    Texts that recur are not main text. At a place, texts differ from page to
    page; the mean probability says how often they are main text, and the
    agreement on how many pages that is the same.
    """
    from maintext.cli.output import FOUND
    from maintext.cli.reports import place_table, template_table
    from maintext.cli.screen import console
    from maintext.site.template import SiteTemplate

    loaded = SiteTemplate.load(template)
    console().say(repr(loaded).strip("<>"))
    if loaded.recurring:
        console().table(template_table(loaded, limit))
    if loaded.places:
        console().table(place_table(loaded, limit))
    return FOUND


@app.command(
    cls=Command, epilog=examples("maintext site merge monday.json tuesday.json -o week.json  # two into one")
)
def merge(
    first: Template,
    second: Template,
    output: Output,
) -> int:
    """Merge two templates of one site, as if learned from the pages of both."""
    from maintext.cli.output import FOUND
    from maintext.cli.screen import console
    from maintext.site.template import SiteTemplate

    merged = SiteTemplate.load(first).merge(SiteTemplate.load(second))
    _save(merged, output)
    console().say(repr(merged).strip("<>"), f"written to {output}")
    return FOUND


@app.command(
    cls=Command, epilog=examples("maintext site check example.json new-pages/  # has the site changed?")
)
def check(
    template: Template,
    pages: Pages,
    form: Annotated[Report, typer.Option("--format", "-f", help="A table, or JSON Lines.")] = Report.TABLE,
) -> int:
    """Check whether pages still fit a template.

    Exit code: 0 all fit; 2 a file could not be read, or wrong usage; 3 a page
    no longer fits.
    """
    from maintext.cli.output import FOUND, NO_TEXT, to_json_line, write
    from maintext.cli.reports import fit_table
    from maintext.cli.screen import console
    from maintext.cli.setup import parse_pages
    from maintext.site.template import SiteTemplate

    loaded = SiteTemplate.load(template)
    fits = [(name, loaded.fit(page)) for name, page in parse_pages(pages)]
    if form == Report.TABLE:
        console().table(fit_table(fits))
    else:
        for name, fit in fits:
            record = {"input": name, "fits": fit.fits, "share": round(fit.share, 4), "sentence": fit.sentence}
            write(to_json_line(record))
    return FOUND if all(fit.fits for _, fit in fits) else NO_TEXT


def _save(template: "SiteTemplate", output: Path) -> None:
    output.parent.mkdir(parents=True, exist_ok=True)
    template.save(output)
