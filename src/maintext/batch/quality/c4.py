"""C4's rules: Raffel et al. 2020, "Exploring the Limits of Transfer Learning", section 2.2, and its code.

A line is kept if it ends in terminal punctuation, has three words and no word of more than 1,000
characters, and mentions neither JavaScript nor policies on cookies. A page is dropped if its kept lines have
fewer than five sentences, a curly bracket or "lorem ipsum". Here the lines are counted, and the text stays.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from maintext.batch.quality.text import TextParts, broken_rule, share

_CITATION = re.compile(r"\[\d*]|\[edit]|\[citation needed]")
_TERMINAL = (".", "?", "!", '"', "'")
SENTENCE_END: Final = re.compile(r"""[.?!]+["')\]]*(?=\s|$)""")
_MIN_WORDS = 3
_MAX_WORD = 1000
POLICY: Final = (
    "terms of use",
    "privacy policy",
    "cookie policy",
    "uses cookies",
    "use of cookies",
    "use cookies",
)


@dataclass(frozen=True)
class C4:
    """The fewest sentences, and whether code and placeholder text are dropped."""

    min_sentences: float | None = 5
    max_curly_brackets: float | None = 0
    max_lorem_ipsum: float | None = 0

    def signals(self, text: TextParts) -> dict[str, float]:
        """Counts of lines by rule, and of the sentences in those that are kept."""
        lines = text.stripped_lines
        kept = ended = javascript = policy = brackets = ipsum = sentences = 0
        small = text.text.lower()
        suspect = any(phrase in small for phrase in ("lorem ipsum", "javascript", *POLICY))
        for raw, ends in zip(lines, text.sentences_by_line, strict=True):
            line = _CITATION.sub("", raw) if "[" in raw else raw
            if not line.endswith(_TERMINAL) or line.endswith("..."):
                continue
            ended += 1
            if len(raw.split(None, _MIN_WORDS - 1)) < _MIN_WORDS or _has_long_word(raw):
                continue
            if suspect:
                small = line.lower()
                ipsum += "lorem ipsum" in small
                if "javascript" in small:
                    javascript += 1
                    continue
            brackets += "{" in line
            if suspect and any(phrase in small for phrase in POLICY):
                policy += 1
                continue
            kept += 1
            sentences += (ends if line is raw else len(SENTENCE_END.findall(line))) or 1
        return {
            "c4_terminal_lines": share(ended, len(lines)),
            "c4_kept_lines": share(kept, len(lines)),
            "c4_sentences": float(sentences),
            "c4_javascript_lines": float(javascript),
            "c4_policy_lines": float(policy),
            "c4_curly_bracket_lines": float(brackets),
            "c4_lorem_ipsum_lines": float(ipsum),
        }

    def broken(self, signals: Mapping[str, float]) -> str | None:
        """The first rule that is broken."""
        above = {
            "c4_lorem_ipsum_lines": self.max_lorem_ipsum,
            "c4_curly_bracket_lines": self.max_curly_brackets,
        }
        return broken_rule(signals, above) or broken_rule(signals, {}, {"c4_sentences": self.min_sentences})


def _has_long_word(line: str) -> bool:
    return len(line) > _MAX_WORD and max(map(len, line.split())) > _MAX_WORD
