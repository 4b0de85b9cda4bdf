"""Dates in your own form, and within bounds."""

import maintext

HTML = """<meta property="article:published_time" content="2024-05-02T08:00:00Z">
<p>The tower was built in 1911, and it leans."""

print(maintext.extract(HTML).date)
print(maintext.extract(HTML, date_format="%d.%m.%Y").date)
print(maintext.extract(HTML, max_date="2023-12-31").date)
