"""The oracle over HTTP: state in, verdict out. Needs the extra `serve`; specs/http.md describes it.

`operations.py` says what can be asked, `desk.py` answers it, in processes of their own (`work.py`, `pool.py`), `app.py` is
the server's side of a request, `running.py` the server. The description is made of the schemas in specs/ (`openapi.py`).
"""
