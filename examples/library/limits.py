"""Limits on a page: the result is partial then, and says so."""

import maintext

page = "".join(f"<p>Paragraph {number} of a page that does not end." for number in range(10_000))
document = maintext.extract(page, method="p_value", limits=maintext.Limits(bytes=20_000, seconds=5))
print(document.status, document.reason)
