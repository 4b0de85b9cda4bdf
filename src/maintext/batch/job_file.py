"""job.json of an output: the settings that its run was started with, and whether a run can resume it."""

import json
from pathlib import Path
from typing import Any

from maintext.batch.job import Job, file_digest
from maintext.errors import DataError
from maintext.version import __version__

LAYOUT = 2
"""Version of the layout of an output."""
WAYS = "give another --output, or --restart to start again"
"""What a user can do with an output that cannot be resumed."""


def write_settings(job: Job) -> str:
    """The settings of a job, as JSON."""
    known = {"layout": LAYOUT, "hash": job.hash, "version": __version__, "model": file_digest(job.model)}
    return json.dumps(known | {"job": job.to_json()}, indent=1)


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file of a manifest."""
    try:
        content = path.read_bytes()
    except OSError:
        content = b""
    try:
        value = json.loads(content)
    except ValueError:
        raise DataError(f"{path} cannot be read: the manifest is damaged; {WAYS}") from None
    if not isinstance(value, dict):
        raise DataError(f"{path} is damaged; {WAYS}")
    return value


def is_of_other_version(output: Path, known: dict[str, Any], job: Job, *, allowed: bool) -> bool:
    """Whether only the version of the settings of an output differs, if that is allowed.

    Raise an error if they differ otherwise.
    """
    if "layout" not in known and "job" in known:
        raise DataError(f"{output} was written by version 0.1, with its parts beside _maintext; {WAYS}")
    if known.get("cleared"):
        raise DataError(f"{output} was partly removed by an earlier --restart: {WAYS}")
    if known.get("hash") == job.hash:
        return False
    if allowed and _is_alike(job, known):
        return True
    raise DataError(f"{output} was started with other settings: {_changes(job, known)}; {WAYS}")


def _is_alike(job: Job, known: dict[str, Any]) -> bool:
    """Whether only the version differs."""
    try:
        return not job.differences(Job.from_json(known["job"])) and known["model"] == file_digest(job.model)
    except (KeyError, TypeError):
        return False


def _changes(job: Job, known: dict[str, Any]) -> str:
    if _is_alike(job, known) and known.get("version") != __version__:
        return f"version {known.get('version')} (--other-version resumes it)"
    try:
        return "; ".join(job.differences(Job.from_json(known["job"]))) or "another model file"
    except (KeyError, TypeError):
        return "settings of another version"
