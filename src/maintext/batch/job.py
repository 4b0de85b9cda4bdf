"""Job: what is done to every page. Plain data, so that it travels, is stored, and can be compared."""

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, Self

from maintext.errors import DataError
from maintext.limits import Limits
from maintext.methods.auto.method import Auto
from maintext.methods.base import Method
from maintext.methods.papers.naive_bayes import NaiveBayes
from maintext.methods.registry import DEFAULT_METHOD, get_method
from maintext.model.auto import AutoModel
from maintext.model.naive_bayes import NaiveBayesModel
from maintext.version import __version__

MB = 1 << 20


@dataclass(frozen=True, slots=True)
class Job:
    """Settings of a run. Those that change what comes out change its `hash`, too.

    >>> Job(method="ceds").hash == Job.from_json(Job(method="ceds").to_json()).hash
    True
    """

    method: str = DEFAULT_METHOD
    model: str | None = None
    """A model file of one's own."""
    form: Literal["text", "markdown"] = "text"
    metadata: bool = True
    """Title, author, date, language, site name and licence: a third of the time of a page."""
    articles_only: bool = False
    seconds: float = 20.0
    """For one page: then its process is ended."""
    memory: int = 1024 * MB
    """Bytes for one page, on top of what its process needs anyway."""
    bytes: int = Limits().bytes
    """Of a page; the rest is cut off."""
    site_templates: str | None = None
    """A folder of templates, as `maintext run --site-templates learn` leaves them."""
    templates_digest: str | None = None
    """Of what is in that folder, where it was there before the run."""
    html_column: str | None = None
    url_column: str | None = None
    id_column: str | None = None
    charset_column: str | None = None
    input_format: str | None = None
    """Of the inputs, where their names do not tell."""
    sink: str = "parquet"
    shard_bytes: int = 64 * MB
    """Size of the pieces that the input is cut into, about."""
    batch_rows: int = 256
    batch_bytes: int = 16 * MB

    def __post_init__(self) -> None:
        if self.form not in ("text", "markdown"):
            raise ValueError(f"the form is text or markdown, not {self.form!r}")

    @property
    def hash(self) -> str:
        """Sixteen hex digits: two jobs with the same give the same output for the same input."""
        settings = self.to_json() | {"version": __version__, "model": file_digest(self.model)}
        for name in ("batch_rows", "batch_bytes"):  # how much at a time changes nothing
            del settings[name]
        if digest := settings.pop("templates_digest"):  # then it does not matter where they lie
            settings["site_templates"] = digest
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def model_version(self) -> str:
        """The version of the package, and a digest of one's own model."""
        return f"{__version__}+{file_digest(self.model)}" if self.model else __version__

    @property
    def limits(self) -> Limits:
        """What the core may spend on a page: its own clock stops a little before the guard's."""
        return Limits(bytes=self.bytes, seconds=0.9 * self.seconds)

    def make_method(self) -> Method:
        """The method, with its model."""
        if self.model is None:
            return get_method(self.method)
        path = Path(self.model)
        if self.method == Auto.name:
            return Auto(model=AutoModel.load(path))
        if self.method == NaiveBayes.name:
            return NaiveBayes(model=NaiveBayesModel.load(path))
        raise DataError(f"{self.method} needs no model")

    def to_json(self) -> dict[str, Any]:
        """The job as JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """A job from its JSON values."""
        return cls(**value)

    def differences(self, other: "Job") -> list[str]:
        """What differs, in words."""
        return [
            f"{field.name} was {getattr(other, field.name)!r} and is {getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != getattr(other, field.name)
        ]


def file_digest(path: str | None) -> str | None:
    """Eight hex digits of a file."""
    return None if path is None else hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]
