"""setuptools' build backend; without a C compiler, a build also requires the package `ziglang`."""

from typing import Any

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


def quiet(config_settings: Any) -> dict[str, Any]:
    """The settings, without a line for each copied file, so that the compiler's output is visible."""
    return {"--global-option": ["--quiet"], **(config_settings or {})}


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """The requirements of setuptools, and a compiler."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *requirements()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """The same for an editable install."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *requirements()]


def build_wheel(directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Build the wheel; its kernel is always in it."""
    return str(build_meta.build_wheel(directory, quiet(config_settings), metadata_directory))


def build_editable(directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """The same for an editable install."""
    return str(build_meta.build_editable(directory, quiet(config_settings), metadata_directory))
