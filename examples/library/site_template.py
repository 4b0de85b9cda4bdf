"""What repeats on a site, learned once and kept in a file."""

import tempfile
from pathlib import Path

import maintext

STORIES = ("It rained all night.", "It snowed at last.", "The wind broke two trees.")
PAGES = [f"<p>The Daily Tower, since 1911</p><p>{story}" for story in STORIES]

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "tower.json")
    maintext.SiteTemplate.learn(PAGES, host="tower.example").save(path)
    page = "<p>The Daily Tower, since 1911</p><p>It thawed, and the river rose by a metre."
    print(maintext.extract(page, site=path, method="path_similarity"))
    print(maintext.SiteTemplate.load(path).fit("<p>Another site").fits)
