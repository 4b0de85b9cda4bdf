"""The columns of blocks of a thread for their second look, computed from their meaning."""

from math import log, log1p
from statistics import median

from maintext.methods.auto.scores import AutoScores

_NO_POST = -8.0


class Thread:
    """A page with a choice of blocks, and the number of the post that each is text of; -1 for none."""

    def __init__(
        self,
        scores: AutoScores,
        kept: list[bool],
        number: list[int],
        in_comment: list[bool],
        names: list[int],
    ) -> None:
        self.kept, self.number, self.in_comment = kept, number, in_comment
        self.words = scores.words.tolist()
        self.odds = [
            min(max(log(max(p, 1e-9) / max(1 - p, 1e-9)), -7.0), 7.0) for p in scores.probabilities.tolist()
        ]
        elements = scores.page.blocks.element.tolist()
        above = [max(int(scores.page.parent[row]), 0) for row in elements]
        self.place = [(names[row], names[over]) for row, over in zip(elements, above, strict=True)]
        self.blocks = range(len(kept))
        self.posts = [self._of_post(post) for post in range(max(number) + 1)]
        self.kinds = {f"kind_{name}": value for name, value in scores.kinds.items()}

    def _of_post(self, post: int) -> list[int]:
        return [block for block in self.blocks if self.number[block] == post]

    def _mean(self, values: list[float] | list[bool], blocks: list[int]) -> float:
        """By words; a word more for each block."""
        weight = sum(self.words[block] + 1 for block in blocks)
        return sum(values[block] * (self.words[block] + 1) for block in blocks) / weight

    def _sum(self, blocks: list[int]) -> int:
        return sum(self.words[block] for block in blocks)

    def columns(self) -> dict[int, dict[str, float]]:
        """The columns of the blocks that are kept or text of a post or comment."""
        wanted = [
            block
            for block in self.blocks
            if self.number[block] >= 0 or self.in_comment[block] or self.kept[block]
        ]
        return {block: self._columns(block) for block in wanted}

    def _columns(self, block: int) -> dict[str, float]:
        in_text = self.number[block] >= 0
        text = [other for other in self.blocks if self.number[other] >= 0]
        kept = [other for other in self.blocks if self.kept[other]]
        both = self._sum([other for other in text if self.kept[other]])
        similar = [
            other
            for other in self.blocks
            if self.place[other] == self.place[block] and (self.number[other] >= 0) == in_text
        ]
        return {
            "odds": self.odds[block],
            "kept": self.kept[block],
            "in_text": in_text,
            "in_comment": self.in_comment[block],
            "words": log1p(self.words[block]),
            "number": self.number[block],
            **self._own(block),
            "similar_odds": self._mean(self.odds, similar),
            "similar_kept": self._mean(self.kept, similar),
            "similar_blocks": log1p(len(similar)),
            "last_kept": block > 0 and self.kept[block - 1],
            "next_kept": block + 1 < len(self.kept) and self.kept[block + 1],
            "before": block < text[0],
            "after": block > text[-1],
            "posts": log(len(self.posts)),
            "posts_kept": sum(self._mean(self.kept, post) > 0.5 for post in self.posts) / len(self.posts),
            "posts_odds": median(self._mean(self.odds, post) for post in self.posts),
            "posts_words": log1p(median(self._sum(post) for post in self.posts)),
            "text_kept": both / max(self._sum(text), 1),
            "kept_in_text": both / max(self._sum(kept), 1),
            **self.kinds,
        }

    def _own(self, block: int) -> dict[str, float]:
        """The columns of the post of a block."""
        names = ("own_odds", "own_best", "own_kept", "own_words", "own_lines", "place")
        if self.number[block] < 0:
            return {"line": 0, **dict.fromkeys(names, _NO_POST)}
        own = self.posts[self.number[block]]
        values = (
            self._mean(self.odds, own),
            max(self.odds[other] for other in own),
            self._mean(self.kept, own),
            log1p(self._sum(own)),
            len(own),
            self.number[block] / len(self.posts),
        )
        return {"line": own.index(block), **dict(zip(names, values, strict=True))}
