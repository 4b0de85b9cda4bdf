"""Write docs/cli.md: every command with its arguments, options and examples, from the command's own help.

python tools/cli_page.py          # run by `make tables`
"""

import re
from pathlib import Path
from typing import Any

from typer.main import get_command

from maintext.cli import app

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"
HEAD = """# The command

Extract, judge and compare pages, run crawls, serve, train and measure, from a shell. Install it with
`pip install 'maintext[cli]'`; the commands for crawls, for the service and for training name the
extra that they need.

```console
$ maintext extract gbk-page.html --property title
古法造纸：一张纸的七十二道工序
$ cat english-article.html | maintext extract | head -c 55
For one hundred and thirty-one years the lamp on Corrie
```

| command | what it does |
|---|---|
{commands}

`maintext --version` prints the version, `maintext --install-completion` installs completion for your shell,
and every command has `--help`. Errors are one line on standard error; the exit codes are with each command.
This page is written by `python tools/cli_page.py` from the same help.
"""
TYPES = {
    "str": "TEXT",
    "int": "N",
    "integer": "N",
    "int range": "N",
    "float": "NUMBER",
    "float range": "NUMBER",
    "path": "PATH",
}
_STYLES = re.compile(r"\[/?(?:cyan|dim|bold|green|yellow|red|italic)[^\]]*\]")


def plain(text: str) -> str:
    """Help without the marks for colours, and safe in a table."""
    text = _STYLES.sub("", text).replace("\\[", "[")
    return (
        " ".join(text.split())
        .replace("|", "\\|")
        .replace("<", "&lt;")
        .replace("*", "\\*")
        .replace("_", "\\_")
    )


def named(option: Any) -> str:
    """The names of an option with its value: `--format`, `-f FORMAT`."""
    names = [f"`{name}`" for name in (*option.opts, *option.secondary_opts)]
    value = "" if option.is_flag or option.count else f" {value_of(option)}"
    return ", ".join(names) + value


def value_of(option: Any) -> str:
    """What an option takes: its choices, its placeholder or its type."""
    if not option.metavar and (choices := getattr(option.type, "choices", None)):
        return ", ".join(str(getattr(choice, "value", choice)) for choice in choices)
    shown = str(option.metavar or option.type.name)
    if shown.startswith("[") and "|" in shown:
        return ", ".join(shown.strip("[]").split("|"))
    return TYPES.get(shown, shown).replace("|", " or ")


def default_of(option: Any) -> str:
    """The default, where the help shows one."""
    default = option.default
    if not option.show_default or default is None or callable(default) or default in ((), [], ""):
        return ""
    if option.is_flag:
        chosen = option.opts if default else option.secondary_opts
        return f"`{chosen[0]}`" if chosen and option.secondary_opts else ""
    if isinstance(default, list | tuple):
        return f"`{','.join(default)}`"
    return f"`{getattr(default, 'value', default)}`"


def options_tables(command: Any) -> list[str]:
    """The options, a table for each panel of the help."""
    panels: dict[str, list[Any]] = {}
    for option in command.params:
        if option.param_type_name == "option" and not option.hidden and "--help" not in option.opts:
            panels.setdefault(getattr(option, "rich_help_panel", None) or "Options", []).append(option)
    parts = []
    for panel, options in panels.items():
        rows = [f"| {named(one)} | {default_of(one)} | {plain(one.help or '')} |" for one in options]
        parts.append("\n".join([f"**{panel}**\n", "| option | default | |", "|---|---|---|", *rows]))
    return parts


def examples(command: Any) -> list[str]:
    """The examples of the help."""
    lines = re.findall(r"\[cyan\](.*?)\[/cyan\]\s*\[dim\](.*?)\[/dim\]", command.epilog or "")
    if not lines:
        return []
    clean = [(run.replace("\\[", "["), words.replace("\\[", "[")) for run, words in lines]
    return ["\n".join(["**Examples**\n", *(f"    {run}  # {words}" for run, words in clean)])]


def section(name: str, command: Any, level: str = "##") -> list[str]:
    """A command, and the commands below it."""
    text = _STYLES.sub("", command.help or "").replace("\b", "").replace("\f", "").replace("\\[", "[").strip()
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]
    parts = [
        f"{level} maintext {name}",
        *(part.replace("*", "\\*").replace("<", "&lt;") for part in paragraphs),
    ]
    arguments = [one for one in command.params if one.param_type_name == "argument" and not one.hidden]
    if arguments:
        rows = [f"| `{one.make_metavar(_context(command))}` | {plain(one.help or '')} |" for one in arguments]
        parts.append("\n".join(["| argument | |", "|---|---|", *rows]))
    if not hasattr(command, "commands"):
        parts += options_tables(command)
    parts += examples(command)
    for below, inner in getattr(command, "commands", {}).items():
        parts += section(f"{name} {below}", inner, level + "#")
    return parts


def _context(command: Any) -> Any:
    return command.context_class(command)


def contents() -> str:
    """The whole page."""
    commands = get_command(app).commands  # type: ignore[attr-defined]
    rows = []
    for name, command in commands.items():
        first = " ".join(_STYLES.sub("", command.help or "").strip().split("\n\n")[0].split())
        rows.append(f"| [`{name}`](#maintext-{name}) | {plain(first)} |")
    parts = [HEAD.format(commands="\n".join(rows))]
    for name, command in commands.items():
        parts += [f"{part}\n" for part in section(name, command)]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(contents(), encoding="utf-8", newline="\n")
