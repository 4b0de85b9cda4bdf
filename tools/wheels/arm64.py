"""Test the wheel for arm64 Linux on another processor: Debian's Python for arm64 under qemu, in a folder."""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import kernel
from wheels.debian import NotAvailable, download, with_dependencies
from wheels.platforms import STABLE, Platform, wheel_name

SUITE, VERSION = "bookworm", "3.11"
TESTS = "tests/parse tests/text tests/page tests/model tests/test_samples.py".split()
# It starts another Python, which the system cannot run without qemu.
UNFIT = "tests/parse/test_kernel.py::test_out_of_memory_raises_a_memory_error"
_NEEDED = "pytest hypothesis selectolax markdown-it-py".split()
_OUTPUTS = "tools/wheels/outputs.py"


@dataclass(frozen=True, slots=True)
class Machine:
    """Python for arm64, and the folder of its packages."""

    qemu: Path
    root: Path
    packages: Path

    def python(self, *arguments: str) -> list[str]:
        """The command that runs it."""
        paths = f"PYTHONPATH={self.packages}"
        interpreter = str(self.root / f"usr/bin/python{VERSION}")
        limits = ("-E", "OPENBLAS_NUM_THREADS=1", "-E", "PYTHONDONTWRITEBYTECODE=1")
        return [str(self.qemu), "-L", str(self.root), "-E", paths, *limits, interpreter, *arguments]


def _unpack(packages: Sequence[Path], folder: Path) -> Path:
    if not folder.exists():
        if not shutil.which("dpkg-deb"):
            raise NotAvailable("dpkg-deb is missing")
        for package in packages:
            subprocess.run(["dpkg-deb", "-x", str(package), str(folder)], check=True)
    return folder


def _install(wheel: Path, folder: Path) -> None:
    """Unpack the wheel, its requirements and those of the tests, for arm64."""
    shutil.rmtree(folder, ignore_errors=True)
    tags = [f"--platform=manylinux_2_{glibc}_aarch64" for glibc in (17, 24, 27, 28, 34)]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder)]
    wanted = ["--only-binary=:all:", *tags, "--python-version", VERSION, "--implementation=cp"]
    abis = [f"--abi=cp{VERSION.replace('.', '')}", "--abi=abi3", "--abi=none"]
    subprocess.run([*command, *wanted, *abis, f"{wheel}[cli]", *_NEEDED], check=True)


def machine(wheel: Path, work: Path) -> Machine:
    """Make a machine with the wheel installed.

    Raises:
        NotAvailable: qemu or Python for arm64 cannot be downloaded or run.
    """
    host = platform.machine()
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(host, host)
    qemu = _unpack([download("qemu-user-static", SUITE, architecture, work)], work / "qemu")
    needed = [f"python{VERSION}", "libstdc++6"]
    root = _unpack(with_dependencies(needed, SUITE, "arm64", work / "arm64-packages"), work / "arm64")
    for name in ("lib", "usr/lib"):  # as on a system that merges the two
        if not (root / name).exists():
            raise NotAvailable(f"Python for arm64 has no {name}")
    try:
        _install(wheel, work / "arm64-site")
    except subprocess.CalledProcessError as error:
        raise NotAvailable(f"packages for arm64: {error}") from None
    return Machine(qemu / "usr/bin/qemu-aarch64-static", root, work / "arm64-site")


def _different(here: dict[str, list[str]], there: dict[str, list[str]]) -> list[str]:
    return sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))


def _vector_hashes(work: Path, run: Sequence[str], *options: str) -> str:
    """The output of tests/kernel/vectors.c, compiled by zig with some options."""
    program = work / "vectors"
    sources = ["tests/kernel/vectors.c", *(name for name in kernel.sources() if "/base/" in name)]
    flags = [*kernel.UNIX_FLAGS, f"-I{kernel.FOLDER}", "-static", *options]
    command = [sys.executable, "-m", "ziglang", "cc", *flags, *sources, "-o", str(program)]
    subprocess.run(command, check=True)
    return subprocess.run([*run, str(program)], capture_output=True, text=True, check=True).stdout


def _same_vectors(arm64: Machine, work: Path) -> bool:
    """Whether NEON under qemu gives the same results as the portable code here."""
    neon = _vector_hashes(work, [str(arm64.qemu)], "-target", "aarch64-linux-musl")
    host = _vector_hashes(work, [], "-target", f"{platform.machine()}-linux-musl", "-DMAINTEXT_PORTABLE")
    print("run        vector code: NEON gives", "the same" if neon == host else "OTHER RESULTS")
    return neon == host


def run_on_arm64(version: str, target: Platform, folder: Path, work: Path) -> bool:
    """Run core tests and compare all outputs of the bundled pages; return whether all is well."""
    wheel = folder / wheel_name(version, target, STABLE)
    try:
        arm64 = machine(wheel, work)
    except NotAvailable as reason:
        print(f"not run    {wheel.name}: {reason}")
        return True
    here = subprocess.run([sys.executable, _OUTPUTS], capture_output=True, text=True, check=True).stdout
    there = subprocess.run(arm64.python(_OUTPUTS), capture_output=True, text=True, check=True).stdout
    different = _different(json.loads(here), json.loads(there))
    agree = len(json.loads(here)) - len(different)
    print(f"{'wrong' if different else 'run':10} {wheel.name}: {agree} outputs as here, {len(different)} not")
    if different:
        print("          ", ", ".join(different))
    options = ["-q", "-p", "no:cacheprovider", "--override-ini=testpaths=tests", f"--deselect={UNFIT}"]
    tested = subprocess.run(
        arm64.python("-m", "pytest", *options, *TESTS), env={**os.environ, "PYTHONPATH": ""}, check=False
    )
    return _same_vectors(arm64, work) and not different and tested.returncode == 0
