"""The HTTP service, and tools for agents. Needs the extra `serve`, or `mcp` for the tools.

    request ─guards→ intake ─job→ pool of worker processes ─JSON→ response

    app.py, server.py   the application; the same on a port
    guards.py           who may ask: host, token, other origins
    intake.py           requests → pages and options; behind it body, options, fetch, addresses
    work_routes.py      pages, labels, retraining; pool.py, labels.py, retrain.py do the work
    own_routes.py       what the service tells of itself; metrics.py, openapi.py, manual.py write it
    jobs.py             what a worker does; explain.py, pictures.py and view.py make what the inspector shows
    tools.py            extract, judge and explain over the Model Context Protocol

Commands stand in `maintext.cli`; the inspector's files in `page/`.
"""
