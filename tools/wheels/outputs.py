"""Every output of the bundled pages by every method, as JSON on stdout: to compare two machines."""

import json
import sys
from pathlib import Path

import maintext
from maintext.methods.registry import METHODS

SAMPLES = Path(maintext.__file__).parent / "samples"


def main() -> None:
    """Extract each page by each method."""
    outputs = {}
    for page in sorted(SAMPLES.glob("*.html")):
        for name in METHODS:
            document = maintext.extract(page.read_bytes(), method=name)
            outputs[f"{page.name} by {name}"] = [
                document.text,
                document.markdown,
                document.html,
                document.to_json(blocks=True),
            ]
    json.dump(outputs, sys.stdout)


if __name__ == "__main__":
    main()
