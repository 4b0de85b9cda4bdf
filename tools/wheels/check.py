"""Check a wheel: tags that agree with its name, the kernel, and no symbol that its platform may lack."""

import base64
import csv
import hashlib
import io
import re
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from wheels.platforms import Platform, Python, module_name

_GLIBC = re.compile(r"GLIBC_(\d+)\.(\d+)")
_OLDEST_GLIBC = (2, 17)
# Libraries that a module for Windows may need beside Python: parts of the system since Windows 10.
_WINDOWS = re.compile(r"kernel32\.dll|api-ms-win-crt-.*\.dll|ucrtbase\.dll|ntdll\.dll", re.IGNORECASE)
_LINUX = re.compile(r"libc\.so(\.6)?|libm\.so\.6|libpthread\.so\.0|ld-linux-.*\.so\.\d|libc\.musl-.*\.so\.1")
_EXPORT = "PyInit__native"


def _elf(file: BinaryIO) -> Any:
    return import_module("elftools.elf.elffile").ELFFile(file)  # installed with abi3audit, like pefile


def python_symbols(module: Path) -> set[str]:
    """The names of Python that an ELF module uses."""
    with module.open("rb") as file:
        symbols = _elf(file).get_section_by_name(".dynsym")
        names = {symbol.name for symbol in symbols.iter_symbols() if symbol["st_shndx"] == "SHN_UNDEF"}
    return {name for name in names if name.startswith(("Py", "_Py"))}


def _check_elf(module: Path) -> list[str]:
    faults = []
    with module.open("rb") as file:
        elf = _elf(file)
        for section in elf.iter_sections():
            if section["sh_type"] == "SHT_GNU_verneed":
                for _, auxiliaries in section.iter_versions():
                    for needed in auxiliaries:
                        version = _GLIBC.fullmatch(needed.name)
                        if version and (int(version[1]), int(version[2])) > _OLDEST_GLIBC:
                            faults.append(f"needs {needed.name}")
            if section["sh_type"] == "SHT_DYNAMIC":
                needs = [tag.needed for tag in section.iter_tags("DT_NEEDED")]
                faults += [f"needs {name}" for name in needs if not _LINUX.fullmatch(name)]
        exported = {
            symbol.name
            for symbol in elf.get_section_by_name(".dynsym").iter_symbols()
            if symbol["st_shndx"] != "SHN_UNDEF" and symbol["st_info"]["bind"] == "STB_GLOBAL"
        }
    return faults + ([] if exported == {_EXPORT} else [f"exports {sorted(exported)}"])


def _check_pe(module: Path, python: Python) -> list[str]:
    image = import_module("pefile").PE(str(module))
    libraries = [entry.dll.decode() for entry in image.DIRECTORY_ENTRY_IMPORT]
    own = f"{python.library}.dll"
    faults = [f"needs {name}" for name in libraries if name.lower() != own and not _WINDOWS.fullmatch(name)]
    if own not in [name.lower() for name in libraries]:
        faults.append(f"does not need {own}")
    exported = {symbol.name.decode() for symbol in image.DIRECTORY_ENTRY_EXPORT.symbols}
    return faults + ([] if exported == {_EXPORT} else [f"exports {sorted(exported)}"])


def _check_module(module: Path, platform: Platform, python: Python) -> list[str]:
    if platform.system == "linux":
        return _check_elf(module)
    return _check_pe(module, python) if platform.system == "windows" else []


def _check_files(archive: zipfile.ZipFile) -> list[str]:
    """Every file is recorded, with its size and hash."""
    record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
    recorded = {row[0]: row for row in csv.reader(io.StringIO(archive.read(record).decode()))}
    faults = [f"{name} is not recorded" for name in archive.namelist() if name not in recorded]
    for name, (_, digest, size) in recorded.items():
        if name == record:
            continue
        content = archive.read(name)
        own = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        if f"sha256={own}" != digest or len(content) != int(size):
            faults.append(f"{name} is not as recorded")
    return faults


def _check_stable(wheel: Path) -> list[str]:
    """abi3audit: no symbol of Python outside of the stable ABI of 3.11."""
    done = subprocess.run(
        [sys.executable, "-m", "abi3audit", "--strict", "--assume-minimum-abi3", "3.11", str(wheel)],
        capture_output=True,
        text=True,
        check=False,
    )
    return [] if done.returncode == 0 else [f"abi3audit: {' '.join((done.stdout + done.stderr).split())}"]


def check(wheel: Path, platform: Platform, python: Python, work: Path) -> list[str]:
    """Everything that is wrong with a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        modules = [name for name in archive.namelist() if name.endswith((".so", ".pyd"))]
        if modules != [f"maintext/_kernel/{module_name(platform, python)}"]:
            return [f"its modules are {modules}"]
        info = next(name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))
        tags = {line[5:] for line in archive.read(info).decode().splitlines() if line.startswith("Tag: ")}
        faults = _check_files(archive)
        module = Path(archive.extract(modules[0], work / "checked" / wheel.stem))
    interpreter, _, platforms = wheel.stem.removeprefix("maintext-").split("-", 1)[1].rpartition("-")
    if tags != {f"{interpreter}-{tag}" for tag in platforms.split(".")}:
        faults.append(f"its tags {sorted(tags)} are not those of its name")
    faults += _check_module(module, platform, python)
    return faults + (_check_stable(wheel) if python.is_stable else [])
