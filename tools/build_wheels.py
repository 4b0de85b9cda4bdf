"""Wheels for Linux, macOS and Windows, on x86-64 and arm64, compiled by zig on this machine, and checked.

python tools/build_wheels.py [--output dist] [--only PART-OF-A-TAG ...] [--no-run]

For each platform, one wheel of the stable ABI is for Python 3.11 and newer, and one for Python 3.14 without
a global lock. The wheel for arm64 Linux is tested under qemu, if qemu and Debian's Python for arm64 can be
downloaded: core tests, and a comparison of all outputs of the bundled pages with those of this machine.
Needs ziglang and abi3audit; docs/building.md says what was tested.
"""

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "_build"))

from wheels.arm64 import run_on_arm64
from wheels.build import build, build_plain
from wheels.check import check
from wheels.debian import NotAvailable
from wheels.platforms import PLATFORMS, PYTHONS, STABLE, Platform, Python

WORK = Path("build/wheels")


def make(plain: Path, platform: Platform, python: Python, output: Path) -> bool:
    """Build and check one wheel; return whether it is right."""
    name = f"{python.tag}-{platform.tag}"
    try:
        wheel = build(plain, platform, python, WORK, output)
    except NotAvailable as reason:
        print(f"not built  {name}: {reason}")
        return True
    except subprocess.CalledProcessError:
        print(f"wrong      {name}: the compiler failed; see its output above")
        return False
    faults = check(wheel, platform, python, WORK)
    print(
        f"{'wrong' if faults else 'built':10} {wheel.name}",
        *(f"           {fault}" for fault in faults),
        sep="\n",
    )
    return not faults


def main() -> int:
    """Build, check, run."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", type=Path, default=Path("dist"))
    parser.add_argument("--only", nargs="*", default=[""], help="parts of tags")
    parser.add_argument("--no-run", action="store_true", help="do not run the wheel for arm64 under qemu")
    options = parser.parse_args()
    plain = build_plain(WORK)
    wanted = [
        (platform, python)
        for python in PYTHONS
        for platform in PLATFORMS
        if any(part in f"{python.tag}-{platform.tag}" for part in options.only)
    ]
    right = [make(plain, platform, python, options.output) for platform, python in wanted]
    arm64 = PLATFORMS[1]
    if not options.no_run and (arm64, STABLE) in wanted:
        right.append(run_on_arm64(plain.name.split("-")[1], arm64, options.output, WORK))
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
