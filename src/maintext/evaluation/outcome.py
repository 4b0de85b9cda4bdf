"""The outcome of one extractor on one page."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "timeout", "crash", "error"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One extractor on one page: its text, or how it failed."""

    dataset: str
    """Name of the data set the page belongs to."""

    page: str
    """`LabelledPage.id`."""

    extractor: str
    """The spec of a method, such as `p_value` or `p_value:printed`, or `peer:` and the name of a peer."""

    status: Status
    """`ok`; `error`, an exception; `timeout`, past its seconds; `crash`, its process died."""

    text: str
    """The extracted text; empty unless `ok`."""

    milliseconds: float
    """Processor time of the extraction itself, without imports and communication with the worker."""

    error: str | None = None
    """The error in one line; None if `ok`."""
