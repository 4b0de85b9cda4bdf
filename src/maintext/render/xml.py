"""XML: the main text as simple XML, and as TEI. Both are written from its HTML, element by element.

html      XML          TEI
h1 … h6   head level   ab type="header"
p         p            p
ul, ol    list, item   list, item
table     table, row, cell
a, img    ref, graphic
b, em, …  hi rend
pre       code rend    ab type="code"
"""

from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

from maintext.arrays import BoolArray
from maintext.options import Output
from maintext.page.attributes import NO_ATTRIBUTES
from maintext.page.page import Page
from maintext.page.parse import parse
from maintext.page.tags import TEXT
from maintext.page.tree import UNWRITABLE
from maintext.render.html import to_html


class _Shape(NamedTuple):
    """An element of XML: its name, fixed attributes, and attributes taken from the HTML."""

    name: str
    fixed: tuple[tuple[str, str], ...] = ()
    taken: tuple[tuple[str, str], ...] = ()


_RENDS = {
    "b": "bold",
    "strong": "bold",
    "em": "italic",
    "i": "italic",
    "del": "strikethrough",
    "s": "strikethrough",
    "mark": "highlight",
    "sub": "subscript",
    "sup": "superscript",
}
_SHAPES: dict[str, _Shape] = {
    **{f"h{level}": _Shape("head", (("level", str(level)),)) for level in range(1, 7)},
    **{name: _Shape("hi", (("rend", rend),)) for name, rend in _RENDS.items()},
    "p": _Shape("p"),
    "ul": _Shape("list", (("rend", "bulleted"),)),
    "ol": _Shape("list", (("rend", "numbered"),)),
    "dl": _Shape("list", (("rend", "definitions"),)),
    "li": _Shape("item"),
    "dt": _Shape("item", (("rend", "term"),)),
    "dd": _Shape("item"),
    "table": _Shape("table"),
    "caption": _Shape("head"),
    "tr": _Shape("row"),
    "td": _Shape("cell", (), (("colspan", "cols"), ("rowspan", "rows"))),
    "th": _Shape("cell", (("role", "label"),), (("colspan", "cols"), ("rowspan", "rows"))),
    "blockquote": _Shape("quote"),
    "pre": _Shape("code", (("rend", "block"),)),
    "code": _Shape("code"),
    "figure": _Shape("figure"),
    "figcaption": _Shape("head"),
    "a": _Shape("ref", (), (("href", "target"),)),
    "img": _Shape("graphic", (), (("src", "url"), ("alt", "alt"), ("title", "title"))),
    "br": _Shape("lb"),
    "hr": _Shape("milestone", (("unit", "section"),)),
}
"""Elements that the HTML writer makes. Of others, such as `tbody`, only the content is kept."""


def to_xml(page: Page, kept: BoolArray, base_url: str | None = None, output: Output = Output()) -> str:
    r"""The kept blocks as XML, for `xml_document`.

    >>> page = parse("<h1>Tea</h1><p>Take <b>hot</b> water")
    >>> to_xml(page, page.blocks.chars > 0)
    '<head level="1">Tea</head>\n<p>Take <hi rend="bold">hot</hi> water</p>'
    """
    return _body(to_html(page, kept, base_url, output), _SHAPES)


def to_tei(page: Page, kept: BoolArray, base_url: str | None = None, output: Output = Output()) -> str:
    """The kept blocks as the elements of TEI, for `tei_document`."""
    return _body(to_html(page, kept, base_url, output), _TEI_SHAPES)


def _tei(name: str, shape: _Shape) -> _Shape:
    """The shape in TEI P5, where `head` is only at the start of a `div`, and `code` only inside a line."""
    if shape.name == "head" and shape.fixed:
        return _Shape("ab", (("type", "header"), ("n", shape.fixed[0][1])))
    if name == "pre":
        return _Shape("ab", (("type", "code"),))
    if name == "dt":
        return _Shape("label")
    if name == "img":
        return _Shape("graphic", (), (("src", "url"),))
    return shape


_TEI_SHAPES = {name: _tei(name, shape) for name, shape in _SHAPES.items()}


def _body(html: str, shapes: Mapping[str, _Shape]) -> str:
    """HTML as XML, written in one pass over its rows."""
    page = parse(html)
    out: list[str] = []
    waiting: list[tuple[int, str]] = []  # where open elements end, and their end tags
    for row, tag in enumerate(page.tag.tolist()):
        while waiting and waiting[-1][0] <= row:
            out.append(waiting.pop()[1])
        if tag == TEXT:
            out.append(_clean(page.row_text(row)))
            continue
        shape = shapes.get(page.tag_names[tag])
        if shape is None:
            continue
        start = f"<{shape.name}{_attributes(page, row, shape)}"
        if page.end[row] == row + 1:
            out.append(f"{start}/>")
        else:
            out.append(f"{start}>")
            waiting.append((int(page.end[row]), f"</{shape.name}>"))
    out += [end for _, end in reversed(waiting)]
    return "".join(out).strip()


def _attributes(page: Page, row: int, shape: _Shape) -> str:
    values = list(shape.fixed)
    attributes = page.attributes.get(row, NO_ATTRIBUTES) if shape.taken else NO_ATTRIBUTES
    values += [(name, attributes[source]) for source, name in shape.taken if source in attributes]
    return "".join(f' {name}="{_clean(value)}"' for name, value in values)


# -- metadata ---------------------------------------------------------------------------------------------


def xml_document(body: str, known: Mapping[str, Any]) -> str:
    """A whole XML document around the main text, with its metadata.

    >>> print(xml_document("<p>Hot.</p>", {"title": "Tea & milk", "tags": ["a", "b"]}))
    <?xml version="1.0" encoding="UTF-8"?>
    <document>
    <metadata>
    <title>Tea &amp; milk</title>
    <tags>a</tags>
    <tags>b</tags>
    </metadata>
    <text>
    <p>Hot.</p>
    </text>
    </document>
    """
    lines = [f"<{name}>{_clean(value)}</{name}>" for name, value in _each(known)]
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return "\n".join(
        [head, "<document>", "<metadata>", *lines, "</metadata>", "<text>", body, "</text>", "</document>"]
    )


def tei_document(body: str, known: Mapping[str, Any]) -> str:
    """A TEI document: the header that TEI requires, with what is known, and the text."""
    values = list(_each(known))
    authors = [f"<author>{_clean(value)}</author>" for name, value in values if name == "author"]
    given = {name: _clean(value) for name, value in values}
    source = [f'<ptr target="{given["source"]}"/>'] if "source" in given else []
    language = given.get("language")
    usage = f'<profileDesc><langUsage><language ident="{language}"/></langUsage></profileDesc>'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<TEI xmlns="http://www.tei-c.org/ns/1.0">',
        "<teiHeader>",
        "<fileDesc>",
        "<titleStmt>",
        f"<title>{given.get('title', '')}</title>",
        *authors,
        "</titleStmt>",
        "<publicationStmt>",
        f"<publisher>{given.get('site_name', '')}</publisher>",
        f"<availability><p>{given.get('licence', '')}</p></availability>",
        f"<date>{given.get('date', '')}</date>",
        "</publicationStmt>",
        "<sourceDesc>",
        "<bibl>",
        f"<title>{given.get('title', '')}</title>",
        *source,
        "</bibl>",
        "</sourceDesc>",
        "</fileDesc>",
        *([usage] if language else []),
        "</teiHeader>",
        "<text>",
        "<body>",
        "<div>",
        body,
        "</div>",
        "</body>",
        "</text>",
        "</TEI>",
    ]
    return "\n".join(lines)


def _each(known: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Names and values, a list as several."""
    return [
        (name, one)
        for name, value in known.items()
        for one in (value if isinstance(value, list | tuple) else [value])
    ]


def _clean(value: object) -> str:
    """A text for XML; `xml.sax.saxutils` would load a client for HTTP."""
    return escape(UNWRITABLE.sub("\ufffd", str(value)))
