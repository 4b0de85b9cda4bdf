"""The images of the main text, with or without them in the Markdown."""

import maintext

HTML = """<article><h1>Tea</h1>
<p>The kettle below has been in use since 1911, and nobody has ever cleaned it.</p>
<figure><img src=/kettle.jpg alt="A kettle"><figcaption>The kettle, in winter.</figcaption></figure>
<p>Fill it with cold water, and put it on a small flame; it takes its time, and so should you.</p>
</article>"""

document = maintext.extract(HTML, "https://example.org/tea", prefer="recall")
for image in document.images:
    print(image.alt, "→", image.src)
plain = maintext.extract(HTML, "https://example.org/tea", prefer="recall", images=False)
print("![" in document.markdown, "![" in plain.markdown)
