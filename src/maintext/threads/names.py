"""The words of classes, ids and schema.org names, and their meaning for an element."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import IntFlag
from itertools import accumulate, islice
from typing import NamedTuple

_LONGEST = 200  # only this many characters of an attribute are read


class Mark(IntFlag):
    """The meaning of the words in an element's attributes."""

    ITEM = 1 << 0
    """one post, comment, reply, answer or message"""
    COMMENT = 1 << 1
    """comments, or one of them"""
    THREAD = 1 << 2
    """a thread, topic or question, or part of one"""
    AUTHOR = 1 << 3
    TIME = 1 << 4
    BODY = 1 << 5
    """the text of a post"""
    ASIDE = 1 << 6
    """what surrounds that text: names, dates, buttons, signatures"""
    OTHER = 1 << 7
    """boxes with links to other pages"""


# A word begins where no letter comes before it; `commentBody` was changed to `comment-body`.
_WORDS: dict[Mark, str] = {
    Mark.ITEM: r"comments?(?![a-z])|comtr|repl(?:y|ies)|answer|message|response|reviews?(?![a-z])|"
    r"posts?(?![a-z]|-[a-z])|post-?(?:bit|row|item|container|wrap|block|box|layout)|plhin|floor|"
    r"discussionforumposting|thing(?![a-z])",
    Mark.COMMENT: r"comments?(?![a-z])|comtr|repl(?:y|ies)|response|reviews?(?![a-z])|disqus|guestbook",
    Mark.THREAD: r"forum|thread|topic|discussion|question|answer|viewthread|viewtopic|qapage|message|"
    r"postlist|bbs|board",
    Mark.AUTHOR: r"authors?(?![a-z])|author-?(?:name|info|link)|authi|user-?name|user-?link|user(?![a-z-])|"
    r"bigusername|nick-?name|nick(?![a-z])|poster(?![a-z])|post(?:ed)?-?(?:by|author|user)|"
    r"comment(?:er|-?author|-?user)|display-?name|screen-?name|hnuser|by-?line|member-?name|creator|vcard|"
    r"p-author",
    Mark.TIME: r"times?(?![a-z])|time-?(?:stamp|ago)|date|posted-?(?:on|at|date)|post-?(?:date|time)|created|"
    r"datepublished|age(?![a-z])|published",
    Mark.BODY: "|".join(
        rf"{what}-?(?:entry-?)?(?:content|body|text|msg|message|main-?text)(?![a-z])"
        for what in "post message comment reply answer review response topic node".split()
    )
    + r"|postmessage|bb-?wrapper|t-f(?![a-z])|commtext|"
    r"cooked|usertext-?body|rich-?(?:text|content)|comment-?copy|s-prose|bbcode|t-msgfont|articlebody|"
    r"commenttext|reviewbody|(?<=prop )text(?![a-z])",
    Mark.ASIDE: r"signature|sig(?![a-z])|avatars?|profile|postprofile|actions?(?![a-z])|buttons?|"
    r"user(?:-?(?:info|details?|card|stats|meta|title|pic|panel|box|cell|name|link))?(?![a-z-])|"
    r"btns?(?![a-z])|toolbar|tools(?![a-z])|share|sharing|social|votes?(?![a-z])|voting|likes?(?![a-z])|"
    r"reactions?|foot(?:er)?(?![a-z])|controls?(?![a-z])|menu|dropdown|badge|reputation|rank|report|permalink|"
    r"last-?edit|edit(?:ed)?(?:-?(?:by|info|note|time|date))?(?![a-z])|attribution|authors?(?![a-z])|by-?line|"
    r"quote-?(?:author|head|title|by|source)|dates?(?![a-z])|times?(?![a-z])|meta(?![a-z])|published|notice|"
    r"count(?:er)?(?![a-z])|head(?:er)?(?![a-z])|tags?(?![a-z])|pagination|breadcrumbs?|ads?(?![a-z])|promo|"
    r"authi|pls(?![a-z])|moderation|reply-?(?:link|button|to|form)|expand|collapse|toggle|sr-only",
    Mark.OTHER: r"side(?![a-z])|side-?bar|(?<!-)widget(?= |-area)|related|recommend|similar|latest|recent|"
    r"popular|trending|hot-?(?:list|topic|news)|more-?(?:stories|news|posts)|teaser|carousel|navbar|"
    r"foot(?:er)?(?![a-z])",
}
_PATTERNS = {int(mark): re.compile(words) for mark, words in _WORDS.items()}
_HUMP = re.compile(r"[A-Z](?<=[a-z].)")
_NUMBER = re.compile(r"\d\w*")


class Names(NamedTuple):
    """The marks of the distinct values of classes, ids, item properties and types."""

    marks: tuple[list[int], list[int], list[int], list[int]]
    """`Mark` bits of each value, for the four attributes in turn."""
    words: list[str]
    """The first name of each class attribute, without its numbers."""
    ids: list[str]
    """Each id without its number, after a `#`; empty if nothing else is in it."""
    numbered: list[bool]
    """Which ids had a number."""


def read_names(classes: list[str], ids: list[str], props: list[str], types: list[str]) -> Names:
    """Read the distinct values of the four attributes, each once."""
    classes, ids, props, types = ([v[:_LONGEST] for v in values] for values in (classes, ids, props, types))
    plain_classes, plain_ids = _without_numbers(classes), _without_numbers(ids)
    types = [value.rpartition("/")[2] for value in types]
    # Patterns look at the characters around a word: a space, or a property's name.
    values = [
        *(f"{value} " for value in _in_words(plain_classes)),
        *(f"{value} " for value in _in_words(plain_ids)),
        *(f"prop {value} " for value in _in_words(props)),
        *_in_words(types),
    ]
    marks = iter(_marks_of(values))
    return Names(
        (
            list(islice(marks, len(classes))),
            list(islice(marks, len(ids))),
            list(islice(marks, len(props))),
            list(islice(marks, len(types))),
        ),
        [(value.split(None, 1) or [""])[0] for value in plain_classes],
        [f"#{value}" if value else "" for value in plain_ids],
        [plain != value for plain, value in zip(plain_ids, ids, strict=True)],
    )


def _without_numbers(values: list[str]) -> list[str]:
    """Remove the numbers of all names at once: no attribute contains a NUL."""
    return _NUMBER.sub("", "\0".join(values)).split("\0") if values else []


def _in_words(values: list[str]) -> list[str]:
    """Names in lower case, with hyphens between words."""
    if not values:
        return []
    return _HUMP.sub(r"-\g<0>", "\0".join(values)).replace("_", "-").lower().split("\0")


# Letters, without one that is optional, after a condition or not; a hyphen ends the word.
_FIRST_LETTERS = re.compile(r"(?:\(\?<[=!][^)]*\))?([a-z]+)(?!\?)(-(?!\?))?")


def _first_words(patterns: str) -> Iterator[tuple[str, bool]]:
    """The letters that each alternative of a pattern begins with, and whether the word ends there."""
    depth = 0
    begins = True
    for at, char in enumerate(patterns):
        if begins and (found := _FIRST_LETTERS.match(patterns, at)):
            yield found[1], found[2] is not None
        depth += (char == "(") - (char == ")")
        begins = char == "|" and depth == 0


def _starts() -> dict[str, list[tuple[str, bool, int]]]:
    """By their first two letters: beginnings of words, and the mark whose pattern begins with them."""
    starts: dict[str, list[tuple[str, bool, int]]] = {}
    for mark, patterns in _WORDS.items():
        for letters, is_whole in _first_words(patterns):
            starts.setdefault(letters[:2], []).append((letters, is_whole, int(mark)))
    return starts


_STARTS = _starts()


def _likely_word() -> re.Pattern[str]:
    """A pattern for words that may match, by their first letters."""
    branches = (
        f"{first}(?:{'|'.join(letters[2:] + '(?![a-z])' * is_whole for letters, is_whole, _ in known)})"
        for first, known in sorted(_STARTS.items())
    )
    return re.compile(f"(?<![a-z])(?:{'|'.join(branches)})[a-z]*")


_LIKELY_WORD = _likely_word()


def _marks_of(names: list[str]) -> list[int]:
    """The marks of names, all read at once: where a word begins, patterns that begin with it are tried."""
    text = "\0".join(names)
    likely: dict[str, list[int]] = {}
    found = [0] * len(names)
    ends = list(accumulate([len(name) + 1 for name in names]))
    for word in _LIKELY_WORD.finditer(text):
        if word[0] not in likely:
            likely[word[0]] = _likely_marks(word[0])
        for mark in likely[word[0]]:
            if _PATTERNS[mark].match(text, word.start()):
                found[bisect_right(ends, word.start())] |= mark
    return found


def _likely_marks(word: str) -> list[int]:
    return [
        mark
        for letters, is_whole, mark in _STARTS[word[:2]]
        if (word == letters if is_whole else word.startswith(letters))
    ]
