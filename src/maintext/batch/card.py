"""The card of an output for the library `datasets`: its files, and the types of its columns.

`datasets.load_dataset` reads it from `.huggingface.yaml`. A README.md would do as well, but readers of
Parquet folders, such as pandas and Spark, would take it for a part.
"""

from collections.abc import Iterator

import pyarrow as pa

from maintext.batch.parts import DATA

CARD = ".huggingface.yaml"


def write_card(sink: str, schema: pa.Schema | None, partition: tuple[str, ...] = ()) -> str:
    """The card as YAML; without a schema, `datasets` finds the types itself."""
    lines = ["configs:", "- config_name: default", f"  data_files: {DATA}/**/*.{sink}"]
    if schema is not None and not sink.startswith("warc"):
        lines += ["dataset_info:", "  features:"]
        for field in schema:
            if field.name not in partition:
                lines += (f"  {line}" for line in _feature(field))
    return "\n".join(lines) + "\n"


def _feature(field: pa.Field) -> Iterator[str]:
    yield f"- name: {field.name}"
    kind = field.type
    if not pa.types.is_list(kind):
        yield f"  dtype: {kind}"
    elif not pa.types.is_struct(kind.value_type):
        yield f"  list: {kind.value_type}"
    else:
        yield "  list:"
        for inner in kind.value_type:
            yield f"  - name: {inner.name}"
            yield f"    dtype: {inner.type}"
