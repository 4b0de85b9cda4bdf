"""`python -m maintext` is the command `maintext`."""

from maintext.cli import app

app(prog_name="maintext")
