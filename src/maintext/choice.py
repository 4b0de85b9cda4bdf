"""What the options change in a method's choice of blocks: title, comments, tables, refusals.

`prefer`, `prune` and `within` come earlier, in `maintext.pipeline`: the method itself sees them.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from maintext.document import Document
from maintext.errors import Reason
from maintext.model.auto import shipped_auto
from maintext.model.measure import measure
from maintext.model.schema import UNITS
from maintext.options import Output, Select
from maintext.render import title_blocks
from maintext.threads import all_blocks_of
from maintext.threads.discussion import is_heading_of_comments

_TABLE = list(UNITS).index("table")


def apply_options(document: Document, select: Select, output: Output) -> Document:
    """The document with the options applied; mostly the same object."""
    changes_choice = not select.tables or select.comments != "auto" or output.title == "never"
    if changes_choice and document.kept.any():
        if not select.tables:
            document = _without(document, _in_tables(document), "a table, and tables are left out")
        if select.comments != "auto":
            document = _with_comments(document, keep=select.comments == "always")
        if output.title == "never":
            found = title_blocks(document.page, document.kept, document.title or "")
            document = _without(document, found, "the title, which is left out")
    if select.language is not None and len(document.page.leaves):
        document = _in_language(document, select)
    if select.min_text and document.kept.any():
        size = int(document.page.blocks.chars[document.kept].sum())
        return document if size >= select.min_text else _refuse(document, Reason.TOO_SHORT)
    return document


def _without(document: Document, blocks: Iterable[int], words: str) -> Document:
    """The document without some blocks; a reason is added if none is left."""
    found = [block for block in blocks if document.kept[block]]
    return _changed(document, found, False, words) if found else document


def _changed(document: Document, blocks: list[int], keep: bool, words: str) -> Document:
    kept = document.kept.copy()
    kept[blocks] = keep
    changes = {**document.changes, **dict.fromkeys(blocks, words)}
    reasons = document.reasons if kept.any() else (*document.reasons, Reason.NOTHING_SELECTED)
    return _copy(document, kept=kept, changes=changes, reasons=reasons)


def _copy(document: Document, **changes: object) -> Document:
    """A changed copy that has the metadata, if known already."""
    copy = replace(document, **changes)  # type: ignore[arg-type]
    for name in ("metadata", "_all_posts", "kind"):
        if name in document.__dict__:
            copy.__dict__[name] = document.__dict__[name]
    return copy


def _in_tables(document: Document) -> list[int]:
    """The blocks of data tables, but not of one that has most words of the page."""
    kinds = None if document.scores is None else document.scores.unit_kinds
    if kinds is None:
        kinds = measure(document.page, shipped_auto()).unit_kind
    return np.flatnonzero(kinds == _TABLE).tolist()


def _with_comments(document: Document, keep: bool) -> Document:
    """The document with all comments in its text, or with none."""
    comments = document.comments
    if keep:
        texts = sorted({block for comment in comments for block in comment.blocks})
        missing = [block for block in texts if not document.kept[block]]
        return _changed(document, missing, True, "kept as a comment") if missing else document
    found = np.flatnonzero(all_blocks_of(document.page, comments)).tolist()
    before = np.flatnonzero(document.kept[: found[0]])[-1:].tolist() if found else []
    found += [block for block in before if is_heading_of_comments(document.page.block_text(block))]
    return _without(document, found, "a comment, and comments are left out")


def _in_language(document: Document, select: Select) -> Document:
    """The document, refused if the page is known to be in another language."""
    language = document.metadata.language
    if language is None:
        remark = f"the page's language is not known, so it was not compared with {select.language}"
        return _copy(document, remarks=(*document.remarks, remark))
    return document if select.accepts(language) else _refuse(document, Reason.OTHER_LANGUAGE)


def _refuse(document: Document, reason: Reason) -> Document:
    kept = np.zeros_like(document.kept)
    return _copy(document, kept=kept, reasons=(reason, *document.reasons))
