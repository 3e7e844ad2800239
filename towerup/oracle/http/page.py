"""The description as a page to read: plain HTML that needs nothing from anywhere."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from .operations import JSON
from .problems import Kind

_STYLE = """
:root { color-scheme: light dark; --ink: #1d232b; --paper: #fbfaf7; --quiet: #5b6470; --line: #d9d6ce; --box: #f1efe8;
        --get: #1f6f54; --post: #1d5b96; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e4dd; --paper: #16191d; --quiet: #a3abb5; --line: #343a42; --box: #1e2329; --get: #6fcaa8; --post: #83b8ee; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 5rem; color: var(--ink); background: var(--paper);
       font: 1rem/1.55 system-ui, sans-serif; }
h1 { margin: 0 0 .25rem; font-size: 1.9rem; } h2 { margin: 3rem 0 .75rem; font-size: 1.3rem; }
p { max-width: 46rem; } a { color: var(--post); }
section { border-top: 1px solid var(--line); padding: 1.1rem 0 .4rem; }
h3 { margin: 0; font-size: 1.05rem; display: flex; flex-wrap: wrap; gap: .6rem; align-items: baseline; }
h3 code { font-size: 1rem; } h3 span { font-weight: 400; color: var(--quiet); }
b.get { color: var(--get); } b.post { color: var(--post); }
code, pre { font: .86rem/1.5 ui-monospace, monospace; }
pre { overflow: auto; max-height: 26rem; margin: .5rem 0; padding: .8rem 1rem; background: var(--box); border-radius: .4rem; }
details { margin: .4rem 0; } summary { cursor: pointer; color: var(--quiet); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .4rem .9rem .4rem 0;
  border-top: 1px solid var(--line); } th { color: var(--quiet); font-weight: 600; }
:focus-visible { outline: 3px solid var(--post); outline-offset: 2px; }
"""


def plain(described: Mapping[str, Any]) -> bytes:
    """The description as it is served, and as it lies in specs/openapi.json."""
    return (json.dumps(described, indent=1, ensure_ascii=False) + "\n").encode()


def written(described: Mapping[str, Any]) -> tuple[bytes, str]:
    """The page, and the content security policy that goes with it: nothing but its own style."""
    lines = "\n".join(_lines(described))
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    return lines.encode(), f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; frame-ancestors 'none'"


def _lines(described: Mapping[str, Any]) -> Iterator[str]:
    info = described["info"]
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(info['title'])} over HTTP</title><style>{_STYLE}</style></head><body><main>"
    yield f"<h1>{escape(info['title'])} over HTTP</h1><p>{escape(info['summary'])} Version {escape(info['version'])}.</p>"
    yield from (f"<p>{_words(part)}</p>" for part in info["description"].split("\n\n"))
    yield '<p>For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p><h2>What can be asked</h2>'
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield from _operation(path, method, operation)
    yield "<h2>Problems</h2><p>Every answer that is none has the media type <code>application/problem+json</code>.</p>"
    yield "<table><thead><tr><th>code</th><th>status</th><th>meaning</th></tr></thead><tbody>"
    for kind in Kind:
        yield f'<tr id="{kind.code}"><td><code>{kind.code}</code></td><td>{kind.status}</td><td>{escape(kind.title)}.</td></tr>'
    yield "</tbody></table><h2>Schemas</h2>"
    for name, schema in described["components"]["schemas"].items():
        yield f'<details id="schema-{escape(name)}"><summary>{escape(name)}</summary>{_json(schema)}</details>'
    yield "</main></body></html>"


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f'<section id="{escape(operation["operationId"])}"><h3><b class="{method}">{method.upper()}</b> <code>{escape(path)}</code>'
    yield f" <span>{escape(operation['summary'])}</span></h3>"
    if "description" in operation:
        yield f"<p>{escape(operation['description'])}</p>"
    for one in operation.get("parameters", ()):
        yield f"<p><code>{escape(one['name'])}</code> (in the {one['in']}): {escape(one['description'])}</p>"
    content = operation.get("requestBody", {}).get("content", {})
    if JSON in content:
        yield f"<details><summary>An example of a body{_schema(content[JSON])}</summary>{_json(content[JSON]['example'])}</details>"
    others = [media_type for media_type in content if media_type != JSON]
    if others:
        yield f"<p>Also as <code>{'</code>, <code>'.join(others)}</code>: the lines themselves.</p>"
    given = operation["responses"]["200"]["content"].get(JSON, {})
    if "example" in given:
        yield f"<details><summary>What comes back for it{_schema(given)}</summary>{_json(given['example'])}</details>"
    elif _schema(given):
        yield f"<p>What comes back{_schema(given)}</p>"
    yield "</section>"


def _words(text: str) -> str:
    """Words of the description, which is Markdown: names stand between backticks."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _schema(content: Mapping[str, Any]) -> str:
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return f' (<a href="#schema-{escape(name)}">{escape(name)}</a>)' if name else ""


def _json(value: Any) -> str:
    return f"<pre>{escape(json.dumps(value, indent=2, ensure_ascii=False))}</pre>"
