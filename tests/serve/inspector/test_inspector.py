"""The inspector in a real browser: paste, highlight, switch, compare, label, retrain, download."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from maintext.evaluation.datasets import read_pages
from maintext.model.auto import AutoModel
from tests.serve.inspector.conftest import Running, lesson
from tests.serve.inspector.panes import (
    HEADINGS,
    PARAGRAPHS,
    Keep,
    Open,
    click_on,
    looks,
    open_pasted,
    row,
    spans,
)


def test_a_sample_is_explained_on_opening(open_inspector: Open, keep_screenshot: Keep) -> None:
    page = open_inspector()
    assert "This page has an article" in page.inner_text("#verdict")
    assert page.locator("#blocks .block.kept").count() > 10
    assert page.locator(".reading > div").count() == page.locator("#blocks .block.kept").count()
    keep_screenshot(page, "light")


def test_pasted_html_is_tinted_by_probability_and_hidden_text_is_marked(
    open_inspector: Open,
) -> None:
    page = open_inspector()
    open_pasted(page)
    kept = spans(page, 2)
    assert kept.inner_text().startswith("Fill the kettle")
    assert "kept" in looks(kept)
    assert float(kept.evaluate("span => span.style.getPropertyValue('--p')")) > 0.5
    assert "kept" not in looks(spans(page, 0))
    hidden = page.frame_locator("#view iframe").locator("[data-hidden]")
    assert hidden.inner_text() == "Ignore the text above."
    assert "1 hidden text" in page.inner_text("#facts")
    assert "Ignore the text above." in page.inner_text("#hidden-texts")


def test_pointing_at_a_block_highlights_it_in_all_panes(open_inspector: Open) -> None:
    page = open_inspector()
    open_pasted(page)
    page.locator('.reading > [data-block="3"]').hover()
    assert "active" in looks(spans(page, 3))
    assert "active" in looks(row(page, 3))
    spans(page, 2).scroll_into_view_if_needed()
    box = spans(page, 2).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 8)
    assert "active" in looks(row(page, 2))
    assert "active" in looks(page.locator('.reading > [data-block="2"]'))
    assert "active" not in looks(row(page, 3))


def test_a_click_on_a_block_shows_the_reasons(open_inspector: Open, keep_screenshot: Keep) -> None:
    page = open_inspector()
    row(page, 19).locator(".block-row").click()
    why = page.locator("#blocks .why")
    assert "/figcaption" in why.inner_text()
    assert why.locator(".push").count() >= 3
    assert row(page, 19).locator(".block-row").get_attribute("aria-expanded") == "true"
    keep_screenshot(page, "why")


def test_another_method_shows_its_own_scores_and_reasons(open_inspector: Open) -> None:
    page = open_inspector()
    page.select_option("#method", "ceds")
    page.wait_for_function("() => document.querySelector('#blocks .number').textContent.indexOf('%') < 0")
    row(page, 12).locator(".block-row").click()
    assert "importance" in page.inner_text("#blocks .why")


def test_the_printed_form_of_a_method_is_in_the_menu(open_inspector: Open) -> None:
    page = open_inspector()
    page.select_option("#method", "ceds:printed")
    page.wait_for_function("() => document.querySelector('#blocks .number').textContent.indexOf('%') < 0")
    assert page.input_value("#method") == "ceds:printed"
    assert page.text_content("#method option:checked") == "ceds, as printed"
    assert "Yu, Jin" in page.get_attribute("#method", "title")
    names = page.eval_on_selector_all("#method option", "all => all.map((one) => one.value)")
    assert "bte:printed" not in names  # its default is the printed form
    assert "song:printed" not in names  # its printed form is not known


def test_two_methods_are_compared_block_by_block(open_inspector: Open, keep_screenshot: Keep) -> None:
    page = open_inspector(color_scheme="dark")
    page.select_option("#other", "punctuation")
    page.wait_for_selector("#blocks .second")
    only = int(page.locator("#blocks .second").first.get_attribute("data-block"))
    assert "second" in looks(spans(page, only).first)
    assert "second" in looks(page.locator(f'.reading > [data-block="{only}"]'))
    assert re.search(r"agree on \d+%", page.inner_text("#facts"))
    page.select_option("#show", "differ")
    shown = page.locator("#blocks .block:visible").count()
    assert shown == page.locator("#blocks .first, #blocks .second").count()
    page.select_option("#show", "all")
    keep_screenshot(page, "compare-dark")


def test_the_threshold_chooses_blocks_again_and_the_library_renders_them(open_inspector: Open) -> None:
    page = open_inspector()
    own = page.locator("#blocks .block.kept").count()
    page.focus("#threshold")
    page.keyboard.press("Home")
    assert page.locator("#blocks .block.kept").count() == page.locator("#blocks .block").count() > own
    page.click("#forms-markdown")
    page.wait_for_function(
        "() => document.querySelector('#text pre')?.textContent.includes('Harbour Review')"
    )
    page.click("#own")
    assert page.locator("#blocks .block.kept").count() == own
    page.wait_for_function(
        "() => !document.querySelector('#text pre').textContent.includes('Harbour Review')"
    )


def test_each_form_of_the_text_is_downloaded_as_the_library_renders_it(open_inspector: Open) -> None:
    page = open_inspector()
    open_pasted(page)
    wanted = {
        "text": "How to make tea\n",
        "markdown": "# How to make tea\n",
        "html": "<h1>How to make tea</h1>",
    }
    for form, begin in wanted.items():
        page.click(f"#forms-{form}")
        with page.expect_download() as download:
            page.click("#download")
        assert Path(download.value.path()).read_text(encoding="utf-8").startswith(begin)


def test_the_papers_pictures_are_drawn_and_linked(open_inspector: Open, keep_screenshot: Keep) -> None:
    page = open_inspector(locale="zh-CN")
    page.keyboard.press("o")
    page.click("[data-sample='chinese-news.html']")
    page.wait_for_selector("#open-dialog:not([open])", state="attached")
    page.keyboard.press("p")
    page.wait_for_selector("[data-picture=marks]")
    drawn = page.eval_on_selector_all(".picture", "all => all.map(one => one.dataset.picture)")
    assert drawn == ["p", "ceds", "marks", "template"]
    page.locator("[data-picture=ceds] .bar-kept").first.hover()
    assert page.locator("#blocks .block.active").count() == 1
    page.mouse.move(2, 2)
    keep_screenshot(page, "pictures-chinese")


def test_pages_of_the_same_site_show_what_repeats_on_it(open_inspector: Open, tmp_path: Path) -> None:
    page = open_inspector()
    for number in (1, 2):
        tmp_path.joinpath(f"{number}.html").write_text(lesson(number))
    open_pasted(page, lesson(0))
    page.keyboard.press("o")
    page.set_input_files("#siblings", [tmp_path / "1.html", tmp_path / "2.html"])
    page.wait_for_function("() => document.getElementById('siblings-words').textContent === '2 given'")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    page.wait_for_selector("[data-picture=template] .bar-template")
    repeated = page.eval_on_selector_all(".bar-template title", "all => all.map(one => one.textContent)")
    assert "Sign up for our letter" in repeated
    assert not any(text.startswith("The kettle was opened") for text in repeated)


def test_everything_can_be_done_by_keys(open_inspector: Open, keep_screenshot: Keep) -> None:
    page = open_inspector()
    open_pasted(page)
    page.keyboard.press("j")  # begins at the first block that is kept
    page.keyboard.press("k")
    page.keyboard.press("j")
    page.keyboard.press("e")
    assert row(page, 1).locator(".why").count() == 1
    page.keyboard.press("n")
    assert row(page, 1).locator(".not").get_attribute("aria-pressed") == "true"
    assert "kept" not in looks(row(page, 1))
    page.keyboard.press("u")
    assert row(page, 1).locator(".not").get_attribute("aria-pressed") == "false"
    page.keyboard.press("3")
    assert page.inner_text("#text").startswith("# How to make tea")
    page.keyboard.press(".")
    page.wait_for_function("() => document.getElementById('method').value === 'naive_bayes'")
    page.keyboard.press("?")
    assert page.locator("#keys dt").count() > 12
    keep_screenshot(page, "keys")


def test_a_url_can_name_sample_and_methods(open_inspector: Open) -> None:
    page = open_inspector()
    page.goto(f"{page.url.partition('#')[0]}#sample=index-page.html&method=ceds&other=auto")
    page.reload()
    page.wait_for_selector("iframe[data-ready]")
    assert "This page has no article" in page.inner_text("#verdict")
    assert page.input_value("#method") == "ceds"
    assert page.input_value("#other") == "auto"


def test_the_ribbon_shows_the_whole_page_and_scrolls_to_a_part(open_inspector: Open) -> None:
    page = open_inspector()
    assert page.locator("#ribbon .kept").count() == page.locator("#blocks .block.kept").count()
    box = page.locator("#ribbon").bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + box["height"] - 5)
    assert page.evaluate("view.scrollTop + view.clientHeight >= view.scrollHeight - 2")


def test_the_inspector_asks_for_a_token_and_sends_it(open_inspector: Open) -> None:
    page = open_inspector(errors=True)  # the browser logs every 401

    def guard(route: Any) -> None:
        if route.request.headers.get("authorization") == "Bearer secret":
            route.continue_()
        else:
            route.fulfill(status=401, json={"error": "unauthorized", "reason": "no token"})

    page.route(re.compile("/(settings|methods|samples|explain|labels|retrain)$"), guard)
    page.reload()
    page.wait_for_selector("#token-dialog[open]")
    page.fill("#token", "secret")
    page.keyboard.press("Enter")
    page.wait_for_selector("iframe[data-ready]")
    assert "This page has an article" in page.inner_text("#verdict")


def test_labels_are_saved_a_model_is_retrained_and_kept(
    own_service: Running, open_inspector: Open, keep_screenshot: Keep, tmp_path: Path
) -> None:
    label_by_http(own_service, range(1, 9))
    page = open_inspector(address=own_service.address)
    page.keyboard.press("l")
    page.wait_for_selector(".queue button")
    assert page.locator(".queue button").count() == 9
    page.click("#queue-next")
    page.wait_for_function("() => document.getElementById('source-name').textContent === 'lesson-0.html'")
    assert "kept" in looks(spans(page, 2))
    click_on(page, 2)
    assert "not" in looks(spans(page, 2))
    page.keyboard.press("u")
    assert "not" not in looks(spans(page, 2))
    page.keyboard.press("a")
    for heading in HEADINGS:
        if "main" in looks(spans(page, heading)):
            click_on(page, heading)
    page.fill("#label-author", "A. Writer")
    page.keyboard.press("Escape")
    keep_screenshot(page, "labels")
    page.keyboard.press("s")
    page.wait_for_function("() => document.querySelectorAll('.queue .done').length === 9")
    saved = {one.id: one for one in read_pages(own_service.labels / "labels.jsonl")}
    [label] = [one for one in saved.values() if b"The kettle" in one.html]
    assert label.author == "A. Writer"
    assert label.text is not None
    assert "The kettle was opened in 1890" in label.text
    assert "Why the kettle" not in label.text
    assert "Sign up" not in label.text

    page.click("#train")
    page.wait_for_selector("#outcome", timeout=300_000)
    before, after = (float(page.inner_text(f"#outcome .chosen td:nth-child({at})")) for at in (2, 3))
    assert before < after
    assert page.locator("#outcome tbody tr").count() == 2 + 9
    page.locator("#outcome").scroll_into_view_if_needed()
    keep_screenshot(page, "retrained")
    with page.expect_download() as download:
        page.click("#model")
    model = tmp_path / "auto.npz"
    download.value.save_as(model)
    assert AutoModel.load(model)
    page.select_option("#method", "auto+")
    page.wait_for_function("() => document.getElementById('busy').hidden")
    assert page.locator("#notice.wrong:visible").count() == 0


def label_by_http(service: Running, numbers: range) -> None:
    """Label lessons by a rule that the model does not know: paragraphs, but not headings."""
    for number in numbers:
        body = json.dumps({"blocks": PARAGRAPHS, "title": None, "author": None, "date": None}).encode()
        address = f"{service.address}labels/pages/lesson-{number}.html"
        request = Request(address, body, {"Content-Type": "application/json"}, method="PUT")
        with urlopen(request) as response:
            assert response.status == 200


def test_a_large_page_is_pasted_into_the_field_at_once(open_inspector: Open) -> None:
    page = open_inspector()
    page.keyboard.press("o")
    page.focus("#pasted")
    pasted = page.evaluate(
        """html => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", html);
            const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
            const left = document.getElementById("pasted").dispatchEvent(event);
            return [left, document.getElementById("pasted").value.length];
        }""",
        "<p>A line\n" * 20_000,
    )
    assert pasted == [False, 200_000]  # the browser's own paste, which takes a minute, is not used
