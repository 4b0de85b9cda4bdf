"""Article or not, with a probability, and the kind of page."""

from pathlib import Path

import maintext

SAMPLES = Path(maintext.__file__).parent / "samples"

for name in ("english-article", "index-page"):
    verdict = maintext.judge(SAMPLES / f"{name}.html")
    print(f"{name}: {verdict.label}, {verdict.probability:.2f}")
