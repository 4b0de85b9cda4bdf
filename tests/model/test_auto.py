"""The file of the `auto` model: read back as it was written, refused in a line when it is anything else."""

import io
from importlib import resources
from random import Random

import numpy as np
import pytest

from maintext.errors import ModelError
from maintext.model.auto import AutoModel, shipped_auto

CONTENT = (resources.files("maintext.model") / "auto.npz").read_bytes()


def array_file() -> bytes:
    file = io.BytesIO()
    np.save(file, np.arange(3))
    return file.getvalue()


def test_the_shipped_model_is_the_same_after_it_was_written_and_read() -> None:
    written = shipped_auto().to_bytes()
    assert AutoModel.from_bytes(written, "again").to_bytes() == written


@pytest.mark.parametrize("content", [b"", b"no model", CONTENT[:1000], CONTENT[:-100], array_file()])
def test_what_is_no_model_is_refused_in_a_line(content: bytes) -> None:
    with pytest.raises(ModelError, match="the model mine is damaged, or no model of auto") as error:
        AutoModel.from_bytes(content, "mine")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seed", range(40))
def test_a_model_with_changed_bytes_is_refused(seed: int) -> None:
    random = Random(seed)
    content = bytearray(CONTENT)
    for _ in range(30):
        content[random.randrange(len(content))] ^= random.randrange(1, 256)
    with pytest.raises(ModelError, match="the model mine"):
        AutoModel.from_bytes(bytes(content), "mine")
