"""Why each block was kept or not, and the element that it came from."""

import maintext

HTML = """<nav><a href=/>Home</a></nav>
<p>The tower was built in 1911, of brick and lime, and it leans to the west.</p>"""

for block in maintext.extract(HTML).blocks:
    print("kept" if block.kept else "left out", block.xpath, block.text)
