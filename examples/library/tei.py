"""TEI for a corpus: the header has the metadata."""

from pathlib import Path
from xml.etree import ElementTree

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"

root = ElementTree.fromstring(maintext.extract(SAMPLES / "english-article.html").render("tei"))
for title in root.iter("{http://www.tei-c.org/ns/1.0}title"):
    print(title.text)
    break
print(sum(1 for _ in root.iter("{http://www.tei-c.org/ns/1.0}p")), "paragraphs")
