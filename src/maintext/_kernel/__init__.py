"""The kernel in C: parsing, measuring and rendering. `_native.pyi` lists its functions.

`native` is the module.
"""

try:
    from maintext._kernel import _native as native
except ImportError as error:
    raise ImportError(
        f"maintext's kernel is not built for this Python, or not found: reinstall maintext ({error})"
    ) from None

__all__ = ["native"]
