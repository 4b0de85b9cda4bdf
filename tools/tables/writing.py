"""Arrays and perfect hash tables in C."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from unicodedata import unidata_version

FOLDER = Path(__file__).parent.parent.parent / "src" / "maintext" / "_kernel" / "generated"
HEAD = f"/* Written by tools/kernel_tables.py with Unicode {unidata_version}; do not edit. */\n"


def array(kind: str, name: str, values: Iterable[object]) -> str:
    """The definition of an array."""
    rows: list[str] = []
    line = ""
    for value in values:
        item = f"{value}, "
        if len(line) + len(item) > 108:
            rows.append(line.rstrip())
            line = ""
        line += item
    rows.append(line.rstrip())
    body = "\n    ".join(rows)
    return f"const {kind} {name} = {{\n    {body}\n}};\n"


def c_string(data: bytes) -> str:
    """Bytes as a literal."""
    return '"' + "".join(f"\\{byte:03o}" for byte in data) + '"'


HEAD_BYTES = 16


def head_of(name: str) -> tuple[int, int]:
    """The first bytes of a name in lower case, as two words; the same as `read_name` in heads.h."""
    head = name.lower().encode()[:HEAD_BYTES].ljust(HEAD_BYTES, b"\0")
    return int.from_bytes(head[:8], "little"), int.from_bytes(head[8:], "little")


def hash_of(name: str) -> int:
    """The hash of a name: the sum of its head; the same as `slot_of` in heads.h."""
    return sum(head_of(name)) & _WORD


_WORD = (1 << 64) - 1


def perfect(hashes: Sequence[int], bits: int) -> int:
    """A factor that maps each hash to a different slot."""
    random = Random(5)
    while True:
        factor = random.getrandbits(64) | 1
        if len({slot(value, factor, bits) for value in hashes}) == len(hashes):
            return factor


def slot(value: int, factor: int, bits: int) -> int:
    """The slot of a hash in a table of 2 ** `bits` slots."""
    return (value * factor & _WORD) >> (64 - bits)


def slots(numbers: Iterable[int], hashes: Sequence[int], bits: int) -> list[int]:
    """A table with each number at the slot of its hash."""
    table, factor = [0] * (1 << bits), perfect(hashes, bits)
    for number, value in zip(numbers, hashes, strict=True):
        table[slot(value, factor, bits)] = number
    return table
