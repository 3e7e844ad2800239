"""The explorer as the tests drive it: the command as a process, a browser, and a page that must behave."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "ci"
"""Where pictures of the page are kept, to be looked at."""
PATIENT = 60_000
"""A time limit that is not meant to be reached, in milliseconds."""
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--no-default-browser-check", "--disable-dev-shm-usage",
]  # fmt: skip

expect.set_options(timeout=PATIENT)


def chromium() -> str:
    """The browser; without one there is nothing to test, which on the way into the main branch will not do."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None and os.environ.get("CI") == "true":
        pytest.fail("no Chromium is found: apt-get install chromium")
    if found is None:
        pytest.skip("no Chromium is found: apt-get install chromium")
    return found


@contextmanager
def served(*words: str) -> Iterator[str]:
    """`towerup explorer`, running: where it is. It ends with Ctrl-C, cleanly."""
    command = [sys.executable, "-m", "towerup", "explorer", "--no-browser", "--port", "0", *words]
    # A shell that starts the tests in the background has them ignore Ctrl-C, and a child would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        signal.signal(signal.SIGINT, before)
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            told = process.stdout.readline().decode()
            found = re.search(r"http://\S+?:\d+", told)
            assert found, (told, process.stderr.read().decode())
            yield found.group()
            process.send_signal(signal.SIGINT)
            assert (process.wait(60), process.stderr.read().decode()) == (0, "")
        finally:
            process.kill()


@contextmanager
def browsing() -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


class Explorer:
    """A page with the explorer on it. What it logs, and whom it asks, is held against it at the end."""

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        self.address = address
        self.context = browser.new_context(**context)
        self.context.set_default_timeout(PATIENT)
        self.wrong: list[str] = []
        self.page = self.opened()

    def opened(self) -> Page:
        """A new page, watched."""
        page = self.context.new_page()
        page.on("console", lambda one: self.wrong.append(f"{one.type}: {one.text}") if one.type != "log" else None)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("requestfailed", lambda one: self.wrong.append(f"failed: {one.url}"))
        page.on(
            "request",
            lambda one: (
                None if one.url.startswith((self.address, "blob:")) else self.wrong.append(f"foreign: {one.url}")
            ),
        )
        return page

    def visit(self, more: str = "/") -> Explorer:
        """The page, once a game is on it."""
        self.page.goto(self.address + more)
        self.ready()
        return self

    def ready(self) -> None:
        expect(self.page.locator("html[data-ready]")).to_have_count(1)
        self.settled()

    def settled(self) -> None:
        """Nothing is waited for any more."""
        expect(self.page.locator("#moves[aria-busy]")).to_have_count(0)

    def begin(self, edition: str = "tiny", seats: tuple[str, ...] = (), chance: str = "dealt", seed: str = "1") -> None:
        """A new game, by its dialog."""
        page = self.page
        page.get_by_role("button", name="New game").click()
        page.get_by_label("Edition").select_option(edition)
        for number, one in enumerate(seats, start=1):
            page.get_by_label(f"Seat {number}").select_option(one)
        page.locator("#new-chance").select_option(chance)
        page.get_by_label("Seed").fill(seed)
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#new-dialog")).not_to_be_visible()
        self.settled()

    def paste(self, text: str) -> None:
        """A record, or a state, pasted."""
        self.page.get_by_role("button", name="Open", exact=True).click()
        self.page.get_by_label("Or paste it here").fill(text)
        self.page.locator("#open-dialog button.main").click()

    def moves(self) -> Any:
        """The moves on offer, as buttons that can be seen."""
        return self.page.locator("#menu button.move:visible")

    def at(self, step: int, of: int | None = None) -> None:
        """The position looked at is this one."""
        steps = r"\d+" if of is None else str(of)
        expect(self.page.locator("#at")).to_have_text(re.compile(f"^{step} / {steps}$"))
        self.settled()

    def shot(self, name: str, **more: Any) -> None:
        """A picture of the page, to be looked at."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"explorer-{name}.png", **more)

    def end(self) -> None:
        """The page is left; nothing went wrong meanwhile."""
        self.context.close()
        assert not self.wrong
