"""Marks that are not saved yet: kept by the browser, or asked about."""

from typing import Any

from tests.serve.inspector.conftest import Running
from tests.serve.inspector.panes import Open, await_name, click_on, looks, parameters, row, spans


def open_first(page: Any) -> None:
    page.keyboard.press("l")
    page.wait_for_selector("#queue-next:enabled")
    page.keyboard.press("g")
    await_name(page, "lesson-0.html")


def test_marks_and_fields_survive_another_page_another_method_and_a_reload(
    own_service: Running, open_inspector: Open
) -> None:
    page = open_inspector(address=own_service.address)
    open_first(page)
    click_on(page, 3)
    assert "not" in looks(spans(page, 3))
    page.fill("#label-title", "Another title")
    page.select_option("#label-page_type", "documentation")
    assert "Label not saved yet" in page.inner_text("#facts")
    page.click("#queue-next")  # keys go to the field
    await_name(page, "lesson-1.html")
    assert page.input_value("#label-title") != "Another title"
    assert "not" not in looks(spans(page, 3))
    assert page.inner_text(".queue button:first-child span:last-child") == "not saved"
    page.go_back()
    await_name(page, "lesson-0.html")
    assert "not" in looks(spans(page, 3))
    page.select_option("#method", "bte")
    page.wait_for_function("() => location.hash.includes('method=bte')")
    assert page.input_value("#label-title") == "Another title"
    page.reload()
    await_name(page, "lesson-0.html")
    page.wait_for_selector("#label-title")
    assert "not" in looks(spans(page, 3))
    assert page.input_value("#label-title") == "Another title"
    assert page.input_value("#label-page_type") == "documentation"
    page.click("#label-save")
    page.wait_for_selector(".queue .done")
    assert "Label not saved" not in page.inner_text("#facts")
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft:'))") == []
    page.reload()
    await_name(page, "lesson-0.html")
    page.wait_for_selector("#label-title")
    assert page.input_value("#label-title") == "Another title"
    assert "not" in looks(spans(page, 3))


def test_the_draft_of_another_page_with_the_same_name_is_not_used(
    own_service: Running, open_inspector: Open
) -> None:
    page = open_inspector(address=own_service.address)
    open_first(page)
    click_on(page, 3)
    (own_service.labels / "lesson-0.html").write_text("<h1>Tea</h1><p>Another page, with other text in it.")
    page.reload()
    await_name(page, "lesson-0.html")
    assert page.locator("#blocks .labelled").count() == 0
    assert row(page, 1).count() == 1


def test_leaving_is_asked_about_if_the_browser_cannot_keep_marks(open_inspector: Open) -> None:
    page = open_inspector()
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }")
    page.keyboard.press("l")
    click_on(page, 12)
    assert parameters(page)["pane"] == "labels"
    asked: list[str] = []

    def leave(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    with page.expect_event("close"):
        page.close(run_before_unload=True)
    assert asked == ["beforeunload"]


def test_a_page_that_is_saved_from_elsewhere_is_in_the_queue_and_in_the_url(
    own_service: Running, open_inspector: Open
) -> None:
    page = open_inspector(address=own_service.address)
    page.keyboard.press("l")
    page.wait_for_selector("#label-save")
    page.keyboard.press("s")
    page.wait_for_selector(".queue .done")
    assert parameters(page)["page"].startswith("pasted-")
    page.reload()
    page.wait_for_selector("iframe[data-ready]")
    assert page.inner_text("#source-name").startswith("pasted-")
