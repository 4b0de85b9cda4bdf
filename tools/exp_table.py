"""Write the table of base/exponential.c: 2^(i/128) as the nearest double, and the error of that.

python tools/exp_table.py           # writes src/maintext/_kernel/generated/powers.h
"""

import struct
from decimal import Decimal, localcontext
from pathlib import Path

FILE = Path(__file__).parent.parent / "src" / "maintext" / "_kernel" / "generated" / "powers.h"
STEPS = 128


def bits_of(number: float) -> int:
    """The bits of a double."""
    return int(struct.unpack("<Q", struct.pack("<d", number))[0])


def rows() -> list[str]:
    """For each step: the relative error of the nearest double, and that double's bits minus i << 45."""
    lines = []
    with localcontext(prec=60):
        for i in range(STEPS):
            exact = (Decimal(2).ln() * i / STEPS).exp()
            nearest = float(exact)
            error = float((exact - Decimal(nearest)) / Decimal(nearest))
            bits = bits_of(nearest) - (i << 52) // STEPS
            lines.append(f"    {{0x{bits_of(error):016X}u, 0x{bits:016X}u}},\n")
    return lines


def table() -> str:
    """The text of the file."""
    return (
        "/* Written by tools/exp_table.py; do not edit. */\n"
        "#ifndef MAINTEXT_POWERS_H\n#define MAINTEXT_POWERS_H\n\n#include <stdint.h>\n\n"
        f"enum {{ POWER_STEPS = {STEPS} }};\n\n"
        "/* 2^(i/128) = nearest * (1 + error): bits of `error`, and bits of `nearest` minus i << 45. */\n"
        f"static const uint64_t powers[POWER_STEPS][2] = {{\n{''.join(rows())}}};\n\n#endif\n"
    )


if __name__ == "__main__":
    FILE.write_text(table())
