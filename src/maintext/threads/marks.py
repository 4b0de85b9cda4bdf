"""What the markup says of an element: words of its class, id and schema.org names, dates, profile links."""

import re
from dataclasses import dataclass
from enum import IntFlag
from functools import cached_property

import numpy as np

from maintext.arrays import BoolArray, IntArray
from maintext.page import Page
from maintext.tags import TAG_ID, A, Flag

_LONGEST = 200
"""Characters of an attribute that are read."""
_NEAR = 6
"""Levels that a mark reaches down."""
_LONGEST_TIME = 120
"""Characters of a text that is a time and little else, Han and kana counted twice."""
_MOST_MARKS = 8
"""Sentence marks of such a text; the colons of a clock are some."""


class Mark(IntFlag):
    """What the words of an element's attributes say of it."""

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
    """what stands around that text: names, dates, buttons, signatures"""
    OTHER = 1 << 7
    """what leads to other pages"""


# Words begin where no letter stands before them; `commentBody` has been made `comment-body`.
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
    Mark.BODY: r"(?:post|message|comment|reply|answer|review|response|topic|node)-?(?:entry-?)?"
    r"(?:content|body|text|msg|message|main-?text)(?![a-z])|postmessage|bb-?wrapper|t-f(?![a-z])|commtext|"
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
_PATTERNS = {mark: re.compile(f"(?<![a-z])(?:{words})") for mark, words in _WORDS.items()}
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NUMBER = re.compile(r"\d\w*")
_PROFILE = re.compile(
    r"/(?:u|users?|members?|profiles?|people|authors?|~)(?:\.php)?[/?~-][^#]|/@\w|space-uid|mod=space|memberlist\.php|"
    r"member\.php|profile\.php|[?&;](?:u|uid|user|userid|user_id)=|/user\?id=|action=profile",
    re.IGNORECASE,
)
_UNIT = r"(?:s|m|h|d|w|y|mo|mos|(?:sec|second|min|minute|hr|hour|day|wk|week|month|yr|year)s?)"
_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|dez|okt|janv|févr|mars|avr|juin|juil|août|déc|"
    r"ene|abr|ago|dic|fev|set|out|gen|mag|giu|lug|ott|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек)"
    r"[^\W\d_]{0,7}"
)
_YEAR = r"(?:19|20)\d\d"
_GAP = r"[ \u00a0-]"
_WHEN = re.compile(
    rf"(?<!\d){_YEAR}\s?[-/.年년]\s?\d{{1,2}}\s?[-/.月월]\s?\d{{1,2}}|"
    rf"(?<![\d./-])\d{{1,2}}(?:([/.])\d{{1,2}}\1(?:19|20)?\d\d|-\d{{1,2}}-{_YEAR})(?![\d./-])|"
    rf"(?<!\w)\d{{1,2}}(?:st|nd|rd|th|\.)?{_GAP}(?:de )?{_MONTH}[.,]?"
    rf"(?:{_GAP}(?:de )?'?(?:19|20)?\d\d)?(?!\w)|"
    rf"(?<!\w){_MONTH}(?:\.?{_GAP}'?\d{{1,2}}(?:st|nd|rd|th)?(?:(?!\w)|,)|{_GAP}{_YEAR}(?!\d))|"
    rf"(?<!\w)(?:\d{{1,4}}\+?|an?|one|a few|few)\s?{_UNIT}(?:,? (?:and )?\d{{1,4}}\s?{_UNIT})?\s?ago(?!\w)|"
    r"(?<![^\W_])(?:(?:vor|il y a|hace|há) \d{1,4} \w|för \d{1,4} \w{1,12} sedan|منذ \S)|"
    r"(?<!\w)\d{1,4} \w{1,12} (?:назад|atrás|fa|geleden|önce|temu|yang lalu|lalu|trước|πριν)(?!\w)|"
    r"(?<!\d)\d{1,4}\s?(?:秒|分钟|分鐘|分|小时|小時|時間|天|日|周|週|週間|个月|個月|か月|ヶ月|月|年)[之以]?前|"
    r"(?<!\d)\d{1,4}\s?(?:초|분|시간|일|주|개월|달|년)\s?전|昨天|前天|\d{1,2}月\d{1,2}日|"
    r"(?<!\w)(?:yesterday|today|gestern|heute|hier|ayer|ieri|вчера|сегодня)(?= at| um|,? (?:в )?\d)|"
    r"(?<!\d)\d{1,2}-\d{1,2} \d{1,2}:\d\d(?!\d)",
    re.IGNORECASE,
)
"""A date, or how long ago."""
_WHEN_IN_WORDS = re.compile(
    r"^\W*(?:(?:an?|one|a few|few) (?:second|minute|hour|day|week|month|year)s? ago|just now|yesterday|"
    r"gestern|hier|ayer|ieri|вчера|刚刚|剛剛|昨天|前天|昨日|어제|방금)\W*$",
    re.IGNORECASE,
)
"""The same without a digit; then there must be nothing else."""


@dataclass(frozen=True, eq=False, repr=False)
class Marks:
    """The marks of every row, and where times and people are named."""

    page: Page
    flags: IntArray
    """`Mark` bits of each row's own attributes."""
    name: IntArray
    """Numbers that are the same for elements of the same tag and first class (or id, without its number)."""
    number_name: IntArray
    """The same for the ids that end in a number, so that `post_12` and `post_34` are alike; -1 for others."""

    def has(self, marks: Mark) -> BoolArray:
        """Rows that carry any of the marks themselves."""
        return (self.flags & int(marks)) != 0

    @cached_property
    def times(self) -> BoolArray:
        """Leaves that name a time, in a line of little else."""
        page, blocks = self.page, self.page.blocks
        found = np.zeros(len(page), dtype=np.bool_)
        if not len(page.leaves):
            return found
        length, sentences = blocks.chars + blocks.sum(page.cjk), blocks.sum(page.punctuation)
        short = ((length <= _LONGEST_TIME) & (sentences <= _MOST_MARKS))[blocks.of_leaf]
        found[page.leaves[short]] = page.inside(page.tag == TAG_ID["time"])[page.leaves[short]]
        for row in page.leaves[short].tolist():
            if not found[row]:
                text = page.row_text(row)
                found[row] = (_WHEN if page.digits[row] else _WHEN_IN_WORDS).search(text) is not None
        return found

    @cached_property
    def in_author(self) -> BoolArray:
        """Rows in an element that is marked as the author's name."""
        return self.page.inside(self.has(Mark.AUTHOR) & self.people)

    @cached_property
    def people(self) -> BoolArray:
        """Elements that name an author: marked so, or links to a profile."""
        page = self.page
        found = self.has(Mark.AUTHOR)
        for row, address in page.values_of("href"):
            if page.tag[row] == A and _PROFILE.search(address[:_LONGEST]):
                found[row] = True
        return found & (page.subtree_chars > 0) & (page.subtree_chars <= _LONGEST_TIME)

    @cached_property
    def aside(self) -> IntArray:
        """For each row the nearest element above it that is no text of a post but stands around one.

        -1 where there is none, or the text of a post is nearer.
        """
        body = self.has(Mark.BODY)
        nearest = self.page.nearest(body | self.has(Mark.ASIDE))
        return np.where((nearest >= 0) & ~body[nearest], nearest, -1)

    @cached_property
    def elsewhere(self) -> BoolArray:
        """Rows in what leads to other pages; a box around most of the page does not, whatever its name."""
        page = self.page
        boxes = self.has(Mark.OTHER) & (2 * page.subtree_chars < page.subtree_chars[0])
        return page.inside(boxes) | page.has(Flag.NAV | Flag.FOOTER)

    @cached_property
    def in_comments(self) -> BoolArray:
        """Rows that are marked as comments, or lie below such a row."""
        return self.page.inside(self.has(Mark.COMMENT))

    @cached_property
    def in_thread(self) -> BoolArray:
        """Rows a few levels below one that is marked as a thread or as comments, or that are such a one."""
        page = self.page
        nearest = page.nearest(self.has(Mark.COMMENT | Mark.THREAD) & (page.depth > 1))
        return (nearest >= 0) & (page.depth - page.depth[nearest] <= _NEAR)

    @cached_property
    def is_thread(self) -> bool:
        """Whether the whole page is marked as a thread."""
        return bool((self.has(Mark.THREAD) & (self.page.depth <= 1)).any())

    @cached_property
    def holds_item(self) -> BoolArray:
        """Rows that are marked as a post, or hold such a row."""
        return self.page.subtree(self.has(Mark.ITEM)) > 0

    @cached_property
    def holds_body(self) -> BoolArray:
        """Rows that are marked as the text of a post, or hold such a row."""
        return self.page.subtree(self.has(Mark.BODY)) > 0


def read_marks(page: Page) -> Marks:
    """Read the attributes of a page. Elements repeat, and so do their names: each is read once."""
    flags = np.zeros(len(page), dtype=np.int64)
    name = page.tag.copy()
    number_name = np.full(len(page), -1, dtype=np.int64)
    given = [dict(page.values_of(attribute)) for attribute in ("class", "id", "itemprop", "itemtype")]
    known: dict[tuple[str, ...], tuple[int, str, str]] = {}
    names: dict[tuple[int, str], int] = {}
    for row in sorted(set().union(*given)):
        values = tuple(by_row.get(row, "")[:_LONGEST] for by_row in given)
        if values not in known:
            known[values] = _read_names(*values)
        flags[row], word, number = known[values]
        tag = int(page.tag[row])
        if word:
            name[row] = names.setdefault((tag, word), len(names)) + len(page.tag_names)
        if number:
            number_name[row] = names.setdefault((tag, number), len(names)) + len(page.tag_names)
    return Marks(page, flags, name, number_name)


def _read_names(classes: str, identity: str, prop: str, kind: str) -> tuple[int, str, str]:
    """What names speak of, the first class or the id, and the id where that has a number."""
    if not (classes or identity or prop or kind):
        return 0, "", ""
    plain_id = _NUMBER.sub("", identity)
    words = f"{_NUMBER.sub('', classes)} {plain_id} prop {prop} {kind.rpartition('/')[2]}"
    words = _HUMP.sub("-", words).replace("_", "-").lower()
    marks = sum(mark for mark, pattern in _PATTERNS.items() if pattern.search(words))
    first = _NUMBER.sub("", classes).split()
    word = first[0] if first else f"#{plain_id}" if plain_id else ""
    return marks, word, f"#{plain_id}" if plain_id and plain_id != identity else ""
