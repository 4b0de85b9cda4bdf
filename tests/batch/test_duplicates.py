import errno
import json
import random
import tempfile
from pathlib import Path

import pyarrow as pa
import pytest
import zstandard
from pyarrow import parquet
from typer.testing import CliRunner

from maintext.batch.duplicates import _sign_all, drop_duplicates
from maintext.batch.full_disk import NO_ROOM, NO_SCRATCH, is_full
from maintext.batch.signatures import SHINGLE, sign, similarity
from maintext.batch.text_files import find_texts
from maintext.cli import app
from maintext.errors import DataError
from maintext.text.words import tokens

WORDS = [f"word{number}" for number in range(500)]


def prose(seed: int, length: int = 200) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=length))


def changed(text: str, seed: int, places: int) -> str:
    words = text.split()
    draw = random.Random(seed)
    for place in draw.sample(range(len(words)), places):
        words[place] = f"other{draw.random()}"
    return " ".join(words)


def jaccard(first: str, second: str) -> float:
    a, b = ({*zip(*(tokens(text)[at:] for at in range(SHINGLE)), strict=False)} for text in (first, second))
    return len(a & b) / len(a | b)


def save(path: Path, texts: list[str | None], **more: list[object]) -> str:
    ids = [f"{path.stem}{number}" for number in range(len(texts))]
    parquet.write_table(pa.table({"id": ids, "text": pa.array(texts, pa.string()), **more}), path)
    return str(path)


def rows(path: Path) -> list[dict[str, object]]:
    return list(parquet.read_table(path).to_pylist())


def dropped_rows(output: Path) -> list[dict[str, object]]:
    data = zstandard.ZstdDecompressor().stream_reader(
        (output / "_maintext" / "duplicates.jsonl.zst").read_bytes(), read_across_frames=True
    )
    return [json.loads(line) for line in data.read().splitlines()]


def test_similarity_is_that_of_the_sets_of_shingles() -> None:
    for seed in range(12):
        text = prose(seed)
        other = changed(text, seed, seed)
        signed, _ = sign([text, other])
        # four standard deviations of the mean of 120 draws
        assert float(similarity(signed[0], signed[1])) == pytest.approx(jaccard(text, other), abs=0.18)


def test_the_mean_error_of_similarity_is_small() -> None:
    errors = []
    for seed in range(60):
        text = prose(seed)
        other = changed(text, seed + 1, seed % 15)
        signed, _ = sign([text, other])
        errors.append(float(similarity(signed[0], signed[1])) - jaccard(text, other))
    assert abs(sum(errors) / len(errors)) < 0.02


def test_a_signature_does_not_depend_on_the_texts_beside_it() -> None:
    texts = [prose(seed, length) for seed, length in enumerate((3, 5, 50, 700))] + ["正文", "。"]
    together, has_words = sign(texts)
    assert has_words.tolist() == [True] * 5 + [False]
    for text, signed in zip(texts[:5], together[:5], strict=True):
        assert (sign([text])[0][0] == signed).all()


def test_the_first_of_near_duplicates_is_kept_and_the_dropped_ones_are_listed(tmp_path: Path) -> None:
    first = prose(1)
    texts = [prose(0), first, prose(2), changed(first, 5, 2), None, "", prose(3), first.upper()]
    path = save(tmp_path / "a.parquet", texts, note=list(range(8)))
    found = drop_duplicates([path], str(tmp_path / "out"))
    assert (found.rows, found.texts, found.dropped) == (8, 6, 2)
    assert [row["id"] for row in rows(tmp_path / "out" / "data" / "a.parquet")] == [
        "a0",
        "a1",
        "a2",
        "a4",
        "a5",
        "a6",
    ]
    assert [row["note"] for row in rows(tmp_path / "out" / "data" / "a.parquet")] == [0, 1, 2, 4, 5, 6]
    dropped = dropped_rows(tmp_path / "out")
    assert [(row["id"], row["cluster_id"]) for row in dropped] == [("a3", "a1"), ("a7", "a1")]
    assert dropped[1]["similarity"] == 1


def test_texts_without_spaces_are_compared_by_their_characters(tmp_path: Path) -> None:
    draw = random.Random(0)
    text = "".join(chr(draw.randrange(0x4E00, 0x9000)) for _ in range(300))
    path = save(tmp_path / "a.parquet", [text, text[:290] + "完全不同的结尾", text[::-1]])
    assert drop_duplicates([path], str(tmp_path / "out")).dropped == 1


def test_a_text_is_dropped_only_for_a_kept_one_that_is_similar_enough(tmp_path: Path) -> None:
    chain = [prose(0)]
    for step in range(1, 12):  # each is like the one before, the last nothing like the first
        chain.append(changed(chain[-1], step, 3))
    texts = dict(zip((f"a{number}" for number in range(12)), chain, strict=True))
    drop_duplicates([save(tmp_path / "a.parquet", list(chain))], str(tmp_path / "out"))
    stay = {str(row["id"]) for row in rows(tmp_path / "out" / "data" / "a.parquet")}
    dropped = dropped_rows(tmp_path / "out")
    assert len(stay) >= 2
    assert dropped
    for row in dropped:
        assert row["cluster_id"] in stay
        assert jaccard(texts[str(row["id"])], texts[str(row["cluster_id"])]) > 0.6


def test_many_copies_take_linear_time(tmp_path: Path) -> None:
    path = save(tmp_path / "a.parquet", ["the same cookie notice on every page of it"] * 3000)
    assert drop_duplicates([path], str(tmp_path / "out")).dropped == 2999


def test_the_same_texts_in_several_files_and_formats_give_the_same_result(tmp_path: Path) -> None:
    texts = [prose(seed % 7) for seed in range(30)]
    whole = save(tmp_path / "whole.parquet", list(texts))
    drop_duplicates([whole], str(tmp_path / "one"))
    lines = tmp_path / "b.jsonl"
    halves = [save(tmp_path / "a.parquet", list(texts[:11])), str(lines)]
    lines.write_text(
        "".join(json.dumps({"id": f"b{n}", "text": text}) + "\n" for n, text in enumerate(texts[11:]))
    )
    found = drop_duplicates(halves, str(tmp_path / "two"))
    assert found.dropped == 23
    assert (
        len(rows(tmp_path / "one" / "data" / "whole.parquet"))
        == len(rows(tmp_path / "two" / "data" / "a.parquet"))
        == 7
    )
    assert (tmp_path / "two" / "data" / "b.jsonl").read_bytes() == b""


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"not parquet", "is damaged|is not a Parquet"), (None, "has no column text; it has id, words")],
)
def test_an_invalid_input_is_an_error_of_one_line_and_leaves_no_output(
    content: bytes | None, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.parquet"
    if content is None:
        parquet.write_table(pa.table({"id": ["a"], "words": ["b"]}), path)
    else:
        path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        drop_duplicates([str(path)], str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("text", ["7", "[]", "false"])
def test_a_line_without_a_text_is_named_in_the_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": null}\n{"id": "b", "text": ' + text + "}\n")
    with pytest.raises(DataError, match="line 2: not a row with an id and a text"):
        drop_duplicates([str(tmp_path / "a.jsonl")], str(tmp_path / "out"))


def test_empty_lines_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": "words and words"}\n\n')
    found = drop_duplicates([str(tmp_path / "a.jsonl")], str(tmp_path / "out"))
    assert (found.texts, found.dropped) == (1, 0)
    (row,) = (tmp_path / "out" / "data" / "a.jsonl").read_text().splitlines()
    assert json.loads(row) == {"id": "a", "text": "words and words", "cluster_id": "a", "cluster_size": 1}


def test_an_output_that_is_not_empty_is_refused(tmp_path: Path) -> None:
    path = save(tmp_path / "a.parquet", ["a"])
    with pytest.raises(DataError, match="is not empty"):
        drop_duplicates([path], str(tmp_path))


def test_the_command_reports_how_many_it_dropped(tmp_path: Path) -> None:
    path = save(tmp_path / "a.parquet", [prose(0), prose(0), prose(1), None])
    ran = CliRunner().invoke(app, ["dedup", path, "--output", str(tmp_path / "out")])
    assert ran.output == "3 of 4 rows stay; 1 of 3 texts dropped\n"
    assert ran.exit_code == 0


def test_a_wet_output_is_refused(tmp_path: Path) -> None:
    (tmp_path / "texts" / "data").mkdir(parents=True)
    (tmp_path / "texts" / "data" / "part-000000-0.warc.wet.gz").write_bytes(b"")
    ran = CliRunner().invoke(app, ["dedup", str(tmp_path / "texts"), "--output", str(tmp_path / "out")])
    assert ran.exit_code == 2
    assert not (tmp_path / "out").exists()


def test_files_of_the_same_name_in_several_inputs_are_kept_separate(tmp_path: Path) -> None:
    for month in ("january", "february"):
        (tmp_path / month).mkdir()
        row = {"id": month, "text": f"words that are found in {month} and nowhere else at all"}
        (tmp_path / month / "part.jsonl").write_text(json.dumps(row) + "\n")
    drop_duplicates([str(tmp_path / month) for month in ("january", "february")], str(tmp_path / "out"))
    for month in ("january", "february"):
        assert json.loads((tmp_path / "out" / "data" / month / "part.jsonl").read_text())["id"] == month


def test_rows_have_their_cluster_and_its_size(tmp_path: Path) -> None:
    first, other = prose(1), prose(2)
    path = save(tmp_path / "a.parquet", [first, other, first, None, changed(first, 5, 2), other])
    drop_duplicates([path], str(tmp_path / "out"))
    kept = rows(tmp_path / "out" / "data" / "a.parquet")
    found = [(row["id"], row["cluster_id"], row["cluster_size"]) for row in kept]
    assert found == [("a0", "a0", 3), ("a1", "a1", 2), ("a3", None, None)]
    drop_duplicates([path], str(tmp_path / "all"), keep_all=True)
    marked = rows(tmp_path / "all" / "data" / "a.parquet")
    assert [row["cluster_id"] for row in marked] == ["a0", "a1", "a0", None, "a0", "a1"]
    assert [row["cluster_size"] for row in marked] == [3, 2, 3, None, 3, 2]
    again = drop_duplicates([str(tmp_path / "out")], str(tmp_path / "again"))
    assert (again.rows, again.dropped) == (3, 0)
    assert not list((tmp_path / "out" / "_maintext").rglob("*.parquet"))


def full(*_: object) -> None:
    """A write to a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_one_line_with_the_output_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path / "a.parquet", [prose(0), prose(0), prose(1)])

    monkeypatch.setattr("maintext.batch.sinks._Parquet.write", full)
    ran = CliRunner().invoke(app, ["dedup", path, "--output", str(tmp_path / "out")])
    assert ran.exit_code == 4
    assert ran.output == f"maintext: {tmp_path / 'out'}: {NO_ROOM}\n"
    assert not (tmp_path / "out").exists()


def test_a_full_temporary_folder_is_named_instead_of_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path / "a.parquet", [prose(0), prose(1)])
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))

    monkeypatch.setattr("maintext.batch.duplicates._sign_all", full)
    ran = CliRunner().invoke(app, ["dedup", path, "--output", str(tmp_path / "out")])
    assert ran.exit_code == 4
    assert ran.output == f"maintext: {scratch}: {NO_SCRATCH}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_signatures_for_which_there_is_no_room_are_a_full_disk(tmp_path: Path) -> None:
    files = find_texts([save(tmp_path / "a.parquet", [prose(0), prose(1)])])
    with pytest.raises(OSError, match="No space") as error:
        _sign_all(files, Path("/dev/full"), lambda stage, rows: None)
    assert is_full(error.value)
