"""Kept blocks → text, Markdown, HTML, XML, JSON. All have one content model; no text is lost or repeated.

content.py (links.py, images.py, languages.py)   what the attributes of a page say
text.py, markdown.py, html.py                    the kernel's writers, one for each format
xml.py                                           XML and TEI, from the HTML
formats.py                                       the list of formats
title.py                                         the title before the text
parts.py                                         links, images and tables as data
json.py                                          the document as data
"""

from maintext.render.formats import FORMAT_NAMES, FORMATS, JSON, Format, get_format
from maintext.render.front_matter import known_metadata
from maintext.render.html import to_html
from maintext.render.images import Image
from maintext.render.json import to_dict, to_json
from maintext.render.markdown import to_markdown
from maintext.render.parts import (
    DataTable,
    Link,
    read_images,
    read_links,
    read_tables,
    to_lxml,
    to_soup,
)
from maintext.render.text import to_text
from maintext.render.title import put_title, title_blocks, with_title

__all__ = [
    "FORMATS",
    "FORMAT_NAMES",
    "JSON",
    "DataTable",
    "Format",
    "Image",
    "Link",
    "get_format",
    "known_metadata",
    "put_title",
    "read_images",
    "read_links",
    "read_tables",
    "title_blocks",
    "to_dict",
    "to_html",
    "to_json",
    "to_lxml",
    "to_markdown",
    "to_soup",
    "to_text",
    "with_title",
]
