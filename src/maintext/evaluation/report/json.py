"""The report as JSON: the same tables with all their digits, and every page's scores."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from maintext.evaluation.metrics import Interval
from maintext.evaluation.report.model import Figure, ReportTable, Section, Value
from maintext.evaluation.report.results import Results
from maintext.evaluation.scores import PageScore
from maintext.version import __version__


def to_json(inputs: str, results: Results, sections: Sequence[Section]) -> str:
    """Tables by name, and the scores of every extractor on every page."""
    record = {
        "format": "maintext evaluation report",
        "version": 1,
        "maintext": __version__,
        "inputs": inputs,
        "pages": len(results.pages),
        "data_sets": {name: len(pages) for name, pages in results.datasets.items()},
        "extractors": list(results.extractors),
        "tables": {
            part.name: _table(section, part)
            for section in sections
            for part in section.parts
            if not isinstance(part, Figure)
        },
    }
    head = json.dumps(record, ensure_ascii=False, indent=1).removesuffix("\n}")
    # One page per line: the file stays small, and two reports can be compared line by line.
    lines = (json.dumps(_page(scores), ensure_ascii=False) for scores in results.scores.values())
    return head + ',\n "scores": [\n' + ",\n".join(lines) + "\n ]\n}\n"


def _table(section: Section, table: ReportTable) -> dict[str, Any]:
    columns = [column.name for column in table.columns]
    return {
        "section": section.title,
        "title": table.title,
        "note": table.note,
        "columns": columns,
        "cited_rows": table.cited,
        "rows": [[_value(value) for value in row] for row in table.rows],
    }


def _value(value: Value) -> Any:
    if isinstance(value, Interval):
        return {"value": value.value, "low": value.low, "high": value.high}
    return value


def _page(scores: Mapping[str, PageScore]) -> dict[str, Any]:
    first = next(iter(scores.values()))
    return {
        "data_set": first.dataset,
        "page": first.page,
        "url": first.url,
        "lang": first.lang,
        "page_type": first.page_type,
        "extractors": {name: _score(score) for name, score in scores.items()},
    }


def _score(score: PageScore) -> dict[str, Any]:
    known: dict[str, Any] = {"ms": round(score.milliseconds, 3)}
    if score.failed:
        known["status"] = score.status
    if score.token and score.word and score.shingles:
        known["token"] = [round(value, 4) for value in score.token]
        known["word_f1"] = round(score.word.f1, 4)
        known["exact"] = score.shingles.exact
    if score.snippets:
        counts = score.snippets
        known["snippets"] = [counts.true_positives, counts.false_positives, counts.false_negatives]
    return known
