"""The parser kernel in C, as `native`; None where it could not be built. See kernel.h for its parts."""

try:
    from maintext._kernel import _native as native
except ImportError:
    native = None  # type: ignore[assignment]

__all__ = ["native"]
