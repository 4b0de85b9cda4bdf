"""Instructions per page and stage, which do not depend on other work on the machine.

python tools/count_instructions.py DATA [pages] [method]

Each line is a run of the whole flow up to that stage under callgrind, minus the run up to the stage before
it. Each figure is a run over the pages twice minus a run over them once, so that imports do not count. The
garbage collector is off.
The floor is plain decoding of the same bytes from UTF-8, which every extractor has to do. Needs valgrind.
"""

import gc
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench_parse import pages

from maintext.methods.registry import get_method
from maintext.page.parse import parse
from maintext.pipeline import Extractor
from maintext.text.decode import decode

STAGES = ("nothing", "floor", "decode", "parse", "blocks", "score", "choice", "text")
_COLLECTED = re.compile(r"Collected : (\d+)")


def flow(html: bytes, last: str, extractor: Extractor) -> None:
    """The flow up to a stage."""
    stage = STAGES.index(last)
    if last == "floor":
        html.decode("utf-8", "replace")
    elif stage >= STAGES.index("choice"):
        document = extractor.extract(html)
        if last == "text":
            _ = document.text
    elif stage >= STAGES.index("decode"):
        source = decode(html).source
        if stage >= STAGES.index("parse"):
            page = parse(source)
            if stage >= STAGES.index("blocks") and len(page.blocks) and last == "score":
                extractor.method.score(page)


def run(folder: Path, last: str, times: int, method: str) -> None:
    """Run under callgrind: the pages of a folder up to a stage, `times` times."""
    extractor = Extractor(get_method(method))
    gc.disable()  # a collection walks all that was imported, and when it runs is chance
    for _ in range(times):
        for file in sorted(folder.iterdir()):
            flow(file.read_bytes(), last, extractor)


def count_instructions(folder: str, last: str, method: str) -> int:
    """Instructions that the pages of a folder take up to a stage."""
    once, twice = (_count(folder, last, times, method) for times in ("1", "2"))
    return twice - once


def _count(folder: str, last: str, times: str, method: str) -> int:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, __file__]
    # Waiting threads of a numerical library would be counted, too.
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [*command, "--stage", last, folder, times, method],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found = _COLLECTED.search(done.stderr)
    assert found, done.stderr[-500:]
    return int(found[1])


def main(folder: str, count: str = "20", method: str = "auto") -> None:
    """Print the instructions of each stage, in thousands per page, and as a multiple of the floor."""
    with TemporaryDirectory() as pages_alone:  # reading the data would cost more than everything else
        for number, html in enumerate(pages(Path(folder), int(count))):
            Path(pages_alone, f"{number:04}.html").write_bytes(html)
        total = {stage: count_instructions(pages_alone, stage, method) for stage in STAGES}
    floor = (total["floor"] - total["nothing"]) / int(count)
    print(f"{'stage':10} {'thousand':>10} {'x floor':>9}")
    print(f"{'floor':10} {floor / 1e3:10.0f} {1:9.1f}")
    before = total["nothing"]
    for stage in STAGES[2:]:
        cost = (total[stage] - before) / int(count)
        before = total[stage]
        print(f"{stage:10} {cost / 1e3:10.0f} {cost / floor:9.1f}")
    whole = (before - total["nothing"]) / int(count)
    print(f"{'all':10} {whole / 1e3:10.0f} {whole / floor:9.1f}")


if __name__ == "__main__":
    if sys.argv[1] == "--stage":
        run(Path(sys.argv[3]), sys.argv[2], int(sys.argv[4]), sys.argv[5])
    else:
        main(*sys.argv[1:])
