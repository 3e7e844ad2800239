"""One live server for all tests that only ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .live import Live, live


@pytest.fixture(scope="session")
def server() -> Iterator[Live]:
    with live("--jobs", "2", "--seconds", "60") as running:
        yield running
        code, told = running.end()
        # Whatever was asked meanwhile: nothing has failed inside, and the end is clean.
        assert (code, told) == (0, "")
