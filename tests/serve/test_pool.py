"""Pages that hang, crash or use too much memory get an error, and others are not affected."""

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from itertools import islice
from pathlib import Path

import httpx
import pytest

from maintext.limits import Limits
from tests.serve import faults
from tests.serve.conftest import SETTINGS
from tests.serve.running import running

STRICT = replace(
    SETTINGS, workers=2, queue=8, limits=Limits(bytes=1_000_000, seconds=0.7), memory=300 * 1024**2
)


@pytest.fixture(scope="module")
def service() -> Iterator[httpx.Client]:
    with running(STRICT, faults.start) as client:
        yield client


def judge(client: httpx.Client, html: str) -> httpx.Response:
    return client.post("/judge", content=html, headers={"Content-Type": "text/html"})


@pytest.mark.parametrize(
    ("page", "status", "error"),
    [
        ("hang", 504, "timeout"),
        ("loop", 504, "timeout"),
        ("die", 500, "crashed"),
        ("abort", 500, "crashed"),
        ("hoard", 507, "out_of_memory"),
        ("fail", 500, "internal"),
    ],
)
def test_a_failing_page_gets_its_own_error_and_the_next_is_answered(
    service: httpx.Client, page: str, status: int, error: str
) -> None:
    answer = judge(service, page)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert judge(service, "<p>A page").status_code == 200


def test_other_requests_are_answered_while_a_page_hangs(service: httpx.Client) -> None:
    with ThreadPoolExecutor(1) as threads:
        hanging = threads.submit(judge, service, "hang")
        answers = [(judge(service, "<p>A page").status_code, hanging.done()) for _ in range(5)]
        assert {status for status, _ in answers} == {200}
        assert not answers[0][1]
        assert hanging.result().status_code == 504


def test_a_full_queue_says_when_to_retry(tmp_path: Path) -> None:
    enough = tmp_path / "enough"
    patient = replace(STRICT, limits=replace(STRICT.limits, seconds=60))
    taken = STRICT.workers + STRICT.queue
    with running(patient, faults.start) as service, ThreadPoolExecutor(30) as threads:
        asked = [threads.submit(judge, service, f"await {enough}") for _ in range(30)]
        refused = [answer.result() for answer in islice(as_completed(asked), 30 - taken)]
        enough.touch()
        assert [answer.status_code for answer in refused] == [503] * (30 - taken)
        assert all("retry-after" in answer.headers for answer in refused)
        assert Counter(answer.result().status_code for answer in asked) == {200: taken, 503: 30 - taken}
        assert judge(service, "<p>A page").status_code == 200


def test_every_request_of_a_crowd_is_answered(service: httpx.Client) -> None:
    pages = ["<p>A page of some length, and no more." * 50] * 60
    pages += ["hang", "die", "abort", "hoard", "<div>" * 60_000, "<p>x" * 200_000, "\0" * 999, ""]
    random.Random(7).shuffle(pages)
    with ThreadPoolExecutor(len(pages)) as threads:
        answers = list(threads.map(judge, [service] * len(pages), pages))
    statuses = Counter(answer.status_code for answer in answers)
    assert set(statuses) <= {200, 413, 500, 503, 504, 507}
    assert statuses[200] >= STRICT.workers
    assert judge(service, "<p>A page").status_code == 200
    health = service.get("/health").json()
    assert (health["busy"], health["waiting"]) == (0, 0)
