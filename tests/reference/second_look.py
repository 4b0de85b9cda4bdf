"""The columns of lists and headings for their second look, computed from their meaning."""

from collections.abc import Sequence

from maintext.methods.auto.scores import AutoScores
from maintext.model.auto import BLOCK_FEATURES
from maintext.page.tags import Flag

Columns = list[dict[str, float]]
_LISTS = {"ul": 1, "ol": 2, "dl": 3, "table": 4}
_ASIDE = int(Flag.NAV | Flag.ASIDE | Flag.FOOTER)


class Look:
    """A page with a choice of blocks."""

    def __init__(self, scores: AutoScores, kept: list[bool], unit: list[int]) -> None:
        self.page, self.kept, self.unit = scores.page, kept, unit
        self.rows = scores.page.blocks.first_row.tolist()
        self.elements = scores.page.blocks.element.tolist()
        self.flags = [int(scores.page.flags[row]) for row in self.rows]
        self.heading = [bool(flags & Flag.HEADING) for flags in self.flags]
        self.odds = [min(max(value, -6.0), 6.0) for value in scores.values.tolist()]
        self.words = [words + 0.1 for words in scores.words.tolist()]
        self.links = scores.measured.columns[BLOCK_FEATURES.index("link_density")].tolist()
        self.chars = scores.measured.chars.tolist()
        self.kinds = {f"kind_{name}": value for name, value in scores.kinds.items()}

    def text(self, blocks: Sequence[int]) -> list[int]:
        return [block for block in blocks if not self.heading[block]]

    def share(self, blocks: Sequence[int]) -> float:
        words = sum(self.words[block] for block in self.text(blocks))
        kept = sum(self.words[block] for block in self.text(blocks) if self.kept[block])
        return kept / words if words else -1.0

    def mean_odds(self, blocks: Sequence[int]) -> float:
        words = sum(self.words[block] for block in self.text(blocks))
        return (
            sum(self.words[block] * self.odds[block] for block in self.text(blocks)) / words
            if words
            else -7.0
        )

    def shared(self, name: str, first: int, end: int) -> dict[str, float]:
        """The columns that lists and headings both have."""
        all_kept = [block for block in self.text(range(len(self.kept))) if self.kept[block]]
        start, stop = (all_kept[0], all_kept[-1]) if all_kept else (len(self.kept), -1)
        before = [block for block in all_kept if block < first]
        after = [block for block in all_kept if block >= end]
        return {
            f"{name}_last": min(first - before[-1], 20) if before else 20,
            f"{name}_next": min(after[0] - end + 1, 20) if after else 20,
            f"{name}_place": (first - start) / max(stop - start, 1),
            f"{name}_aside": bool(self.flags[first] & _ASIDE),
            f"{name}_page_kept": self.share(range(len(self.kept))),
            **self.kinds,
        }

    def rows_of_kept_text(self) -> list[int]:
        return [self.rows[block] for block in self.text(range(len(self.kept))) if self.kept[block]]

    def last_heading(self, block: int) -> int | None:
        return next((at for at in range(block - 1, -1, -1) if self.heading[at]), None)

    def next_heading(self, block: int) -> int:
        return next((at for at in range(block, len(self.kept)) if self.heading[at]), len(self.kept))

    def level(self, block: int) -> int:
        heading = self.heading_row(block)
        return int(self.page.tag_name(heading)[1]) if heading >= 0 else 6

    def heading_row(self, block: int) -> int:
        """The `<h1>` to `<h6>` around a block, or -1."""
        row = self.rows[block]
        while row >= 0 and self.page.tag_name(row) not in ("h1", "h2", "h3", "h4", "h5", "h6"):
            row = int(self.page.parent[row])
        return row

    # -- lists --------------------------------------------------------------------------------------

    def lists(self) -> tuple[list[range], Columns]:
        ranges, columns, row = [], [], 0
        while row < len(self.page):
            kind = _LISTS.get(self.page.tag_name(row), 0)
            inside = [at for at, first in enumerate(self.rows) if row <= first < self.page.end[row]]
            is_list = len(inside) > 1 and not any(self.heading[at] for at in inside)
            if kind and is_list and (kind < 4 or self.unit[inside[0]] == row):
                ranges.append(range(inside[0], inside[-1] + 1))
                columns.append(self.list_columns(ranges[-1], kind))
                row = int(self.page.end[row])
            else:
                row += 1
        return ranges, columns

    def list_columns(self, blocks: range, kind: int) -> dict[str, float]:
        first, end = blocks.start, blocks.stop
        above = self.last_heading(first)
        around = [*range(above or 0, first), *range(end, self.next_heading(end))]
        near = above if above is not None and first - above <= 8 else None
        weight = sum(self.words[block] for block in blocks)
        return {
            "list_odds": self.mean_odds(blocks),
            "list_least": min(self.odds[block] for block in blocks),
            "list_most": max(self.odds[block] for block in blocks),
            "list_kept": self.share(blocks),
            "list_blocks": len(blocks),
            "list_words": weight / len(blocks),
            "list_links": sum(self.words[block] * self.links[block] for block in blocks) / weight,
            "list_last_odds": self.odds[first - 1] if first else -7,
            "list_next_odds": self.odds[end] if end < len(self.kept) else -7,
            "list_heading_odds": -7 if near is None else self.odds[near],
            "list_heading_kept": near is not None and self.kept[near],
            "list_around_kept": self.share(around),
            "list_around_odds": self.mean_odds(around),
            "list_kind": kind,
            **self.shared("list", first, end),
        }

    # -- headings -----------------------------------------------------------------------------------

    def section(self, block: int) -> range:
        after = block + 1
        while after < len(self.kept) and 0 <= self.heading_row(block) == self.heading_row(after):
            after += 1
        ends = (at for at in range(after, len(self.kept)) if self.heading[at])
        return range(block, next((at for at in ends if self.level(at) <= self.level(block)), len(self.kept)))

    def headings(self) -> tuple[list[range], Columns]:
        blocks = [block for block, is_heading in enumerate(self.heading) if is_heading]
        return [range(block, block + 1) for block in blocks], [
            self.heading_columns(block) for block in blocks
        ]

    def heading_columns(self, block: int) -> dict[str, float]:
        own, section = range(block, self.next_heading(block + 1)), self.section(block)
        before = range(self.last_heading(block) or 0, block)
        kept_after = [at for at in self.text(range(block, len(self.kept))) if self.kept[at]]
        around = max(int(self.page.parent[self.elements[block]]), 0)
        return {
            "heading_odds": self.odds[block],
            "heading_level": self.level(block),
            "heading_chars": self.chars[block],
            "heading_links": self.links[block],
            "heading_kept": self.kept[block],
            "heading_own_kept": self.share(own),
            "heading_own_odds": self.mean_odds(own),
            "heading_section_words": sum(self.words[at] for at in self.text(section)),
            "heading_section_kept": self.share(section),
            "heading_section_odds": self.mean_odds(section),
            "heading_before_kept": self.share(before),
            "heading_before_odds": self.mean_odds(before),
            "heading_next_kept": block + 1 < len(self.kept) and self.kept[block + 1],
            "heading_beside": bool(kept_after) and self.rows[kept_after[0]] < self.page.end[around],
            **self.shared("heading", block, block + 1),
            **self.peer_columns(block),
        }

    def peer_columns(self, block: int) -> dict[str, float]:
        key = self._peer_key(block)
        peers = [
            at
            for at, is_heading in enumerate(self.heading)
            if is_heading and at != block and self._peer_key(at) == key
        ]
        texts = [max(self.share(self.section(at)), 0.0) for at in peers]
        return {
            "heading_peers": len(peers),
            "heading_peers_kept": sum(self.kept[at] for at in peers) / len(peers) if peers else -1,
            "heading_peers_odds": sum(self.odds[at] for at in peers) / len(peers) if peers else -7,
            "heading_peers_texts": sum(texts) / len(peers) if peers else -1,
        }

    def _peer_key(self, block: int) -> tuple[int, int]:
        return self.level(block), min(int(self.page.depth[self.elements[block]]), 63)
