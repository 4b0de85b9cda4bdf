"""Style sheets of the page decide what is hidden: random sheets against plain loops, and bounds."""

from random import Random

import pytest

from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import TEXT, Flag
from maintext.page.visibility import hidden_texts, hiding_causes
from tests.reference.styles import Row, find_hidden

_COMPOUNDS = (
    "p div span .a .b .c #x #y [lang] [lang=en] * p.a div.b :not(.a) :not(p,.b) p:first-child .a.b "
    ":last-child"
).split(" ")
_DECLARATIONS = (
    "display:none|display:block|visibility:hidden|visibility:visible|opacity:0|opacity:1|font-size:0|"
    "font-size:12px|font-size:2em|height:0;overflow:hidden|overflow:visible|color:#fff|color:#000|"
    "background-color:#000|background-color:#fff|background-color:transparent|position:absolute;left:-9999px|"
    "left:0|display:none!important|visibility:visible!important|clip:rect(0,0,0,0)|display:bogus|color:snow"
).split("|")
_STYLES = [*_DECLARATIONS, "", "", "", "", "", "", "", ""]


def random_sheet(random: Random) -> str:
    rules = []
    for _ in range(random.randint(0, 6)):
        selectors = [
            random.choice([" ", " > ", " + ", " ~ "]).join(random.choices(_COMPOUNDS, k=random.randint(1, 3)))
            for _ in range(random.randint(1, 2))
        ]
        rules.append(
            f"{', '.join(selectors)} {{{';'.join(random.choices(_DECLARATIONS, k=random.randint(1, 2)))}}}"
        )
    return "\n".join(rules)


def random_body(random: Random) -> str:
    pieces, depth = [], 0
    for number in range(random.randint(1, 15)):
        while depth and random.random() < 0.4:
            pieces.append("</div>")
            depth -= 1
        names = " ".join(random.sample("abc", random.randint(0, 2)))
        given = random.choice(["", "", " id=x", " id=y", " lang=en", " lang=de"])
        tag, style = random.choice(["p", "span", "div"]), random.choice(_STYLES)
        pieces.append(f'<{tag} class="{names}"{given} style="{style}">w{number}')
        depth += tag == "div"
        pieces += [] if tag == "div" else [f"</{tag}>"]
    return "".join(pieces)


def rows_of(page: Page) -> list[Row]:
    return [
        Row(
            "#text" if page.tag[row] == TEXT else page.tag_name(row),
            int(page.parent[row]),
            page.attributes.get(row, {}),
            page.row_text(row) if page.tag[row] == TEXT else "",
        )
        for row in range(len(page))
    ]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("block", range(20))
def test_the_kernel_hides_what_plain_loops_hide(block: int, strict: bool) -> None:
    for seed in range(block * 20, block * 20 + 20):
        random = Random(seed)
        sheet, body = random_sheet(random), random_body(random)
        html = f"<!doctype html><style>{sheet}</style><body>{body}"
        page = parse(html, strict=strict)
        expected = find_hidden(rows_of(page), [sheet], strict=strict)
        assert page.has(Flag.HIDDEN).tolist() == expected.rows, html
        causes = hiding_causes(page)
        found = {row: causes[int(page.offset[row])][0] for row in expected.reasons}
        assert found == expected.reasons, html


def hidden(html: str, *, strict: bool = False) -> list[tuple[str, str | None, int | None]]:
    return [(text.text, text.rule, text.line) for text in hidden_texts(parse(html, strict=strict))]


def test_the_rule_and_its_line_are_reported() -> None:
    html = "<style>\np {}\n.a,\n.b {display: none}\n</style><p>one<p class=b>two<p style='opacity:0'>three"
    assert hidden(html) == [("two", ".a, .b", 3), ("three", None, None)]


def test_a_long_list_of_selectors_is_cut_off() -> None:
    rule = ", ".join(f".name{number}" for number in range(100))
    [(_, selectors, _)] = hidden(f"<style>{rule} {{display: none}}</style><p>one<p class=name99>two")
    assert selectors is not None
    assert len(selectors) <= 200
    assert rule.startswith(selectors)


@pytest.mark.parametrize(
    "sheet",
    [
        "@media screen {.x {display: none}}",
        "@media (min-width: 600px) and (max-width: 100em) {.x {display: none}}",
        "@media print, (width >= 1000px) {.x {display: none}}",
        "@media (max-width: 10px) or (min-width: 10px) {.x {display: none}}",
        "@media not print {.x {display: none}}",
        "@media not (max-width: 600px) {.x {display: none}}",
        "@supports (display: grid) {.x {display: none}}",
        "@layer a {.x {display: none}}",
        "@media all {@media screen {@supports (a: b) {.x {display: none}}}}",
        "@charset 'utf-8'; @import url(a.css); .x {display: none}",
        "<!-- .x {display: none} -->",
        "p {} } .x {display: none}",
        "p {color: red; .y {display: block} } .x {display: none}",
        ".x {display: none",
        "a[href*='{'] {} .x {display: none}",
        ".x {background: url(data:image/png;base64,AA==); display: none}",
        "[class~=x] {display: none}",
        "[CLASS^='x' i] {display: none}",
        "*|p, .x {display: none}",
        "p::before, .x {display: none}",
        ".\\78 {display: none}",
        "p:nth-child(2n) {display: none}",
        "p:nth-child(even) {display: none}",
        "p:nth-child(-n+4):not(:first-child) {display: none}",
        ":where(p, a):is(.y, .x) {display: none}",
        ".x {display: none} .x {display: nothing}",
        ".x {display: none !important} p.x {display: block}",
        "p.x {display: none} .x {display: block}",
        "@layer a {p.x.x {display: block}} .x {display: none}",
        ".x {.y {color: red} display: none}",
        ".x {&:hover {color: red} .y {opacity: 1}; display: none}",
        ".x {@media print {color: red} display: none}",
        "p:not(::before), .x {display: none}",
        "p:not(b > i, .y), .x {display: none}",
        "p:not([a='),']::before, .y), .x {display: none}",
        "p:nth-child(2n of .y, p), .x {display: none}",
        ".x:not(:hover, .y) {display: none}",
        ".x:not(.y:first-of-type) {display: none}",
        # selectors that no element of the page matches, before one that does
        ".missing, .x {display: none}",
        ".missing[title=','], .x {display: none}",
        ".missing:is(a, b), a:hover, b::before, .x {display: none}",
        ".missing/* , */.y, .x {display: none}",
        ".missing\\,y, BODY P.x {display: none}",
        f".{'long' * 10}, .x:hover, {'long' * 4}, .x {{display: none}}",
        "@font-face {src: url(data:font/woff;base64,a/b/c//d/*e*/f)} .x {display: none}",
        ".y {background: url(data:a/b;c,d/e}f)} .x {display: none}",
        ".y {content: '}'; /* } */ color: red} .x {display: none}",
        "a[title='{;']/*{*/, .x {display: none}",
        ".x {color: red; /* ; */ display: /*a*/ none /*b*/ !important}",
        # strings with escaped quotation marks, in a rule that is read and in one that is skipped
        r""".x {content: "\"}"; display: none}""",
        r""".y:after {content: "\"}"} .x {display: none}""",
        r""".missing[title="\","], .x {display: none}""",
    ],
)
def test_a_rule_hides(sheet: str) -> None:
    html = f"<!doctype html><style>{sheet}</style><body><p>Seen.</p><p class=x>Unseen.</p>"
    assert [text for text, *_ in hidden(html)] == ["Unseen."]


@pytest.mark.parametrize(
    "sheet",
    [
        "@media print {.x {display: none}}",
        "@media (max-width: 600px) {.x {display: none}}",
        "@media (prefers-reduced-motion: reduce) {.x {display: none}}",
        "@supports not (display: grid) {.x {display: none}}",
        "@keyframes a {from {opacity: 0}} .y {display: none}",
        "@font-face {display: none}",
        ".x:hover {display: none}",
        ".x::before {display: none}",
        ".X {display: none}",
        ".no-js .x, .no-js .x {display: none}",
        "/* .x {display: none} */",
        ".x {/* display: none */}",
        ".x {content: 'a; display: none'}",
        ".x {--a: {display: none}}",
        ".x {display: none} p.x {display: block}",
        ".x {display: none} .x {display: flex}",
        ".x {color: #fff; background: #000}",
        ".x {color: #fff; background: url(a.png)}",
        ".x {width: 1px; flex: 1 0 0px; overflow: hidden}",
        ".x {height: 0; padding-bottom: 56%; overflow: hidden}",
        "p > .x, div .x {display: none}",
        ".x {display: none; .y {color: red} display: block}",
        "p:not(::before, .x, p) {display: none}",
        "p:not(b > i, .x, p) {display: none}",
        "p:is(::before, .x, p) b {display: none}",
        "p:nth-child(2n of b, .x, p) {display: none}",
        "p:not(:first-of-type, .y) {display: none}",
        "p:not(:has(b)) {display: none}",
        "p:not(:is(.x, p)) {display: none}",
        ".x:hover, .x::before, .x:before, .x:Focus-Within, .missing .x {display: none}",
        f".x.{'long' * 10}, {'long' * 4} .x {{display: none}}",
        ".x {color: red; content: 'display: none; display: none'; /* display: none */}",
        ".x {opacity: 0 */}",
        # the second of three rules counts, though the third one sets something else
        "[class] {display: none} .x {display: block} .x {color: red}",
        r""".x {content: "\"; display: none; \""}""",
        r""".x{content:"\";opacity:0""",  # a string without an end, at the end of the sheet
    ],
)
def test_a_rule_hides_nothing(sheet: str) -> None:
    html = f"<!doctype html><style>{sheet}</style><body><p>Seen.</p><p class=x>Also seen.</p>"
    assert hidden(html) == []


@pytest.mark.parametrize("length", [1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100])
@pytest.mark.parametrize("doctype", ["<!doctype html>", ""])
def test_names_of_any_length_are_found(length: int, doctype: str) -> None:
    name = ("Names-of_classes" * 7)[:length]
    for selector in (f".{name}", f"#{name}", f"x{name.lower()}", f"body > .{name}"):
        sheet = f".{name}y, .y{name}, {selector}, #{name}z {{display: none}}"
        body = f"<p>Seen.</p><x{name} class={name} id={name}>Unseen.</x{name}>"
        assert [text for text, *_ in hidden(f"{doctype}<style>{sheet}</style>{body}")] == ["Unseen."]
    other = f"<style>.{name.lower()} {{display: none}}</style><p>Seen.</p><p class={name}>Both.</p>"
    assert len(hidden(doctype + other)) == (not doctype)  # without a doctype, case does not matter


@pytest.mark.parametrize("length", [1, 15, 16, 17, 31, 32, 33])
def test_every_class_of_a_list_is_found(length: int) -> None:
    name = ("names-of-classes" * 3)[:length]
    for classes in (f"{name} more", f"more {name}", f"{name}\tmore", f"{name} {name} more"):
        for selector in (f".{name}", ".more"):
            html = f"<style>{selector} {{display: none}}</style><p>Seen.</p><p class='{classes}'>Unseen.</p>"
            assert [text for text, *_ in hidden(html)] == ["Unseen."], (classes, selector)


@pytest.mark.parametrize("length", [1, 13, 14, 15, 29, 30, 31, 45])
def test_lists_of_classes_with_the_same_end_differ(length: int) -> None:
    end = "z" * length
    for other, own in ((f"y {end}", f"x {end}"), (f"{end} y {end}", f"{end} x {end}")):
        body = f"<p class='{other}'>Seen.</p><p class='{own}'>Unseen.</p>" * 2
        html = f"<style>.x {{display: none}}</style>{body}"
        assert [text for text, *_ in hidden(html)] == ["Unseen."] * 2, own


def test_elements_inside_of_one_that_is_made_after_them_are_found() -> None:
    html = "<style>.x .y {display: none}</style><b class=x>one<div><i class=y>two</i></b>three</div>"
    assert [text for text, *_ in hidden(html)] == ["two"]


@pytest.mark.parametrize("excluded", ["[a]" * 1001, f"{'[a]' * 1001}, .x, p"])
def test_a_bound_inside_of_not_drops_the_selector(excluded: str) -> None:
    page = parse(
        f"<style>p:not({excluded}) {{display: none}} i {{display: none}}</style><p>One<p class=x>Two<i>Three"
    )
    assert [text.text for text in hidden_texts(page)] == ["Three"]
    assert page.table.is_style_cut


def test_rules_after_the_last_selector_that_is_read_hide_nothing() -> None:
    many = f"p{'[a]' * 1000} {{display: none}}" * 530
    page = parse(f"<style>{many} p:not(.x) {{display: none}}</style><div a></div><p>One<p class=x>Two")
    assert hidden_texts(page) == ()
    assert page.table.is_style_cut


@pytest.mark.parametrize(
    "style", ["background: \\23 123456", "b\\000061ckground: #123456", "b\\61 ckground-color: \\23 123456"]
)
def test_backgrounds_with_escapes_in_an_attribute_are_noted(style: str) -> None:
    html = f"<div style='{style}'><p style='color: #123456'>Unseen.</p></div><p style='color: #123456'>Seen."
    assert [text for text, *_ in hidden(html)] == ["Unseen."]


@pytest.mark.parametrize("tag", ["table", "thead", "tbody", "tfoot", "tr", "th", "td"])
def test_the_attribute_bgcolor_of_tables_and_their_parts_counts(tag: str) -> None:
    parts = ["table", tag if tag in ("thead", "tfoot") else "tbody", "tr", "th" if tag == "th" else "td"]
    opening = "".join(f"<{part} bgcolor=#123456>" if part == tag else f"<{part}>" for part in parts)
    html = f"<p><font color=#123456>Seen.</font></p>{opening}<font color=#123456>Unseen.</font></table>"
    assert [text for text, *_ in hidden(html)] == ["Unseen."]


@pytest.mark.parametrize("tag", ["div", "p", "span", "font"])
def test_the_attribute_bgcolor_of_other_elements_does_not_count(tag: str) -> None:
    """Browsers ignore it there."""
    html = f"<td bgcolor=#123456>Seen.</table><{tag} bgcolor=#123456><font color=#123456>Seen, too."
    assert hidden(f"<table><tr>{html}") == []


@pytest.mark.parametrize(
    "opening",
    ["<style media=print>", "<style type=text/less>", "<template><style>", "<noscript><style>"],
)
def test_a_sheet_that_does_not_apply_hides_nothing(opening: str) -> None:
    assert (
        not parse(f"{opening}p {{display: none}}</style></template></noscript><p>Seen.")
        .has(Flag.HIDDEN)
        .any()
    )


def test_a_sheet_that_is_linked_makes_colours_uncertain_but_not_for_strict() -> None:
    html = "<link rel=stylesheet href=a.css><style>.x {color: #fff}</style><p>Seen.<p class=x>White."
    assert hidden(html) == []
    assert hidden(html, strict=True) == [("White.", ".x", 1)]


def test_text_may_be_shown_again_inside_of_hidden_text() -> None:
    sheet = ".x {visibility: hidden} .y {visibility: visible}"
    html = f"<style>{sheet}</style><div class=x>one <b class=y>two</b> three</div>"
    page = parse(html)
    assert hidden(html) == [("one three", ".x", 1)]
    assert [page.row_text(row) for row in page.leaves.tolist()] == ["two"]


def test_custom_elements_that_wait_for_their_script_are_shown_to_readers() -> None:
    html = "<style>[slot], x-card {visibility: hidden}</style><x-card>one</x-card><p slot=a>two</p><p>three"
    assert hidden(html) == []
    assert [text for text, *_ in hidden(html, strict=True)] == ["one", "two"]


def test_undefined_elements_are_hidden_only_in_strict() -> None:
    html = "<style>x-card:not(:defined) {display: none}</style><x-card>one</x-card><p>two"
    assert hidden(html) == []
    assert [text for text, *_ in hidden(html, strict=True)] == ["one"]


LONG = "A paragraph of the article that a script opens when a reader asks for more of it, and long enough."


@pytest.mark.parametrize(
    ("place", "declaration", "is_shown"),
    [
        ("article", "display: none", True),
        ("main", "max-height: 0; overflow: hidden", True),
        ("article", "position: absolute; left: -9999px", False),
        ("article", "font-size: 1px", False),
        ("article", "color: #fff", False),
        ("section", "display: none", False),
        ("article><nav", "display: none", False),
    ],
)
def test_what_a_rule_folds_away_in_the_content_is_shown_to_readers(
    place: str, declaration: str, is_shown: bool
) -> None:
    html = f"<style>.x {{{declaration}}}</style><{place}><p>{LONG * 9}</p><p class=x>{LONG} {LONG}</p>"
    html += "<p class=x>Short."
    assert (hidden(html) == []) is is_shown
    assert len(hidden(html, strict=True)) == 2


def test_a_closed_details_and_dialog() -> None:
    html = "<details><summary>Question</summary>Answer <p>and more</details>"
    html += "<details open>Open</details><dialog>Box"
    assert hidden(html) == [("Box", None, None)]
    assert [text for text, *_ in hidden(html, strict=True)] == ["Answer and more", "Box"]
    page = parse(html, strict=True)
    assert [page.row_text(row) for row in page.leaves.tolist()] == ["Question", "Open"]


def test_sheets_inside_of_drawings_are_read() -> None:
    assert hidden("<svg><style>.x {display: none}</style></svg><p>one<p class=x>two") == [("two", ".x", 1)]
    assert parse("<svg><style>.x {display:n&#111;ne}</style></svg><p>one").table.is_style_cut


def test_more_than_64_classes_are_looked_at() -> None:
    names = " ".join(f"n{number}" for number in range(200))
    assert hidden(f"<style>.n199 {{display: none}}</style><p>one<p class='{names}'>two") == [
        ("two", ".n199", 1)
    ]


@pytest.mark.parametrize(
    ("style", "reason"),
    [
        ("text-indent: -100em", "off-screen"),
        ("text-indent: 9999px", "off-screen"),
        ("text-indent: -40em", None),
        ("text-indent: 2em", None),
        ("margin: -9999px", "off-screen"),
        ("margin: 0 0 0 -9999px", "off-screen"),
        ("margin: 0\t0\n0\t-9999px", "off-screen"),
        ("margin: 0 -9999px 0 0", None),
        ("margin: 0 auto", None),
        ("margin-inline-start: -9999px", "off-screen"),
        ("position: absolute; inset: -9999px auto auto 0", "off-screen"),
        ("position: absolute; inset: 0", None),
        ("position: absolute; inset-inline-start: -9999px", "off-screen"),
        ("position: fixed; left: 500vw", "off-screen"),
        ("position: fixed; left: 200vw", None),
        ("position: absolute; top: 400em", "off-screen"),
        ("block-size: 0; overflow: hidden", "zero size"),
        ("max-inline-size: 1px; overflow: hidden", "zero size"),
        ("transform: matrix(0, 0, 0, 0, 10, 20)", "transform"),
        ("transform: matrix(1, 0, 0, 1, 10, 20)", None),
        ("transform: matrix(0", None),
        ("rotate: x 90deg", "transform"),
        ("rotate: 90deg", None),
    ],
)
@pytest.mark.parametrize("form", ["<style>.x {{{}}}</style><p class=x>Unseen.", '<p style="{}">Unseen.'])
def test_lengths_of_all_units_and_short_forms_of_properties(
    form: str, style: str, reason: str | None
) -> None:
    page = parse(f"<p>The tower leans, and it is old.</p>{form.format(style)}")
    assert [hidden.reason for hidden in hidden_texts(page)] == ([reason] if reason else [])
