"""The posts of a thread, with author and time."""

from pathlib import Path

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"

document = maintext.extract(SAMPLES / "forum-thread.html")
for post in document.posts[:2]:
    print(post.author, "|", post.time, "|", post.text[:40])
