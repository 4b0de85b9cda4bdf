"""A worker for tests: a page can make it hang, crash, use too much memory or fail."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from maintext.serve import jobs, tool_work
from maintext.serve.jobs import Answer, PageTask, work
from maintext.serve.tool_work import ToolOutcome, ToolTask
from tests.waiting import wait_until


def start() -> Callable[[PageTask], Answer]:
    jobs.start()
    return work_or_fail


def work_or_fail(job: PageTask) -> Answer:
    page = job.html.encode() if isinstance(job.html, str) else bytes(job.html)
    if page.startswith(b"hang"):
        time.sleep(3600)
    if page.startswith(b"loop"):
        while True:
            pass
    if page.startswith(b"die"):
        os._exit(3)
    if page.startswith(b"abort"):
        os.abort()
    if page.startswith(b"hoard"):
        return Answer(bytes(10**10))
    if page.startswith(b"fail"):
        raise RuntimeError("a bug")
    if page.startswith(b"await "):
        path = Path(page.decode().removeprefix("await "))
        wait_until(path.exists, str(path))
        return Answer(b"{}")
    return work(job)


def start_tools() -> Callable[[ToolTask], ToolOutcome]:
    tool_work.start()
    return use_tool_or_hang


def use_tool_or_hang(task: ToolTask) -> ToolOutcome:
    if task.html == "hang":
        time.sleep(3600)
    if task.html == "die":
        os._exit(3)
    return tool_work.work(task)
