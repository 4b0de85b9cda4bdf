"""What pytest leaves alone: modules for libraries that are not installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("datatrove") else ["src/maintext/batch/datatrove.py"]
