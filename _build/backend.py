"""setuptools' build backend; without a C compiler, a build also requires the package `ziglang`."""

from pathlib import Path
from typing import Any
from zipfile import ZipFile

from setuptools import build_meta
from setuptools.build_meta import (
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

from compiler import requirements

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

KERNEL = "maintext/_kernel/_native."


def quiet(config_settings: Any) -> dict[str, Any]:
    """The settings, without a line for each copied file, so that the compiler's output is visible."""
    return {"--global-option": ["--quiet"], **(config_settings or {})}


def has_kernel(wheel: Path) -> bool:
    """Whether the compiled kernel is in a wheel."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    return any(name.startswith(KERNEL) and name.endswith((".so", ".pyd")) for name in names)


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """The requirements of setuptools, and a compiler."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *requirements()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """The same for an editable install."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *requirements()]


def build_wheel(directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Build the wheel, or end with one line: there is no wheel without the kernel."""
    wheel = Path(directory, build_meta.build_wheel(directory, quiet(config_settings), metadata_directory))
    if not has_kernel(wheel):
        wheel.unlink()
        raise SystemExit("error: the wheel has no kernel; was its compilation skipped by an option?")
    return wheel.name


def build_editable(directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """The same for an editable install."""
    return str(build_meta.build_editable(directory, quiet(config_settings), metadata_directory))
