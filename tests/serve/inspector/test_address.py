"""The URL of the inspector: reload, back and a shared link show the same."""

import re
from typing import Any

from tests.serve.inspector.conftest import Running
from tests.serve.inspector.panes import (
    Open,
    await_name,
    looks,
    open_pasted,
    parameters,
    row,
    spans,
)


def test_reload_and_a_shared_link_show_page_method_pane_form_and_block(
    open_inspector: Open, service: Running
) -> None:
    page = open_inspector()
    page.keyboard.press("o")
    page.click("[data-sample='forum-thread.html']")
    await_name(page, "Forum thread")
    page.select_option("#method", "p_value")
    page.wait_for_function("() => location.hash.includes('method=p_value')")
    page.select_option("#other", "auto")
    page.wait_for_selector("#forms-diff")
    page.click("#forms-diff")
    row(page, 12).locator(".block-row").click()
    page.keyboard.press("p")
    shown = {
        "sample": "forum-thread.html",
        "method": "p_value",
        "other": "auto",
        "pane": "pictures",
        "form": "diff",
        "block": "12",
    }
    assert parameters(page) == shown
    page.reload()
    page.wait_for_selector("table.diff")
    assert parameters(page) == shown
    other = open_inspector(address=page.url)
    other.wait_for_selector("table.diff")
    assert parameters(other) == shown
    assert other.input_value("#method") == "p_value"
    assert other.get_attribute("#sides-pictures", "aria-selected") == "true"
    other.keyboard.press("b")
    assert {"selected"} <= looks(row(other, 12))


def test_back_returns_to_the_method_and_the_page_before(open_inspector: Open) -> None:
    page = open_inspector()
    page.select_option("#method", "bte")
    page.wait_for_function("() => location.hash.includes('method=bte')")
    page.keyboard.press("o")
    page.click("[data-sample='index-page.html']")
    await_name(page, "Index page")
    page.go_back()
    await_name(page, "English article")
    assert page.input_value("#method") == "bte"
    page.go_back()
    page.wait_for_function("() => document.getElementById('method').value === 'auto'")
    page.go_forward()
    page.wait_for_function("() => document.getElementById('method').value === 'bte'")
    assert parameters(page) == {"sample": "english-article.html", "method": "bte"}


def test_a_pasted_page_survives_a_reload_in_its_own_browser_only(open_inspector: Open) -> None:
    page = open_inspector()
    open_pasted(page)
    page.reload()
    await_name(page, "Pasted HTML")
    assert spans(page, 2).inner_text().startswith("Fill the kettle")
    stranger = open_inspector(address=page.url)
    await_name(stranger, "English article")
    assert "another browser" in stranger.inner_text("#notice")


def test_a_link_fills_in_a_url_but_does_not_fetch_it(open_inspector: Open, service: Running) -> None:
    asked: list[str] = []

    def allow(route: Any) -> None:
        settings = route.fetch().json() | {"allow_fetch": True}
        route.fulfill(json=settings)

    def watch(route: Any) -> None:
        asked.append(route.request.post_data or "")
        route.continue_()

    page = open_inspector()
    page.route(re.compile("/settings$"), allow)
    page.route(re.compile("/explain$"), watch)
    page.goto("about:blank")
    page.goto(f"{service.address}#url=https://site.example/page")
    page.wait_for_selector("#open-dialog[open]")
    await_name(page, "English article")
    assert page.input_value("#url") == "https://site.example/page"
    assert not any("site.example" in body for body in asked)
