"""Class, id and schema.org names → marks: what the words in them say about an element."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from enum import IntFlag
from itertools import accumulate

_LONGEST = 200  # only this many characters of an attribute are read


class Mark(IntFlag):
    """What an element is, by the words of its attributes."""

    ITEM = 1 << 0
    """One post, comment, reply, answer or message."""
    COMMENT = 1 << 1
    """Comments, or one of them."""
    THREAD = 1 << 2
    """A thread, topic or question, or part of one."""
    AUTHOR = 1 << 3
    TIME = 1 << 4
    BODY = 1 << 5
    """The text of a post."""
    ASIDE = 1 << 6
    """What surrounds that text: names, dates, buttons, signatures."""
    OTHER = 1 << 7
    """A box for other pages."""


# Patterns are matched at the start of words; `commentBody` reads `comment-body` here.
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
_WORD = re.compile(r"[a-z]+")
_HUMP = re.compile(r"[A-Z](?<=[a-z].)")
_NUMBER = re.compile(r"\d\w*")


def read_names(given: list[list[str]], used: list[tuple[int, ...]]) -> tuple[list[int], list[str], list[str]]:
    """Of each element: its marks; its first class, else its id; its id without digits, if it has any.

    `given` holds the different values of class, id, itemprop and itemtype; each entry of `used` the indexes
    of one element's values, -1 for none.
    """
    classes, ids, props, kinds = ([value[:_LONGEST] for value in values] for values in given)
    plain_classes, plain_ids = _without_numbers(classes), _without_numbers(ids)
    first_classes = [(value.split() or [""])[0] for value in plain_classes]
    types = [value.rpartition("/")[2] for value in kinds]
    parts = [[*_in_words(values), ""] for values in (plain_classes, plain_ids, props, types)]
    spoken, words, numbers = [], [], []
    for class_, identity, prop, kind in used:
        spoken.append(f"{parts[0][class_]} {parts[1][identity]} prop {parts[2][prop]} {parts[3][kind]}")
        mark = f"#{plain_ids[identity]}" if identity >= 0 and plain_ids[identity] else ""
        words.append((first_classes[class_] if class_ >= 0 else "") or mark)
        numbers.append(mark if mark and plain_ids[identity] != ids[identity] else "")
    marks = _marks_of(set(spoken))
    return [marks[name] for name in spoken], words, numbers


def _without_numbers(values: list[str]) -> list[str]:
    """Names without their numbers. All are joined for speed, by NUL, which no attribute holds."""
    return _NUMBER.sub("", "\0".join(values)).split("\0")


def _in_words(values: list[str]) -> list[str]:
    """Names in lower case, with hyphens between words."""
    return _HUMP.sub(r"-\g<0>", "\0".join(values)).replace("_", "-").lower().split("\0")


def _first_words(patterns: str) -> Iterator[tuple[str, bool]]:
    """The letters that each alternative of a pattern starts with, and whether the word ends there."""
    depth = 0
    begins = True
    for at, char in enumerate(patterns):
        if begins and (found := _FIRST_LETTERS.match(patterns, at)):
            yield found[1], found[2] is not None
        depth += (char == "(") - (char == ")")
        begins = char == "|" and depth == 0


def _marks_by_start() -> dict[str, list[tuple[str, bool, int]]]:
    """By first two letters: how patterns start, whether that is a whole word, and their mark."""
    starts: dict[str, list[tuple[str, bool, int]]] = {}
    for mark, patterns in _WORDS.items():
        for letters, is_whole in _first_words(patterns):
            starts.setdefault(letters[:2], []).append((letters, is_whole, int(mark)))
    return starts


# Letters, except an optional last one, after an optional look-behind; a hyphen ends the word.
_FIRST_LETTERS = re.compile(r"(?:\(\?<[=!][^)]*\))?([a-z]+)(?!\?)(-(?!\?))?")
_STARTS = _marks_by_start()


def _marks_of(names: Collection[str]) -> dict[str, int]:
    """The marks of names. Only patterns with the same beginning are tried at a word, for speed."""
    text = "\0".join(names)
    words = [word for word in set(_WORD.findall(text)) if word[:2] in _STARTS]
    likely = {word: marks for word in words if (marks := _likely_marks(word))}
    found = [0] * len(names)
    ends = list(accumulate([len(name) + 1 for name in names]))
    for word in _WORD.finditer(text) if likely else ():
        for mark in likely.get(word[0], ()):
            if _PATTERNS[mark].match(text, word.start()):
                found[bisect_right(ends, word.start())] |= mark
    return dict(zip(names, found, strict=True))


def _likely_marks(word: str) -> list[int]:
    return [
        mark
        for letters, is_whole, mark in _STARTS[word[:2]]
        if (word == letters if is_whole else word.startswith(letters))
    ]
