"""The whole loop on ten pages of one site: label, retrain, use; with reloads and restarts in the middle."""

from typing import Any

import pytest

from maintext.evaluation.datasets import read_pages
from tests.serve.inspector.conftest import Running
from tests.serve.inspector.panes import HEADINGS, Open, await_name, click_on, looks, spans


def label_page(page: Any, number: int) -> None:
    """Paragraphs are main text, headings are not: a rule that the model does not know."""
    await_name(page, f"lesson-{number}.html")
    for heading in HEADINGS:
        if looks(spans(page, heading)) & {"kept", "main"}:
            click_on(page, heading)


def save(page: Any, done: int) -> None:
    page.keyboard.press("s")
    page.wait_for_function("many => document.querySelectorAll('.queue .done').length === many", arg=done)


@pytest.mark.slow
def test_ten_pages_are_labelled_a_model_is_retrained_and_used(
    open_inspector: Open, site_service: Running
) -> None:
    page = open_inspector(address=site_service.address, errors=True)  # the browser logs lost connections
    page.keyboard.press("l")
    page.wait_for_selector("#queue-next:enabled")
    for number in range(10):
        page.keyboard.press("g")
        label_page(page, number)
        if number == 3:
            page.reload()  # marks that are not saved stay
            label_page(page, number)
            page.wait_for_selector("#label-save")
        if number == 6:
            site_service.stop()
            page.wait_for_selector("#offline:visible")
            site_service.start()
            page.wait_for_selector("#offline", state="hidden")
        save(page, number + 1)
    saved = list(read_pages(site_service.labels / "labels.jsonl"))
    assert len(saved) == 10
    assert not any("Why the" in (one.text or "") for one in saved)

    page.click("#train")
    page.wait_for_selector("#outcome", timeout=600_000)
    before, after = (float(page.inner_text(f"#outcome .chosen td:nth-child({at})")) for at in (2, 3))
    assert before < after
    page.select_option("#method", "auto+")
    page.wait_for_function("() => location.hash.includes('method=auto%2B')")
    page.reload()
    await_name(page, "lesson-9.html")
    assert page.input_value("#method") == "auto+"

    site_service.stop()
    page.wait_for_selector("#offline:visible")
    site_service.start()
    page.wait_for_selector("#offline", state="hidden")
    page.reload()
    await_name(page, "lesson-9.html")
    page.wait_for_selector("#outcome")  # the figures are still there
    assert page.input_value("#method") == "auto+"
    page.click("#label-clear")
    kept = [block for block in (2, 4, 6, 8) if "kept" in looks(spans(page, block))]
    assert len(kept) <= 1  # headings of kept text may be put back by the clean-up
    assert "kept" in looks(spans(page, 3))
