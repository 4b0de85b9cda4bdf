"""An article that attributes hide until a script runs is shown to a reader."""

import pytest

from maintext.page.parse import parse

LINE = "The old book market opened again, and many people came to look at what was still left of it. "
TEASER = f"<p>{LINE}</p>"
HIDDEN = "style='display:none'"
BODY = f"<div {HIDDEN}><p>{LINE * 2}</p></div>" * 4


def shown(source: str, *, strict: bool = False) -> int:
    """How many blocks have the words of the hidden text."""
    page = parse(source, strict=strict)
    return sum(page.block_text(block) == (LINE * 2).strip() for block in range(len(page.blocks)))


@pytest.mark.parametrize("how", [HIDDEN, "hidden", "style='visibility:hidden'"])
@pytest.mark.parametrize("tag", ["main", "article"])
def test_paragraphs_after_a_teaser(tag: str, how: str) -> None:
    source = f"<p>{LINE * 30}</p><{tag}>{TEASER}{BODY.replace(HIDDEN, how)}</{tag}>"
    assert shown(source) == 4
    assert shown(source, strict=True) == 0


def test_a_content_that_shows_nothing() -> None:
    items = "".join(f"<li><a href=/{n}>Coffee number {n}</a></li>" for n in range(60))
    page = parse(f"<p>{LINE * 30}</p><main><div {HIDDEN}>Denied</div><ul {HIDDEN}>{items}</ul></main>")
    assert "Coffee number 59" in [page.block_text(block) for block in range(len(page.blocks))]


@pytest.mark.parametrize(
    "source",
    [
        f"{TEASER}<div>{BODY}</div>",
        f"<main>{TEASER * 4}{BODY}</main>",
        f"<main>{TEASER}<aside>{BODY}</aside></main>",
        f"<main>{TEASER}<form>{BODY}</form></main>",
        f"<main>{TEASER}{BODY.replace('<div', '<div class=modal')}</main>",
        f"<main>{TEASER}<div>{BODY[: len(BODY) // 2]}</div><div>{BODY[len(BODY) // 2 :]}</div></main>",
        f"<main>{TEASER}{BODY.replace('<p>', '<p><a href=/>').replace('</p>', '</a></p>')}</main>",
        f"<main>{TEASER}{BODY.replace(HIDDEN, 'aria-hidden=true')}</main>",
    ],
    ids=["no content", "enough shown", "aside", "form", "dialog", "short parts", "links", "aria"],
)
def test_other_hidden_text_stays_hidden(source: str) -> None:
    assert shown(f"<p>{LINE * 30}</p>{source}") == 0


def test_white_space_is_no_text() -> None:
    space = ("<b>x</b>" + " " * 200) * 40
    assert shown(f"<main>{TEASER}<p>{space}</p>{BODY}</main>") == 4


def test_what_it_hides_inside_stays_hidden() -> None:
    inner = f"<p {HIDDEN}>Choose a way to pay.</p>"
    page = parse(f"<p>{LINE * 30}</p><article>{TEASER}<div {HIDDEN}><p>{LINE * 8}</p>{inner}</div></article>")
    texts = [page.block_text(block) for block in range(len(page.blocks))]
    assert (LINE * 8).strip() in texts
    assert not any("Choose a way" in text for text in texts)
