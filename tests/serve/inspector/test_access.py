"""The inspector in two languages, on a phone, and for readers who need contrast and names."""

import re
from pathlib import Path

import pytest

from tests.serve.inspector.panes import (
    Keep,
    Open,
    row,
)


def test_texts_can_be_switched_to_chinese(open_inspector: Open) -> None:
    page = open_inspector()
    page.click("#language")
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    assert page.inner_text("#sides-blocks") == "文本块"
    page.reload()
    page.wait_for_selector("iframe[data-ready]")
    assert "此页有文章" in page.inner_text("#verdict")


def test_english_and_chinese_have_the_same_keys(open_inspector: Open) -> None:
    page = open_inspector()
    english, chinese = page.evaluate(
        "import('/page/texts.js').then(({ WORDS }) => [Object.keys(WORDS.en), Object.keys(WORDS.zh)])"
    )
    assert english == chinese
    used = set()
    for file in Path(__file__).parents[3].joinpath("src/maintext/serve/page").glob("*.[jh]*"):
        used |= set(re.findall(r'(?:\bt\(|data-t(?:-\w+)?=|words: )"([a-z.-]+)"', file.read_text()))
    assert used <= set(english)


def test_a_phone_shows_one_pane_at_a_time(open_inspector: Open, keep_screenshot: Keep) -> None:
    page = open_inspector(width=390, height=844, device_scale_factor=2, has_touch=True, is_mobile=True)
    assert page.locator(".pane:visible").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    keep_screenshot(page, "phone-page")
    page.locator("#phone button").nth(2).click()
    assert page.locator("#blocks").is_visible()
    row(page, 14).locator(".block-row").click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    keep_screenshot(page, "phone-blocks")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_the_contrast_that_readers_need(open_inspector: Open, theme: str) -> None:
    """WCAG AA: at least 4.5 to 1 for every text colour on every background."""
    page = open_inspector(color_scheme=theme)
    colours = page.evaluate(
        "Object.fromEntries('ink soft faint keep drop first second unseen ground surface raised'.split(' ')"
        ".map(name => [name, getComputedStyle(document.body).getPropertyValue('--' + name).trim()]))"
    )
    for words in ("ink", "soft", "faint", "keep", "drop", "first", "second", "unseen"):
        for ground in ("ground", "surface", "raised"):
            assert contrast(colours[words], colours[ground]) >= 4.5, (words, ground)


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_control_has_a_name(open_inspector: Open) -> None:
    page = open_inspector()
    for key in ("l", "o"):
        page.keyboard.press(key)
    nameless = page.eval_on_selector_all(
        "button, input, select, textarea, iframe",
        """all => all.filter(one => {
            const labels = [...(one.labels ?? [])].map(label => label.textContent.trim()).join("");
            const words = one.matches("button") ? one.textContent.trim() : "";
            return !words && !one.ariaLabel && !one.title && !labels;
        }).map(one => one.outerHTML)""",
    )
    assert nameless == []
