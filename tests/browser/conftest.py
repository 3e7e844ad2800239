"""One server and one browser for all tests, and a fresh page for each.

They are gone when these tests are: as long as Playwright is there, nothing else can run an event loop.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from .explorer import Explorer, browsing, chromium, served


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    chromium()
    with served() as where:
        yield where


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as one:
        yield one


@pytest.fixture
def explorer(browser: Browser, address: str) -> Iterator[Explorer]:
    one = Explorer(browser, address, viewport={"width": 1440, "height": 1000}).visit()
    yield one
    one.end()
