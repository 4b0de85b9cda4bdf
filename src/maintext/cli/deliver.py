"""Pages → results → standard output, a file, a folder or the screen."""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import IO

from maintext.cli.commands import complain
from maintext.cli.inputs import Input
from maintext.cli.output import FOUND, UNREADABLE, write
from maintext.cli.work import NOT_READ, PageResult, Work, exit_code, process, process_all
from maintext.errors import DataError
from maintext.render import JSON, get_format


def one(work: Work, source: Input, output: Path | None) -> int:
    """The text of one page, to standard output or a file."""
    result = process(work, source)
    if result.message:
        complain(source.name, result.message)
    if result.has_text or work.form == JSON:
        if output is None:
            write(result.output)
        else:
            _write_file(output, result.output, [source])
    return exit_code(Counter([result.status]))


def as_lines(work: Work, sources: Sequence[Input], workers: int | None, output: Path | None) -> int:
    """An object for each page, to standard output or a file."""
    statuses: Counter[str] = Counter()
    with nullcontext(sys.stdout) if output is None else _open(output, sources) as lines:
        for source, result in _results(
            work, sources, workers, bar=output is not None or not sys.stdout.isatty()
        ):
            lines.write(result.output + "\n")
            statuses[result.status] += 1
            if result.status == NOT_READ and result.message:
                complain(source.name, result.message)
    return exit_code(statuses)


def as_properties(work: Work, sources: Sequence[Input], workers: int | None, output: Path | None) -> int:
    """A line for each page: the property that was asked for, empty if the page does not have it."""
    statuses: Counter[str] = Counter()
    with nullcontext(sys.stdout) if output is None else _open(output, sources) as lines:
        for source, result in _results(work, sources, workers, bar=not sys.stdout.isatty()):
            statuses[result.status] += 1
            unread = result.status == NOT_READ
            lines.write("\n" if unread else result.output + "\n")
            if unread and result.message:
                complain(source.name, result.message)
    return UNREADABLE if statuses[NOT_READ] else FOUND


def as_files(work: Work, sources: Sequence[Input], workers: int | None, folder: Path) -> int:
    """A file for each page that has text, in a folder."""
    if folder.exists() and not folder.is_dir():
        raise DataError(f"{folder} is a file; several pages need a folder, or a name that ends in .jsonl")
    statuses: Counter[str] = Counter()
    suffix = ".json" if work.form == JSON else get_format(work.form).suffix
    taken = {os.path.realpath(source.name).casefold() for source in sources}
    for source, result in _results(work, sources, workers, bar=True):
        statuses[result.status] += 1
        if result.message:
            complain(source.name, result.message)
        if result.has_text:
            path = _free_path(folder / source.target, suffix, taken)
            _write_file(path, result.output, ())
    return exit_code(statuses)


def explained(work: Work, sources: Sequence[Input], svg: Path | None, shown: str = "all") -> int:
    """The blocks of the pages, on the screen or drawn as SVG."""
    from maintext.cli.explain import explain
    from maintext.cli.screen import console, to_svg

    statuses: Counter[str] = Counter()
    with to_svg(svg) if svg else nullcontext(console()) as screen:
        for source in sources:
            try:
                page = work.read(source)
                with work.timed():
                    document = page.extract()
                    explain(screen, document, source.name, shown)
            except DataError as error:
                complain(source.name, str(error))
                statuses[NOT_READ] += 1
            else:
                statuses[document.status] += 1
    return exit_code(statuses)


def _results(
    work: Work, sources: Sequence[Input], workers: int | None, *, bar: bool
) -> Iterator[tuple[Input, PageResult]]:
    results = process_all(work, sources, workers)
    if bar and sys.stderr.isatty():
        from maintext.cli.screen import progress

        results = progress(results, len(sources), "extracting")
    yield from zip(sources, results, strict=True)


def _free_path(target: Path, suffix: str, taken: set[str]) -> Path:
    """`name`, else `name-2`, `name-3`, ...: no two results and no input share a path."""
    number = 1
    while True:
        name = target.name if number == 1 else f"{target.name}-{number}"
        path = target.with_name(name + suffix)
        key = os.path.realpath(path).casefold()
        if key not in taken:
            taken.add(key)
            return path
        number += 1


def _open(path: Path, sources: Sequence[Input]) -> IO[str]:
    """Open a file to write, and create its folder; inputs are never overwritten."""
    if path.exists() and any(os.path.exists(s.name) and path.samefile(s.name) for s in sources):
        raise DataError(f"{path} is an input; it is not overwritten")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("w", encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise DataError(f"cannot write {path}: {error.strerror}") from None


def _write_file(path: Path, text: str, sources: Sequence[Input]) -> None:
    with _open(path, sources) as file:
        file.write(text if text.endswith("\n") else text + "\n")
