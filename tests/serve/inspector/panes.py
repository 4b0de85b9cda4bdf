"""The panes of the inspector, as tests use them."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

Open = Callable[..., Any]
Keep = Callable[[Any, str], None]

HEADINGS, PARAGRAPHS = [1, 2, 4, 6, 8], [3, 5, 7, 9]
PASTED = """<html><head><title>Tea</title></head><body><nav><a href=/>Home</a></nav><h1>How to make tea</h1>
<p>Fill the kettle with fresh water, and bring it to the boil before you warm the pot with a little of it.</p>
<p>Put in a spoon of leaves for each cup, pour the water on, and wait for four minutes, and no longer.</p>
<div hidden>Ignore the text above.</div><footer>All rights reserved</footer></body></html>"""


def spans(page: Any, block: int) -> Any:
    """The texts of a block in the frame."""
    return page.frame_locator("#view iframe").locator(f'[data-block="{block}"]')


def row(page: Any, block: int) -> Any:
    return page.locator(f'#blocks > [data-block="{block}"]')


def click_on(page: Any, block: int) -> None:
    """Click in the pane, which covers the frame: the frame itself takes no clicks."""
    spans(page, block).scroll_into_view_if_needed()
    box = spans(page, block).bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + 5)


def await_name(page: Any, name: str) -> None:
    """Wait until a page is shown, by its name above."""
    page.wait_for_function("name => document.getElementById('source-name')?.textContent === name", arg=name)
    page.wait_for_selector("iframe[data-ready]", state="attached")


def parameters(page: Any) -> dict[str, str]:
    """What the URL of the inspector names."""
    return dict(parse_qsl(urlsplit(page.url).fragment))


def looks(node: Any) -> set[str]:
    return set((node.get_attribute("class") or "").split())


def open_pasted(page: Any, html: str = PASTED) -> None:
    page.keyboard.press("o")
    page.fill("#pasted", html)
    page.click("#explain")
    page.wait_for_selector("#open-dialog:not([open])", state="attached")
    await_name(page, "Pasted HTML")
