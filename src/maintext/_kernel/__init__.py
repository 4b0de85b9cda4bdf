"""The kernel in C: parsing, measuring and rendering. `_native.pyi` lists its functions.

`native` is the module.
"""

from maintext._kernel import _native as native

loops = native

__all__ = ["loops", "native"]
