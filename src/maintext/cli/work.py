"""Many pages → results, in order, over processes."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from maintext.cli.clock import TimeUp, page_clock
from maintext.cli.inputs import STDIN, Input, InputPage
from maintext.cli.output import FOUND, NO_TEXT, UNREADABLE, find_property, render, to_json_line
from maintext.document import Document
from maintext.errors import DataError, Reason, Status
from maintext.pipeline import Extractor
from maintext.processes import Failure, Guard
from maintext.processes.cores import count_cores
from maintext.render import JSON

FEW = 32
"""For fewer pages, starting worker processes takes longer than the work."""


@dataclass(frozen=True)
class Work:
    """The task for each page."""

    extractor: Extractor
    form: str = "text"
    """One of `maintext.render.FORMAT_NAMES`."""
    records: bool = False
    """Whether each page becomes a line of JSON Lines, whatever the format."""
    metadata: bool = False
    blocks: bool = False
    url: str | None = None
    charset: str | None = None
    sisters: bool = False
    """Whether other pages of a page's site are searched for."""
    property_name: str | None = None
    """The property that is written instead of the text, if any."""

    def read(self, source: Input) -> "ReadPage":
        """Read a page, and other pages of its site if wanted; raise `DataError` if it cannot be read."""
        content = source.read(self.extractor.limits)
        url, charset = self.url or content.url, self.charset or content.charset
        extractor, problem = self.extractor, None
        if self.sisters:
            from maintext.cli.fetch import fetch_sisters  # slow to import

            site, problem = fetch_sisters(content.html, url or "", charset, extractor.limits)
            extractor = extractor.with_site(site)
        return ReadPage(extractor, InputPage(content.html, url, charset), problem)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Do something with a page that was read; raise `DataError` at its time limit."""
        try:
            with page_clock(self.extractor.limits.seconds):
                yield
        except TimeUp:
            raise DataError(Reason.SECONDS.sentence) from None


class ReadPage(NamedTuple):
    """A page that was read, and how it is extracted."""

    extractor: Extractor
    page: InputPage
    problem: str | None
    """Why no other pages of its site were found."""

    def extract(self) -> Document:
        """Extract the page."""
        html, url, charset = self.page
        return self.extractor.extract(html, url=url, charset=charset).with_site_problem(self.problem)


class PageResult(NamedTuple):
    """The result of a page."""

    status: str
    message: str | None
    """Why text is missing, if it is, and other remarks."""
    output: str

    @property
    def has_text(self) -> bool:
        """Whether main text was found."""
        return self.status in (Status.OK, Status.PARTIAL)


NOT_READ = "unreadable"
"""The status of an input that could not be read."""


def process(work: Work, source: Input) -> PageResult:
    """Read, extract and render one page."""
    try:
        page = work.read(source)
        with work.timed():
            document = page.extract()
            output, remark = _written(work, source, document), _remark(document)
    except DataError as error:
        message = str(error)
    except Exception as error:  # an internal error on one page must not stop the others
        message = f"internal error, please report it: {type(error).__name__}: {error}"
    else:
        return PageResult(document.status, remark, output)
    return _not_read(source, message)


def _not_read(source: Input, message: str) -> PageResult:
    return PageResult(
        NOT_READ, message, to_json_line({"input": source.name, "status": NOT_READ, "error": message})
    )


def process_all(work: Work, inputs: Sequence[Input], workers: int | None) -> Iterator[PageResult]:
    """Process pages in order, in several processes if there are many."""
    if workers is None:
        workers = 1 if len(inputs) <= FEW else count_cores()
    # One page after the other, if their sites are asked: there are never two requests at once.
    if workers == 1 or work.sisters or any(source.name == STDIN for source in inputs):
        yield from (process(work, source) for source in inputs)
        return
    with Guard(partial(_start, work), children=min(workers, len(inputs))) as guard:
        for source, outcome in guard.map(inputs):
            yield _not_read(source, outcome.reason) if isinstance(outcome, Failure) else outcome


def _start(work: Work) -> Callable[[Input], PageResult]:
    return partial(process, work)


def exit_code(statuses: Counter[str]) -> int:
    """2 if an input could not be read, else 3 if none had text, else 0."""
    if statuses[NOT_READ]:
        return UNREADABLE
    return FOUND if statuses[Status.OK] or statuses[Status.PARTIAL] else NO_TEXT


def _written(work: Work, source: Input, document: Document) -> str:
    if work.property_name is not None:
        return find_property(document, work.property_name)
    if work.records or work.form == JSON:
        return to_json_line(_record(work, source, document))
    return render(document, work.form, metadata=work.metadata)


def _record(work: Work, source: Input, document: Document) -> dict[str, object]:
    record = {"input": source.name, **document.to_dict(blocks=work.blocks, metadata=work.metadata)}
    if work.form not in record and work.form != JSON:
        record[work.form] = render(document, work.form, metadata=False)
    return record


def _remark(document: Document) -> str | None:
    """Why text is missing, which step was skipped, and whether the site's template still fits."""
    remarks = [document.explanation] if document.explanation else []
    remarks += document.notes
    if document.site_fit is not None and not document.site_fit.fits:
        remarks.append(document.site_fit.sentence)
    return "; ".join(remarks) or None
