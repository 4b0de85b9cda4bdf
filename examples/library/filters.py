"""Refuse pages: too short, in another language, without an article."""

import maintext

PAGES = {
    "short": "<html lang=en><p>Sold out.",
    "French": "<html lang=fr><p>La tour fut construite en 1911, et depuis ce jour elle penche vers l'ouest.",
    "English": "<html lang=en><p>The tower was built in 1911, and ever since it leans to the west.",
}

for name, page in PAGES.items():
    document = maintext.extract(page, min_text=20, language="en")
    print(name, document.status, document.explanation or "")
