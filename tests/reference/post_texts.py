"""The texts of posts by plain loops. The kernel does the same for `maintext.threads.texts`."""

from maintext.page.tags import TAG_ID, Flag
from maintext.threads.evidence import Evidence, Group
from maintext.threads.vocabulary import Mark

_BOXES = {
    TAG_ID[name] for name in "div section article main table tbody tr td dl dd form center span font".split()
}


class Texts:
    """The blocks of the posts of a group that are their texts."""

    def __init__(self, evidence: Evidence, group: Group) -> None:
        self.evidence, self.page, self.marks = evidence, evidence.page, evidence.marks
        self.blocks, self.posts = range(len(evidence.free)), range(len(group))
        self.rows = self.page.blocks.first_row.tolist()
        self.owner = group.owner.tolist()
        self.start, self.end = group.start.tolist(), group.end.tolist()
        self.is_whole = self.end == [int(self.page.end[row]) for row in self.start]
        self.text = [self._text(block) for block in self.blocks]
        self.common = [self._is_common(block) for block in self.blocks]
        elements = self._elements()
        self.inside = [self._is_owned(block) and self._is_in(block, elements) for block in self.blocks]
        with_text = {self.owner[block] for block in self.blocks if self.inside[block]}
        for block in self.blocks:  # a post without a text in the usual element has it elsewhere
            if self.owner[block] not in with_text and self._is_owned(block) and self.text[block]:
                self.inside[block] = True
        self.is_text = [self.inside[block] and not self._is_dropped(block) for block in self.blocks]

    def _is_owned(self, block: int) -> bool:
        return self.owner[block] >= 0 and bool(self.evidence.free[block])

    def _text(self, block: int) -> int:
        """The size of a block's part of the text of its post."""
        post = self.owner[block]
        is_text = post >= 0 and self.marks.aside[self.rows[block]] < self.start[post] + self.is_whole
        return int(self.evidence.prose[block]) if is_text else 0

    def _held(self, row: int) -> int:
        return sum(self.text[block] for block in self.blocks if row <= self.rows[block] < self.page.end[row])

    def _is_in(self, block: int, elements: list[int]) -> bool:
        return any(row <= self.rows[block] < self.page.end[row] for row in elements)

    def _post_around(self, row: int) -> int:
        """The last post that starts before a row, if it holds it; -1 otherwise."""
        post = max((post for post in self.posts if self.start[post] <= row), default=-1)
        return post if post >= 0 and row < self.end[post] else -1

    # -- short lines -------------------------------------------------------------------------------

    def _is_short(self, block: int) -> bool:
        return bool(self.evidence.chars[block] <= 120 and not self.evidence.in_body[block])

    def _letters(self, block: int) -> str:
        return "".join(filter(str.isalpha, self.page.block_text(block)))

    def _is_common(self, block: int) -> bool:
        """Whether a block is a short line whose letters three and half of the posts have.

        Of links and headings in the element with the text, four fifths of the posts must have them.
        """
        if self.owner[block] < 0 or not self._may_be_shared(block):
            return False
        sharing = {
            self.owner[other]
            for other in self.blocks
            if self.owner[other] >= 0
            and self._may_be_shared(other)
            and self._letters(other) == self._letters(block)
        }
        least = 4 * len(self.posts) // 5 if self.evidence.in_body[block] else len(self.posts) / 2
        return len(sharing) >= max(3, least)

    def _may_be_shared(self, block: int) -> bool:
        is_heading = bool(self.page.flags[self.rows[block]] & Flag.HEADING)
        is_set_apart = is_heading or bool(self.evidence.linked[block])
        return bool(self.evidence.chars[block] <= 120) and (is_set_apart or not self.evidence.in_body[block])

    def _is_byline(self, block: int) -> bool:
        return self._is_short(block) and bool(self.evidence.times[block] or self.evidence.people[block])

    def _is_dropped(self, block: int) -> bool:
        row, post = self.rows[block], self.owner[block]
        lines = [other for other in self.blocks if self.inside[other] and self.owner[other] == post]
        return bool(
            self.page.flags[row] & (Flag.CONTROL | Flag.NAV | Flag.FOOTER)
            or self.marks.aside[row] > self.start[post]
            or self.common[block]
            or (self._is_byline(block) and not all(map(self._is_byline, lines)))
        )

    # -- elements that hold the texts --------------------------------------------------------------

    def _elements(self) -> list[int]:
        marked = self._marked()
        rows = marked or self._top()
        total = sum(self.text[block] for block in self.blocks if self._is_in(block, rows))
        for _ in range(40):
            children: dict[int, list[int]] = {}
            for child in range(1, len(self.page)):
                if self.page.parent[child] in rows and child not in rows and self._held(child):
                    children.setdefault(int(self.marks.name[child]), []).append(child)
            if not children:
                break
            size, name = max((sum(map(self._held, children[name])), -name) for name in children)
            chosen = children[-name]
            parents = {int(self.page.parent[child]) for child in chosen}
            if size < (0.98 if marked else 0.8) * total or len(chosen) / len(parents) > 1.2:
                break
            if marked and not all(self.page.tag[child] in _BOXES for child in chosen):
                break
            rows = chosen
        return rows

    def _marked(self) -> list[int]:
        """The rows of one kind that are marked as texts, if most posts have one."""
        kinds: dict[int, list[int]] = {}
        for row in range(len(self.page)):
            if self.marks.flags[row] & Mark.BODY and self._held(row) and self._post_around(row) >= 0:
                kinds.setdefault(int(self.marks.name[row]), []).append(row)
        best: tuple[int, int] | None = None
        for name, rows in kinds.items():
            posts = {self._post_around(row) for row in rows}
            if len(posts) > 0.6 * len(self.posts) and len(rows) / len(posts) <= 1.2:
                best = max(best or (0, 0), (sum(map(self._held, rows)), -name))
        return kinds[-best[1]] if best else []

    def _top(self) -> list[int]:
        """The elements of the posts: all siblings, where posts are runs of siblings."""
        if self.is_whole:
            return self.start
        parents = {int(self.page.parent[row]) for row in self.start}
        return [
            row
            for row in range(1, len(self.page))
            if self.page.parent[row] in parents and self._post_around(row) >= 0
        ]
