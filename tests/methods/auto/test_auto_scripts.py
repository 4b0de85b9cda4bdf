"""`auto` on an article page in several scripts: all paragraphs are kept, and nothing else.

All pages have the same structure: a menu, a headline, a byline, paragraphs, links to other articles and
a footer. Only the script differs, so what holds for English must hold for all.
"""

from typing import NamedTuple

import pytest

from maintext import extract


class Article(NamedTuple):
    language: str
    title: str
    menu: tuple[str, ...]
    paragraphs: tuple[str, ...]
    more: str
    related: tuple[str, ...]
    footer: str


ARTICLES = {
    "English": Article(
        "en",
        "The tower by the river leans again",
        ("Home", "News", "Culture", "Sport", "Contact"),
        (
            "The old tower by the river has moved four millimetres since the spring, the city's "
            "surveyors said on Tuesday. It is the largest movement that has been measured in thirty "
            "years.",
            "Built in 1911 of brick and lime, the tower stands on soft ground that gives way whenever "
            "the river is high. After the floods of this year the meadow stayed wet until June, longer "
            "than ever before.",
            "“We watch it every day, but there is no danger,” said Anna Berg, who leads the group of "
            "surveyors. Visitors may still climb the stairs up to the second floor, in groups of ten "
            "at most.",
            "The city wants to pour new foundations next year. The work would take eight months and "
            "cost about two million, half of which the state has promised to pay.",
            "Many people in the quarter would rather leave the tower as it is. For them, the lean "
            "belongs to it as the bells do, and nobody has ever been hurt.",
        ),
        "More from this section",
        ("New bridge opens in May", "The market moves to the square", "Ten walks along the river"),
        "© 2024 River Post. All rights reserved. Imprint and privacy.",
    ),
    "Chinese": Article(
        "zh",
        "河边的老塔又倾斜了",
        ("首页", "新闻", "文化", "体育", "联系我们"),
        (
            "市测量队星期二表示，河边的老塔自春天以来又移动了四毫米，这是三十年来测得的最大一次移动。测"
            "量队每天早晨都会登塔记录数据，并把结果送交市政府。",
            "这座塔建于一九一一年，用砖和石灰砌成，地基是松软的河滩，每逢河水上涨，地面就会下沉。今年洪"
            "水过后，草地一直到六月还是湿的，比以往任何一年都久。",
            "“我们每天都在观察，但是没有危险。”测量队队长李明说。游客仍然可以登上二楼参观，每次最多十个"
            "人，下雨天则暂停开放。",
            "市政府希望明年为老塔浇筑新的地基，工程将持续八个月，大约需要两百万元，其中一半由省里承担。",
            "附近的许多居民宁愿让老塔保持原样。对他们来说，倾斜就像塔上的钟声一样，是它的一部分，而且从"
            "来没有人因此受伤。",
        ),
        "更多新闻",
        ("新桥五月通车", "集市搬到广场", "沿河十条步道"),
        "版权所有 © 2024 河边日报 京ICP备00000000号 隐私政策",
    ),
    "Japanese": Article(
        "ja",
        "川沿いの古い塔がまた傾いた",
        ("ホーム", "ニュース", "文化", "スポーツ", "お問い合わせ"),
        (
            "市の測量班は火曜日、川沿いの古い塔が春から四ミリ動いたと発表した。三十年間の観測で最も大き"
            "な動きだという。測量班は毎朝塔に登り、記録を市に届けている。",
            "塔は一九一一年に煉瓦と石灰で建てられた。地盤は柔らかい河原で、川の水が増えるたびに沈む。今"
            "年は洪水の後、六月まで草地が乾かなかった。これほど長いのは初めてだ。",
            "「毎日見ていますが、危険はありません」と測量班を率いる山田花子さんは話す。見学者は今も二階"
            "まで登ることができるが、一度に入れるのは十人までだ。",
            "市は来年、新しい基礎を打つ計画を立てている。工事は八か月かかり、費用はおよそ二億円で、半分"
            "は県が負担する見込みだ。",
            "近所の人の多くは、塔を今のままにしておきたいと考えている。傾きは鐘の音と同じように塔の一部"
            "であり、けがをした人は一人もいないからだ。",
        ),
        "関連記事",
        ("新しい橋が五月に開通", "市場が広場へ移転", "川沿いの散歩道十選"),
        "© 2024 川辺新聞 無断転載を禁じます プライバシーポリシー",
    ),
    "Korean": Article(
        "ko",
        "강가의 오래된 탑이 또 기울었다",
        ("홈", "뉴스", "문화", "스포츠", "연락처"),
        (
            "시 측량단은 화요일 강가의 오래된 탑이 봄부터 사 밀리미터 움직였다고 밝혔다. 지난 삼십 년 "
            "동안 측정된 움직임 가운데 가장 큰 것이다. 측량단은 매일 아침 탑에 올라 기록을 남긴다.",
            "벽돌과 석회로 지은 이 탑은 1911년에 세워졌으며, 땅이 무른 강가에 서 있어 물이 불어날 "
            "때마다 조금씩 가라앉는다. 올해는 홍수가 지나간 뒤 유월까지 풀밭이 마르지 않았다.",
            "“매일 지켜보고 있지만 위험하지는 않습니다.” 측량단을 이끄는 김민수 씨는 이렇게 말했다. "
            "방문객은 지금도 한 번에 열 명까지 이층에 올라갈 수 있다.",
            "시는 내년에 새 기초를 놓을 계획이다. 공사는 여덟 달이 걸리고 비용은 약 이십억 원이며, "
            "절반은 도에서 부담하기로 했다.",
            "동네 사람들은 대부분 탑을 그대로 두기를 바란다. 그들에게 기울어진 모습은 종소리처럼 탑의 "
            "일부이고, 지금까지 다친 사람도 없기 때문이다.",
        ),
        "관련 기사",
        ("새 다리 오월에 개통", "시장이 광장으로 옮긴다", "강변 산책로 열 곳"),
        "© 2024 강변일보. 무단 전재 및 재배포 금지. 개인정보처리방침",
    ),
    "Arabic": Article(
        "ar",
        "البرج القديم على ضفة النهر يميل من جديد",
        ("الرئيسية", "أخبار", "ثقافة", "رياضة", "اتصل بنا"),
        (
            "قال مساحو المدينة يوم الثلاثاء إن البرج القديم على ضفة النهر تحرك أربعة ملليمترات منذ "
            "الربيع، وهي أكبر حركة تم قياسها منذ ثلاثين عاما. ويصعد المساحون إلى البرج كل صباح ليسجلوا "
            "القياسات.",
            "بني البرج عام 1911 من الطوب والجير، وهو يقوم على أرض رخوة تهبط كلما ارتفع ماء النهر. وبعد "
            "فيضانات هذا العام بقي المرج رطبا حتى شهر يونيو، وهي مدة أطول من أي وقت مضى.",
            "وقالت آمنة حسن، التي تقود فريق المساحين: «نحن نراقبه كل يوم، ولكن لا يوجد خطر». وما زال "
            "بإمكان الزوار الصعود إلى الطابق الثاني في مجموعات لا تزيد على عشرة أشخاص.",
            "وتريد المدينة أن تضع أساسات جديدة في العام المقبل. وسيستغرق العمل ثمانية أشهر، وستبلغ "
            "كلفته نحو مليونين، وعدت الحكومة بدفع نصفها.",
            "ويفضل كثير من سكان الحي أن يبقى البرج كما هو. فالميل في نظرهم جزء منه مثل أجراسه، ولم يصب "
            "أحد بأذى قط، فلماذا يتغير الآن؟",
        ),
        "المزيد من الأخبار",
        ("افتتاح الجسر الجديد في مايو", "السوق ينتقل إلى الساحة", "عشر نزهات على النهر"),
        "جميع الحقوق محفوظة © 2024 صحيفة النهر سياسة الخصوصية",
    ),
    "Russian": Article(
        "ru",
        "Старая башня у реки снова накренилась",
        ("Главная", "Новости", "Культура", "Спорт", "Контакты"),
        (
            "Старая башня у реки с весны сдвинулась на четыре миллиметра, сообщили во вторник "
            "городские геодезисты. Это самое большое смещение, которое удалось измерить за тридцать "
            "лет.",
            "Башню построили в 1911 году из кирпича и извести, и стоит она на мягкой земле, которая "
            "проседает, когда поднимается вода. После наводнения этого года луг не просыхал до июня, "
            "дольше, чем когда-либо.",
            "«Мы следим за ней каждый день, но опасности нет», — сказала Анна Белова, которая "
            "руководит группой геодезистов. Посетители по-прежнему могут подняться на второй этаж, не "
            "больше десяти человек сразу.",
            "В следующем году город хочет залить новый фундамент. Работы продлятся восемь месяцев и "
            "обойдутся примерно в двести миллионов, половину которых обещала область.",
            "Многие жители квартала предпочли бы оставить башню такой, какая она есть. Для них наклон "
            "— её часть, как и колокола, и никто ещё ни разу не пострадал.",
        ),
        "Ещё по теме",
        ("Новый мост откроют в мае", "Рынок переезжает на площадь", "Десять прогулок вдоль реки"),
        "© 2024 Речная газета. Все права защищены. Политика конфиденциальности",
    ),
    "Thai": Article(
        "th",
        "หอคอยเก่าริมแม่น้ำเอียงอีกครั้ง",
        ("หน้าแรก", "ข่าว", "วัฒนธรรม", "กีฬา", "ติดต่อเรา"),
        (
            "คณะสำรวจของเมืองกล่าวเมื่อวันอังคารว่าหอคอยเก่าริมแม่น้ำเคลื่อนไปสี่มิลลิเมตรนับตั้งแต่ฤดู"
            "ใบไม้ผลิ ซึ่งเป็นการเคลื่อนตัวที่มากที่สุดในรอบสามสิบปี คณะสำรวจขึ้นไปบันทึกตัวเลขบนหอคอยท"
            "ุกเช้า",
            "หอคอยสร้างขึ้นในปี 1911 ด้วยอิฐและปูนขาวบนดินอ่อนที่ทรุดตัวทุกครั้งที่น้ำในแม่น้ำสูงขึ้น "
            "หลังน้ำท่วมในปีนี้ทุ่งหญ้ายังคงเปียกอยู่จนถึงเดือนมิถุนายนซึ่งนานกว่าทุกปีที่ผ่านมา",
            "หัวหน้าคณะสำรวจกล่าวว่าเราเฝ้าดูหอคอยทุกวันแต่ไม่มีอันตรายใด ๆ "
            "ผู้เข้าชมยังขึ้นไปถึงชั้นสองได้ โดยจำกัดครั้งละไม่เกินสิบคนและจะปิดให้บริการในวันที่ฝนตก",
            "เมืองต้องการวางฐานรากใหม่ในปีหน้า งานนี้จะใช้เวลาแปดเดือนและใช้เงินประมาณยี่สิบล้านบาท "
            "ซึ่งรัฐบาลสัญญาว่าจะจ่ายให้ครึ่งหนึ่ง",
            "ชาวบ้านหลายคนอยากให้หอคอยคงอยู่อย่างที่เป็น "
            "สำหรับพวกเขาความเอียงเป็นส่วนหนึ่งของหอคอยเช่นเดียวกับเสียงระฆัง "
            "และไม่เคยมีใครได้รับบาดเจ็บเลย",
        ),
        "ข่าวที่เกี่ยวข้อง",
        ("สะพานใหม่เปิดเดือนพฤษภาคม", "ตลาดย้ายไปที่จัตุรัส", "สิบเส้นทางเดินริมแม่น้ำ"),
        "สงวนลิขสิทธิ์ © 2024 หนังสือพิมพ์แม่น้ำ นโยบายความเป็นส่วนตัว",
    ),
    "Hindi": Article(
        "hi",
        "नदी किनारे की पुरानी मीनार फिर झुकी",
        ("मुखपृष्ठ", "समाचार", "संस्कृति", "खेल", "संपर्क"),
        (
            "शहर के सर्वेक्षकों ने मंगलवार को बताया कि नदी किनारे की पुरानी मीनार वसंत से अब तक चार "
            "मिलीमीटर खिसक चुकी है। यह तीस वर्षों में मापा गया सबसे बड़ा खिसकाव है।",
            "ईंट और चूने से बनी यह मीनार 1911 में खड़ी की गई थी और नरम ज़मीन पर टिकी है, जो नदी का "
            "पानी बढ़ने पर धँस जाती है। इस साल की बाढ़ के बाद मैदान जून तक गीला रहा, जितना पहले कभी "
            "नहीं रहा था।",
            "“हम इसे हर दिन देखते हैं, लेकिन कोई खतरा नहीं है,” सर्वेक्षकों की प्रमुख अनीता शर्मा ने "
            "कहा। लोग अब भी दूसरी मंज़िल तक जा सकते हैं, एक बार में ज़्यादा से ज़्यादा दस लोग।",
            "शहर अगले साल नई नींव डालना चाहता है। काम आठ महीने चलेगा और उस पर लगभग दो करोड़ रुपये खर्च "
            "होंगे, जिनमें से आधे राज्य सरकार देगी।",
            "मोहल्ले के कई लोग चाहते हैं कि मीनार जैसी है वैसी ही रहे। उनके लिए झुकाव भी घंटियों की "
            "तरह उसका हिस्सा है, और आज तक किसी को चोट नहीं लगी।",
        ),
        "और ख़बरें",
        ("नया पुल मई में खुलेगा", "बाज़ार चौक में जाएगा", "नदी के किनारे दस सैर"),
        "© 2024 नदी समाचार। सर्वाधिकार सुरक्षित। गोपनीयता नीति",
    ),
}


def page_of(article: Article) -> str:
    """The article as a page of a news site."""
    menu = "".join(f"<li><a href='/{at}'>{item}</a></li>" for at, item in enumerate(article.menu))
    body = "".join(f"<p>{paragraph}</p>" for paragraph in article.paragraphs)
    related = "".join(f"<li><a href='/more/{at}'>{item}</a></li>" for at, item in enumerate(article.related))
    return (
        f"<!doctype html><html lang={article.language}><head><meta charset=utf-8>"
        f"<title>{article.title}</title></head><body>"
        f"<header><nav class=menu><ul>{menu}</ul></nav></header>"
        f"<main><article><h1>{article.title}</h1><div class=article-body>{body}</div></article></main>"
        f"<aside class=related><h3>{article.more}</h3><ul>{related}</ul></aside>"
        f"<footer class=footer><p>{article.footer}</p></footer></body></html>"
    )


@pytest.mark.parametrize("script", ARTICLES)
def test_every_paragraph_of_the_article_is_kept(script: str) -> None:
    article = ARTICLES[script]
    kept = extract(page_of(article)).text
    assert [paragraph for paragraph in article.paragraphs if paragraph not in kept] == []


@pytest.mark.parametrize("script", ARTICLES)
def test_menu_links_and_footer_are_dropped(script: str) -> None:
    article = ARTICLES[script]
    lines = extract(page_of(article)).text.splitlines()
    around = (*article.menu, article.more, *article.related, article.footer)
    assert [line for line in around if line in lines] == []


@pytest.mark.parametrize("script", ARTICLES)
def test_the_article_is_found_without_helpful_tags_and_names(script: str) -> None:
    article = ARTICLES[script]
    html = page_of(article)
    for tag in ("header", "nav", "main", "article", "aside", "footer"):
        html = html.replace(f"<{tag}", "<div").replace(f"</{tag}>", "</div>")
    for name in ("menu", "article-body", "related", "footer"):
        html = html.replace(f" class={name}", "")
    kept = extract(html).text
    assert [paragraph for paragraph in article.paragraphs if paragraph not in kept] == []
    around = (*article.menu, article.more, *article.related)
    assert [line for line in around if line in kept.splitlines()] == []
