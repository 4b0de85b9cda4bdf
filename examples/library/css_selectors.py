"""Text from one part of a page only."""

import maintext

HTML = """<div id=menu>Home and away, and other places</div>
<div id=text><p>The tower was built in 1911, and it leans.</div>"""

print(maintext.extract(HTML, within="#text"))
print(maintext.extract(HTML, within="#menu", prefer="recall").status)
