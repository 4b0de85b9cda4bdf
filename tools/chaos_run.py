"""Kill a run and its workers at random moments, and check that every page is in the output exactly once.

    python tools/chaos_run.py --engine local --kills 20

Each round starts `maintext run` on the same output, sometimes with `--restart`, and at random moments kills
(SIGKILL) the runner, or one of its child processes and then the runner. The last round is not killed. Then
the ids in the output are compared with those of the input. With `--damage`, parts and notes are cut, changed
and removed between the rounds, and the runs have `--verify`.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pyarrow.dataset as ds

_RESTART = 0.2
"""Probability of --restart."""


def write_crawl(folder: Path, files: int, pages: int) -> list[str]:
    """Write files of small pages; return their ids."""
    folder.mkdir(parents=True)
    ids = []
    for file in range(files):
        lines = []
        for number in range(pages):
            ids.append(f"{file}-{number}")
            paragraphs = (
                f"<p>Page {number} of file {file} has a story, and it is long enough to keep.</p>" * 40
            )
            lines.append(json.dumps({"id": ids[-1], "html": f"<title>{number}</title>{paragraphs}"}))
        (folder / f"{file:04}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ids


def below(pid: int) -> list[int]:
    """All descendants of a process."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:  # it has ended meanwhile
                continue
            parents.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def is_worker(pid: int) -> bool:
    """Whether it is a Python worker, not a process of the engine itself."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    engine = (b"gcs_server", b"raylet", b"dashboard", b"monitor.py", b"log_monitor", b"java")
    return b"python" in command.split(b"\0")[0] and not any(name in command for name in engine)


def kill(pid: int) -> None:
    """Kill a process that may have ended already."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def one_round(command: list[str], output: Path, shards: int, chance: random.Random) -> str:
    """Start the run, and kill it or one of its workers; return what was killed."""
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as runner:
        while shards_done(output) == shards and runner.poll() is None:  # until the restart has begun
            time.sleep(0.01)
        what = ["runner"]
        if chance.random() < 0.5:
            if not get_going(runner, output, shards, chance):
                return "ended"
            if workers := [pid for pid in below(runner.pid) if is_worker(pid)]:
                kill(chance.choice(workers))
                what.insert(0, "worker")
        going = get_going(runner, output, shards, chance)
        family = below(runner.pid)
        runner.kill()
        runner.wait()
        end_engine(family)
        return " and ".join(what if going else what[:-1]) or "ended"


def get_going(runner: "subprocess.Popen[bytes]", output: Path, shards: int, chance: random.Random) -> bool:
    """Wait until some more shards are done, but not all, and a little longer; False if the run ended."""
    enough = min(shards_done(output) + chance.randint(0, 4), shards - 1)
    early = chance.random() < 0.2
    while not early and shards_done(output) < enough and runner.poll() is None:
        time.sleep(0.01)
    time.sleep(chance.uniform(0, 1.0 if early else 0.3))
    return runner.poll() is None


def shards_done(output: Path) -> int:
    """How many shards are done."""
    return len(list(output.glob("_maintext/done/*.json")))


def is_half_removed(output: Path) -> bool:
    """Whether a run with --restart was killed before it had removed the old output."""
    settings = output / "_maintext" / "job.json"
    return settings.exists() and "cleared" in settings.read_text()


def end_engine(family: list[int]) -> None:
    """Kill the processes of an engine, which do not end with the runner."""
    time.sleep(0.5)
    for pid in family:
        kill(pid)


def damage(output: Path, chance: random.Random) -> int:
    """Cut, change or remove some parts and notes; return how many."""
    files = sorted([*output.glob("data/part-*"), *output.glob("_maintext/done/*.json")])
    chosen = chance.sample(files, min(len(files), chance.randint(1, 4)))
    for file in chosen:
        content = bytearray(file.read_bytes())
        match chance.choice(("cut", "changed", "removed")):
            case "cut":
                file.write_bytes(content[: chance.randrange(len(content))])
            case "changed":
                content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
                file.write_bytes(content)
            case _:
                file.unlink()
    return len(chosen)


def differences(output: Path, ids: list[str]) -> str:
    """Errors in the output; empty if there are none."""
    rows = ds.dataset(output, format="parquet").to_table(columns=["id", "status"])
    found = Counter(rows["id"].to_pylist())
    lost = [name for name in ids if not found[name]]
    twice = [name for name, count in found.items() if count > 1]
    unknown = list(found.keys() - set(ids))
    left = [str(path) for path in output.rglob("*.tmp")]
    wrong = {"lost": lost, "twice": twice, "unknown": unknown, "left": left}
    return "; ".join(f"{len(names)} {name}: {names[:3]}" for name, names in wrong.items() if names)


def main() -> int:
    """Run the rounds, then compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default="local", choices=("local", "ray", "spark"))
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--method", default="p_value")
    parser.add_argument("--damage", action="store_true", help="damage parts and notes between the rounds")
    given = parser.parse_args()
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        crawl, output = Path(folder, "crawl"), Path(folder, "out")
        ids = write_crawl(crawl, given.files, given.pages)
        program = "from maintext.cli import app\nif __name__ == '__main__':\n    app()"
        command = [sys.executable, "-c", program, "run", str(crawl), "-o", str(output)]
        command += ["--engine", given.engine, "--method", given.method]
        command += ["--verify"] if given.damage else []
        kills, damaged, must_restart = 0, 0, False
        while kills < given.kills:
            restart = ["--restart"] if must_restart or chance.random() < _RESTART else []
            what = one_round([*command, *restart], output, given.files, chance)
            kills += what.count("runner") + what.count("worker")
            done = shards_done(output)
            words = " of a restarted run" * bool(restart)
            print(f"{kills:3} kills: {what}{words}, {done} of {given.files} shards done", flush=True)
            must_restart = done == given.files or is_half_removed(output)  # so that there is work to kill
            if done == given.files and (wrong := differences(output, ids)):
                print(wrong)
                return 1
            if given.damage and not is_half_removed(output):
                damaged += damage(output, chance)
        last = [*command, "--restart"] if is_half_removed(output) else command
        subprocess.run(last, check=True, stderr=subprocess.DEVNULL)
        wrong = differences(output, ids)
        hurt = f" and {damaged} damaged files" if damaged else ""
        print(wrong or f"{len(ids)} pages in, each exactly once in the output, after {kills} kills{hurt}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
