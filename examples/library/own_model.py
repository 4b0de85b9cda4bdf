"""A model of your own: the bundled one, adapted to your labelled pages. Needs `maintext[train]`."""

import json
import tempfile
from pathlib import Path

import maintext
from maintext.evaluation.datasets import read_pages
from maintext.model.auto import shipped_auto
from maintext.training.auto.adapt import adapt

TEXT = "In {} the tower leaned by another inch, and the town wrote it down."
NOTE = "This note about {} is on every page, and our readers do not want to see it."

with tempfile.TemporaryDirectory() as folder:
    labels = Path(folder, "labels.jsonl")
    with labels.open("w", encoding="utf-8") as file:
        for year in range(1911, 1923):
            page = f"<p class=story>{TEXT.format(year)}</p><p class=note>{NOTE.format(year)}</p>"
            label = {"html": page, "url": f"https://{year}.example/", "text": TEXT.format(year)}
            file.write(json.dumps(label) + "\n")
    adaptation = adapt(read_pages(labels), shipped_auto())
    model = Path(folder, "mine.npz")
    adaptation.model.save(model)
    mine = maintext.Auto(model=maintext.AutoModel.load(model))

print(adaptation.pages["used"], "pages,", adaptation.validation)
page = f"<p class=story>{TEXT.format(1950)}</p><p class=note>{NOTE.format(1950)}</p>"
print(maintext.extract(page, method=mine))
