"""Pages: what is served as it is."""

from __future__ import annotations

import attrs


@attrs.frozen
class Page:
    """Something to look at that never changes: where it is, its media type, its bytes, and headers of its own."""

    path: str
    media_type: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()
