"""Job: the settings of a run, as plain data that can be sent, stored and compared."""

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Self

import pyarrow as pa

from maintext.batch.parts import check_partition
from maintext.batch.record import GROUPS, output_schema
from maintext.batch.row import make_filter
from maintext.batch.tokenizers import find_tokenizer
from maintext.errors import unknown
from maintext.limits import Limits
from maintext.methods.base import Method
from maintext.methods.own import any_method, method_class
from maintext.methods.registry import DEFAULT_METHOD
from maintext.model.files import load_model
from maintext.options import Output, Select
from maintext.pipeline import Extractor
from maintext.render import get_format
from maintext.version import __version__

MB = 1 << 20


@dataclass(frozen=True)
class Job(Output, Select):
    """Settings of a run: its own, and all options of `Select` and `Output`.

    Settings that change the output also change its `hash`.

    >>> Job(method="ceds").hash == Job.from_json(Job(method="ceds").to_json()).hash
    True
    """

    method: str = DEFAULT_METHOD
    """Its spec, such as `ceds` or `ceds:printed`."""
    model: str | None = None
    """Your own model file."""
    form: str = "text"
    """Format of the text: a name in `maintext.render.FORMATS`."""
    metadata: bool = True
    """Title, authors, date, language, site name and licence: a third of the time of a page."""
    columns: tuple[str, ...] = ()
    """Groups of columns that are added: names in `maintext.batch.record.GROUPS`."""
    filter: str | None = None
    """`gopher`, `c4`, `fineweb`, several with commas, or an expression: other texts are `filtered`."""
    tokenizer: str | None = None
    """Path of a `tokenizer.json`, or a name in the local cache, for the column `tokens`."""
    seconds: float = 20.0
    """Time limit of a page; its process is ended then."""
    memory: int = 2048 * MB
    """Memory limit of a page in bytes, on top of what its process uses before it.

    Pages of 32 MB need up to 1.6 GB.
    """
    bytes: int = Limits().bytes
    """Bytes of a page that are read; the rest is cut off."""
    site_templates: str | None = None
    """A folder of templates, as `maintext run --site-templates learn` writes it."""
    templates_digest: str | None = None
    """Digest of that folder, if it existed before the run."""
    html_column: str | None = None
    url_column: str | None = None
    id_column: str | None = None
    charset_column: str | None = None
    sample: float = 1.0
    """Share of the pages that are taken, by their ids."""
    input_format: str | None = None
    """Format of the inputs; by default, from their names."""
    identity: str = "name-size"
    """How a finished input is recognised: by `name-size`, or also by its `digest`."""
    sink: str = "parquet"
    partition: tuple[str, ...] = ()
    """Columns that the output has folders for."""
    part_bytes: int | None = None
    """Size at which a part ends, approximately; by default a shard has one part."""
    shard_bytes: int = 64 * MB
    """Approximate size of the pieces that the input is cut into."""
    batch_rows: int = 256
    batch_bytes: int = 16 * MB

    def __post_init__(self) -> None:
        Select.__post_init__(self)
        Output.__post_init__(self)
        get_format(self.form)  # ValueError if there is none
        check_partition(self.partition)
        for group in self.columns:
            if group not in GROUPS:
                raise ValueError(unknown("group of columns", group, GROUPS))
        make_filter(self.filter, tokens=self.tokenizer is not None, metadata=self.metadata)

    @property
    def select(self) -> Select:
        """Which text is taken."""
        return Select(**{one.name: getattr(self, one.name) for one in fields(Select)})

    @property
    def output(self) -> Output:
        """How it is written."""
        return Output(**{one.name: getattr(self, one.name) for one in fields(Output)})

    @property
    def hash(self) -> str:
        """Sixteen hex digits. Jobs with the same hash give the same output for the same input."""
        settings = self.to_json() | {"version": __version__, "model": file_digest(self.model)}
        if self.tokenizer is not None:  # its content matters, not its place
            settings["tokenizer"] = file_digest(str(find_tokenizer(self.tokenizer)))
        for name in ("batch_rows", "batch_bytes"):  # batch sizes do not change the output
            del settings[name]
        if digest := settings.pop("templates_digest"):  # then the path does not matter
            settings["site_templates"] = digest
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def model_version(self) -> str:
        """The version of the package, with a digest of your own model."""
        return f"{__version__}+{file_digest(self.model)}" if self.model else __version__

    @property
    def schema(self) -> pa.Schema:
        """The columns of its output."""
        return output_schema(self.columns if self.tokenizer is None else (*self.columns, "tokens"))

    @property
    def limits(self) -> Limits:
        """Limits of the extraction itself, which end a little before those of its process."""
        return Limits(bytes=self.bytes, seconds=0.9 * self.seconds)

    def make_extractor(self) -> Extractor:
        """The extraction of a page; `MethodError` or `ModelError` if these settings cannot work."""
        return Extractor(self.make_method(), limits=self.limits, select=self.select, output=self.output)

    def make_method(self) -> Method:
        """The method, with its model."""
        if self.model is None:
            return any_method(self.method)
        model = load_model(method_class(self.method).name, Path(self.model))
        return any_method(self.method, model=model)

    def to_json(self) -> dict[str, Any]:
        """The job as JSON values."""
        return asdict(self) | {"partition": list(self.partition), "columns": list(self.columns)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """A job from its JSON values."""
        lists = {name: tuple(value.get(name, ())) for name in ("partition", "columns")}
        return cls(**value | lists)

    def differences(self, other: "Job") -> list[str]:
        """The differences, in words, with the options of `maintext run` that set them."""
        values = (
            (field.name, getattr(other, field.name), getattr(self, field.name)) for field in fields(self)
        )
        return [_difference(name, old, new) for name, old, new in values if old != new]


_OPTIONS = {
    "form": "--format",
    "seconds": "--timeout",
    "bytes": "--max-bytes",
    "templates_digest": "the content of --site-templates",
    "shard_bytes": "--shard-mb",
    "part_bytes": "--part-mb",
}
"""Options whose names are not those of the fields."""
_IN_MB = ("memory", "shard_bytes", "part_bytes")


def _difference(name: str, old: Any, new: Any) -> str:
    if name in _IN_MB:
        old, new = (value and value / MB for value in (old, new))
    option = _OPTIONS.get(name) or f"--{name.replace('_', '-')}"
    return f"{option} was {_shown(old)} and is {_shown(new)}"


def _shown(value: Any) -> str:
    """The value of an option, in words.

    >>> [*map(_shown, ("text", 20.0, True, ("links", "html"), (), None))]
    ["'text'", '20', 'on', "'links,html'", 'not given', 'not given']
    """
    if value is None or value == ():
        return "not given"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:g}"
    return repr(",".join(value) if isinstance(value, tuple) else value)


def file_digest(path: str | None) -> str | None:
    """Eight hex digits of the hash of a file."""
    return None if path is None else hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]
