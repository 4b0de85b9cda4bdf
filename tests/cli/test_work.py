import os
from pathlib import Path

from maintext.cli.inputs import Input, InputPage
from maintext.cli.work import Work, process_all
from maintext.limits import Limits
from maintext.pipeline import Extractor
from tests.cli.conftest import ARTICLE


class FatalInput(Input):
    """A page that ends its worker process, like running out of memory."""

    def read(self, limits: Limits) -> InputPage:
        os._exit(9)


class FaultyInput(Input):
    """A page that triggers an internal error."""

    def read(self, limits: Limits) -> InputPage:
        raise RuntimeError("a fault")


def test_a_killed_worker_loses_only_one_page(article: Path) -> None:
    inputs = [Input(str(article), Path("a"))] * 5
    inputs[1] = FatalInput("fatal", Path("fatal"))
    results = list(process_all(Work(Extractor()), inputs, workers=2))
    assert [result.status for result in results] == ["ok", "unreadable", "ok", "ok", "ok"]
    assert results[1].message == "its process ended with exit code 9"


def test_an_internal_error_on_one_page_is_reported_and_the_others_are_processed(article: Path) -> None:
    inputs = [FaultyInput("faulty", Path("faulty")), Input(str(article), Path("a"))]
    first, second = process_all(Work(Extractor()), inputs, workers=1)
    assert first.message == "internal error, please report it: RuntimeError: a fault"
    assert second.output == Extractor().extract(ARTICLE).text
