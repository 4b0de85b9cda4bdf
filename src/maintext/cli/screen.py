"""Consoles: on the screen, with a progress bar, or drawn as SVG."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Column, Table
from rich.terminal_theme import TerminalTheme
from rich.text import Text

WIDTH = 100
"""Columns of drawings and rules without a terminal."""
UNLIMITED = 1_000_000
"""Columns of a file or pipe."""

_READABLE = 16
"""Columns of a terminal that a long text needs at least."""

DRAWING = TerminalTheme(
    background=(13, 17, 23),
    foreground=(230, 237, 243),
    normal=[  # black, red, green, yellow, blue, magenta, cyan, white
        (72, 79, 88),
        (255, 123, 114),
        (63, 185, 80),
        (210, 153, 34),
        (121, 192, 255),
        (210, 168, 255),
        (57, 197, 207),
        (177, 186, 196),
    ],
)
"""The colours of drawings, readable on light and dark pages."""

T = TypeVar("T")


class Screen(Console):
    """A console that breaks lines on a terminal only, and paths and URLs nowhere.

    A line with a path that is too long for the terminal is left to the terminal, so that it can be copied.
    """

    def __init__(self, *, wraps: bool | None = None, **options: Any) -> None:
        super().__init__(highlight=False, **options)
        self.wraps = self.file.isatty() if wraps is None else wraps
        """Whether the output is a terminal. `is_terminal` is also true if FORCE_COLOR is set."""
        if not self.wraps:
            self.width = UNLIMITED

    def on_broken_pipe(self) -> None:
        """Leave a broken pipe to the command, which knows the exit code."""
        raise BrokenPipeError

    def say(self, *lines: str | Text, style: str = "") -> None:
        """Print lines unchanged."""
        for line in lines:
            self.print(line, style=style, markup=False, soft_wrap=True)

    def heading(self, title: Text | None = None) -> None:
        """Print a line across the screen, after a title that is never cut."""
        text = Text.assemble(title, " ") if title else Text()
        dashes = max((self.width if self.wraps else WIDTH) - text.cell_len, 3)
        self.say(text.append("─" * dashes, "cyan"))

    def table(self, table: Table) -> None:
        """Print a table. Off a terminal a row is a line; on it, only columns of long texts shrink."""
        if self.wraps:
            for column in table.columns:
                column.min_width = _least_width(column)
            fixed = sum(3 + column.min_width for column in table.columns if column.min_width) - 3
            usual, self.width = self.width, max(self.width, fixed)
            self.print(table, crop=False)
            self.width = usual
            return
        table.expand = False
        with self.capture() as captured:
            self.print(table)
        self.say(*(line.rstrip() for line in captured.get().splitlines() if line.strip()))


def _least_width(column: Column) -> int:
    """The width below which a column is not readable; a column of paths has its own."""
    cells = [column.header, *column.cells]
    natural = max(cell_len(str(line)) for cell in cells for line in str(cell).split("\n"))
    return column.min_width or min(natural, _READABLE)


def console(*, stderr: bool = False) -> Screen:
    """A console on standard output or standard error."""
    return Screen(stderr=stderr)


_REMOTE_FONTS = re.compile(r" *@font-face \{.*?\}\n", re.DOTALL)


@contextmanager
def to_svg(path: Path) -> Iterator[Screen]:
    """A console whose output becomes a drawing of a terminal."""
    drawing = Screen(
        wraps=True,
        file=StringIO(),
        record=True,
        width=WIDTH,
        force_terminal=True,
        color_system="truecolor",
    )
    yield drawing
    picture = drawing.export_svg(title="maintext extract --explain", theme=DRAWING, unique_id="explain")
    picture = _REMOTE_FONTS.sub("", picture)  # a viewer would load them from another host
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(picture, encoding="utf-8", newline="\n")


def make_bar() -> Progress:
    """A progress bar that disappears at the end; shown on a terminal only."""
    screen = console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(
        *columns,
        console=screen,
        redirect_stdout=False,  # results go to standard output, not into the bar
        transient=True,
        disable=not screen.wraps,
    )


def progress(values: Iterable[T], total: int | None, words: str) -> Iterator[T]:
    """The values, with a progress bar on a terminal."""
    with make_bar() as bar:
        yield from bar.track(values, total=total, description=words)
