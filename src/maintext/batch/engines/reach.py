"""Whether a cluster can be reached: an engine's own attempts can take minutes."""

import re
import socket

from maintext.batch.run import Unfinished

_SECONDS = 10.0
_HOST = re.compile(r"^(?:ray://|spark://)?(\[[^]]+\]|[^:/,]+):(\d{1,5})$")


def check_reachable(engine: str, address: str | None, option: str) -> None:
    """Raise an error of one line if no process listens at an address; names such as `auto` are not checked.

    An address may list several hosts, as for a Spark master with a standby; one of them is enough.
    """
    if not address:
        return
    first, *others = address.split(",")
    hosts = [_HOST.match(first), *(_HOST.match(other) for other in others)]
    if not all(hosts):
        return
    for host in hosts:
        assert host is not None
        try:
            with socket.create_connection((host[1].strip("[]"), int(host[2])), _SECONDS / len(hosts)):
                return
        except (OSError, OverflowError) as error:
            words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    raise Unfinished(
        f"{engine} cannot be reached at {address} ({words}): check {option}, and that the cluster runs and "
        "accepts connections from here"
    )
