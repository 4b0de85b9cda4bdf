"""One wheel for each platform: the files of this system's wheel, with a kernel that zig compiled for it."""

import base64
import hashlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

import kernel
from wheels.check import python_symbols
from wheels.headers import prepare
from wheels.platforms import PLATFORMS, Platform, Python, module_name, wheel_name

_DATA = re.compile(r"PyExc_|.*_Type$|_Py_\w*Struct$")  # symbols that are not functions
_MACHINES = {"x86_64": "i386:x86-64", "aarch64": "arm64"}
_TIME = (2020, 1, 1, 0, 0, 0)  # of all files: the same sources make the same wheels


def build_plain(build: Path) -> Path:
    """This system's own wheel, by the build backend, as users build it."""
    folder = build / "plain"
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), "."]
    for old in folder.glob("*.whl"):
        old.unlink()
    subprocess.run(command, check=True)
    return next(folder.glob("*.whl"))


def _import_library(platform: Platform, python: Python, build: Path) -> Path:
    """An import library for Python's DLL, with the names that the kernel uses."""
    names = sorted(python_symbols(compile_kernel(PLATFORMS[0], python, build)))
    folder = build / platform.target / python.tag
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{name} DATA" if _DATA.match(name) else name for name in names]
    definition = folder / f"{python.library}.def"
    definition.write_text("\n".join([f"LIBRARY {python.library}.dll", "EXPORTS", *lines, ""]))
    library = folder / f"lib{python.library}.a"
    machine = _MACHINES[platform.target.split("-")[0]]
    command = [sys.executable, "-m", "ziglang", "dlltool", "-m", machine, "-d", str(definition)]
    subprocess.run([*command, "-D", f"{python.library}.dll", "-l", str(library)], check=True)
    return folder


def compile_kernel(platform: Platform, python: Python, build: Path) -> Path:
    """Compile the kernel for a platform, unless it is newer than its sources.

    Raises:
        NotAvailable: There are no headers of that Python.
    """
    output = build / platform.target / python.tag / module_name(platform, python)
    newest = max(Path(file).stat().st_mtime for file in (*kernel.sources(), *kernel.headers()))
    if output.exists() and output.stat().st_mtime > newest:
        return output
    headers = prepare(python, platform, build)
    output.parent.mkdir(parents=True, exist_ok=True)
    link = list(platform.link)
    if platform.system == "windows":
        link = [f"-L{_import_library(platform, python, build)}", f"-l{python.library}"]
    defined = kernel.macros(python.is_stable) or [("Py_GIL_DISABLED", "1")]
    command = kernel.zig_command(output, [str(headers)], defined, ("-target", platform.target), link)
    subprocess.run(command, check=True)
    return output


def _record(files: Iterable[tuple[str, bytes]], record: str) -> str:
    lines = []
    for name, content in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}")
    return "\n".join([*lines, f"{record},,", ""])


def _wheel_file(text: str, platform: Platform, python: Python) -> str:
    """The file WHEEL: a line for each of the tags in the wheel's name."""
    kept = [line for line in text.splitlines() if line and not line.startswith("Tag:")]
    return "\n".join([*kept, *(f"Tag: {python.tag}-{tag}" for tag in platform.tag.split(".")), ""])


def pack(plain: Path, native: Path, platform: Platform, python: Python, folder: Path) -> Path:
    """Write a wheel: the files of another one, with this kernel and these tags."""
    with zipfile.ZipFile(plain) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files = {name: content for name, content in files.items() if not name.endswith((".so", ".pyd"))}
    files[f"maintext/_kernel/{native.name}"] = native.read_bytes()
    info = next(name for name in files if name.endswith(".dist-info/WHEEL"))
    record = info.removesuffix("WHEEL") + "RECORD"
    files.pop(record, None)
    files[info] = _wheel_file(files[info].decode(), platform, python).encode()
    ordered = sorted(files.items(), key=lambda file: (".dist-info/" in file[0], file[0]))
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / wheel_name(plain.name.split("-")[1], platform, python)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in [*ordered, (record, _record(ordered, record).encode())]:
            entry = zipfile.ZipInfo(name, _TIME)
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return wheel


def build(plain: Path, platform: Platform, python: Python, work: Path, folder: Path) -> Path:
    """Make the wheel of a platform."""
    return pack(plain, compile_kernel(platform, python, work), platform, python, folder)
