"""The description is right: allowed requests are answered as described, others are refused."""

from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from maintext.limits import Limits
from maintext.serve.openapi import describe
from tests.serve.conftest import SETTINGS
from tests.serve.running import running

schema = schemathesis.openapi.from_dict(describe())


@pytest.fixture(scope="module")
def open_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("labels")
    with running(replace(SETTINGS, labels=folder, limits=Limits(bytes=100_000, seconds=20))) as client:
        yield str(client.base_url)


@schema.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_route_agrees_with_its_description(case: schemathesis.Case[Any], open_service: str) -> None:
    # The description does not list the parameters of each method; /methods does.
    body = case.body if isinstance(case.body, dict) else {}
    specs = str([(given.get("method"), given.get("methods")) for given in (case.query or {}, body)])
    takes_any = "param" in (case.query or {}) or "parameters" in body or "(" in specs[3:]
    case.call_and_validate(
        base_url=open_service, excluded_checks=[positive_data_acceptance] if takes_any else None
    )


def test_the_manual_names_every_route_and_needs_nothing_from_elsewhere(service: httpx.Client) -> None:
    text = service.get("/docs").text
    assert all(path in text for path in describe()["paths"])

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in ("script", "link", "img", "iframe")
            assert not [value for _, value in attrs if "//" in (value or "")]

    Reader().feed(text)
