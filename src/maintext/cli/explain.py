"""A document → its blocks in text: which were kept, which were not, and why."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from maintext.cli.features import strongest
from maintext.cli.screen import Screen
from maintext.cli.wrap import on_a_line, wrap
from maintext.document import Document
from maintext.errors import Status
from maintext.evidence import Block
from maintext.model.schema import meaning

STATUS_STYLES = {
    Status.OK: "bold green",
    Status.PARTIAL: "bold yellow",
    Status.EMPTY: "bold red",
    Status.REFUSED: "bold red",
}
VERDICT_STYLES = {"article": "green", "uncertain": "yellow", "not_article": "red"}
_LINES_PER_BLOCK = 2
_WIDEST_TAG = 10
_GAP = 2
_LEGEND = 8
"""Number of features that the legend explains."""


_CLOSE = (0.2, 0.8)
"""Probabilities of a block that was nearly decided otherwise."""


def explain(screen: Screen, document: Document, name: str, shown: str = "all") -> None:
    """Print blocks of a document with their evidence, between a header and a summary."""
    heading = Text.assemble(("maintext ", "bold cyan"), ("standard input" if name == "-" else name, "cyan"))
    screen.heading(heading)
    _print_lines(screen, _header(document, screen.width))
    blocks = [block for block in document.blocks if _is_shown(block, document, shown)]
    columns = _Columns(blocks, screen.width)
    above = None
    for block in blocks:
        _print_lines(screen, columns.lines(block, above))
        above = block
    screen.heading()
    _print_lines(screen, _summary(document, screen.width))


def _is_shown(block: Block, document: Document, shown: str) -> bool:
    if shown == "close":
        low, high = _CLOSE
        is_near = block.probability is not None and low <= block.probability <= high
        return is_near or block.index in document.changes
    return block.kept or shown == "all"


def _print_lines(screen: Screen, lines: Iterable[Text]) -> None:
    for line in lines:
        line.rstrip()
        screen.say(line)


def _header(document: Document, width: int) -> Iterator[Text]:
    encoding, verdict, confidence = document.encoding, document.verdict, document.confidence
    if document.title:
        yield Text(wrap(on_a_line(document.title), width, 1)[0], "bold")
    yield Text.assemble(
        (f"● {document.status}", STATUS_STYLES[document.status]),
        *_fact("method", document.method),
        *(_fact("confidence", f"{confidence:.0%}") if confidence is not None else ()),
        *_fact("encoding", f"{encoding.name} by {encoding.source}, {encoding.confidence:.0%} sure"),
    )
    yield Text.assemble(
        ("verdict ", "dim"),
        (verdict.label.replace("_", " "), VERDICT_STYLES[verdict.label]),
        *_fact("article", f"{verdict.probability:.0%}"),
        *_fact("P", f"{verdict.p_value:.2f}"),
        *_fact("kind", str(document.kind)),
    )
    yield Text()


def _fact(name: str, value: str) -> tuple[tuple[str, str], str]:
    return (f"   {name} ", "dim"), value


class _Columns:
    """Widths that all blocks share: a bar for kept blocks, probability or score, tag, and the rest."""

    def __init__(self, blocks: Sequence[Block], width: int) -> None:
        self.number = max((len(_number(block)) for block in blocks), default=0)
        self.tag = min(max((len(block.tag) for block in blocks), default=0), _WIDEST_TAG)
        self.margin = self.number + self.tag + 3 * _GAP
        self.text = max(width - self.margin, 20)

    def lines(self, block: Block, above: Block | None) -> Iterator[Text]:
        """A block as lines: numbers and text, then place and reason."""
        text = wrap(on_a_line(block.text), self.text, _LINES_PER_BLOCK)
        yield Text.assemble(*self._numbers(block), (text[0], _style(block, "bold")))
        same = above is not None and (above.reason, above.kept) == (block.reason, block.kept)
        margin = self._bar(block), " " * (self.margin - 2)
        for line in text[1:]:
            yield Text.assemble(*margin, (line, _style(block, "bold")))
        for evidence in self._evidence(block, "as above" if same else _reason(block)):
            yield Text.assemble(*margin, evidence)

    def _bar(self, block: Block) -> tuple[str, str]:
        return ("▌ " if block.kept else "  ", "green")

    def _numbers(self, block: Block) -> Iterator[tuple[str, str]]:
        yield self._bar(block)
        yield f"{_number(block):>{self.number}}  ", _style(block, "bold green")
        yield f"{_shorten(block.tag, self.tag):<{self.tag}}  ", _style(block, "magenta")

    def _evidence(self, block: Block, reason: str) -> Iterator[Text]:
        """Place and reason, on one line if both fit."""
        line = f"  line {block.line}" if block.line else ""
        place = Text.assemble(
            (_tail(block.xpath, self.text - len(line)), _style(block, "blue")), (line, "dim")
        )
        reasons = [_coloured(part, block) for part in wrap(on_a_line(reason), self.text)]
        if len(reasons) == 1 and place.cell_len + 3 + reasons[0].cell_len <= self.text:
            yield Text.assemble(place, "   ", reasons[0])
        else:
            yield from (place, *reasons)


def _reason(block: Block) -> str:
    """The reason, without the probability, which has its own column."""
    if block.probability is None:
        return block.reason
    return block.reason.replace(f"probability {block.probability:.2f}: ", "", 1)


def _coloured(reason: str, block: Block) -> Text:
    """A reason, with contributions for main text in green and against it in red."""
    text = Text(reason, _style(block, "cyan"))
    if block.pushes:
        text.highlight_regex(r"\(\+[\d.]+\)", "green")
        text.highlight_regex(r"\(-[\d.]+\)", "red")
    return text


def _style(block: Block, style: str) -> str:
    """Only kept blocks are coloured."""
    return style if block.kept else "dim"


def _number(block: Block) -> str:
    """The probability, or the score if there is none."""
    if block.probability is not None:
        return f"{block.probability:.0%}"
    if block.score is None:
        return "–"
    return f"{block.score:.3f}" if abs(block.score) < 100 else f"{block.score:.0f}"


def _shorten(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _tail(path: str, width: int) -> str:
    """The last steps of a path that fit into that many columns."""
    if len(path) <= width:
        return path
    end = path[len(path) - width + 1 :]
    return "…" + end[max(end.find("/"), 0) :]


def _summary(document: Document, width: int) -> Iterator[Text]:
    blocks, kept = document.page.blocks, document.kept
    chars, all_chars = int(blocks.chars[kept].sum()), int(blocks.chars.sum())
    share = f" ({chars / all_chars:.0%})" if all_chars else ""
    yield Text.assemble(
        ("kept ", "dim"),
        (f"{int(kept.sum()):,} of {len(kept):,} blocks", "bold green" if kept.any() else "bold red"),
        f", {chars:,} of {all_chars:,} characters{share}",
    )
    for reason in document.reasons:
        words = reason.sentence if reason is not document.reason else document.explanation
        yield from (Text(line, "yellow") for line in wrap(f"{reason}: {words}", width))
    for note in document.notes:
        yield from (Text(line, "yellow") for line in wrap(note, width))
    for hidden in document.hidden:
        label = f"hidden, {hidden.reason}  "
        text = wrap(on_a_line(hidden.text), width - len(label), 1)[0]
        yield Text.assemble((label, "red"), (text, "dim strike"))
    yield from _legend(document.blocks, width)


def _legend(blocks: Sequence[Block], width: int) -> Iterator[Text]:
    """The meaning of the features that contributed most on this page."""
    names = strongest(blocks, _LEGEND)
    if names:
        yield Text()
        heading = "strongest features; (+) for main text, (-) against it, in log odds"
        yield from (Text(line, "dim") for line in wrap(heading, width))
    margin = max(map(len, names), default=0) + 2
    for name in names:
        for number, line in enumerate(wrap(meaning(name), max(width - margin, 20))):
            yield Text.assemble((f"{'' if number else name:<{margin}}", "cyan"), (line, "dim"))
