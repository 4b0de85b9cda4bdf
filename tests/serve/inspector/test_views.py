"""What the inspector shows of a page: its first kept block, its kind, two methods, large files."""

import json
from pathlib import Path
from typing import Any

import maintext
from tests.serve.inspector.conftest import Running
from tests.serve.inspector.panes import Keep, Open, await_name, looks, open_pasted, row, spans

SAMPLES = Path(maintext.__file__).parent / "samples"


def open_sample(page: Any, name: str, title: str) -> None:
    page.keyboard.press("o")
    page.click(f"[data-sample='{name}']")
    await_name(page, title)


def test_the_first_screen_explains_itself_in_a_line_that_can_be_closed(open_inspector: Open) -> None:
    page = open_inspector()
    assert "which text of a web page a method takes for its main text" in page.inner_text("#intro")
    assert page.locator("#intro").bounding_box()["height"] < 40
    page.click("#intro-close")
    page.reload()
    page.wait_for_selector("iframe[data-ready]")
    assert page.is_hidden("#intro")


def test_a_page_opens_at_its_first_kept_block(open_inspector: Open) -> None:
    page = open_inspector(height=700)
    first = int(page.locator("#blocks .block.kept").first.get_attribute("data-block"))
    assert first > 5
    for node, pane in ((spans(page, first).first, "#view"), (row(page, first), "#block-list")):
        box, around = node.bounding_box(), page.locator(pane).bounding_box()
        assert around["y"] <= box["y"] < around["y"] + around["height"]
    assert page.evaluate("document.getElementById('view').scrollTop") > 0


def test_a_forum_is_called_a_forum(open_inspector: Open) -> None:
    page = open_inspector()
    thread = (SAMPLES / "forum-thread.html").read_text("utf-8")
    start, end = thread.index('<div class="post"'), thread.index('<div class="actions">')
    open_pasted(page, thread[:start] + thread[start:end].removesuffix("</div>\n") * 5 + thread[end:])
    assert page.inner_text("#verdict strong") == "This is a forum page"
    assert looks(page.locator("#verdict strong")) == {"plain"}
    assert "no article" not in page.inner_text("#verdict")


def test_nothing_of_the_page_before_stays(open_inspector: Open) -> None:
    page = open_inspector()
    page.keyboard.press("p")
    page.wait_for_selector("[data-picture=p] .hot")
    open_pasted(page, "<title>Nothing</title><script>1</script>")
    page.wait_for_function("() => document.querySelectorAll('#ribbon rect').length === 0")
    page.wait_for_function("() => document.querySelectorAll('.picture .hot').length === 0")
    assert page.locator(".reading").count() == 0
    assert page.locator("#blocks .block").count() == 0
    assert spans(page, 0).count() == 0


def test_two_methods_are_shown_side_by_side(open_inspector: Open, keep_screenshot: Keep) -> None:
    page = open_inspector()
    assert page.locator("#forms-diff").count() == 0
    page.select_option("#other", "punctuation")
    page.click("#forms-diff")
    table = page.locator("table.diff")
    heads = table.locator("th")
    assert [heads.nth(at).inner_text().split("\n")[0] for at in (0, 1)] == ["auto", "punctuation"]
    second = table.locator("tr.second").first
    left, right = second.locator("td").nth(0), second.locator("td").nth(1)
    assert left.inner_text() == ""
    assert right.inner_text() != ""
    both = table.locator("tr.both").first
    assert both.locator("td").nth(0).inner_text() == both.locator("td").nth(1).inner_text()
    kept = page.locator("#blocks .kept, #blocks .first, #blocks .second").count()
    assert table.locator("tr[data-block]").count() == kept
    second.click()
    assert {"selected"} <= looks(row(page, int(second.get_attribute("data-block"))))
    keep_screenshot(page, "diff")
    page.select_option("#other", "")
    page.wait_for_selector(".reading")
    assert page.locator("#forms-diff").count() == 0


def test_a_large_file_is_sent_as_a_file(open_inspector: Open, service: Running, tmp_path: Path) -> None:
    sentence = "<p>The tower of the year 1911 leans, and all who have seen it know that it always has. "
    html = "<title>Large</title>" + sentence * 20 + "<!--" + "x" * 7_000_000 + "-->"
    tmp_path.joinpath("large.html").write_text(html)
    page = open_inspector()
    sent: list[Any] = []
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/explain") else None)
    page.keyboard.press("o")
    page.set_input_files("#file", tmp_path / "large.html")
    await_name(page, "large.html")
    assert sent[0].headers["content-type"].startswith("multipart/form-data; boundary=")
    assert page.locator("#blocks .block.kept").count() == 20
    tmp_path.joinpath("larger.html").write_text(html + "x" * 30_000_000)
    page.keyboard.press("o")
    page.set_input_files("#file", tmp_path / "larger.html")
    page.wait_for_selector("#notice.wrong:visible")
    assert "this server takes" in page.inner_text("#notice")
    assert len(sent) == 1


def test_the_kind_of_page_is_in_the_label_and_retraining_in_view(
    own_service: Running, open_inspector: Open
) -> None:
    page = open_inspector(address=own_service.address, height=640)
    page.keyboard.press("l")
    page.wait_for_selector("#train")
    assert page.input_value("#label-page_type") == "article"
    box = page.locator("#train").bounding_box()
    assert box["y"] + box["height"] <= 640
    assert page.inner_text("#train") == "Retrain (0 of 8 pages)"
    page.select_option("#label-page_type", "forum")
    page.click("#label-save")
    page.wait_for_selector(".queue .done")
    [line] = (own_service.labels / "labels.jsonl").read_text().splitlines()
    assert json.loads(line)["page_type"] == "forum"
