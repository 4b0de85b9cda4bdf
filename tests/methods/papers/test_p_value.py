import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from maintext.methods.papers.p_value import PValue
from maintext.page.page import Page
from maintext.page.parse import empty_page, parse

PAPER_TAGS = "script noscript style embed label form input iframe head meta link object aside channel".split()
HTML5_TAGS = "nav footer button select textarea".split()


def kept_texts(page: Page, method: PValue, noise: list[bool] | None = None) -> list[str]:
    scores = method.score(page, None if noise is None else np.array(noise))
    leaves = page.leaves[scores.leaves_of(method.select(scores))]
    return [page.row_text(int(leaf)) for leaf in leaves]


# -- the formula, against lengths of strings -----------------------------------------------------

_TAGS = "div section span ul a img form noscript aside nav button label".split()
_ATTRIBUTES = ("", ' title="some words"', ' class="a b c"', ' id="x"', ' style="margin: 0"', ' lang="en"')


def random_body(random: Random, depth: int = 0, within: tuple[str, ...] = ()) -> str:
    """Random markup that equals its parsed tree: closed tags, folded text."""
    pieces = []
    for _ in range(random.randint(0, 4)):
        if random.random() < 0.7:
            pieces.append(random.choice(["word", "two words", "正文，是", "a, b and c."]))
        tag = random.choice(_TAGS)
        if tag in within and tag in ("a", "form", "button"):  # a parser would close the outer one
            tag = "div"
        start = tag + random.choice(_ATTRIBUTES)
        if tag == "img":
            pieces.append(f"<{start}>")
        else:
            inner = random_body(random, depth + 1, (*within, tag)) if depth < 5 else "deep text"
            pieces.append(f"<{start}>{inner}</{tag}>")
    return "".join(pieces)


def elements_of(source: str) -> list[str]:
    """The markup of every element, in document order, by matching tags as strings."""
    found = []
    for start in re.finditer(r"<(\w+)[^>]*>", source):
        if start[1] == "img":
            found.append(start[0])
            continue
        depth = 0
        for tag in re.compile(rf"<(/?){start[1]}\b[^>]*>").finditer(source, start.start()):
            depth += -1 if tag[1] else 1
            if not depth:
                found.append(source[start.start() : tag.end()])
                break
    return found


def mark_links(source: str) -> str:
    """The source with every character of linked text replaced with a NUL."""
    for link in elements_of(source):
        if re.match(r"<a\b", link):
            marked = re.sub(r"(?<=>)[^<]+", lambda text: "\0" * len(text[0]), link)
            source = source.replace(link, marked, 1)
    return source


def text_length(source: str) -> int:
    return len(re.sub(r"<[^>]*>", "", source))


def unlinked_length(source: str) -> int:
    return text_length(source.replace("\0", ""))


def removable(source: str, method: PValue) -> str:
    """The first element that the method removes before it measures; empty if there is none."""
    tags = PAPER_TAGS + (HTML5_TAGS if method.removed == "html5" else []) + ([] if method.images else ["img"])
    for element in elements_of(source):
        if re.match(rf"<({'|'.join(tags)})\b", element):
            return element
    return ""


def literal_p_values(source: str, method: PValue) -> list[float]:
    """The paper's three steps on strings: remove, measure, divide."""
    source = mark_links(source)
    for wrapper in elements_of(source):
        large = unlinked_length(wrapper) > method.wrapper_share * unlinked_length(source)
        if large and wrapper.startswith(("<form", "<noscript")):
            kept = re.sub(r"^<\w+|\w+>$", lambda tag: tag[0].upper(), wrapper)  # now it is no longer found
            source = source.replace(wrapper, kept, 1)
    while element := removable(source, method):
        source = source.replace(element, "", 1)
    source = re.sub(r' (?:id|class|style)="[^"]*"', "", source)
    if not method.attributes:
        source = re.sub(r"<(\w+) [^>]*>", r"<\1>", source)
    whole = unlinked_length(source)
    return [
        text_length(element) / len(element) * unlinked_length(element) / whole if whole else 0.0
        for element in elements_of(source)
    ]


@pytest.mark.parametrize(
    "method",
    [PValue.as_printed(), replace(PValue.as_printed(), images=False), PValue(), PValue(attributes=False)],
    ids=repr,
)
def test_p_agrees_with_a_computation_on_the_source_string(method: PValue) -> None:
    random = Random(2017)
    most = 0
    for _ in range(60):
        source = f"<html><head></head><body>{random_body(random)}</body></html>"
        values = method.score(parse(source)).values
        assert values.tolist() == pytest.approx(literal_p_values(source, method))
        most = max(most, len(values))
    assert most > 20


def test_p_of_a_small_page_agrees_with_a_computation_by_hand() -> None:
    page = parse('<body><div class="x">0123456789</div><a href="/">01234</a></body>')
    p_of = dict(zip("html body div a".split(), PValue.as_printed().score(page).values, strict=True))
    div, a = len("<div></div>") + 10, len('<a href="/"></a>') + 5
    body = div + a + len("<body></body>")
    assert p_of["div"] == pytest.approx(10 / div)
    assert p_of["a"] == 0
    assert p_of["body"] == pytest.approx(15 / body)
    assert p_of["html"] == pytest.approx(15 / (body + len("<html></html>")))


def test_white_space_in_the_source_changes_nothing() -> None:
    tight = "<div><p>One sentence here.</p><p>And another.</p></div><p>Aside.</p>"
    loose = tight.replace("><", ">\n\n      <").replace(" ", "\n   ")
    assert PValue().score(parse(loose)).values.tolist() == PValue().score(parse(tight)).values.tolist()


# -- what is removed -------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["noscript", "label", "form", "aside", "channel"])
def test_text_in_a_removed_element_is_not_kept_even_inside_the_best_one(tag: str) -> None:
    page = parse(f"<div><p>{'The main text. ' * 9}</p><{tag}>removed</{tag}></div>")
    assert "removed" not in kept_texts(page, PValue.as_printed())


@pytest.mark.parametrize("tag", HTML5_TAGS)
def test_html5_also_removes_navigation_and_controls(tag: str) -> None:
    page = parse(f"<div>{'The main text. ' * 9}<{tag}>option</{tag}></div>")
    assert "option" in kept_texts(page, PValue.as_printed())
    assert "option" not in kept_texts(page, PValue())


@pytest.mark.parametrize("tag", ["form", "noscript"])
def test_a_form_around_the_whole_page_is_kept_except_as_in_the_paper(tag: str) -> None:
    page = parse(f"<body><{tag}><div>The whole page lies in here.</div></{tag}>")
    assert kept_texts(page, PValue()) == ["The whole page lies in here."]
    assert kept_texts(page, PValue.as_printed()) == []


def test_noise_is_counted_neither_for_the_page_nor_for_an_element() -> None:
    page = parse(f"<div>The banner of the whole site, long.</div>{'<hr>' * 40}<div>The main text.</div>")
    assert kept_texts(page, PValue()) == ["The banner of the whole site, long."]
    assert kept_texts(page, PValue(), noise=[True, False]) == ["The main text."]


def test_cjk_weight_counts_a_han_character_more_often() -> None:
    page = parse("<p>正文正文，</p>")
    heavy = PValue(cjk_weight=3).score(page).values
    assert heavy[-1] == pytest.approx(15 / (15 + len("<p></p>")))


# -- evidence ----------------------------------------------------------------------------------------

SIDEBAR = parse(
    "<nav><a>Home</a></nav>"
    "<div><ul><li>One more story</li><li>Another story</li></ul></div>"
    f"{'<hr>' * 20}<main><p>{'A sentence of it. ' * 5}</p><p>{'The article ends. ' * 5}</p></main>loose text"
)


def test_a_leaf_is_explained_by_the_largest_element_outside_the_best_one() -> None:
    scores = PValue().score(SIDEBAR)
    reasons = [PValue().describe(scores, int(unit)) if unit >= 0 else "" for unit in scores.leaf_unit]
    assert reasons[0] == ""  # nav is removed
    assert reasons[1] == reasons[2]
    assert re.fullmatch(r"P = 0\.0\d\d for /html/body/div; the largest is 0\.7\d", reasons[1])
    assert reasons[3] == reasons[4]
    assert re.fullmatch(r"in the element with the largest P, 0\.7\d: /html/body/main", reasons[3])
    assert "for /html/body;" in reasons[5]


def test_kept_leaves_score_higher_than_others() -> None:
    random = Random(7)
    compared = 0
    for _ in range(80):
        scores = PValue().score(parse(f"<div>{random_body(random)}</div>{'<hr>' * 90}{random_body(random)}"))
        kept = scores.leaves_of(PValue().select(scores))
        dropped = ~kept & (scores.leaf_unit >= 0)
        if kept.any() and dropped.any():
            compared += 1
            assert scores.leaf_values[kept].min() > scores.leaf_values[dropped].max()
    assert compared > 10


def test_every_leaf_is_inside_its_unit() -> None:
    random = Random(8)
    for _ in range(80):
        page = parse(f"<div>{random_body(random)}</div>{'<hr>' * 90}{random_body(random)}")
        scores = PValue().score(page)
        assert scores.element is not None
        element = scores.element[scores.leaf_unit]
        inside = (element <= page.leaves) & (page.leaves < page.end[element])
        assert (inside | (scores.leaf_unit < 0)).all()


@pytest.mark.parametrize("page", [empty_page(), parse(""), parse("<form>x</form>"), parse("<a href=/>x</a>")])
def test_a_page_without_unlinked_text_keeps_nothing(page: Page) -> None:
    assert kept_texts(page, PValue.as_printed()) == []
