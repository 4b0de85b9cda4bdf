"""The native kernel; everything else about the package is in pyproject.toml.

Without a C compiler the package installs all the same and parses with its reference walk.
"""

import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

FOLDER = Path("src/maintext/_kernel")
# One build serves every Python from 3.11 on; those without a global lock have no stable ABI yet.
STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")


class BuildKernel(build_ext):
    """Says in one line what an optional extension that fails to build means."""

    def build_extension(self, ext: Extension) -> None:
        """Build the kernel, or do without."""
        try:
            super().build_extension(ext)
        except Exception as error:
            print(f"maintext: no native kernel, pages are parsed more slowly ({error})", file=sys.stderr)


setup(
    cmdclass={"build_ext": BuildKernel},
    ext_modules=[
        Extension(
            "maintext._kernel._native",
            sources=sorted(path.as_posix() for path in FOLDER.glob("*.c")),
            depends=sorted(path.as_posix() for path in FOLDER.glob("*.h")),
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if STABLE else [],
            extra_compile_args=[] if sys.platform == "win32" else ["-std=c11", "-O3", "-fvisibility=hidden"],
            py_limited_api=STABLE,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE else {},
)
