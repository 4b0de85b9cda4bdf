"""What repeats on the pages of a site is left out."""

import maintext

PAGES = [
    f"<p>The Daily Tower, since 1911</p><p>{story}"
    for story in ("It rained all night.", "It snowed at last.")
]

template = maintext.SiteTemplate.learn(PAGES, host="tower.example")
page = "<p>The Daily Tower, since 1911</p><p>It thawed, and the river rose by a metre."
print(maintext.extract(page, method="path_similarity", site=template))
