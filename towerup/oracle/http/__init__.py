"""The oracle over HTTP: state in, verdict out. Needs the extra `serve`; specs/http.md describes it.

`operations.py` lists what clients can ask, `answers.py` answers it in worker processes (`work.py`, `pool.py`), `guard.py` checks every
request, `app.py` is the server's side of a request, `running.py` the server. `openapi.py` describes it from the schemas in specs/.
"""
