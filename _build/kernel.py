"""The native kernel: its sources and compilation, also by `zig cc` if there is no other compiler."""

import importlib.util
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path("src/maintext/_kernel")
MODULE = "maintext._kernel._native"
OLDEST = "0x030B0000"  # the oldest Python of the stable ABI that is used: 3.11

# Fused operations round differently on processors that have them; results must be the same everywhere.
UNIX_FLAGS = ["-std=c11", "-O3", "-ffp-contract=off", "-fvisibility=hidden"]
MSVC_FLAGS = ["/std:c11", "/O2", "/fp:precise"]

# One build serves every Python from 3.11 on; those without a global lock have no stable ABI yet.
IS_STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")


def sources() -> list[str]:
    """The C files, relative to the root of the project."""
    return sorted(path.as_posix() for path in FOLDER.glob("*/*.c"))


def headers() -> list[str]:
    """The header files, relative to the root of the project."""
    return sorted(path.as_posix() for path in FOLDER.glob("*/*.h"))


def macros(stable: bool = IS_STABLE) -> list[tuple[str, str]]:
    """The macros for the compiler."""
    return [("Py_LIMITED_API", OLDEST)] if stable else []


def has_zig() -> bool:
    """Whether the compiler of the package `ziglang` is installed."""
    return importlib.util.find_spec("ziglang") is not None


def zig_command(
    output: Path,
    include: Sequence[str],
    defined: Sequence[tuple[str, str]],
    target: Sequence[str] = ("-mcpu=baseline",),
    link: Sequence[str] = (),
) -> list[str]:
    """The command that compiles and links the kernel by zig.

    Without a target, it is for this system and any processor of its kind, not only this one.
    """
    return [
        *(sys.executable, "-m", "ziglang", "cc", *target, *UNIX_FLAGS, "-g0", "-s", "-shared", "-fPIC"),
        *(f"-D{name}={value}" for name, value in defined),
        *(f"-I{folder}" for folder in (FOLDER.as_posix(), *include)),
        *sources(),
        *link,
        *("-o", str(output)),
    ]


def system_link() -> list[str]:
    """The libraries that the kernel is linked with on this system, by zig."""
    if sys.platform == "win32":
        name = "python3" if IS_STABLE else "python{}{}t".format(*sys.version_info)
        return [f"-L{Path(sys.base_prefix, 'libs')}", f"-l{name}"]
    return ["-Wl,-undefined,dynamic_lookup"] if sys.platform == "darwin" else ["-lm"]


def compile_by_zig(output: Path) -> None:
    """Compile the kernel for this system.

    Raises:
        subprocess.CalledProcessError: The compiler failed; its messages are on stderr.
    """
    include = {sysconfig.get_path("include"), sysconfig.get_path("platinclude")}
    output.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(zig_command(output, sorted(include), macros(), link=system_link()), check=True)
