"""The kernel in C. See parse/parser.h for the parts of the parser, rows/rows.h for loops over its table.

`native` is the module; `loops` is the same, but None where the reference is asked for.
"""

import os

try:
    from maintext._kernel import _native as native
except ImportError as error:
    raise ImportError(
        f"maintext's kernel is not built for this Python, or not found: reinstall maintext ({error})"
    ) from None

loops = None if os.environ.get("MAINTEXT_PARSER") == "reference" else native

__all__ = ["loops", "native"]
