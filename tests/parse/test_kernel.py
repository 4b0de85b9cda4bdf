"""The kernel makes the same table as the reference; if not, another parser decides who is right."""

import pickle
import subprocess
import sys
from functools import partial
from threading import Thread

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from maintext._kernel import native
from maintext.cli.sample_pages import sample_pages
from maintext.errors import Reason
from maintext.evaluation.hostile import MARKUP, Family
from maintext.limits import Deadline, Limits, OutOfTime
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import TAGS, Flag
from maintext.text.decode import decode
from tests.growth import grows_linearly
from tests.parse.html5lib_cases import outline, tree
from tests.parse.rivals import (
    case_sources,
    differences,
    fragments,
    lexbor_outline,
    without_templates,
)
from tests.reference.walk import Walked
from tests.soup import soups


def both(html: str | bytes, limits: Limits = Limits()) -> tuple[Page, Walked]:
    return parse(html, limits), Walked(html if isinstance(html, str) else html.decode(), limits)


def agrees_with_lexbor(page: Page, html: str) -> bool:
    return without_templates(outline(page)) == lexbor_outline(html)


# -- parity -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sample_pages())
def test_a_sample_has_the_same_table(name: str) -> None:
    assert differences(*both(decode(sample_pages()[name]).source)) == []


# Pages on which turbohtml 1.15 differs from the standard.
KNOWN = ("<select>", "<pre>", "<noscript>")
# A formula becomes LaTeX after the parse; html5lib's cases cover the parse of what is in it.
FORMULA = "<math"


@given(soups, st.integers(1, 12), st.integers(1, 60))
def test_any_soup_has_the_same_table_at_any_limit(html: str, depth: int, nodes: int) -> None:
    assume(not any(tag in html for tag in (*KNOWN, FORMULA)))
    assert differences(*both(html)) == []
    assert differences(*both(html, Limits(depth=depth))) == []
    assert differences(*both(html, Limits(depth=depth, nodes=nodes))) == []


@given(soups)
def test_a_soup_has_the_same_table_or_lexbor_agrees_with_the_kernel(html: str) -> None:
    assume(FORMULA not in html)
    kernel, reference = both(html)
    assert not differences(kernel, reference) or agrees_with_lexbor(kernel, html)


FRAMES = "<iframe src='a>b'>|<IFRAME/>|</iframe >|<p>x|é\n|<svg>|</svg>|<img>|<!--|-->".split("|")


@given(st.lists(st.sampled_from(FRAMES), max_size=12).map("".join), st.sampled_from(["", "<body>"]))
def test_frames_in_noscript_give_the_same_table(inside: str, start: str) -> None:
    html = f"{start}<noscript>{inside}</noscript><p>y<iframe>z</iframe>"
    assert differences(*both(html)) == []


def test_frames_in_noscript_are_read_in_linear_time() -> None:
    for piece, end in (("<iframe>", "</noscript>"), ("<svg><iframe>", "</iframe>"), ("<svg><iframe>", "")):
        page = partial(parse, f"<noscript>{piece * 5000}{end}")
        longer = partial(parse, f"<noscript>{piece * 10_000}{end}")
        assert grows_linearly(page, longer)


@given(st.text(st.sampled_from("<>/!-=\"' &;#xabtdp\0\r\n\t\f\ufeff第é😀"), max_size=40))
def test_any_text_has_the_same_table(html: str) -> None:
    assume("\ufeff" not in html[1:])  # dropped from the middle of words, see tests/text/test_unseen.py
    assert differences(*both(html)) == []


_STYLES = (
    "display none hidden visibility opacity 0 1 .5 left -9999px position absolute fixed overflow clip "
    "width 1px height 0px max-width font-size text-indent rect(0,0 inset(50% ; : ; : ; : !important "
    "collapse transform \n &#58; DISPLAY None é -webkit-clip-path clip-path px var(--x) top"
).split(" ")
_PROPERTIES = (
    "display visibility opacity font-size overflow overflow-x overflow-y width height max-width max-height "
    "clip clip-path text-indent left top right bottom position color transform -moz-transition will-change "
    "OPACITY max-size \u00a0display \u212aind é"
).split(" ")
_VALUES = (
    "none hidden collapse clip 0 00 0. .0 0.0 . 1 1.00px 1.5px 01 .5em 0.5rem 0px 0PT 0% 0pc 0vw 0vh 0ch 0ex "
    "0x px 10px -999 -9999px -1000em -99 absolute fixed rect(0,0) rect(1px,1px) inset(50%) circle(0) é 0é "
    "\u00a00 red"
).split(" ")
_DECLARATIONS = st.builds(
    "{}{}:{}{}{}".format,
    st.sampled_from(_PROPERTIES),
    st.sampled_from(["", " "]),
    st.sampled_from(["", " ", "\n"]),
    st.sampled_from(["", *_VALUES]),
    st.sampled_from(["", " ", "!important", " !IMPORTANT ", "! important", "!important 0"]),
)
_NAMES = [
    "",
    "tab-pane",
    "tab-_content x",
    "TabContents",
    "an-expander",
    "Collapsed cookie-box",
    "cons:2",
    "Tabs",
    "faq",
    "nav-collapse",
    "box",
    "S:1a",
    "js_content",
    "accordion menu",
    "é",
    "&amp;",
]


@given(
    st.lists(st.sampled_from([*_STYLES, " "]), max_size=12).map("".join)
    | st.lists(_DECLARATIONS, max_size=5).map(";".join),
    st.sampled_from([None, "true", "false", "TRUE", "tru&#101;"]),
    st.sampled_from([None, "", "until-found", "hidden"]),
    st.sampled_from([None, "tabpanel", "TabPanel", "region", "Region", "img", "navigation"]),
    st.sampled_from(_NAMES),
    st.sampled_from(_NAMES),
)
def test_the_same_elements_hide_themselves(
    style: str, aria: str | None, hidden: str | None, role: str | None, class_: str, id_: str
) -> None:
    given_ = {"style": style, "aria-hidden": aria, "hidden": hidden, "role": role, "class": class_, "id": id_}
    attributes = " ".join(f'{name}="{value}"' for name, value in given_.items() if value is not None)
    html = f"<p aria-labelledby=x {attributes}>one<b>two</b></p><p>three"
    assert differences(*both(html)) == []


def test_if_the_reference_differs_on_a_broken_fragment_lexbor_agrees_with_the_kernel() -> None:
    for html in fragments(300, seed=3, sources=case_sources()):
        kernel, reference = both(html)
        assert not differences(kernel, reference) or agrees_with_lexbor(tree(html), html), html


# turbohtml 1.15 differs on these; lexbor agrees with the kernel.
@pytest.mark.parametrize(
    ("html", "names"),
    [
        ("<table><col></col><col>", "html head body table colgroup col col"),
        (
            '<p>和<table><input type="hidden"><tr><td>x',
            "html head body p #text table input tbody tr td #text",
        ),
        ("<table><td><select><table>", "html head body table tbody tr td select table"),
        ("<p><i><pre>\n", "html head body p i pre"),
        ("<a><command></a>", "html head body a command"),
        ("</head><head><template>", "html head template body"),
    ],
)
def test_the_kernel_follows_the_standard_where_the_reference_does_not(html: str, names: str) -> None:
    page = parse(html)
    assert [row.name for row in outline(page)] == names.split()
    assert agrees_with_lexbor(page, html)


@pytest.mark.parametrize(
    "name", ['a"b', '"', 'a""b', '"' * 20, 'a"b' * 20, "a" * 40 + '"b', "a" * 61, "a" * 62]
)
@pytest.mark.parametrize("value", ["v", "", "v" * 80, "&amp;" + "v" * 80])
def test_quotes_in_the_name_of_an_attribute_do_not_begin_its_value(name: str, value: str) -> None:
    html = f'<p {name}="{value}" title=x>' + "The rest of the page is longer than a step. " * 4
    page = parse(html)
    assert page.attributes[3] == {name: value.replace("&amp;", "&"), "title": "x"}
    assert differences(page, Walked(html)) == []


# -- what goes in -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("html", ["<p title='é'>one 正文</p>\r<b>😀", "<p>plain", ""])
def test_a_str_and_its_utf_8_are_the_same_page(html: str) -> None:
    assert differences(*both(html)) == []
    assert differences(*both(html.encode())) == []


def test_lone_surrogates_are_kept() -> None:
    page = parse("<p title='\ud800'>a\udfffb")
    assert page.text == "a\udfffb"
    assert page.attributes[3] == {"title": "\ud800"}
    assert page.chars[4] == 3


def test_other_types_than_str_and_bytes_are_refused() -> None:
    with pytest.raises((TypeError, AttributeError)):
        parse(5)  # type: ignore[arg-type]


# -- attributes -------------------------------------------------------------------------------------------


def test_attributes_are_made_once_on_first_use() -> None:
    page = parse("<p id=one><b>x</b><i class='a  b' TITLE='&lt;'>y")
    assert dict(page.attributes) == {3: {"id": "one"}, 6: {"class": "a b", "title": "<"}}
    assert page.attributes[3] is page.attributes[3]
    assert 4 not in page.attributes
    assert len(page.attributes) == 2
    assert page.attributes.get(10_000) is None
    assert page.attributes.get(-1) is None


def test_a_page_can_be_pickled() -> None:
    page = parse("<p id=one>x<x-box a=1>y")
    copy = pickle.loads(pickle.dumps(page))
    assert differences(copy, Walked("<p id=one>x<x-box a=1>y")) == []


def test_columns_are_read_only_views_of_the_memory_of_the_kernel() -> None:
    page = parse("<p>one")
    assert page.tag.base is not None
    with pytest.raises(ValueError, match="read-only"):
        page.tag[0] = 1


def test_columns_outlive_the_page() -> None:
    tags = [parse(f"<p>{'x' * number}").tag for number in range(1, 200)]
    assert all(tag.tolist() == tags[0].tolist() for tag in tags)


# -- limits -----------------------------------------------------------------------------------------------


def test_the_time_limit_stops_the_kernel() -> None:
    with pytest.raises(OutOfTime):
        parse("<p>x" * 100_000, deadline=Deadline(0.0))


def test_the_kernel_checks_the_clock_while_it_works() -> None:
    from maintext._kernel import _native

    with pytest.raises(TimeoutError):
        _native.parse("<p>x" * 100_000, False, 10**6, 512, -1.0)


def test_too_many_attributes_are_left_out_and_reported() -> None:
    page = parse("<p " + " ".join(f"a{n}=1" for n in range(2000)) + ">x")
    assert page.problems == (Reason.NODES,)
    assert len(page.attributes[3]) == 1024


def test_the_first_of_equal_attributes_counts_however_many_there_are() -> None:
    page = parse("<p " + " ".join(f"a{n % 50}={n} A{n % 50}=z" for n in range(900)) + ">x")
    assert page.attributes[3] == {f"a{n}": str(n) for n in range(50)}


@pytest.mark.parametrize(
    "tag", ["script", "style", "textarea", "title", "svg", "table", "template", "td", "select"]
)
def test_an_element_that_is_too_deep_loses_no_text_after_it(tag: str) -> None:
    html = "<div>" * 600 + f"<table><tr><{tag}>one</{tag}></table><p>two" + "</div>" * 600 + "<p>three"
    page = parse(html)
    assert page.problems == (Reason.DEPTH,)
    assert page.text.endswith("twothree")
    assert ("one" in page.text) == (tag not in ("script", "style"))
    assert page.depth.max() == 511


# Hard pages for this kernel, if it were written less carefully.
OWN: dict[str, Family] = {
    "markers left behind": lambda n: (
        "<table>" + "<tr><td><object></td></tr>" * n + "<b><b><b><b><i></b></b></b></b>" * n
    ),
    "text in and before a table by turns": lambda n: "<table>" + "x</i> </i>" * n,
    "white space in a frameset": lambda n: "<frameset>" + "x " * 10 * n,
    "end tags of unlisted elements": lambda n: "".join(f"<x{i}>" for i in range(n)) + "</x1>" * n,
    "scripts that hide in comments": lambda n: "<script><!--</script>" * n,
    "equal attributes": lambda n: ("<p " + "a=1 b=2 " * 300 + ">") * (n // 100),
    "adopted children": lambda n: "<b>" * 8 + "<div>" + "<p>x</p>" * n + "</b>" * 8,
    "telling styles": lambda n: "<p style='opacity: 0; color: red' class=tab>x" * (n // 20),
}


@pytest.mark.parametrize("family", [*MARKUP, *OWN])
def test_hostile_pages_take_linear_time(family: str) -> None:
    make = (MARKUP | OWN)[family]
    once, twice = make(4000), make(8000)
    limits = Limits(seconds=1e6)
    assert grows_linearly(lambda: parse(once, limits), lambda: parse(twice, limits))


_IN_LITTLE_MEMORY = """
import resource, sys
from maintext.page.parse import parse
html = "<p title='x'>some words" * 400_000
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (8 << 20), used + (8 << 20)))
try:
    parse(html)
except MemoryError:
    print("MemoryError")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is Linux's")
def test_out_of_memory_raises_a_memory_error() -> None:
    run = subprocess.run(
        [sys.executable, "-c", _IN_LITTLE_MEMORY], capture_output=True, text=True, check=False
    )
    assert run.stdout == "MemoryError\n", run.stderr


# -- state ------------------------------------------------------------------------------------------------


def test_pages_parsed_at_the_same_time_do_not_affect_each_other() -> None:
    pages = [f"<p id=p{n}>{'text ' * n}<b>é{n}" * 50 for n in range(40)]
    expected = [parse(html).text for html in pages]
    found: list[list[str]] = [[], []]

    def work(which: int) -> None:
        found[which] = [parse(html).text for html in pages * 5]

    threads = [Thread(target=work, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected * 5, expected * 5]


def test_unlisted_tags_are_numbered_as_they_appear_in_the_document() -> None:
    page = parse("<table><x-b>1</x-b><tr><td><x-a>2</x-a><x-b>3")
    assert page.tag_names[len(TAGS) :] == ("x-b", "x-a")


def test_counts_of_hidden_text_are_restored_when_it_is_shown() -> None:
    html = f"<div style='opacity: 0'><p>{'Some words, and more. ' * 60}</p></div><p>End"
    kernel, reference = both(html)
    assert not kernel.has(Flag.HIDDEN).any()
    assert differences(kernel, reference) == []
    assert kernel.chars.sum() > 1000


@pytest.mark.parametrize(("nodes", "depth"), [(0, 100), (100, 0), (-1, 1)])
def test_limits_that_are_not_positive_are_refused(nodes: int, depth: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        native.parse("<p>text", False, nodes, depth, 1.0)
