"""Texts in many languages, the encodings that they are written in, and pages of them."""

CHINESE = (
    "七月的最后一个周末，老城区的旧书市场重新开张。摊主们天不亮就来占位置，"
    "把一箱箱书从三轮车上搬下来。有人专门来找绝版的地方志，也有人只是随便看看。"
)
TAIWANESE = (
    "七月的最後一個週末，老城區的舊書市場重新開張。攤主們天不亮就來佔位置，"
    "把一箱箱書從三輪車上搬下來。有人專門來找絕版的地方志，也有人只是隨便看看。"
)
JAPANESE = (
    "七月の最後の週末、旧市街の古本市が再び開かれました。店主たちは夜明け前から場所を取り、本を運びます。"
)
KOREAN = (
    "칠월의 마지막 주말에 구시가지의 헌책 시장이 다시 문을 열었습니다. 상인들은 새벽부터 자리를 잡았습니다."
)
POLISH = "W ostatni weekend lipca na starym mieście znów otwarto targ książek. Sprzedawcy byli już o świcie."
RUSSIAN = (
    "В последние выходные июля в старом городе снова открылся книжный рынок. Продавцы пришли ещё до рассвета."
)
FRENCH = "Le dernier week-end de juillet, le marché aux livres a rouvert. Les marchands étaient là très tôt."
GREEK = "Το τελευταίο Σαββατοκύριακο του Ιουλίου άνοιξε ξανά η αγορά βιβλίων στην παλιά πόλη, νωρίς το πρωί."
TURKISH = (
    "Temmuz ayının son hafta sonunda eski şehirdeki kitap pazarı yeniden açıldı. Satıcılar şafakta geldiler."
)
HEBREW = "בסוף השבוע האחרון של יולי נפתח מחדש שוק הספרים בעיר העתיקה. המוכרים הגיעו עוד לפני הזריחה."
ARABIC = (
    "في عطلة نهاية الأسبوع الأخيرة من يوليو أعيد افتتاح سوق الكتب في المدينة القديمة. وصل الباعة قبل الفجر."
)

WRITTEN_IN = [
    ("gb18030", CHINESE),
    ("big5", TAIWANESE),
    ("shift_jis", JAPANESE),
    ("euc-jp", JAPANESE),
    ("euc-kr", KOREAN),
    ("windows-1250", POLISH),
    ("windows-1251", RUSSIAN),
    ("windows-1252", FRENCH),
    ("windows-1253", GREEK),
    ("windows-1254", TURKISH),
    ("windows-1255", HEBREW),
    ("windows-1256", ARABIC),
]


def page_of(text: str, head: str = "") -> str:
    return (
        f"<html><head>{head}<title>{text[:12]}</title></head><body>"
        + f"<p>{text}</p>\n" * 3
        + "</body></html>"
    )
