"""A small made-up run: eight pages of two data sets, and extractors that are right, wrong or late."""

from dataclasses import replace

from maintext.evaluation.datasets import LabelledPage
from maintext.evaluation.outcome import Outcome
from maintext.evaluation.report.model import ReportTable, Section
from maintext.evaluation.report.papers import paper_sections
from maintext.evaluation.report.results import Results, measure
from maintext.evaluation.report.work import WorkPool
from maintext.pipeline import Extractor

GOLD = (
    "The tower was built in 1911, and it leans; nobody knows why. It has leaned ever since.",
    "Boil the water first. Then add the leaves, wait three minutes, and pour the tea.",
    "今天早上，城里下了大雪。火车停了，学校也停课了！孩子们很高兴。",
    "Rivers carry sand to the sea. Where they slow down, the sand settles, and land grows.",
)
MENU = "Home News Sport Contact Imprint"


def html(gold: str, title: str) -> bytes:
    links = "".join(f"<li><a href=/{word}>{word}</a>" for word in MENU.split())
    sentences = "".join(f"<p>{gold}</p>" for gold in (gold, gold[::-1]))
    return f"<title>{title}</title><ul>{links}</ul><div>{sentences}</div><p>Share this".encode()


def make_pages() -> tuple[LabelledPage, ...]:
    """Two sets: news with pages of one site, tea with snippets; the last page has no gold text."""
    pages = []
    for at in range(8):
        dataset = "news" if at < 5 else "tea"
        gold = None if at == 7 else f"{GOLD[at % 4]} Page {at}."
        pages.append(
            LabelledPage(
                dataset,
                f"p{at}",
                html(gold or GOLD[0], f"Page {at}"),
                gold,
                url=f"https://{'news.example' if at < 3 else f's{at}.example'}/{at}",
                lang="zh" if at % 4 == 2 else "en" if at < 4 else None,
                page_type="article" if at < 4 else "listing",
                with_=("leaves",) if dataset == "tea" else (),
                without=("Imprint",) if dataset == "tea" else (),
            )
        )
    return tuple(pages)


def make_outcomes(pages: tuple[LabelledPage, ...], methods: tuple[str, ...] = ()) -> list[Outcome]:
    """Outcomes of made-up extractors and of real methods."""
    outcomes = []
    for at, page in enumerate(pages):
        gold = page.text or GOLD[0]
        found = {
            "peer:exact": gold,
            "peer:menu": f"{MENU} {gold}",
            "peer:half": gold[: len(gold) // 2] if at % 2 else gold,
        }
        for number, (name, text) in enumerate(found.items()):
            outcomes.append(Outcome(page.dataset, page.id, name, "ok", text, 1.5 * (number + 1) + at))
        outcomes.append(
            Outcome(page.dataset, page.id, "peer:late", "timeout", "", 900.0, "out of time")
            if at == 1
            else Outcome(page.dataset, page.id, "peer:late", "ok", gold.upper(), 20.0 + at)
        )
        for name in methods:
            text = Extractor(name).extract(page.html, url=page.url).text
            outcomes.append(Outcome(page.dataset, page.id, name, "ok", text, 3.0))
    return outcomes


def make_results(methods: tuple[str, ...] = (), dataset: str | None = None) -> Results:
    pages = make_pages()
    if dataset is not None:
        pages = tuple(replace(page, dataset=dataset) for page in pages)
    return measure(pages, make_outcomes(pages, methods), WorkPool())


def only_section(results: Results) -> Section:
    """The section of the one paper whose method was run."""
    (only,) = paper_sections(results, WorkPool())
    return only


def table(section: Section, name: str) -> ReportTable:
    """A table of a section."""
    (found,) = [part for part in section.parts if part.name == name]
    assert isinstance(found, ReportTable)
    return found
