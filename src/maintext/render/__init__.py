"""Blocks and mask → text, Markdown, HTML, JSON: one content model, nothing lost, nothing doubled."""

from maintext.render.html import to_html
from maintext.render.json import to_dict, to_json
from maintext.render.markdown import to_markdown
from maintext.render.text import to_text

__all__ = ["to_dict", "to_html", "to_json", "to_markdown", "to_text"]
