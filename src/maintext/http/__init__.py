"""HTTP: one client, one decoder of bodies, one check of URLs against server-side request forgery (SSRF).

client.py      URL ─check→ connect ─redirects→ page, within limits; `FetchPolicy` says what is allowed
addresses.py   which URLs and IP addresses may be fetched from
proxy.py       connections through the proxies that the environment names
sisters.py     other pages of a page's site, from its links, one request at a time
robots.py      which paths of a site may be fetched by programs
body.py        content encodings (gzip, deflate, br, zstd) → bytes, piece by piece
"""
