"""Options: which text is taken, and how it is written."""

from maintext import Extractor, Output, Select

HTML = """<nav><a href=/>Home</a></nav><article><h1>Tea</h1>
<p>Take <b>hot</b> water, and <a href=/leaves>leaves</a><sup class=note>[1]</sup>
from a tin, and wait for four minutes.</p>
</article><p class=share>Share this page with everybody you know, on every network that there is.</p>"""

select = Select(prefer="recall", prune=("nav", ".share", "sup.note"))
extractor = Extractor(select=select, output=Output(links=False, title="always"))
print(extractor.extract(HTML).markdown)
