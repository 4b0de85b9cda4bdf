"""The command: `maintext` and `python -m maintext`."""

import signal
import sys


def main() -> None:
    """Run the command; without the packages of its extra, print one line."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback while modules are loaded
    try:
        from maintext.cli import app
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("typer", "click", "rich"):
            raise
        line = f"maintext: {missing} is missing, which the command needs: pip install 'maintext[cli]'"
        print(line, file=sys.stderr)
        sys.exit(2)
    signal.signal(signal.SIGINT, before)
    app(prog_name="maintext")


if __name__ == "__main__":
    main()
