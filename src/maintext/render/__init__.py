"""Kept blocks → text, Markdown, HTML, JSON. All formats use one content model; no text is lost or repeated.

content.py (links.py, images.py, languages.py)   what the attributes of a page say
text.py, markdown.py, html.py                    the kernel's writers, one for each format
formats.py                                       the list of formats
title.py                                         the title before the text
json.py                                          the document as data
"""

from maintext.render.formats import FORMAT_NAMES, FORMATS, JSON, Format, get_format
from maintext.render.html import to_html
from maintext.render.json import to_dict, to_json
from maintext.render.markdown import TableChoice, to_markdown
from maintext.render.text import to_text
from maintext.render.title import TitleChoice, put_title, starts_with, title_blocks

__all__ = [
    "FORMATS",
    "FORMAT_NAMES",
    "JSON",
    "Format",
    "TableChoice",
    "TitleChoice",
    "get_format",
    "put_title",
    "starts_with",
    "title_blocks",
    "to_dict",
    "to_html",
    "to_json",
    "to_markdown",
    "to_text",
]
