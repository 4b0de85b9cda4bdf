"""Full disks: which folder has no space left."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

NO_ROOM = "no space left for the output; make room, then run it again"
NO_SCRATCH = "no space left in the folder for temporary files; make room or set TMPDIR, then run it again"


def is_full(error: BaseException) -> bool:
    """Whether a disk is full, or a quota used up."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def scratch_files() -> Iterator[None]:
    """Within the block, only temporary files are written: an error for a full disk names their folder."""
    try:
        yield
    except OSError as error:
        if is_full(error) and error.filename is None:
            error.filename = tempfile.gettempdir()
        raise


def name_full(error: OSError, output: str) -> str:
    """Which folder is full, and what to do: that of temporary files if the error names it, or the output."""
    scratch = tempfile.gettempdir()
    path = os.path.abspath(error.filename) if isinstance(error.filename, str) else ""
    is_scratch = path == scratch or path.startswith(os.path.join(scratch, ""))
    if is_scratch and not path.startswith(os.path.abspath(output)):
        return f"{scratch}: {NO_SCRATCH}"
    return f"{output}: {NO_ROOM}"
