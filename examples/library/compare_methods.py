"""Several methods on one page, which is parsed once."""

from pathlib import Path

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"

page = SAMPLES / "english-article.html"
for spec, document in maintext.compare(page, methods=["auto", "ceds", "ceds:printed", "p_value"]).items():
    print(spec, len(document.text))
