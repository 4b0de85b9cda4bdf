"""A service that stops, and a token that is wrong."""

import re
from typing import Any

from tests.serve.inspector.conftest import Running
from tests.serve.inspector.panes import Open, await_name


def test_a_stopped_service_is_shown_and_the_page_reconnects(
    own_service: Running, open_inspector: Open
) -> None:
    page = open_inspector(address=own_service.address, errors=True)  # the browser logs lost connections
    assert not page.is_visible("#offline")
    own_service.stop()
    page.wait_for_selector("#offline:visible")  # though nothing was asked for
    page.select_option("#method", "bte")
    assert page.locator("#notice.wrong:visible").count() == 0
    assert page.is_hidden("#busy")
    own_service.start()
    page.wait_for_selector("#offline", state="hidden")
    page.wait_for_function("() => location.hash.includes('method=bte')")  # what was asked for is shown
    assert page.input_value("#method") == "bte"


def test_a_page_that_is_opened_while_the_service_stops_is_completed_later(open_inspector: Open) -> None:
    page = open_inspector(errors=True)
    page.route(re.compile("/(settings|health)$"), lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#offline:visible")
    page.unroute_all()
    page.wait_for_selector("#offline", state="hidden")
    await_name(page, "English article")
    assert page.locator("#blocks > [data-block]").count() > 0


def test_a_wrong_token_is_reported_in_the_dialog(open_inspector: Open) -> None:
    page = open_inspector(errors=True)  # the browser logs every 401

    def guard(route: Any) -> None:
        sent = route.request.headers.get("authorization")
        if sent in ("Bearer geheim-ü", "Bearer geheim-\u00c3\u00bc"):  # UTF-8, as it is or read as Latin-1
            route.continue_()
        else:
            route.fulfill(status=401, json={"error": "unauthorized", "reason": "no token"})

    page.route(re.compile("/(settings|methods|samples|explain|labels|retrain)$"), guard)
    page.reload()
    page.wait_for_selector("#token-dialog[open]")
    assert page.is_hidden("#token-wrong")
    page.fill("#token", "wrong")
    page.keyboard.press("Enter")
    page.wait_for_selector("#token-wrong:visible")
    assert page.inner_text("#token-wrong") == "The server refused this token."
    page.keyboard.press("Escape")
    assert page.is_visible("#token-dialog")
    page.reload()
    page.wait_for_selector("#token-wrong:visible")  # the wrong one is kept until it is replaced
    page.fill("#token", "geheim-ü")
    page.keyboard.press("Enter")
    await_name(page, "English article")
    assert page.is_hidden("#token-dialog")
