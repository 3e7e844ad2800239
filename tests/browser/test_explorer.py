"""The explorer, end to end: whole games, why not, records good and bad, undo, links, keys, phones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

import towerup as tu
from towerup.oracle.checking import check
from towerup.rulesets import ruleset

from .explorer import ROOT, Explorer, served

RECORD = (ROOT / "docs" / "pictures" / "game.jsonl").read_text(encoding="utf-8")
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True,
}  # fmt: skip


def saved(explorer: Explorer) -> list[bytes]:
    """The lines of the record that the page gives to be saved."""
    with explorer.page.expect_download() as started:
        explorer.page.get_by_role("button", name="Save").click()
    return started.value.path().read_bytes().splitlines(keepends=True)


def play_by_clicks(explorer: Explorer) -> None:
    """The game on the page to its end, by the buttons alone."""
    page = explorer.page
    told, offered = page.locator("#told"), explorer.moves()
    for number in range(200):
        if "The game is over" in told.inner_text():
            break
        before = page.locator("#at").inner_text()
        try:
            offered.nth(number % max(1, offered.count())).click(timeout=5_000)
        except PlaywrightTimeout:
            continue  # chance had the last word meanwhile, and there is nothing left to click
        expect(page.locator("#at")).not_to_have_text(before)
        explorer.settled()
    expect(page.locator("#told")).to_contain_text("The game is over")


def test_a_whole_game_by_clicks(explorer: Explorer) -> None:
    """From the dialog to the result, by the buttons alone; what is saved is a game in order, to its outcome."""
    page = explorer.page
    explorer.begin("tiny")
    expect(page.locator("#game-title")).to_have_text("Tower Up")
    play_by_clicks(explorer)
    expect(page.locator("#menu")).to_have_text("The game is over.")
    verdict = check(lines := saved(explorer), ruleset)
    assert (verdict.ok, verdict.games, verdict.unfinished, verdict.without_outcome) == (True, 1, 0, 0)
    *_, end = tu.read_record(lines).states()
    result = tu.outcome(end)
    assert result is not None
    for seat, score in zip(end.setup.seats, result.scores, strict=True):
        expect(page.locator("#outcome tr", has_text=seat)).to_contain_text(str(score.total))
    explorer.shot("over", full_page=True)


@pytest.mark.thorough
def test_bots_play_by_themselves_and_with_a_person(explorer: Explorer) -> None:
    """Two bots play a game to its end; beside one, a person is asked when it is their turn. The same seed, the same game."""
    page = explorer.page
    games = []
    for _ in range(2):
        explorer.begin("tiny", ("greedy", "mcts:100"), seed="7")
        expect(page.locator("#outcome")).to_be_visible()
        games.append(saved(explorer))
    assert games[0] == games[1]
    assert check(games[0], ruleset).ok
    explorer.begin("tiny", ("person", "random"), seed="7")
    expect(page.locator("#menu .note")).to_have_text(re.compile("decides"))
    # When a bot takes over, the game goes on.
    page.locator("#players select").first.select_option("random")
    expect(page.locator("#outcome")).to_be_visible()


def test_chance_by_hand(explorer: Explorer) -> None:
    """What comes is chosen like any move."""
    explorer.begin("tiny", chance="chosen")
    expect(explorer.page.locator("#menu .note")).to_have_text("chance decides.")
    explorer.page.get_by_role("button", name="reveal bw/black").click()
    explorer.at(1)
    expect(explorer.page.locator("#steps [aria-current]")).to_contain_text("chance reveal bw/black")


def middle() -> tu.State:
    """The position of the record after 42 actions: blue is to play."""
    state: tu.State = list(tu.read_record(RECORD.encode().splitlines()).states())[42]
    return state


def looking_at_the_middle(explorer: Explorer) -> None:
    explorer.paste(RECORD)
    explorer.at(0)
    explorer.page.locator("#steps button").nth(42).click()
    explorer.at(42)


def test_every_legal_move_is_there_grouped(explorer: Explorer) -> None:
    """Each once: taking by card, founding by site, colour and roof; sites and cards that can be used say so."""
    looking_at_the_middle(explorer)
    state = middle()
    page = explorer.page
    shown = [one.get_attribute("data-notation") for one in page.locator("#menu button.move").all()]
    assert sorted(filter(None, shown)) == sorted(map(str, tu.legal_actions(state)))
    expect(page.locator("#moves-title")).to_have_text(f"{len(shown)} legal moves")
    assert [one.inner_text() for one in page.locator("#menu .kind > summary .label").all()] == ["Take", "Found"]
    sites = {one.site for one in tu.legal_actions(state) if isinstance(one, tu.Found)}
    marked = {one.get_attribute("data-which") for one in page.locator("g.site.can").all()}
    assert marked == sites


def test_why_not(explorer: Explorer) -> None:
    """A site that is clicked tells what may be done, and what not, rule by rule: id, what is wrong, text, citation."""
    looking_at_the_middle(explorer)
    state, page = middle(), explorer.page
    page.locator('g.site[data-which="A6"]').click()
    panel = page.locator("#why")
    expect(page.locator("#why-title")).to_have_text("A6: 4 legal moves")
    legal = [one for one in tu.legal_actions(state) if isinstance(one, tu.Found) and one.site == "A6"]
    assert {one.get_attribute("data-notation") for one in panel.locator("button.move").all()} == set(map(str, legal))
    broken = {one.rule.id: one for colour in state.setup.edition.colours
              for one in tu.explain(state, tu.Found("A6", colour, "A6"))}  # fmt: skip
    assert len(broken) >= 2
    assert panel.locator(".rule").count() == len(broken)
    for id, one in broken.items():
        card = panel.locator(".rule", has_text=id)
        for words in (one.title, one.message, one.rule.statement, *(cited.heading for cited in one.citations)):
            expect(card).to_contain_text(words)
    explorer.shot("why-not")
    # It stays while others are hovered over, until it is closed; then what rests under the pointer is told.
    page.locator('g.site[data-which="C1"]').hover()
    expect(page.locator("#why-title")).to_have_text("A6: 4 legal moves")
    page.keyboard.press("Escape")
    expect(page.locator("#why-title")).to_have_text("Why not?")
    page.locator('g.site[data-which="B1"]').hover()
    expect(page.locator("#why-title")).to_have_text("B1: no legal move")
    expect(panel.locator(".rule").first).to_contain_text("TU-FOUND-01")
    # A move can be played from there.
    page.locator('g.site[data-which="A6"]').click()
    panel.locator('button[data-notation="found A6 grey roof D3"]').click()
    explorer.at(43, 43)
    expect(page.locator("#why-title")).to_have_text("Why not?")


def test_what_a_move_would_do_is_shown_before(explorer: Explorer) -> None:
    """On the board and in words; when the pointer leaves, it is gone."""
    looking_at_the_middle(explorer)
    page = explorer.page
    page.locator("#menu summary", has_text="D2").click()
    page.locator('#menu button[data-notation="found D2 white roof D3"]').hover()
    expect(page.locator("#captions")).to_contain_text("blue: brown vehicle from 2 to 4")
    expect(page.locator("figure.main g.mark")).not_to_have_count(0)
    page.mouse.move(5, 5)
    expect(page.locator("figure.main g.mark")).to_have_count(0)


def test_a_broken_record_is_opened_at_its_first_error(explorer: Explorer) -> None:
    """The line, the rule, its text; the last good position is shown; one can step back, and go on otherwise."""
    lines = RECORD.splitlines()
    place = next(number for number, line in enumerate(lines) if '"found"' in line and number > 20)
    lines.insert(place + 1, lines[place])
    explorer.paste("\n".join(lines))
    page = explorer.page
    flaw = page.locator("#flaw")
    expect(flaw).to_be_visible()
    [expected] = check([f"{line}\n".encode() for line in lines], ruleset).flaws
    expect(page.locator("#flaw-title")).to_have_text(
        f"The record goes wrong here: line {expected.line}, column {expected.column}"
    )
    for broken in expected.violations:
        expect(flaw).to_contain_text(broken.id)
        expect(flaw).to_contain_text(broken.rule.statement)
    expect(flaw).to_contain_text(str(expected.action))
    explorer.at(place, place)
    explorer.shot("bad-record")
    page.get_by_role("button", name="One step back").click()
    explorer.at(place - 1, place)
    expect(flaw).not_to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(flaw).to_be_visible()
    explorer.moves().first.click()
    expect(flaw).not_to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("text", ["", "no record", '{"format": "towerup-state", "game": "chess"}', "{}", "\x00"])
def test_what_is_no_record_is_told(browser: Browser, address: str, text: str) -> None:
    """In a sentence; the game that was there is still there."""
    explorer = Explorer(browser, address).visit()
    before = explorer.page.locator("#at").inner_text()
    explorer.paste(text)
    expect(explorer.page.locator("#trouble-dialog")).to_be_visible()
    expect(explorer.page.locator("#trouble-told")).not_to_be_empty()
    explorer.page.locator("#trouble-dialog button").click()
    expect(explorer.page.locator("#at")).to_have_text(before)
    # A refusal of the server is an answer, which browsers log.
    explorer.wrong = [one for one in explorer.wrong if "422" not in one]
    explorer.end()


def test_undo_redo_and_jumps(explorer: Explorer) -> None:
    """Undo goes to the decision before, past what chance did; redo comes back; another move forgets what came after."""
    page = explorer.page
    explorer.begin("tiny", seed="3")
    explorer.at(1)
    page.locator("#menu button.move").first.click()
    explorer.at(2)
    page.locator('#menu button[data-notation^="take"]').first.click()
    explorer.at(4, 4)  # the card that chance revealed is a step, too
    page.get_by_role("button", name="Undo").click()
    explorer.at(2, 4)
    page.get_by_role("button", name="Undo").click()
    explorer.at(1, 4)
    page.get_by_role("button", name="Redo").click()
    explorer.at(2, 4)
    page.get_by_role("button", name="One step forward").click()
    explorer.at(3, 4)
    expect(page.locator("#steps [aria-current]")).to_contain_text("take")
    page.locator("#steps button").first.click()
    explorer.at(0, 4)
    # In a position where chance is to act, nothing happens until one wants it to.
    page.get_by_role("button", name="Go on").click()
    explorer.at(1)
    page.get_by_role("button", name="To the end").click()
    explorer.at(4, 4)
    page.locator("#steps button").nth(1).click()
    explorer.at(1, 4)
    page.locator("#menu button.move").last.click()
    explorer.at(2, 2)


def test_saved_opened_and_shared(explorer: Explorer, tmp_path: Path) -> None:
    """A record comes back as it was saved; a link holds the game as far as the position, history and all."""
    page = explorer.page
    looking_at_the_middle(explorer)
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(saved(explorer)))
    record = tu.read_record(file.read_bytes().splitlines())
    assert len(record.actions) == 42
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("A file of JSON lines").set_input_files(file)
    page.locator("#open-dialog button.main").click()
    explorer.at(0, 42)
    page.locator("#steps button").nth(30).click()
    explorer.at(30, 42)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("A link that holds")).to_be_visible()
    link = page.get_by_label("A link that holds").input_value()
    assert link.startswith(f"{explorer.address}/#game=")
    assert len(link) < 2_000
    page.locator("#share-dialog button", has_text="Close").click()
    other = explorer.opened()
    other.goto(link)
    expect(other.locator("#at")).to_have_text("30 / 30")
    assert other.locator("#steps").inner_text() == "\n".join(page.locator("#steps").inner_text().splitlines()[: 31 * 1])
    told = other.locator("figure.main").inner_html()
    expect(page.locator("#told")).to_have_text(other.locator("#told").inner_text())
    assert told.count("<g") == page.locator("figure.main").inner_html().count("<g")


def test_a_state_is_opened_too_and_shared(explorer: Explorer) -> None:
    """A position without a history: it can be played on and shared, but a record has no way to begin there."""
    page = explorer.page
    explorer.paste(tu.state_to_json(middle()).decode())
    explorer.at(0, 0)
    expect(page.get_by_role("button", name="Save")).to_be_disabled()
    page.locator('#menu button[data-notation="take bwn"]').click()
    explorer.at(2, 2)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("A link that holds")).to_be_visible()
    link = page.get_by_label("A link that holds").input_value()
    page.locator("#share-dialog button", has_text="Close").click()
    other = explorer.opened()
    other.goto(link)
    expect(other.locator("#at")).to_have_text("2 / 2")
    expect(other.locator("#told")).to_have_text(page.locator("#told").inner_text())


def test_typed_moves(explorer: Explorer) -> None:
    """In notation: played if legal; else the broken rules, or what is wrong with the words."""
    page = explorer.page
    looking_at_the_middle(explorer)
    typed = page.get_by_label("Type a move")
    typed.fill("found C5 black roof C5")
    typed.press("Enter")
    expect(page.locator("#said")).to_contain_text("TU-FOUND-01")
    typed.fill("take a break")
    typed.press("Enter")
    expect(page.locator("#said .rule")).to_have_count(0)
    expect(page.locator("#said .message")).not_to_be_empty()
    typed.fill("take gw-vn")
    typed.press("Enter")
    explorer.at(44, 44)
    # A refusal of the server is an answer, which browsers log.
    explorer.wrong = [one for one in explorer.wrong if "422" not in one]


FIRST = str(tu.Dealer("1/0").deal(tu.new_game(2)))
"""What chance brings first with the seed 1."""


def test_by_keys_alone(explorer: Explorer) -> None:
    """No pointer: a game is begun, sites are gone through, why not is read, moves are made, undone and listed."""
    page = explorer.page
    press = page.keyboard.press
    press("n")
    expect(page.locator("#new-game")).to_be_focused()
    press("Escape")
    expect(page.locator("#new-dialog")).not_to_be_visible()
    press("n")
    expect(page.locator("#new-game")).to_be_focused()
    for _ in range(6):
        press("Tab")
    expect(page.locator("#new-seed")).to_be_focused()
    press("1")
    press("Enter")
    expect(page.locator("#new-dialog")).not_to_be_visible()
    explorer.at(3, 3)
    expect(page.locator("#steps li").nth(1)).to_contain_text(FIRST)
    press("b")
    expect(page.locator("g.site:focus")).to_have_count(1)
    first = page.locator("g.site:focus").get_attribute("data-which")
    press("ArrowDown")
    press("ArrowRight")
    second = page.locator("g.site:focus").get_attribute("data-which")
    assert second != first
    press("Enter")
    expect(page.locator("#why-title")).to_contain_text(f"{second}:")
    expect(page.locator("#announcer")).to_contain_text(f"site {second}: 1 legal move; against it TU-SETUP-03")
    press("w")
    expect(page.locator("#why-title")).to_be_focused()
    press("Tab")
    press("Tab")
    expect(page.locator("#why button.move:focus")).to_have_count(1)
    press("Enter")
    explorer.at(4)
    expect(page.locator("#announcer")).to_contain_text(f"place {second}")
    press("m")
    expect(page.locator("#menu :focus")).to_have_count(1)
    press("u")
    explorer.at(3)
    press("r")
    explorer.at(4)
    press("h")
    expect(page.locator("#steps [aria-current]")).to_be_focused()
    press("t")
    expect(page.locator("#typed")).to_be_focused()
    press("u")  # while one types, letters are letters
    explorer.at(4)
    press("Tab")
    press("?")
    expect(page.locator("#keys-dialog")).to_be_visible()
    page.get_by_label("Single keys are on").uncheck()
    press("Escape")
    expect(page.locator("#keys-dialog")).not_to_be_visible()
    press("u")
    explorer.at(4)


def parts_of_another_game(explorer: Explorer, game: str) -> list[str | None]:
    """The parts of the picture of another game, begun by the dialog with a seed of its own."""
    page = explorer.page
    page.get_by_role("button", name="New game").click()
    page.locator("#new-game").select_option(game)
    page.get_by_label("Seed").fill("1")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#game-title")).to_have_text(ruleset(game).title)
    explorer.settled()
    return [one.get_attribute("data-part") for one in page.locator("#parts figure").all()]


@pytest.mark.thorough
def test_another_game_on_the_same_page(explorer: Explorer) -> None:
    """Projekt Skyline: begun by its dialog, its cells pointed at, why not, played to the end by clicks and by bots."""
    page = explorer.page
    assert parts_of_another_game(explorer, "projekt-skyline") == ["board", "cards", "seat-0", "seat-1"]
    assert {one.get_attribute("data-which") for one in page.locator("g.cell.can").all()} == {"C3", "D3", "C4", "D4"}
    page.locator('g.cell[data-which="A1"]').click()
    rule = ruleset("projekt-skyline").catalogue()["PS-SETUP-04"]
    card = page.locator("#why .rule", has_text=rule.id).first
    centre = "A1 is not in the centre, which is C3, D3, C4, D4"
    for words in (rule.title, centre, rule.statement, rule.citations[0].heading):
        expect(card).to_contain_text(words)
    page.locator("g.cell.can").first.click()
    page.locator("#why button.move").first.click()
    expect(page.locator("#steps [aria-current]")).to_contain_text("place")
    explorer.shot("projekt-skyline")
    explorer.begin("tiny")
    play_by_clicks(explorer)
    verdict = check(saved(explorer), ruleset)
    assert (verdict.ok, verdict.games, verdict.unfinished, verdict.without_outcome) == (True, 1, 0, 0)
    explorer.shot("projekt-skyline-over", full_page=True)
    explorer.begin("tiny", ("random", "random"))
    expect(page.locator("#outcome")).to_be_visible()
    assert check(saved(explorer), ruleset).ok


@pytest.mark.thorough
def test_tiles_on_cells(explorer: Explorer) -> None:
    """New York 1901: a lot is acquired and a tile built by pointing at a cell, a tile or a card; bots play it to its end."""
    page = explorer.page
    assert parts_of_another_game(explorer, "new-york-1901") == ["board", "market", "legendaries", "seat-0", "seat-1"]
    # What is pointed at lies under nothing: a free lot, a card of the market, a card in hand, a tile.
    page.locator("g.cell.can").first.click()
    expect(page.locator('#why button[data-notation^="acquire"]')).to_have_count(1)
    page.locator("g.land.can").first.click()
    expect(page.locator('#why button[data-notation^="acquire"]').first).to_be_visible()
    page.locator('g.card[data-which="boom"]').click()
    expect(page.locator("#why .rule").first).to_contain_text("NY-CARD-06")
    page.locator('#parts g.tile[data-which="woolworth"]').click()
    expect(page.locator("#why .rule").first).to_contain_text("NY-")
    page.locator('g.cell[data-which="c2"]').click()
    page.locator('#why button[data-notation="acquire R8"]').click()
    expect(page.locator("#steps [aria-current]")).to_contain_text("acquire R8")
    explorer.settled()
    page.locator('#parts g.tile[data-which="bronze-row-2"]').click()
    explorer.shot("new-york-1901")
    build = page.locator('#why button[data-notation="build bronze-row-2 b2 c2"]')
    build.hover()
    expect(page.locator("figure.main g.mark")).to_have_count(2)
    expect(page.locator("#captions")).to_contain_text("brown: 2 points, now 2")
    build.click()
    expect(page.locator("figure.main g.building")).to_have_count(3)
    assert not violations(explorer)
    explorer.begin("corner", ("random", "random"))
    expect(page.locator("#outcome")).to_be_visible()
    assert check(saved(explorer), ruleset).ok
    explorer.shot("new-york-1901-over", full_page=True)


def violations(explorer: Explorer) -> list[str]:
    """What a check of accessibility finds."""
    found = Axe().run(explorer.page).response["violations"]
    return [f"{one['id']}: {one['help']} {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found]


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_readable_for_all(browser: Browser, address: str, scheme: Any) -> None:
    """No violation of the accessibility rules, on the page and in its dialogs, in both colour schemes."""
    explorer = Explorer(browser, address, viewport={"width": 1440, "height": 1000}, color_scheme=scheme).visit()
    looking_at_the_middle(explorer)
    page = explorer.page
    page.locator('g.site[data-which="A6"]').click()
    expect(page.locator("#why .rule")).not_to_have_count(0)
    assert not violations(explorer)
    explorer.shot(f"desktop-{scheme}")
    for name in ("new", "open", "share", "keys"):
        page.locator(f'.bar [data-do="{name}"]').click()
        expect(page.locator(f"#{name}-dialog")).to_be_visible()
        assert not violations(explorer)
        page.keyboard.press("Escape")
    explorer.end()


@pytest.mark.thorough
def test_on_a_phone(browser: Browser, address: str) -> None:
    """Nothing is wider than the screen; a tap on a site shows, in sight, what may be done; no violation there either."""
    explorer = Explorer(browser, address, color_scheme="dark", **PHONE).visit()
    page = explorer.page
    explorer.begin("reconstruction")
    explorer.at(3, 3)
    explorer.shot("phone")
    page.locator('g.site[data-which="A2"]').tap()
    sheet = page.locator("#why")
    expect(sheet.locator(".rule").first).to_be_visible()
    expect(sheet).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not violations(explorer)
    explorer.shot("phone-why-not")
    sheet.locator("button.move").first.tap()
    explorer.at(4)
    explorer.end()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[str]:
    file = tmp_path / "game.jsonl"
    file.write_text(RECORD, encoding="utf-8")
    with served(str(file), "--jobs", "1") as address:
        yield address


def test_begun_with_a_record_and_left_by_its_server(browser: Browser, opened: str) -> None:
    """`towerup explorer game.jsonl` shows that game. When the server is gone, the page says so, and stays."""
    explorer = Explorer(browser, opened).visit()
    explorer.at(0, len(tu.read_record(RECORD.encode().splitlines()).actions))
    page = explorer.page
    page.route("**/explorer/*", lambda route: route.abort())
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator("#trouble-told")).to_contain_text("Is `towerup explorer` still running?")
    explorer.at(0)
    page.unroute("**/explorer/*")
    page.locator("#trouble-dialog button").click()
    page.get_by_role("button", name="One step forward").click()
    explorer.at(1)
    explorer.wrong = [one for one in explorer.wrong if "ERR_FAILED" not in one and not one.startswith("failed: ")]
    explorer.end()


def test_it_needs_nothing_from_anywhere(address: str) -> None:
    """The files themselves name no other host, and the policy forbids any."""
    folder = ROOT / "towerup" / "view" / "explorer"
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|//[a-z]+\.|@import|\beval\b|innerHTML|style=", text), file.name
    import httpx

    page = httpx.get(address, trust_env=False)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert '<script type="module" src="/explorer/main.js"></script>' in page.text
    assert json.loads(httpx.get(f"{address}/openapi.json", trust_env=False).text)["paths"].keys() >= {"/v1/legal"}
