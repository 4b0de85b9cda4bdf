"""Model files: which method one is for, and the model in it."""

import re
from pathlib import Path

from maintext.errors import ModelError
from maintext.model.auto import AutoModel
from maintext.model.naive_bayes import NaiveBayesModel

_OPENINGS = {"auto": b"PK", "naive_bayes": b"{"}
"""The first bytes of each method's model files."""
_HEAD = 256
_LABEL = re.compile(rb'\{"(?:id|path|url|html|text|blocks)":')
"""How a line of a label file begins; a model begins with its schema."""


def load_model(method: str, path: Path) -> AutoModel | NaiveBayesModel:
    """Load a model file for a method; `ModelError` if it is for another method."""
    if method not in _OPENINGS:
        raise ModelError(f"{method} needs no model")
    if method == "auto":
        return load_auto(path)
    _check_owner(path, method)
    return NaiveBayesModel.load(path)


def load_auto(path: Path) -> AutoModel:
    """Load a model file for `auto`."""
    _check_owner(path, "auto")
    return AutoModel.load(path)


def _check_owner(path: Path, method: str) -> None:
    if (owner := model_owner(path)) != method:
        raise ModelError(f"{path} is a model of {owner}, not of {method}")


def model_owner(path: Path) -> str:
    """The method that a model file is for, by its first bytes."""
    try:
        with path.open("rb") as file:
            start = file.read(_HEAD)
    except OSError as error:
        raise ModelError(f"cannot read the model {path}: {error.strerror}") from None
    if start.startswith(b"{") and _LABEL.match(start):
        raise ModelError(f"{path} is a label file, not a model: maintext train makes a model from labels")
    for owner, opening in _OPENINGS.items():
        if start.startswith(opening):
            return owner
    raise ModelError(f"{path} is not a model: neither an .npz file for auto nor a .json file for naive_bayes")
