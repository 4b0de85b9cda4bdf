"""Settings of the service."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from maintext.http.addresses import WEB_PORTS
from maintext.limits import Limits
from maintext.serve.access import Access

MAX_VALUES = 100_000
"""Values of a JSON body: every string, number, list, object and key."""


@dataclass(frozen=True)
class Settings:
    """Set once, when the service starts."""

    workers: int = 2
    queue: int = 64
    """Requests that may wait for a worker."""
    per_client: int | None = None
    """Requests of one address at a time; None for no limit."""
    limits: Limits = field(default_factory=lambda: Limits(bytes=8 * 1024 * 1024))
    memory: int | None = 1024**3
    """Bytes that a page may use in a worker."""
    access: Access = field(default_factory=Access)
    allow_fetch: bool = False
    fetch_hosts: frozenset[str] | None = None
    """Hosts that may be fetched from, each with those below it; None for all public ones."""
    fetch_ports: frozenset[int] = WEB_PORTS
    labels: Path | None = None
    retrain_seconds: float = 600.0
    retrain_memory: int | None = 4 * 1024**3
    """Bytes that a retraining may use."""
    models: Mapping[str, Path] = field(default_factory=dict)
    """Model files by method, instead of those of the package."""
