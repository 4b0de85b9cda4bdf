"""The links, images and tables of the main text as data."""

import maintext

HTML = """<article><h1>Tea</h1><p>The <a href=/times>times</a> below are those of a tea house that has
been open since 1911, and nobody there has ever waited longer than the table says, not even in winter.</p>
<table><tr><th>Leaf<th>Minutes<tr><td>black<td>4<tr><td>green<td>2</table>
<p>Then pour it into a cup that is warm already,
and add the milk last, if you must add milk at all.</p></article>"""

document = maintext.extract(HTML, "https://example.org/tea", prefer="recall")
for link in document.links:
    print(link.text, "→", link.url)
for table in document.tables:
    for row in table.rows:
        print(" | ".join(row))
