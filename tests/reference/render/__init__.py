"""Text, Markdown and HTML of kept blocks, written item by item."""

from tests.reference.render.html import to_html
from tests.reference.render.markdown import to_markdown
from tests.reference.render.text import to_text, to_texts

__all__ = ["to_html", "to_markdown", "to_text", "to_texts"]
