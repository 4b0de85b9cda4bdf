"""Consoles for people: on the screen, under a progress bar, or drawn as SVG."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.terminal_theme import TerminalTheme

WIDTH = 100
"""Columns where there is no terminal to ask."""

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
"""The colours of drawings, which stand on light and on dark pages."""

T = TypeVar("T")


class PipeConsole(Console):
    """A console that leaves a broken pipe to the command, which knows the exit code."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(*, stderr: bool = False) -> Console:
    """A console on a stream: plain and wide enough for tables where the stream is no terminal."""
    found = PipeConsole(stderr=stderr, highlight=False)
    if not found.is_terminal and "COLUMNS" not in os.environ:
        found.width = WIDTH
    return found


@contextmanager
def to_svg(path: Path) -> Iterator[Console]:
    """A console whose output becomes a drawing of a terminal."""
    drawing = Console(
        file=StringIO(),
        record=True,
        width=WIDTH,
        highlight=False,
        force_terminal=True,
        color_system="truecolor",
    )
    yield drawing
    picture = drawing.export_svg(title="maintext extract --explain", theme=DRAWING, unique_id="explain")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(picture, encoding="utf-8", newline="\n")


def make_bar() -> Progress:
    """A progress bar where somebody can see it; it leaves nothing behind."""
    screen = console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(
        *columns,
        console=screen,
        redirect_stdout=False,  # results go to standard output, not into the bar
        transient=True,
        disable=not screen.is_terminal,
    )


def progress(values: Iterable[T], total: int | None, words: str) -> Iterator[T]:
    """The values, under a progress bar where somebody can see it."""
    with make_bar() as bar:
        yield from bar.track(values, total=total, description=words)
