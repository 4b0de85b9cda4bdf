"""The platforms and Python versions of the wheels."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Platform:
    """A system and a processor."""

    system: str  # linux, macos, windows
    target: str  # as zig names it
    tag: str  # as wheels name it
    suffix: str  # of a module for one Python version only
    link: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Python:
    """The Python of a wheel: the stable ABI, or one Python without a global lock."""

    tag: str  # of the wheel
    library: str  # that modules on Windows are linked with
    is_stable: bool


STABLE = Python("cp311-abi3", "python3", True)
FREE_THREADED = Python("cp314-cp314t", "python314t", False)
PYTHONS = (STABLE, FREE_THREADED)

_LINUX = ("-lm",)
_MACOS = ("-Wl,-undefined,dynamic_lookup",)

PLATFORMS = (
    Platform(
        "linux",
        "x86_64-linux-gnu.2.17",
        "manylinux_2_17_x86_64.manylinux2014_x86_64",
        ".cpython-314t-x86_64-linux-gnu.so",
        _LINUX,
    ),
    Platform(
        "linux",
        "aarch64-linux-gnu.2.17",
        "manylinux_2_17_aarch64.manylinux2014_aarch64",
        ".cpython-314t-aarch64-linux-gnu.so",
        _LINUX,
    ),
    Platform(
        "linux", "x86_64-linux-musl", "musllinux_1_2_x86_64", ".cpython-314t-x86_64-linux-musl.so", _LINUX
    ),
    Platform(
        "linux", "aarch64-linux-musl", "musllinux_1_2_aarch64", ".cpython-314t-aarch64-linux-musl.so", _LINUX
    ),
    Platform("macos", "x86_64-macos.11.0", "macosx_11_0_x86_64", ".cpython-314t-darwin.so", _MACOS),
    Platform("macos", "aarch64-macos.11.0", "macosx_11_0_arm64", ".cpython-314t-darwin.so", _MACOS),
    Platform("windows", "x86_64-windows-gnu", "win_amd64", ".cp314t-win_amd64.pyd"),
    Platform("windows", "aarch64-windows-gnu", "win_arm64", ".cp314t-win_arm64.pyd"),
)


def module_name(platform: Platform, python: Python) -> str:
    """The file name of the kernel in a wheel."""
    if not python.is_stable:
        return f"_native{platform.suffix}"
    return "_native.pyd" if platform.system == "windows" else "_native.abi3.so"


def wheel_name(version: str, platform: Platform, python: Python) -> str:
    """The file name of a wheel."""
    return f"maintext-{version}-{python.tag}-{platform.tag}.whl"
