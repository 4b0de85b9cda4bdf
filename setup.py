"""The native kernel; everything else about the package is in pyproject.toml."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, PlatformError

sys.path.insert(0, str(Path(__file__).parent / "_build"))

import compiler
import kernel
import readme


class BuildKernel(build_ext):
    """Compile by the system's compiler or by zig; a failure is one line."""

    def build_extension(self, ext: Extension) -> None:
        """Build the kernel, or end with the reason."""
        found = compiler.find()
        if not found and not kernel.has_zig():
            raise SystemExit(f"error: {compiler.NONE_FOUND}")
        try:
            if found:
                self.compile_in_parallel()
                super().build_extension(ext)
            else:
                kernel.compile_by_zig(Path(self.get_ext_fullpath(ext.name)))
        except (CCompilerError, PlatformError, subprocess.CalledProcessError):
            name = found or "zig"
            raise SystemExit(
                f"error: maintext's kernel could not be compiled by {name}; see its output above"
            ) from None

    def compile_in_parallel(self) -> None:
        """Compile a file on each core; setuptools compiles one after the other."""
        compile_all = self.compiler.compile

        def compile_each(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                objects = pool.map(lambda source: compile_all([source], **options), sources)
                return [name for names in objects for name in names]

        if sys.platform != "win32":  # MSVC's compiler object prepares itself in its first call
            self.compiler.compile = compile_each


if sys.platform != "win32" and (command := compiler.find()):
    os.environ["CC"] = command  # Python's own may not be installed

setup(
    long_description=readme.description(),
    long_description_content_type="text/markdown",
    cmdclass={"build_ext": BuildKernel},
    ext_modules=[
        Extension(
            kernel.MODULE,
            sources=kernel.sources(),
            depends=kernel.headers(),
            include_dirs=[kernel.FOLDER.as_posix()],
            define_macros=kernel.macros(),
            extra_compile_args=kernel.MSVC_FLAGS if sys.platform == "win32" else kernel.UNIX_FLAGS,
            libraries=[] if sys.platform == "win32" else ["m"],
            py_limited_api=kernel.IS_STABLE,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if kernel.IS_STABLE else {},
)
