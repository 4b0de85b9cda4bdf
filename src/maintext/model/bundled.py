"""The model files that come with the package."""

from pathlib import Path

from maintext.errors import ModelError

_FOLDER = Path(__file__).parent  # importlib.resources would take a twentieth of the time of `import maintext`


def read_bundled(name: str) -> bytes:
    """The content of a bundled file."""
    try:
        return (_FOLDER / name).read_bytes()
    except OSError:
        raise ModelError(f"the package's own model {name} is missing") from None
