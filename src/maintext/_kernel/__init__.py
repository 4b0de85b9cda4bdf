"""The kernel in C. See kernel.h for the parts of the parser, rows.h for loops over its table.

`native` is the module, None where it could not be built; `loops` is the same, but None too where the
reference is asked for.
"""

import os

try:
    from maintext._kernel import _native as native
except ImportError:
    native = None  # type: ignore[assignment]

loops = None if native is None or os.environ.get("MAINTEXT_PARSER") == "reference" else native

__all__ = ["loops", "native"]
