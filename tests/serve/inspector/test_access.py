"""The inspector in two languages, on a phone, and for readers who need contrast and names."""

import re
from pathlib import Path
from typing import Any

import pytest

from maintext import extract
from maintext.errors import Reason
from maintext.methods.registry import METHODS
from maintext.model.schema import BLOCK_FEATURES
from maintext.serve.intake import read_sample
from tests.serve.inspector.panes import Keep, Open, row


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
    page.locator("#phone [data-pane=blocks]").click()
    assert page.locator("#blocks").is_visible()
    row(page, 14).locator(".block-row").click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    keep_screenshot(page, "phone-blocks")


def test_every_pane_fits_a_phone_of_320_pixels(open_inspector: Open, keep_screenshot: Keep) -> None:
    page = open_inspector(width=320, height=568, device_scale_factor=2, has_touch=True, is_mobile=True)
    page.select_option("#other", "punctuation")
    page.wait_for_selector("#forms-diff", state="attached")
    for pane in ("page", "text", "blocks", "pictures", "labels"):
        page.locator(f"#phone [data-pane={pane}]").click()
        page.wait_for_function("() => document.getElementById('busy').hidden")
        if pane == "pictures":
            page.wait_for_selector(".picture svg")
        wide = page.evaluate(
            """() => [...document.querySelectorAll("body *")]
                .filter(one => one.checkVisibility() && !one.closest("#forms, svg"))
                .filter(one => one.getBoundingClientRect().right > 320.5)
                .map(one => one.outerHTML)"""
        )
        assert wide == [], pane
        keep_screenshot(page, f"phone-320-{pane}")
    assert page.locator("#train").bounding_box()["y"] < 568


@pytest.mark.parametrize("pane", ["#view", "#text", "#side-pictures"])
def test_panes_scroll_by_keyboard(open_inspector: Open, pane: str) -> None:
    page = open_inspector(height=500)
    if pane == "#side-pictures":
        page.keyboard.press("p")
        page.wait_for_selector("[data-picture=template]")
    page.focus(pane)
    is_at_end = "node.scrollTop + node.clientHeight >= node.scrollHeight - 2"
    for key, wanted in (("End", is_at_end), ("ArrowUp", f"!({is_at_end})"), ("Home", "node.scrollTop === 0")):
        page.keyboard.press(key)
        page.wait_for_function(
            f"pane => {{ const node = document.querySelector(pane); return {wanted}; }}", arg=pane
        )
    assert page.evaluate("pane => document.querySelector(pane).scrollTop", pane) == 0


@pytest.mark.parametrize("look", ["light", "dark-chinese", "phone"])
def test_axe_finds_nothing(open_inspector: Open, look: str) -> None:
    package = pytest.importorskip(
        "axe_playwright_python", reason="axe is not installed: axe-playwright-python"
    )
    axe = Path(str(package.__file__)).with_name("axe.min.js").read_text(encoding="utf-8")
    profiles: dict[str, dict[str, Any]] = {
        "light": {},
        "dark-chinese": {"color_scheme": "dark", "locale": "zh-CN"},
        "phone": {"width": 320, "height": 568, "has_touch": True, "is_mobile": True},
    }
    page = open_inspector(**profiles[look])
    page.select_option("#other", "punctuation")
    page.wait_for_selector("#forms-diff", state="attached")
    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))")
    page.keyboard.press("e")
    page.evaluate(axe)
    for keys in ("b", "5", "p", "l", "o", "?"):
        page.keyboard.press(keys)
        if keys == "p":
            page.wait_for_selector("[data-picture=template]", state="attached")
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == [], keys
        if keys in "o?":
            page.keyboard.press("Escape")


def test_every_feature_has_a_chinese_meaning(open_inspector: Open) -> None:
    page = open_inspector()
    names = [*BLOCK_FEATURES, "repeats_on_site", "place_on_site"]
    said = page.evaluate(
        """names => import('/page/chinese-features.js').then(({ meaningInChinese }) =>
            names.map(name => [name, meaningInChinese(name)]))""",
        names,
    )
    assert [name for name, words in said if not words or "undefined" in words] == []
    assert len({words for _, words in said}) == len(names)


def test_sentences_of_the_library_and_errors_are_chinese(open_inspector: Open) -> None:
    english = {reason.sentence for reason in Reason}
    for method in METHODS:
        for name in ("english-article.html", "index-page.html"):
            document = extract(read_sample(name), method=method)
            english |= {block.reason for block in document.blocks} | {
                document.verdict.reason,
                *document.notes,
            }
    page = open_inspector()
    said = page.evaluate(
        """english => import('/page/chinese-sentences.js').then(({ inChinese }) => english.map(inChinese))""",
        sorted(english),
    )
    assert [words for words in said if not re.search("[一-鿿]", words)] == []
    codes = page.evaluate(
        "import('/page/chinese-sentences.js').then(({ ERRORS_IN_CHINESE }) => Object.keys(ERRORS_IN_CHINESE))"
    )
    table = Path(__file__).parents[3].joinpath("docs/service.md").read_text(encoding="utf-8")
    errors = table.partition("## Errors")[2].partition("## Access control")[0]
    cells = re.findall(r"^\| [\d, ]+ \| (.*?) \|", errors, re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", " ".join(cells)))
    assert {"busy", "too_large", "storage"} <= named <= set(codes)


def test_chinese_readers_get_chinese_samples_first(open_inspector: Open) -> None:
    page = open_inspector(locale="zh-CN")
    assert page.inner_text("#source-name") == "中文新闻"
    page.keyboard.press("o")
    first = page.eval_on_selector_all("[data-sample]", "all => all.map(one => one.dataset.sample)")[:2]
    assert first == ["chinese-news.html", "gbk-page.html"]


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
