"""Temporary: blocks as the render modules read them."""

from typing import Any

from maintext.page.gaps import find_gaps


class Old:
    def __init__(self, page: Any) -> None:
        self.page = page
        self.text = page.block_text
        self.row_text = page.spaced_text

    def __len__(self) -> int:
        return len(self.page.blocks)

    def gaps_in(self, kept: Any) -> Any:
        return find_gaps(self.page, kept)

    def __getattr__(self, name: str) -> Any:
        if name == "gaps":
            return self.page.gaps
        return getattr(self.page.blocks, name)


def old(page: Any) -> Any:
    return Old(page)
