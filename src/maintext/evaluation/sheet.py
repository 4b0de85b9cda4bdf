"""A small table that is printed or written into documents."""

from dataclasses import dataclass

from rich.table import Table


@dataclass(frozen=True, slots=True)
class Sheet:
    """A titled table: the first column holds names, the others figures."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def table(self) -> Table:
        """For a screen."""
        table = Table(title=self.title, title_justify="left")
        for position, name in enumerate(self.header):
            table.add_column(name, justify="right" if position else "left", no_wrap=not position)
        for row in self.rows:
            table.add_row(*row)
        return table

    def markdown(self) -> str:
        """For documents."""
        rule = ["---"] + ["---:"] * (len(self.header) - 1)
        lines = [self.header, rule, *self.rows]
        return f"### {self.title}\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
