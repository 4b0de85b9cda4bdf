"""Many pages → results, in order, over processes."""

import contextlib
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NamedTuple, cast

from maintext.cli.inputs import STDIN, Input
from maintext.cli.options import Format
from maintext.cli.output import FOUND, NO_TEXT, UNREADABLE, render, to_json_line
from maintext.document import Document
from maintext.errors import DataError, Status
from maintext.pipeline import Extractor

FEW = 32
"""Up to so many pages are done sooner than worker processes are started."""


@dataclass(frozen=True)
class Work:
    """What to do with every page."""

    extractor: Extractor
    form: Format = Format.TEXT
    records: bool = False
    """Whether a page becomes a JSON object, whatever the format, for JSON Lines."""
    metadata: bool = False
    blocks: bool = False
    url: str | None = None
    charset: str | None = None

    def extract(self, source: Input) -> Document:
        """Read and extract a page; raise `DataError` where it cannot be read."""
        content = source.read(self.extractor.limits)
        return self.extractor.extract(
            content.html, url=self.url or content.url, charset=self.charset or content.charset
        )


class Result(NamedTuple):
    """What became of a page."""

    status: str
    message: str | None
    """Why it is not all there, in words."""
    output: str

    @property
    def has_text(self) -> bool:
        """Whether main text was found."""
        return self.status in (Status.OK, Status.PARTIAL)


NOT_READ = "unreadable"
"""The status of an input that could not be read."""


def process(work: Work, source: Input) -> Result:
    """Read, extract and render one page."""
    try:
        document = work.extract(source)
        if work.records or work.form == Format.JSON:
            output = to_json_line(_record(work, source, document))
        else:
            output = render(document, work.form, metadata=work.metadata)
    except DataError as error:
        message = str(error)
    except Exception as error:  # a fault of ours on one page must not end the other pages' work
        message = f"internal error, please report it: {type(error).__name__}: {error}"
    else:
        return Result(document.status, _remark(document), output)
    return _not_read(source, message)


def _not_read(source: Input, message: str) -> Result:
    return Result(
        NOT_READ, message, to_json_line({"input": source.name, "status": NOT_READ, "error": message})
    )


def process_all(work: Work, inputs: Sequence[Input], jobs: int | None) -> Iterator[Result]:
    """Process pages, in order; in several processes when they are many."""
    if jobs is None:
        jobs = 1 if len(inputs) <= FEW else os.cpu_count() or 1
    if jobs == 1 or any(source.name == STDIN for source in inputs):
        yield from (process(work, source) for source in inputs)
        return
    crew = _Crew(work)
    try:
        yield from crew.process(inputs, min(jobs, len(inputs)))
    finally:  # an interrupt or a reader that has enough, too: nobody waits for the rest
        crew.dismiss()


class _Crew:
    """Worker processes, each with a pipe of its own: one that dies leaves no lock behind."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.workers: dict[Connection, BaseProcess] = {}
        # Spawned, not forked: the progress bar runs in a thread, and a fork copies its locks as they are.
        self.context = multiprocessing.get_context("spawn")

    def process(self, inputs: Sequence[Input], jobs: int) -> Iterator[Result]:
        """Hand out pages one by one, and give back their results in order."""
        waiting = iter(enumerate(inputs))
        at_work: dict[Connection, int] = {}
        for index, source in islice(waiting, jobs):
            pipe = self.hire()
            pipe.send(source)
            at_work[pipe] = index
        results: dict[int, Result] = {}
        for index in range(len(inputs)):
            while index not in results:
                for ready in wait(list(at_work)):
                    pipe = cast(Connection, ready)
                    done = at_work.pop(pipe)
                    try:
                        results[done] = pipe.recv()
                    except (EOFError, OSError):
                        results[done] = _not_read(inputs[done], "the process that worked on it died")
                        pipe = self.hire()
                    if (following := next(waiting, None)) is not None:
                        at_work[pipe], source = following
                        pipe.send(source)
            yield results.pop(index)

    def hire(self) -> Connection:
        """Start a worker and return the pipe to it."""
        here, there = self.context.Pipe()
        worker = self.context.Process(target=_serve, args=(self.work, there), daemon=True)
        worker.start()
        there.close()
        self.workers[here] = worker
        return here

    def dismiss(self) -> None:
        """End all workers, whatever they are doing."""
        for worker in self.workers.values():
            worker.terminate()


def _serve(work: Work, pipe: Connection) -> None:
    """A worker: pages in, results out, until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the main process says what there is to say
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(process(work, pipe.recv()))


def exit_code(statuses: Counter[str]) -> int:
    """2 where an input could not be read, else 3 where none had text, else 0."""
    if statuses[NOT_READ]:
        return UNREADABLE
    return FOUND if statuses[Status.OK] or statuses[Status.PARTIAL] else NO_TEXT


def _record(work: Work, source: Input, document: Document) -> dict[str, object]:
    record = {"input": source.name, **document.to_dict(blocks=work.blocks, metadata=work.metadata)}
    if work.form in (Format.MARKDOWN, Format.HTML):
        record[work.form] = render(document, work.form, metadata=False)
    return record


def _remark(document: Document) -> str | None:
    """Why the text is not all there, and whether the site's template still fits."""
    remarks = [document.reason.sentence] if document.reason else []
    if document.site_fit is not None and not document.site_fit.fits:
        remarks.append(document.site_fit.sentence)
    return "; ".join(remarks) or None
