"""What a page measures, with other values."""

from maintext.arrays import FloatArray
from maintext.model.measure import Measured


def with_kinds(measured: Measured, kinds: FloatArray) -> Measured:
    """The same, of a page with these probabilities of each kind."""
    changed = Measured(bytearray(memoryview(measured.memory)), measured.blocks)
    changed.kinds[:] = kinds
    return changed
