"""A shard in a process of an engine."""

import errno

import pytest

from maintext.batch.engines import attempt
from maintext.batch.extract import start_extraction
from maintext.batch.job import Job
from maintext.errors import DataError, MaintextError
from tests.batch.hostile import JOB, start_hostile


@pytest.mark.parametrize(
    ("error", "lasts"),
    [
        (DataError("no column html"), True),
        (FileNotFoundError(errno.ENOENT, "no such file"), True),
        (OSError(errno.ENOSPC, "no space left"), True),
        (OSError(errno.EIO, "input/output error"), False),
        (ConnectionResetError(errno.ECONNRESET, "reset"), False),
        (TimeoutError("the store did not answer"), False),
        (MaintextError("a worker process could not start"), False),
    ],
)
def test_transient_errors_are_retried(error: Exception, lasts: bool) -> None:
    assert attempt.lasts(error) == lasts


def test_a_process_keeps_the_guard_of_one_job_at_a_time() -> None:
    first = attempt._guard(JOB, start_extraction, False)
    assert attempt._guard(JOB, start_extraction, False) is first
    second = attempt._guard(Job(method="ceds"), start_hostile, False)
    assert first.closed
    assert not second.closed
    second.close()
    attempt._guards.clear()
