"""Text, Markdown and HTML of kept blocks, written item by item."""

from tests.reference.render.html import to_html, write_html
from tests.reference.render.markdown import to_markdown, write_markdown
from tests.reference.render.rich import RichContent
from tests.reference.render.text import to_text, to_texts

__all__ = ["RichContent", "to_html", "to_markdown", "to_text", "to_texts", "write_html", "write_markdown"]
