"""Lines that readers skip, by their first words: "Read more:", "Advertisement", "Posted by", a lone date.

The words only say which lines may be clutter; `maintext.methods.auto.clutter` decides. Each entry is a
regular expression for the lower-case text of a block. A colon also stands for the full-width one.
"""

import operator
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import accumulate, product

import numpy as np

from maintext.arrays import IntArray, frozen
from maintext.model.schema import LINE_KINDS
from maintext.text.characters import KIND_BY_CODE, WHITE_SPACE, Kind, codes_in

_COMMISSIONS = ("commission", "affiliate", "amazon associate")
_OPENINGS: Mapping[str, tuple[str, ...]] = {
    "byline": (
        r"by \w+ \w|(?:written|story|reported|reporting|edited|editing) by\b|authors?:|von \w+ \w",
        r"par \w+ \w|por \w+ \w",
        r"autore?:|автор|autor:|text:|作者[:/]|本?报?记者[:/]|文[:/|]|撰文[:/]|（?(?:责任编辑|责编|編輯|编辑)[:/]",
    ),
    "reply": (r"# ?re:",),  # comments on old blogs begin so
    "post": (
        r"(?:post(?:ed)?|started|asked|answered) by\b|post(?:s|ed)?:|joined:|join date:|registered:",
        r"threads:|location:",
        r"re ?: |#\d+$|last edited|quote:?$|reply$|report$|post(?: a)? reply|registrado:",
        r"mensajes:|citar$|citer$|beiträge:",
        r"registriert|mitglied seit|dabei seit|wohnort:|zuletzt (?:bearbeitet|geändert)|zitat:?$",
        r"zitieren$|antworten$",
        r"本帖最后由|最后编辑|发表于|posted @|回复$|引用$|举报$|楼主|сообщений:|регистрация:",
    ),
    "related": (
        r"related(?: \w+)?:",
        r"related(?: (?:articles?|stories|posts?|news|content|topics|reading|links?|coverage))?$",
        r"read (?:more|also|next|the full)\b|also read\b|read:|see also:|see more\b",
        r"more (?:on|from|about|like|stories|news)\b",
        r"more:|you (?:may|might) (?:also )?(?:like|be interested|enjoy)",
        r"recommended (?:for|reading|stories|articles|posts)",
        r"don.t miss\b|up next\b|trending\b|most (?:read|popular)\b|(?:à )?lire aussi|le[ea] también",
        r"leer más|te puede interesar",
        r"más información:|leia (?:mais|também)|veja (?:mais|também)|saiba mais",
        r"mehr (?:zum thema|dazu|lesen)|mehr:",
        r"lesen sie (?:auch|mehr|hier)|lies auch|auch interessant",
        r"weitere (?:artikel|themen|news|meldungen|nachrichten)",
        r"zum thema:?$|zobacz (?:także|też|również|więcej)|czytaj (?:też|także|również|więcej|dalej)",
        r"więcej (?:na|o|w)\b",
        r"читайте (?:также|ещё|еще|далее|нас)|смотрите также|новости по теме|по теме:?$|подробнее:",
        r"другие новости",
        r"διαβάστε (?:επίσης|ακόμα|περισσότερα)|δείτε (?:επίσης|ακόμα)|leggi (?:anche|tutto|pure)",
        r"lees (?:ook|meer|verder)",
        r"läs (?:också|mer|även)|læs (?:også|mere)|les (?:også|mer)|baca juga|selengkapnya|ilgili haber",
        r"(?:यह|ये) भी पढ़ें",
        r"اقرأ (?:أيضا|المزيد)|(?:延伸|推荐)(?:阅读|閱讀)",
        r"(?:相关|相關)(?:阅读|閱讀|新闻|新聞|链接|連結|文章|报道|報導|推荐|专题)",
        r"更多(?:精彩|新闻|内容|资讯|详情)|点击(?:查看|进入|阅读)|阅读(?:全文|原文|更多)|猜你喜欢",
        r"関連(?:記事|リンク|ニュース)|あわせて読みたい|もっと見る|続きを読む",
        r"관련 ?(?:기사|뉴스|글)|더 ?보기$|(?:click|tap) here\b",
    ),
    "share": (
        r"share(?: (?:this|on|via|with|article|story|post|it)\b.{0,25})?:?$|tweet(?: this)?$",
        r"e-?mail (?:this|a friend)\b",
        r"print(?: this.{0,25})?$|printer.friendly|save$|like$|follow$|copy link|pin it|bookmark this",
        r"teilen$|drucken$|merken$",
        r"compart(?:ir|e|ilhar)(?: en.{0,20})?$|partager(?: sur.{0,20})?$|condividi(?: su.{0,20})?$",
        r"imprimir$|stampa$",
        r"поделиться|версия для печати|распечатать|udostępnij|drukuj$|分享(?:到|至)?.{0,8}$|收藏.{0,4}$",
        r"打印.{0,4}$|复制链接",
        r"シェア.{0,6}$|ツイート$|印刷$|공유.{0,6}$|인쇄$|facebook$|twitter$",
    ),
    "advert": (
        r"advertisements?\b|ads?$|sponsored\b|(?:story|article|post|content) continues\b",
        r"continue reading\b|anzeige$|werbung$",
        r"scroll (?:down )?to continue|publicidade?$|publicité$|pubblicità$|реклама$|reklama$|annonse?$",
        r"広告$|광고$|广告$|廣告$",
        r"tekst se nastavlja|διαφήμιση$",
    ),
    "newsletter": (
        r"sign up\b|subscribe\b",
        r"get (?:our|the|all|more|updates)\b.{0,80}(?:newsletter|inbox|email|app)\b|never miss\b",
        r"join (?:our|us)\b|newsletters?\b|follow (?:us|me|@)|like us\b",
        r"download (?:our|the) .{0,20}app\b|stay (?:informed|connected)",
        r"register (?:now|here)\b|log ?in\b|sign in\b|abonnieren|abonnez|s[’']abonner",
        r"jetzt (?:anmelden|abonnieren|bestellen)",
        r"suscr[ií]b|s[ií]guenos|inscreva-se|iscriviti|подпис(?:аться|ывайтесь|ка)|dołącz do nas",
        r"polub nas|扫(?:码|一扫|描)",
        r"(?:欢迎)?关注.{0,20}(?:公众号|微信|微博)|微信公众号|长按|訂閱|订阅|メルマガ|구독",
    ),
    "commission": (
        r"(?:we|when you|if you|as an|this|all products|products|some|disclosure|note|purchases)\b.{0,120}"
        rf"(?:{'|'.join(_COMMISSIONS)})",
    ),
    "source": (
        r"\d{4}[-年./]\d{1,2}[-月./]\d.{0,16}(?:来源|作者|编辑|点击|浏览|字号|评论)",
        r"©|\(c\)|copyright\b|all rights reserved|sources?:|quelle:|fuente:|fonte:|źródło|источник",
        r"по материалам|πηγή:",
        r"(?:信息|新闻|文章|本文)?来源:|來源:|稿源:|原文(?:链接|地址|标题|出处)?:|版权(?:声明|所有)",
        r"转载|本文(?:链接|地址|标签|作者)",
        r"(?:免责)?声明:|出典:|출처|저작권|ⓒ|with files from",
        r"this (?:article|story) (?:was )?(?:originally|first)\b",
    ),
    "navigation": (
        r"(?:back|return) to\b|(?:go to )?top$|back$",
        r"next(?: (?:page|post|article|story|chapter).{0,40})?$|skip to\b|jump to\b",
        r"prev(?:ious)?(?: (?:page|post|article|story|chapter).{0,40})?$|(?:table of )?contents$",
        r"nach oben$|zurück$|retour$",
        r"volver$|上一[篇页章条]|下一[篇页章条]|返回|目录$|назад$|наверх$|powrót$|wstecz$|前へ|次へ|목록$",
        r"show (?:more|less|all)\b|view (?:all|more|full|gallery|comments?|profile)\b|expand$|close$",
        r"hide$|loading\b.{0,3}$|edit$",
        r"home ?(?:$|[>»/|])",
    ),
    "comments": (
        r"comments?(?: \(?\d+\)?)?:?$|\d+ comments?\b|no comments\b",
        r"(?:leave|post|add|write) (?:a |your )?(?:comment|reply)",
        r"join the (?:discussion|conversation)|comentarios?$|kommentare?$|commentaires?$|комментари[ией]",
        r"komentarz|σχόλια",
        r"网友评论|(?:发表|我要|查看)?评论.{0,6}$|コメント.{0,6}$|댓글",
    ),
    "tags": (
        r"tags?:|filed (?:under|in)\b|categor(?:y|ies):|posted in\b|topics?:|labels?:|keywords?:",
        r"schlag(?:worte|wörter)",
        r"теги|метки:|ключевые слова|tagi:|etiquetas:|mots.clés",
        r"标签:|分类:|关键[词字]:|キーワード:|タグ:|카테고리:|태그:",
    ),
    "calendar": (
        r"add to (?:my |google |your |outlook )?calendar|zum kalender hinzufügen",
        r"ajouter (?:à|au) (?:mon )?(?:calendrier|agenda)|añadir al calendario",
    ),
    "photo": (
        r"photos?:|photos? (?:by|courtesy|credit)\b|image:|image (?:source|credit|by)\b|credit:|fotos?:",
        r"bild:|picture:|фото:",
        r"fot\.|資料照|getty images|file photo",
    ),
    "counts": (
        r"\d+ min(?:ute)?s?\.? read|(?:reading|read) time|lesezeit",
        r"(?:点击|阅读|浏览|访问|人气|热度|点赞)(?:次?数|量)?[:：(（]? ?\d",
        r"\d+ (?:views|reads|shares|likes|replies|votes|points)\b|views:|hits:|просмотров|조회|wyświetleń",
        r"rate this",
    ),
    "placeholder": (  # what a page builder leaves in the page
        r"\[/?(?:vc|et_pb|fusion|nectar|kc|tatsu|wpb|mk|av)_[a-z_]+[ \]/]",
        r"this is (?:some text|a div block|a heading|a paragraph|the default text value)?.{0,20}"
        r"(?:inside of a div block\.?$|with a webflow interaction)",
    ),
}
"""By kind of line: the openings, in several languages."""

_KINDS = tuple(_OPENINGS)

REPLY = LINE_KINDS.index("reply")

_MONTHS = (
    "january february march april may june july august september october november december jan feb mar "
    "apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember dez okt "
    "janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo "
    "abril mayo junio julio agosto septiembre octubre noviembre diciembre janeiro fevereiro março maio "
    "junho julho setembro outubro novembro dezembro gennaio febbraio aprile maggio giugno luglio "
    "settembre ottobre dicembre stycznia lutego marca kwietnia maja czerwca lipca sierpnia września "
    "października listopada grudnia января февраля марта апреля мая июня июля августа сентября октября "
    "ноября декабря ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου "
    "οκτωβρίου νοεμβρίου δεκεμβρίου"
)
_DAYS = (
    "mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi "
    "samedi dimanche lunes martes miércoles jueves viernes sábado domingo понедельник вторник среда "
    "четверг пятница суббота воскресенье"
)
_LABELS = (
    "published posted updated last modified created date first erstellt aktualisiert veröffentlicht "
    "stand publié publicado actualizado atualizado pubblicato aggiornato опубликовано обновлено дата "
    "opublikowano dodano today yesterday heute gestern"
)
_SMALL = (
    r"at on of um uhr le à de den der del il am pm a\.m p\.m est edt pst pdt gmt utc cet cest ist jst "
    r"bst et pt ago vor hours? minutes? days? weeks? months? years? stunden tagen alle ore kl г года h"
)
_HAN = "发布时间|发布于|发表于|发表时间|更新时间|更新|发布|时间|日期|公開日|更新日|投稿日|"
_HAN += "입력|수정|등록|星期.|周[一二三四五六日]"
_MONTH = "|".join(_MONTHS.split())
_WORDS = "|".join([_MONTH, *_DAYS.split(), *_LABELS.split(), *_SMALL.split()])
_UNITS = "[年月日时時分秒号년월일시분]"
_LONGEST_DATE = 80
_DIGIT = re.compile(r"\d")

_SIGNS = " (（【「『“\"'›»>→▶►•·*+–—|_-"
"""Signs before the first word."""
_COLON = re.compile("[:：]")
_LONGEST_LABEL = 30
_PREFIX = 5
"""First characters that are looked up, to try only the expressions that may match."""
_NUMBER = {kind: number for number, kind in enumerate(LINE_KINDS)}


@cache
def _date() -> re.Pattern[str]:
    """A line of nothing but dates; possessive, so that a text that fails is read once."""
    return re.compile(rf"(?:[\W_]++|(?:{_WORDS})\b|{_HAN}|\d++(?:st\b|nd\b|rd\b|th\b|{_UNITS}|(?!\w)))++\Z")


@cache
def _says_when() -> re.Pattern[str]:
    """A date or time somewhere in a line."""
    return re.compile(
        rf"\d:\d\d|\d[./-]\d\d?[./-]\d\d|\b(?:19|20)\d\d\b.*\d|\d.*\b(?:19|20)\d\d\b|\d.*\b(?:{_MONTH})\b|\b(?:{_MONTH})\b.*\d|[月월]\s?\d|\bago\b"
    )


@cache
def _opening(kind: str) -> re.Pattern[str]:
    """One expression for all openings of a kind; compiling those of all kinds takes 7 ms."""
    words = re.sub(r"(?<![?\[]):", r"\\s*[:：]", "|".join(_OPENINGS[kind]))
    return re.compile(words.replace("[:/", "[:：/"))


@cache
def _kinds_by_start() -> Mapping[str, tuple[int, ...]]:
    """The kinds, as indices in `_KINDS`, that begin with these characters.

    There may be fewer characters than `_PREFIX`, where the next one may be anything.
    """
    kinds: dict[str, tuple[int, ...]] = {}
    for index, kind in enumerate(_OPENINGS):
        for plain in {plain for start in _starts_of(kind) for plain in _plain(start)}:
            kinds[plain] = (*kinds.get(plain, ()), index)
    return kinds


def _plain(start: str) -> Iterable[str]:
    """The first characters of a start, up to the end of the line or the first digit."""
    plain, digits, _ = start.removesuffix(_END).partition(_DIGITS)
    if not digits or len(plain) >= _PREFIX:
        return (plain[:_PREFIX],)
    return [plain + digit for digit in "0123456789"]


@lru_cache(maxsize=4096)
def _kinds_that_start(start: str) -> tuple[str, ...]:
    """The kinds of line that may begin with these characters."""
    known = _kinds_by_start()
    kinds = {kind for length in range(1, _PREFIX + 1) for kind in known.get(start[:length], ())}
    return tuple(_KINDS[index] for index in sorted(kinds))


# -- first characters, for the kernel -----------------------------------------------------------------------

_END, _DIGITS = "\0", "\1"
"""In a start: the end of the line, and a run of digits; the kernel has the same."""
_LONGEST_START = 8
_MOST_WAYS = 32
"""Ways to write a start in capitals and small letters, at most; a longer start is cut."""
_AFTER_LABEL = "".join(map(chr, codes_in(WHITE_SPACE))) + ":："
"""What a colon in an opening may begin with."""
_RUN_OF_DIGITS = re.compile(r"\\d(?:\+|\{[\d,]+\})?")


def _starts_of(kind: str) -> set[str]:
    """The first characters of the lines of a kind."""
    return {_cut(start) for pattern in _OPENINGS[kind] for start in _starts(pattern, _LONGEST_START)}


def _starts(pattern: str, most: int) -> set[str]:
    """The first characters of the texts that an expression of this module matches, `most` or fewer."""
    if not most:
        return {""}
    if "|" in pattern and len(whole := _split(pattern)) > 1:
        return {start for one in whole for start in _starts(one, most)}
    if digits := _RUN_OF_DIGITS.match(pattern):
        return {_DIGITS + start for start in _starts(pattern[digits.end() :], most - 1)}
    if not pattern or pattern[0] in ".$" or pattern[:2] in (r"\b", r"\s", r"\w"):
        return {_END if pattern[:1] == "$" else ""}
    if pattern[0] == "(":
        end = _end_of_group(pattern)
        inner, rest = pattern[3 : end - 1], pattern[end:]
        starts = {start for one in _split(inner) for start in _starts(one + rest.removeprefix("?"), most)}
        return starts | (_starts(rest[1:], most) if rest.startswith("?") else set())
    end = pattern.index("]") + 1 if pattern[0] == "[" else 2 if pattern[0] == "\\" else 1
    if "-" in pattern[2 : end - 1]:  # a range, as in [a-z]
        return {""}
    rest = pattern[end:]
    if pattern[0] == ":":
        starts = set(_AFTER_LABEL)
    else:
        first = pattern[1 : end - 1] if pattern[0] == "[" else pattern[end - 1]
        first += "：" * (":" in first)
        follows = _starts(rest.removeprefix("?"), most - 1)
        starts = {char + start for char in first for start in follows}
    return starts | (_starts(rest[1:], most) if rest.startswith("?") else set())


_DATE_WORDS = f"{_MONTHS} {_DAYS} {_LABELS} {_HAN.replace('|', ' ')} # on 0 1 2 3 4 5 6 7 8 9"
_DATE_FIRST = frozenset(word[0] for word in _DATE_WORDS.split())


_SPECIAL = re.compile(r"\\.|\[(?:\\.|[^]])*\]|[(|)]")
"""An escaped character, a set of characters, or a sign of groups and alternatives."""


def _split(pattern: str) -> list[str]:
    """The alternatives of an expression."""
    parts, depth, start = [], 0, 0
    for found in _SPECIAL.finditer(pattern):
        sign = found[0]
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            parts.append(pattern[start : found.start()])
            start = found.end()
    return [*parts, pattern[start:]]


def _end_of_group(pattern: str) -> int:
    """Where the group at the start of an expression ends."""
    depth = 0
    for found in _SPECIAL.finditer(pattern):
        depth += (found[0] == "(") - (found[0] == ")")
        if not depth:
            return found.end()
    return len(pattern)


_FACTOR = 0x9E3779B97F4A7C15
"""Of the number for a start; the kernel has the same."""
_PART, _WHOLE, _NOTE = 1, 2, 3
"""Kinds of entries in the table of starts: the beginning of one; one; one that needs a word further on."""
_FOLDED = re.compile("[A-ZÀ-ÖØ-Þ\u0391-\u03a9\u0410-\u042f]")
_ALSO_LOWER = {"i": "İ", "k": "\u212a"}
"""Characters that are letters of ASCII in lower case."""


@cache
def line_starts() -> tuple[IntArray, IntArray, bytes, IntArray, IntArray, int]:
    """For `Table.lines`: what lines that may have a kind begin with (`Openings` in model/openings.h).

    A start is one number, a hash of its characters after `_fold`.
    """
    skipped = {*codes_in(WHITE_SPACE), *map(ord, _SIGNS)}
    digits = np.flatnonzero(KIND_BY_CODE == Kind.DIGIT).tolist()
    starts = {start for kind in _KINDS if kind != "commission" for start in _starts_of(kind)}
    notes = _starts_of("commission")
    return (
        _sorted(skipped),
        _table(
            dict.fromkeys(_numbers(_parts(starts | notes)), _PART)
            | dict.fromkeys(_numbers(notes), _NOTE)
            | dict.fromkeys(_numbers(starts), _WHOLE)
        ),
        "\n".join(_COMMISSIONS).encode(),
        _sorted({*digits, *(ord(case) for char in _DATE_FIRST for case in _cases(char))}),
        _sorted(_numbers(_date_words())),
        _LONGEST_DATE,
    )


def _parts(starts: Iterable[str]) -> set[str]:
    """What the starts begin with."""
    return {start[:length] for start in starts for length in range(1, len(start))}


def _date_words() -> set[str]:
    """The words of ASCII letters that a date may have."""
    patterns = f"{_MONTHS} {_DAYS} {_LABELS} {_SMALL} st nd rd th".replace(r"\.", " ").split()
    words = {word for pattern in patterns for word in (pattern.replace("?", ""), re.sub(r".\?", "", pattern))}
    return {word for word in words if word.isascii()}


def _table(kinds: Mapping[int, int]) -> IntArray:
    """A hash table of starts, half empty or more. The last two bits, which are 0 in a start, are its kind."""
    size = 1 << len(kinds).bit_length() + 1
    slots = np.zeros(size, dtype=np.int64)
    for number, kind in kinds.items():
        at = number >> 32 & size - 1
        while slots[at]:
            at = (at + 1) % size
        slots[at] = number | kind
    return frozen(slots)


def _sorted(numbers: Iterable[int]) -> IntArray:
    return frozen(np.array(sorted(numbers), dtype=np.int64))


def _numbers(starts: Iterable[str]) -> set[int]:
    """Starts as numbers: one for each way to write them in capitals and small letters."""
    return {_number(way) for start in starts for way in product(*map(_cases, start))}


def _cut(start: str) -> str:
    """A start with few enough ways to write it."""
    ways = accumulate((len(_cases(char)) for char in start), operator.mul)
    return start[: sum(number <= _MOST_WAYS for number in ways)]


def _number(start: Iterable[str]) -> int:
    """The number for a start, of 64 bits. Two starts may have the same one: `kind_of_line` decides."""
    number = 0
    for char in start:
        number = number * _FACTOR + 4 * ord(char)
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def _cases(char: str) -> set[str]:
    """The characters that are `char` in lower case, as the kernel reads them."""
    return {_fold(one) for one in (char, char.upper(), *_ALSO_LOWER.get(char, ""))}


def _fold(char: str) -> str:
    """A capital of ASCII, Latin-1, Greek or Cyrillic as its small letter; the kernel does the same."""
    return chr(ord(char) + 0x20) if _FOLDED.fullmatch(char) else char


def kind_of_line(text: str) -> int:
    """The index in `LINE_KINDS` of the kind of line that a text may be; -1 for none.

    >>> [LINE_KINDS[kind_of_line(text)] for text in ("Read more: the mayor", "12 March 2024", "【相关阅读】")]
    ['reference', 'date', 'related']
    >>> kind_of_line("Reading is a habit.")
    -1
    """
    text = text.strip().lstrip(_SIGNS)
    start = text[:_PREFIX].lower()
    if kinds := _kinds_that_start(start):  # most texts begin with none of these, which is fast to see
        lower = text.lower()
        for kind in kinds:
            if _opening(kind).match(lower):
                is_reference = kind == "related" and _COLON.search(text, 0, _LONGEST_LABEL)
                return _NUMBER["reference" if is_reference else kind]
    if (
        len(text) <= _LONGEST_DATE
        and (start[:1].isdigit() or start[:1] in _DATE_FIRST)
        and _DIGIT.search(text)
    ):
        text = text.lower()
        return 0 if _date().match(text) and _says_when().search(text) else -1
    return -1
