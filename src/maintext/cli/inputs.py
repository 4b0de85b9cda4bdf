"""Files, folders, patterns and standard input → pages to read."""

import glob
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import typer

from maintext.errors import DataError
from maintext.limits import Limits
from maintext.reading import read_file

STDIN = "-"
_PAGE_SUFFIXES = (".html", ".htm", ".xhtml")
_IN_FOLDERS = (*_PAGE_SUFFIXES, *(f"{suffix}.gz" for suffix in _PAGE_SUFFIXES))
_FILE_SUFFIX = re.compile(r".*\.(?:x?html?|txt|md|gz|pdf|jsonl?|warc|xml)", re.IGNORECASE)
_HOST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?", re.IGNORECASE)


class InputPage(NamedTuple):
    """A page as it was read."""

    html: bytes
    url: str | None = None
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class Input:
    """One page to read."""

    name: str
    """Path, URL, or `-`, as shown to the user."""
    target: Path
    """Path of its result below an output folder, without a suffix."""
    problem: str | None = None
    """Why it cannot be read, if already known."""

    def read(self, limits: Limits) -> InputPage:
        """Read the page, one byte past the limit at most: enough to see that it was cut."""
        if self.problem:
            raise DataError(self.problem)
        if self.name == STDIN:
            return InputPage(sys.stdin.buffer.read(limits.bytes + 1))
        if is_url(self.name):
            from maintext.cli.fetch import fetch  # slow to import, and for URLs only

            return fetch(self.name, limits)
        try:
            return InputPage(read_file(self.name, limits.bytes + 1))
        except FileNotFoundError as error:
            raise DataError(_why(error) + _hint(self.name)) from None
        except (OSError, ValueError) as error:
            raise DataError(_why(error).removeprefix(f"{Path(self.name)} is ")) from None


def is_url(name: str) -> bool:
    """Whether an argument is an http(s) URL."""
    return name.lower().startswith(("http://", "https://"))


def find_inputs(arguments: Sequence[str] | None) -> tuple[list[Input], bool]:
    """The pages that arguments name, in order, and whether they are a collection.

    The arguments decide, not what they match: a folder with one page is a collection, too. So a script gets
    the same kind of output whatever the folder holds.
    """
    if not arguments:
        if sys.stdin.isatty():
            raise typer.BadParameter("give a file, a folder, a URL, or - for standard input")
        arguments = [STDIN]
    inputs: list[Input] = []
    collection = len(arguments) > 1
    base = _common_folder(arguments)
    for argument in arguments:
        if not argument:
            raise typer.BadParameter("an input is empty: give a file, a folder, a URL, or -")
        if argument == STDIN:
            inputs.append(Input(STDIN, Path("stdin")))
        elif is_url(argument):
            inputs.append(Input(argument, _url_target(argument)))
        elif os.path.isdir(argument):
            collection = True
            inputs += _in_folder(argument)
        elif glob.has_magic(argument) and not os.path.lexists(argument):
            collection = True
            inputs += _matching(argument)
        else:
            inputs.append(Input(argument, _target(os.path.relpath(os.path.abspath(argument), base))))
    return inputs, collection


def _in_folder(folder: str) -> Iterator[Input]:
    paths = sorted(
        os.path.join(parent, name)
        for parent, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith(_IN_FOLDERS)
    )
    if not paths:
        why = f"no {', '.join(_PAGE_SUFFIXES)} file in it"
        yield Input(
            folder, Path("folder"), why if os.access(folder, os.R_OK | os.X_OK) else "permission denied"
        )
    for path in paths:
        yield Input(path, _target(os.path.relpath(path, folder)))


def _matching(pattern: str) -> Iterator[Input]:
    paths = sorted(path for path in glob.glob(pattern, recursive=True) if os.path.isfile(path))
    if not paths:
        yield Input(pattern, Path("pattern"), "matches no file" + _hint(pattern))
    base = _common_folder(paths)
    for path in paths:
        yield Input(path, _target(os.path.relpath(os.path.abspath(path), base)))


def _common_folder(paths: Iterable[str]) -> str:
    """The deepest folder that holds all the files."""
    folders = {os.path.dirname(os.path.abspath(path)) for path in paths if path != STDIN and not is_url(path)}
    try:
        return os.path.commonpath(folders)
    except ValueError:  # none, or on several drives
        return os.getcwd()


def _target(relative: str) -> Path:
    if relative.lower().endswith(".gz"):
        relative = relative[:-3]
    stem, suffix = os.path.splitext(relative)
    return Path(stem if suffix.lower() in _PAGE_SUFFIXES else relative)


def _url_target(url: str) -> Path:
    """A file name for a URL: its host as the folder, the rest in characters that are valid on any system."""
    try:
        parts = urlsplit(url)
    except ValueError:  # reported when it is read
        return Path("page")
    rest = re.sub(r"[^\w.]+", "-", f"{parts.path} {parts.query}").strip("-.")
    return Path(re.sub(r"[^\w.-]+", "-", parts.netloc) or "page") / _target((rest or "index")[:120])


def _hint(name: str) -> str:
    """What to give instead of a name that is not a file, if it looks like a URL or a host."""
    if name.lower().startswith("file://"):
        return f"; give the path, {name[7:]}"
    if "://" in name:
        return "; only http:// and https:// URLs are fetched"
    is_host = _HOST.fullmatch(name) and not _FILE_SUFFIX.fullmatch(name.split("/")[0])
    return f"; for a web page, give https://{name}" if is_host else ""


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
