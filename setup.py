"""The native kernel; everything else about the package is in pyproject.toml.

It is optional: without a C compiler the build says so in one line, and the package parses with its
reference walk.
"""

import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

FOLDER = Path("src/maintext/_kernel")
# One build serves every Python from 3.11 on; those without a global lock have no stable ABI yet.
STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")

setup(
    ext_modules=[
        Extension(
            "maintext._kernel._native",
            sources=sorted(path.as_posix() for path in FOLDER.glob("*/*.c")),
            depends=sorted(path.as_posix() for path in FOLDER.glob("*/*.h")),
            include_dirs=[FOLDER.as_posix()],
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if STABLE else [],
            extra_compile_args=["/std:c11"]
            if sys.platform == "win32"
            else ["-std=c11", "-O3", "-ffp-contract=off", "-fvisibility=hidden"],
            libraries=[] if sys.platform == "win32" else ["m"],
            py_limited_api=STABLE,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE else {},
)
