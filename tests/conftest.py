"""Settings of all tests, and markers for what a test needs."""

import os
import signal

import pytest
from hypothesis import settings

# The time of an example depends on the machine; growth is tested in test_hostile.py.
settings.register_profile("maintext", deadline=None)
settings.load_profile("maintext")

# A shell starts background jobs with interrupts ignored, and their children would ignore them, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"  # tests open no connection to other hosts

_MARKERS = {
    "browser": pytest.mark.browser,
    "ray_engine": pytest.mark.ray,
    "spark_engine": pytest.mark.spark,
}
"""Markers by the fixture that a test asks for."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for fixture in _MARKERS.keys() & set(getattr(item, "fixturenames", ())):
            item.add_marker(_MARKERS[fixture])


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name byte parameters by their argument: gzip data has a time stamp, and workers must agree on names."""
    return argname if isinstance(val, bytes) else None
