"""Bytes in any encoding; the header of a response helps, and a wrong one does no harm."""

import maintext

GBK = "<p>这座塔建于1911年，用砖和石灰砌成，从那时起就一直倾斜。".encode("gb18030")

for charset in (None, "text/html; charset=gbk", "klingon"):
    document = maintext.extract(GBK, charset=charset)
    print(document.encoding.name, document.encoding.source, *document.notes)
