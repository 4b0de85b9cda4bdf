"""The main text as a tree of lxml, and the element of a block in the page. Needs lxml."""

import maintext

HTML = """<nav><a href=/>Home</a></nav>
<p>The tower was built in 1911, of brick and lime, and it <b>leans</b> to the west.</p>"""

document = maintext.extract(HTML)
print([element.tag for element in document.to_lxml().iter()])
root = document.page.to_lxml()
for block in document.blocks:
    if block.kept:
        (element,) = root.xpath(block.xpath)
        print(element.findtext("b"))
