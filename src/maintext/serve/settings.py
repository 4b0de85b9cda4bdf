"""What the service may do, and what a request may cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from maintext.limits import Limits
from maintext.serve.guards import Access


@dataclass(frozen=True)
class Settings:
    """Set once, when the service starts."""

    workers: int = 2
    queue: int = 64
    """Requests that may wait for a worker."""
    limits: Limits = field(default_factory=lambda: Limits(bytes=8 * 1024 * 1024))
    memory: int | None = 1024**3
    """Bytes of a worker, on top of what it has when it starts."""
    access: Access = field(default_factory=Access)
    allow_fetch: bool = False
    labels: Path | None = None
    models: Mapping[str, Path] = field(default_factory=dict)
    """Model files by method, in the place of those that come with the package."""
