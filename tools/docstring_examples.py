"""Extension of griffe, which reads the docstrings for the API page: examples are shown as Python sessions."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"(?:^|(?<=\n\n))(>>> .*?)(?=\n\n|\Z)", re.DOTALL)


class SessionBlocks(Extension):
    """Put each example of a docstring into a fence; without one it would be read as Markdown."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring:
            blank = obj.docstring.value.replace("<BLANKLINE>", "")
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\1\n```", blank)
