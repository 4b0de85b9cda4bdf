"""Paper 1: Tables 2 and 3, grades of pages by source."""

from collections import Counter
from collections.abc import Sequence

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.metrics import Grade, grade, grade_rates
from maintext.evaluation.report.model import Column, ReportTable, Section, Value
from maintext.evaluation.report.papers.parsed import ParsedPage
from maintext.evaluation.report.papers.sources import by_source
from maintext.evaluation.report.results import Results
from maintext.methods.papers.naive_bayes import NaiveBayes

USES = (NaiveBayes.name,)

_COLUMNS = (
    Column("source", "text"),
    Column("pages", "count"),
    Column("excellent", "count"),
    Column("good", "count"),
    Column("poor", "count"),
    Column("excellent rate", "percent"),
    Column("good rate", "percent", "excellent or good"),
)
_PRINTED_BLOCKS = ("in the paper: five portals", 500, 179, 302, 19, 0.358, 0.962)
_PRINTED_TABLES = ("in the paper: five portals", 500, 136, 329, 35, 0.272, 0.930)


def measure(parsed: ParsedPage) -> tuple[Grade, Grade]:
    """The grade of the method, and that of the same method with `<table>` as the only block tag."""
    by_table = parsed.extract(NaiveBayes(block_tags="table"))
    return grade(parsed.texts[NaiveBayes.name], parsed.gold), grade(by_table, parsed.gold)


def section(results: Results, facts: Sequence[tuple[Grade, Grade]]) -> Section:
    """Grades of the method, and of the method it is compared with."""
    pages = results.with_gold
    text = (
        "Excellent: the gold text, word for word. Good: one or two sentences lost, or one or two noise "
        "blocks (lines). Poor: worse. Table 3 is the same method with <table> as the only block tag, the "
        "paper's opponent."
    )
    return Section(
        "paper-naive-bayes",
        "Naive Bayes (paper 1)",
        text,
        (
            _table("2", "the method", pages, [both[0] for both in facts], _PRINTED_BLOCKS),
            _table("3", "<table> blocks only", pages, [both[1] for both in facts], _PRINTED_TABLES),
        ),
    )


def _table(
    number: str, what: str, pages: tuple[LabelledPage, ...], grades: list[Grade], printed: tuple[Value, ...]
) -> ReportTable:
    rows = tuple(_row(source, own) for source, own in by_source(pages, grades).items())
    return ReportTable(
        f"naive-bayes-{number}", f"Table {number}: {what}", _COLUMNS, (*rows, printed), cited=1
    )


def _row(source: str, grades: list[Grade]) -> tuple[Value, ...]:
    counts, rates = Counter(grades), grade_rates(grades)
    return (source, len(grades), *(counts[each] for each in Grade), rates.excellent, rates.good)
