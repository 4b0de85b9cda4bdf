"""Words in class names, ids and schema.org names, and the marks that they give an element.

`tools/thread_tables.py` (`make tables`) writes the kernel's table from here. The patterns use few forms:
letters, `-`, `x?`, `(?:…|…)`, one condition before a word and one after it (`BEFORE`, `AFTER`). A word begins
where no letter comes before it. Names are in lower case, without numbers, with a hyphen between words:
`commentBody` is `comment-body`.
"""

from enum import IntFlag


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


WORDS: dict[Mark, str] = {
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
        for what in "post message comment reply answer review response topic node tweet".split()
    )
    + r"|status-?content(?![a-z])|postmessage|bb-?wrapper|t-f(?![a-z])|commtext|"
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

BEFORE = ("(?<=prop )", "(?<!-)")
"""Conditions before a word. A schema.org property is read as `prop NAME`."""
AFTER = ("(?![a-z])", "(?![a-z-])", "(?![a-z]|-[a-z])", "(?= |-area)")
"""Conditions after a word. A space follows every name but a schema.org type."""

MIN_SHARE = 0.6
"""Share of a group that must be posts."""
MIN_UNMARKED = 3
"""Posts in a group without marks."""
IS_TIME, MAY_BE_TIME = 1, 2
"""What the kernel finds in a short line: a time, or a text that `has_time` must look at."""
