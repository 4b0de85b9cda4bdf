"""The C compiler for the kernel: the system's, or else that of the PyPI package `ziglang`."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path

ZIG = "ziglang>=0.13"
NONE_FOUND = (
    "maintext needs a C compiler to build its kernel: install cc, gcc or clang (on Windows the Visual Studio "
    "Build Tools), or `pip install ziglang`, or set CC"
)


def find_unix(environ: Mapping[str, str], which: Callable[[str], str | None]) -> str | None:
    """The command of a C compiler: CC as it is, Python's own, or the first that is installed."""
    if environ.get("CC"):
        return environ["CC"]
    own = str(sysconfig.get_config_var("CC") or "")
    if own and which(own.split()[0]):
        return own
    return next((name for name in ("cc", "gcc", "clang") if which(name)), None)


def find_windows(environ: Mapping[str, str], which: Callable[[str], str | None]) -> str | None:
    """`cl`, if it is on the path or Visual Studio's own search finds it."""
    if which("cl"):
        return "cl"
    search = Path(environ.get("ProgramFiles(x86)", ""), "Microsoft Visual Studio/Installer/vswhere.exe")
    if not search.is_file():
        return None
    tools = "Microsoft.VisualStudio.Component.VC.Tools.*"
    command = [str(search), "-latest", "-products", "*", "-requiresAny", "-requires", tools]
    found = subprocess.run([*command, "-property", "installationPath"], capture_output=True, check=False)
    return "cl" if found.stdout.strip() else None


def find() -> str | None:
    """The system's C compiler; None if there is none."""
    look = find_windows if sys.platform == "win32" else find_unix
    return look(os.environ, shutil.which)


def requirements() -> list[str]:
    """The build requirements beside setuptools."""
    return [] if find() else [ZIG]
