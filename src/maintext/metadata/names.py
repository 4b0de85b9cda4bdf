"""Bylines → names: "By Ann Lee, MD and Bo Li | Staff" → Ann Lee, Bo Li."""

import re

from maintext.text.characters import HAN, regex_class
from maintext.text.references import unescape

_HAN = regex_class(HAN)
_LONGEST_NAME = 80
_LONGEST_BYLINE = 200
_MOST_WORDS = 6

_REPORTER = r"(?:本报|本网|本刊|本社|实习|特约|见习)*(?:通讯员|记者)"
_PREFIX = re.compile(
    r"\W*(?:(?:article|story|post|words?|text|review(?:ed)?|reported|posted|written|published|authored|created|shared|"
    r"medically reviewed|edited|started|submitted|asked|opinion|analysis|photos?)\s+)?by\b\s*[:：]?\s*|"
    r"\W*(?:about the author|authors?|writers?|autor(?:in)?|auteur|redactor)\s*[:：]\s*|"
    rf"\W*{_REPORTER}\s*[:：/／|丨]?\s*|"
    rf"\W*(?:作者|撰文|撰稿|文字|文(?=\s*[/／|丨:：]))\s*[:：/／|丨]?\s*(?:(?:{_REPORTER}|(?:实习|见习)编辑)\s*)?",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"^(?:[Pp]ar|[Pp]or|[Vv]on|[Dd]oor)\s(?=[A-ZÀ-Þ])")  # "by", before a name
_BREAK = re.compile(
    r"\s*[;；、\n]\s*|\s*,?\s+(?:and|und|et|y|og|och|&)\s+|\s*[,，]\s*|"
    rf"(?<=[{_HAN}]{{2}})\s+(?=[{_HAN}]{{2}})"
)
_DECLARED_BREAK = re.compile(r"\s*[;；、\n|]\s*|\s*,?\s+(?:and|und|og|och)\s+|\s*[,，]\s*")
_MONTH_OR_DAY = (
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|"
    r"november|december|mon|tues?|wed|thu|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
)
_TAIL = re.compile(
    r"\s*(?:[<\[|｜•·–—»].*|\s[(（].*|\s-\s.*|"
    r"\b(?:(?:on|in|for|is|at|of|from|via|last|staff|special to)\s.*|"  # few places are at a border
    r"(?:published|updated|posted|contributor|contributing|senior|reporter|correspondent|view all|follow|"
    r"read more|reviewed|edited|fact)\b.*|"
    rf"\d{{0,2}}\s?{_MONTH_OR_DAY}\b\.?,?(?:\s\d.*|$))|\d{{1,2}}[:/.-]\d.*|(?:19|20)\d\d.*|"
    r"(?:来源|责编|责任编辑|编辑|发布|时间|日期|摄影|报道).*)$",
    re.IGNORECASE | re.DOTALL,
)
_CREDENTIAL = re.compile(
    r"(?:(?:[A-Z]\.){1,4}[A-Z]?|(?:[A-Z]{1,3}\.?){1,3}(?:[-,/ ][A-Z®]{1,6})*|Ph\.?\s?D\.?|[MB]\.?Sc\.?|"
    r"M\.?Ed\.?|Jr\.?|Sr\.?|Esq\.?|PharmD|PsyD|EdD|DrPH|[A-Z]{2,7}®?(?:[- ][A-Z\d]{1,6})*)$"
)
_NEWSROOM = re.compile(  # after a name, without a comma
    r"(?<=\w)\s+(?:(?:the\s)?(?:associated|canadian|australian associated) press|reuters|afp|ap|dpa|upi|"
    r"bbc(?:\s(?:news|sport|world service|monitoring))?|[A-Z]{2,5} News|(?:co-?)?founder|ceo|"
    r"editor[- ]in[- ]chief|staff writer|(?:(?:chief|senior) )?(?:reporter|correspondent))$",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"(?:editor|writer|dietitian|correspondent|reporter|expert|staff|contributor|director|manager|ceo|founder|officer|professor|"
    r"analyst|specialist|attorney|columnist|producer|press|team|nutritionist|author|president|fellow|coach|consultant)s?$|"
    r"\b(?:for|of|the|at)\b",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"https?:|www\.|@|[?!{}=:：]|^\+|\.(?:com|net|org|cn)$|^\w+(?:\.\w+){2,}$|"
    r"^(?:admin|administrator|authors?|editors?|staff|unknown|anonymous|guest|user|null|none|undefined|n/a|by|"
    r"cc(?:0|[- ](?:by|0))(?:[- ](?:sa|nc|nd|\d\.\d|international|unported))*|"
    r"share|published|updated|super user|webmaster|no author|name|home|about|reply|author name|topic author|"
    rf"username|follow|website|bio|more|contributors?|written|{_MONTH_OR_DAY}|"
    r"view (?:profile|forum posts|forum threads|all posts)|about the author|articles by .*|"
    r"twitter|facebook|instagram|linkedin|taboola|outbrain|"
    r"(?:\d+\s)?comments?|discussion|flag|report(?: (?:abuse|duplicate))?|(?:copy|share) link|trackback|"
    r"account|category|date|message|subject|thread|year|writers|columnists|"
    r"(?:[初中高]级)?粉丝|关注|加关注|复制链接|版权声明|发表于.*|记者|见习|"
    r"未知|佚名|匿名|管理员|编辑|责任编辑|来源|网络|原创|转载|小编|分享到|查看更多|联系作者|手机版)$|"
    r"discuz|comsenz|wordpress",
    re.IGNORECASE,
)
_SPACED_NAME = re.compile(  # 方 敏: names of two characters are often written as wide as three
    rf"(?<![{_HAN}])([{_HAN}])\s([{_HAN}])(?![{_HAN}])"
)
_BRACKETS = (("(", ")"), ("（", "）"), ("[", "]"), ("【", "】"), ("「", "」"), ("《", "》"))
_LONG_HAN = re.compile(rf"[{_HAN}]{{11}}")
_LETTER = re.compile(r"[^\W\d_]")
_CAPITALISED = re.compile(r"[A-ZÀ-ÖØ-Þ\d'‘(]|[^\W\d_a-zß-öø-ÿ]")


def declared_names(text: str) -> list[str]:
    """The names in a declared value, which has only names.

    >>> declared_names("Ann Lee, MD; Bo Li")
    ['Ann Lee', 'Bo Li']
    """
    return _names(_DECLARED_BREAK.split(_without_prefix(text)))


def byline_names(text: str) -> list[str]:
    """The names in a byline, which may also hold a place, a date or a role.

    >>> byline_names("By Ann Lee, MD and Bo Li | Staff writers")
    ['Ann Lee', 'Bo Li']
    >>> byline_names("作者：王小明 李四  来源：新华网")
    ['王小明', '李四']
    >>> byline_names("（文/阿木）")
    ['阿木']
    """
    if len(text) > _LONGEST_BYLINE:
        return []
    text = _PREPOSITION.sub("", _without_prefix(text), count=1)
    return _names([_TAIL.sub("", part) for part in _BREAK.split(text)], shown=True)


def _without_prefix(text: str) -> str:
    text = unescape(text).strip()
    prefix = _PREFIX.match(text)
    return _SPACED_NAME.sub(r"\1\2", text[prefix.end() :] if prefix else text)


def _names(parts: list[str], shown: bool = False) -> list[str]:
    names: list[str] = []
    for part in parts:
        name = _without_open_brackets(part.strip(" \t\"'*:：,，-–—/|~“”").strip())
        if names and (_CREDENTIAL.match(name) or _ROLE.search(name) or (shown and _is_place(name, names))):
            continue
        person = _NEWSROOM.sub("", name)
        person = name if person.lower() == "the" else person  # "The Associated Press"
        if is_name(person) and not (shown and _is_prose(person)):
            names.append(person)
            if shown and person != name:
                break  # "By Ann Lee BBC News, Astana, Kazakhstan"
        elif shown and name and not names:
            return []  # a byline starts with a name
    return names


def _without_open_brackets(name: str) -> str:
    """A name without a bracket at its end or start whose partner is elsewhere: "(by Ann Lee)"."""
    for opening, closing in _BRACKETS:
        if name.endswith(closing) and opening not in name:
            name = name[:-1].rstrip()
        if name.startswith(opening) and closing not in name:
            name = name[1:].lstrip()
    return name


def _is_place(part: str, names: list[str]) -> bool:
    """Whether a part of a byline is a place: one word, after names of several."""
    return part.isascii() and " " not in part and all(" " in name for name in names)


def _is_prose(text: str) -> bool:
    """Whether a text is not written like a name: too long in Chinese, not capitalised elsewhere."""
    if _LONG_HAN.search(text):
        return True
    words = text.split()
    return len(words) > 1 and not (_CAPITALISED.match(words[0]) and _CAPITALISED.match(words[-1]))


def is_name(text: str) -> bool:
    """Whether a text may be the name of a person or a newsroom."""
    return (
        1 < len(text) <= _LONGEST_NAME
        and len(text.split()) <= _MOST_WORDS
        and not _NO_NAME.search(text)
        and _LETTER.search(text) is not None
    )
