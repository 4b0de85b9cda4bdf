"""The HTTP service, and tools for agents. Needs the extra `serve`, or `mcp` for the tools.

    request ─access control→ intake ─task→ pool of worker processes ─JSON→ response

    app.py, server.py   the application; the same on a port
    connections.py      HTTP on a connection: time for a head, room for new ones
    access.py           access control (host, token, other origins, clients) and response headers
    routing.py          routes that check their query
    intake.py           requests → pages and options; uses body.py, forms.py, options.py and maintext.http
    work_routes.py      pages, labels, retraining; pool.py, labels.py, label_file.py, retrain.py do the work
    own_routes.py       information about the service; metrics.py, openapi.py, manual.py write it
    jobs.py             what a worker does; explain.py, pictures.py and view.py make what the inspector shows
    tool_server.py      tools for agents (Model Context Protocol); tools.py describes them, tool_pages.py has
                        pages, tool_work.py is what a worker does, tool_results.py what they return

The commands are in `maintext.cli`, the inspector's files in `page/`.
"""
