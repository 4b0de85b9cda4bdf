"""The HTTP service, and tools for agents. Needs the extra `serve`, or `mcp` for the tools.

    request ─access control→ intake ─task→ pool of worker processes ─JSON→ response

    app.py, server.py   the application; the same on a port
    access.py           access control (host, token, other origins) and response headers
    intake.py           requests → pages and options; uses body.py, options.py and maintext.http
    work_routes.py      pages, labels, retraining; pool.py, labels.py, retrain.py do the work
    own_routes.py       information about the service; metrics.py, openapi.py, manual.py write it
    jobs.py             what a worker does; explain.py, pictures.py and view.py make what the inspector shows
    tools.py            extract, judge and explain over the Model Context Protocol

The commands are in `maintext.cli`, the inspector's files in `page/`.
"""
