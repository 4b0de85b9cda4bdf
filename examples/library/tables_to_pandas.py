"""The data tables of a page as frames of pandas. Needs pandas."""

import maintext

HTML = """<article><h1>Tea</h1><p>The times below are those of a tea house that has
been open since 1911, and nobody there has ever waited longer than the table says, not even in winter.</p>
<table><tr><th>Leaf<th>Minutes<tr><td>black<td>4<tr><td>green<td>2</table>
<p>Then pour it into a cup that is warm already,
and add the milk last, if you must add milk at all.</p></article>"""

(table,) = maintext.extract(HTML, prefer="recall").tables
print(table.to_pandas().to_csv(index=False))
