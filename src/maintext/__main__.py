"""The command: `maintext` and `python -m maintext`."""

import sys

from maintext import _interrupt


def main() -> None:
    """Run the command; without the packages of its extra, print one line."""
    _interrupt.end_at_once()
    try:
        from maintext.cli import app
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("typer", "click", "rich"):
            raise
        line = f"maintext: {missing} is missing, which the command needs: pip install 'maintext[cli]'"
        print(line, file=sys.stderr)
        sys.exit(2)
    _interrupt.raise_again()
    app(prog_name="maintext")


if __name__ == "__main__":
    main()
