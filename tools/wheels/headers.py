"""Python's headers for a platform: those of this Python, or Debian's of Python 3.14, with our pyconfig.h.

The headers are the same on every platform except for pyconfig.h, which describes the platform.
"""

import shutil
import subprocess
import sysconfig
from pathlib import Path

from wheels.debian import NotAvailable, download
from wheels.platforms import Platform, Python

FREE_THREADED_PACKAGE = "libpython3.14-dev"  # Debian has the headers, though not that Python
FREE_THREADED_SUITE = "sid"


def _source(python: Python, build: Path) -> Path:
    if python.is_stable:
        return Path(sysconfig.get_path("include"))
    root = build / FREE_THREADED_PACKAGE
    if not root.exists():
        package = download(FREE_THREADED_PACKAGE, FREE_THREADED_SUITE, "amd64", build)
        subprocess.run(["dpkg-deb", "-x", str(package), str(root)], check=True)
    found = next(root.glob("usr/include/python3.*/Python.h"), None)
    if not found:
        raise NotAvailable(f"{FREE_THREADED_PACKAGE} has no Python.h")
    return found.parent


def prepare(python: Python, platform: Platform, build: Path) -> Path:
    """A folder with the headers.

    Raises:
        NotAvailable: They are not available here.
    """
    config = "windows" if platform.system == "windows" else "unix"
    folder = build / f"headers-{python.library}-{config}"
    if not folder.exists():
        source = _source(python, build)
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("pyconfig*.h", "numpy"))
    shutil.copy(Path(__file__).parent / f"pyconfig_{config}.h", folder / "pyconfig.h")
    return folder
