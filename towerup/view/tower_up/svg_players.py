"""The players as SVG, one panel each: score, vehicles on their tracks, stock, roofs left, cone, chips."""

from __future__ import annotations

from towerup.rulesets.tower_up.scoring import Score, scores
from towerup.rulesets.tower_up.state import State
from towerup.view.elements import Drawing, number
from towerup.view.marks import FAINT, GOLD, INK, PAPER

from .pieces import Style, chip, cone, star
from .words import listed, many, vehicle_words

PLAYERS_WIDTH = 460
_GAP = 16
_BAND = 34
_TRACKS = _BAND + 32
_ROW = 21


def player_height(state: State) -> float:
    """How high one panel is."""
    return _TRACKS + _ROW * len(state.setup.edition.colours) + 8 + 40 + 40


def players_height(state: State) -> float:
    """How high all panels are together."""
    return len(state.players) * (player_height(state) + _GAP)


def draw_players(d: Drawing, state: State, style: Style, x: float, y: float) -> None:
    """A panel for each player, one below another."""
    for seat, score in enumerate(scores(state)):
        draw_player(d, state, style, x, y + seat * (player_height(state) + _GAP), seat, score)


def player_words(state: State, seat: int, score: Score) -> str:
    """A player's things in words."""
    setup, player = state.setup, state.players[seat]
    words = [
        many(score.total, "Million"),
        f"vehicles {vehicle_words(state, seat)}",
        f"stock {listed(player.stock, setup.edition.colours)}",
        f"{many(player.roofs, 'roof')} left",
    ]
    words += [f"chips {listed(score.chips, setup.objectives)}"] if score.chips else []
    words += [f"cone on {player.cone}"] if player.cone is not None else []
    return f"{player.roof}: {'; '.join(words)}"


def draw_player(d: Drawing, state: State, style: Style, x: float, y: float, seat: int, score: Score) -> None:
    """One panel."""
    edition, player = state.setup.edition, state.players[seat]
    roof, colours = player.roof, edition.colours
    paint, letter = style.roofs[roof], style.roof_letters[roof]
    turn = state.seat == seat and not state.is_over
    high = player_height(state)
    with d.group(player_words(state, seat, score), class_="seat", data_seat=seat):
        d.rect(
            x,
            y,
            PLAYERS_WIDTH,
            high,
            rx=9,
            fill=PAPER,
            stroke=GOLD if turn else "#b9b3a4",
            stroke_width=5 if turn else 1.2,
        )
        d.path(
            f"M{x:.0f} {y + _BAND:.0f}v-{_BAND - 9}q0-9 9-9h{PLAYERS_WIDTH - 18}q9 0 9 9v{_BAND - 9}z", fill=paint.fill
        )
        d.text(x + 14, y + 23, f"{letter}  {roof}", 17, font_weight="bold", fill=paint.on)
        if state.actor == seat:
            d.text(x + PLAYERS_WIDTH / 2, y + 23, "to play", 14, text_anchor="middle", fill=paint.on)
        d.text(
            x + PLAYERS_WIDTH - 14,
            y + 23,
            many(score.total, "Million"),
            16,
            font_weight="bold",
            text_anchor="end",
            fill=paint.on,
        )
        _draw_tracks(d, state, style, x + 14, y + _BAND, seat)
        low = y + _TRACKS + _ROW * len(colours) + 12
        d.text(x + 14, low + 14, "stock", 12.5, fill=FAINT)
        step = min(76, (PLAYERS_WIDTH - 150) / len(colours))
        for n, colour in enumerate(colours):
            at, held = x + 62 + n * step, player.stock[colour]
            with d.group(None, opacity=None if held else 0.3):
                style.floor(d, at, low + 1, min(42, step - 24), 17, colour)
            d.text(
                at + min(42, step - 24) + 5, low + 15, str(held), 15, font_weight="bold", fill=INK if held else FAINT
            )
        d.text(
            x + PLAYERS_WIDTH - 14,
            low + 14,
            f"{player.stock.total} of {edition.stock_limit}",
            12.5,
            text_anchor="end",
            fill=FAINT,
        )
        low += 40
        d.text(x + 14, low + 14, "roofs", 12.5, fill=FAINT)
        style.roof(d, x + 64, low + 17, 26, roof, top=True, height=11)
        d.text(x + 100, low + 15, f"{player.roofs}", 15, font_weight="bold", fill=INK)
        d.text(x + 142, low + 14, "cone", 12.5, fill=FAINT)
        if player.cone:
            cone(d, x + 192, low + 17)
        shown = "–" if player.cone is None else f"{player.cone}"
        worth = f" = {score.cone}" if player.cone else ""
        d.text(x + (210 if player.cone else 184), low + 15, shown + worth, 15, font_weight="bold", fill=INK)
        d.text(x + 268, low + 14, "chips", 12.5, fill=FAINT)
        for n, value in enumerate(score.chips.values()):
            chip(d, x + 322 + n * min(27, 124 / len(score.chips)), low + 10, value)
        if not score.chips:
            d.text(x + 312, low + 15, "–", 15, font_weight="bold", fill=INK)


def _draw_tracks(d: Drawing, state: State, style: Style, x: float, y: float, seat: int) -> None:
    """A row for each colour, a column for each step: its Millions above it, a star where all vehicles should pass."""
    edition, player = state.setup.edition, state.players[seat]
    places = len(edition.worth)
    wide = (PLAYERS_WIDTH - 28) / places
    rows = _ROW * len(edition.colours)
    top = y + 32
    every = max(1, -(-places * 16 // (PLAYERS_WIDTH - 28)))
    d.rect(x, top, places * wide, rows, fill="#f5f2ea")
    lines = [f"M{number(x + n * wide)} {number(top)}v{rows}" for n in range(places + 1)]
    lines += [f"M{number(x)} {number(top + n * _ROW)}h{number(places * wide)}" for n in range(len(edition.colours) + 1)]
    starred = [x + steps * wide for steps in edition.stars]
    if starred:
        d.path(
            "".join(f"M{number(left)} {number(top)}h{number(wide)}v{rows}h-{number(wide)}z" for left in starred),
            fill="#fdf0c4",
        )
    d.path("".join(lines), stroke="#d6cfbd", stroke_width=0.8, fill="none")
    for steps, worth in enumerate(edition.worth):
        if steps % every == 0:
            d.text(x + (steps + 0.5) * wide, top - 5, str(worth), 11.5, text_anchor="middle", fill=FAINT)
    for left in starred:
        star(d, left + wide / 2, top - 22, min(6.5, wide / 2))
    for n, colour in enumerate(edition.colours):
        middle, steps = top + (n + 0.5) * _ROW, player.vehicles[colour]
        with d.group(
            f"{colour} vehicle: {many(steps, 'step')}", class_="vehicle", data_colour=colour, data_steps=steps
        ):
            style.vehicle(d, x + (steps + 0.5) * wide, middle, colour)
