"""What one extractor did with one page."""

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
    """Name of a method, such as `p_value`, or `peer:` and the name of a peer."""

    status: Status
    """`ok`; `error`, an exception; `timeout`, past its seconds; `crash`, its process died."""

    text: str
    """What was extracted; empty unless `ok`."""

    milliseconds: float
    """Processor time of the extraction itself, without imports and the way to the worker and back."""

    error: str | None = None
    """What went wrong, in one line; none if `ok`."""
