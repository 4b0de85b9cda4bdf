from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from maintext.limits import Limits
from maintext.serve.settings import Settings
from tests.serve.running import running

SETTINGS = Settings(workers=1, limits=Limits(bytes=1_000_000, seconds=20))


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A service with one worker, for tests that leave no trace in it."""
    with running(SETTINGS) as client:
        yield client


@pytest.fixture(scope="module")
def shared_labelling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A service with a folder for labels, for tests to which those of others do not matter."""
    with running(replace(SETTINGS, labels=tmp_path_factory.mktemp("labels"))) as client:
        yield client


@pytest.fixture
def labelling(tmp_path: Path) -> Iterator[httpx.Client]:
    """A service with a folder for labels."""
    with running(replace(SETTINGS, labels=tmp_path / "labels")) as client:
        yield client
