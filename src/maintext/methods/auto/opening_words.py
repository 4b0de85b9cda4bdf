"""The first words of lines that readers skip, and the words of dates, in up to twenty languages.

Each opening is a regular expression for the lower-case text of a block. A colon also stands for the
full-width one. `maintext.methods.auto.openings` names lines by them.
"""

from collections.abc import Mapping

COMMISSIONS = ("commission", "affiliate", "amazon associate")
OPENINGS: Mapping[str, tuple[str, ...]] = {
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
        rf"(?:{'|'.join(COMMISSIONS)})",
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

MONTHS = (
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
DAYS = (
    "mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi "
    "samedi dimanche lunes martes miércoles jueves viernes sábado domingo понедельник вторник среда "
    "четверг пятница суббота воскресенье"
)
LABELS = (
    "published posted updated last modified created date first erstellt aktualisiert veröffentlicht "
    "stand publié publicado actualizado atualizado pubblicato aggiornato опубликовано обновлено дата "
    "opublikowano dodano today yesterday heute gestern"
)
SMALL = (
    r"at on of um uhr le à de den der del il am pm a\.m p\.m est edt pst pdt gmt utc cet cest ist jst "
    r"bst et pt ago vor hours? minutes? days? weeks? months? years? stunden tagen alle ore kl г года h"
)
HAN = "发布时间|发布于|发表于|发表时间|更新时间|更新|发布|时间|日期|公開日|更新日|投稿日|"
HAN += "입력|수정|등록|星期.|周[一二三四五六日]"
DATE_WORDS = f"{MONTHS} {DAYS} {LABELS} {HAN.replace('|', ' ')} # on 0 1 2 3 4 5 6 7 8 9"
DATE_FIRST = frozenset(word[0] for word in DATE_WORDS.split())
"""First characters of lines that may be dates."""
LONGEST_DATE = 80
SIGNS = " (（【「『“\"'›»>→▶►•·*+–—|_-"
"""Signs before the first word."""
