"""`towerup play`, driven by what one would type: moves, questions, back and forth, files, slips of the pen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import towerup as tu
from towerup import lab
from towerup.cli.app import app

SMALL = ("--edition", "small")


def play(*typed: str, words: tuple[str, ...] = (*SMALL, "--seats", "me,me")) -> Result:
    """A session in which this is typed, line by line, and then the input ends."""
    given = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(app, ["play", *words], input=given, env={"COLUMNS": "120", "NO_COLOR": "1"})


def answers(done: Result, typed: int) -> list[str]:
    """What was said after each prompt (the picture of the table among it)."""
    assert done.exit_code == 0, done.output
    parts = re.split(r"^(?:\w+(?: \([^)]*\))?|over)(?: \[\d+ of \d+\])?> ", done.output, flags=re.MULTILINE)
    # After the last answer one more is asked for, unless that was to quit.
    assert len(parts) in (typed + 1, typed + 2), done.output
    return parts[1:]


def start() -> tu.State:
    """The table that a session with the usual seed begins with, before anybody has placed anything."""
    state = tu.new_game(2, edition="small")
    number = 0
    while state.actor is tu.CHANCE:
        state = tu.apply(state, tu.Dealer(f"1/{number}").deal(state))
        number += 1
    return state


def test_a_move_by_number_by_notation_and_by_its_words() -> None:
    """Each of them plays the same."""
    action = next(one for one in tu.legal_actions(start()) if isinstance(one, tu.Place))
    number = tu.legal_actions(start()).index(action) + 1
    for text in (str(number), str(action), str(action).upper(), action.site):
        said = answers(play(text), 1)[0]
        assert str(action) in said.splitlines()[0], text
        assert f"Last: {action}" in said


def test_moves_are_listed_in_groups_with_their_numbers() -> None:
    """Typing a number of the list plays the move that stands there; words choose among them."""
    first = str(tu.legal_actions(start())[0])
    state = tu.apply(start(), tu.legal_actions(start())[0])
    second = str(tu.legal_actions(state)[0])
    state = tu.apply(state, tu.legal_actions(state)[0])
    legal = tu.legal_actions(state)
    said = answers(play(first, second, "moves", "moves take", "moves found nowhere"), 5)
    listed = said[2]
    assert [int(number) for number in re.findall(r"\((\d+)\)", listed)] == [*range(1, len(legal) + 1)]
    assert listed.splitlines()[0].startswith("take (card")
    assert "found (site, colour, roof)" in listed
    assert "found" not in said[3]
    assert "no legal move has 'found nowhere'" in said[4]


def test_why_a_move_is_not_legal() -> None:
    """The broken rules with what is wrong, what they say and where they stand; the same for a move that is tried."""
    for typed in ("why found A1 black roof A1", "found A1 black roof A1", "try found A1 black roof A1"):
        said = answers(play(typed), 1)[0]
        assert "TU-FOUND-02 Next to a building: A1 neighbours no building" in said
        assert "The site must neighbour at least one building" in said
        assert "FONDER 1 NOUVEAU BÂTIMENT" in said
    assert "is legal" in answers(play("why 1"), 1)[0]
    assert "why not what?" in answers(play("why"), 1)[0]
    assert "Next to a building" in answers(play("rule tu-found-02"), 1)[0]
    assert "near it: TU-FOUND-02" in answers(play("rule TU-FOUN-02"), 1)[0]


def test_what_a_move_would_do_is_shown_and_not_played() -> None:
    """The table with the effect on it; then it is still the same player's move."""
    said = answers(play("try 1", "history"), 2)
    assert str(tu.legal_actions(start())[0]) in said[0]
    assert said[1].count("place") == 0


def test_back_and_forth() -> None:
    """Undo to one's last decision, redo, one action at a time, and anywhere."""
    said = answers(play("1", "undo", "redo", "<", "jump start", "jump end", "jump 99", "history", "<", ">", ">"), 11)
    place = str(tu.legal_actions(start())[0])
    assert f"Last: {place}" not in said[1]
    assert f"Last: {place}" in said[2]
    assert f"Last: {place}" not in said[3]
    assert "Waits for a card to be revealed" in said[4]
    assert f"Last: {place}" in said[5]
    assert "jump to 0 up to 3, not 99" in said[6]
    assert f">   3 blue: {place}" in said[7]
    assert f"Last: {place}" in said[9]
    assert "this is how far the game has come" in said[10]
    assert "this is where the game begins" in answers(play("jump 0", "undo"), 2)[1]
    assert "nothing was taken back" in answers(play("redo"), 1)[0]
    assert "what follows undo must be a whole number in the digits 0 to 9, not 'x'" in answers(play("undo x"), 1)[0]


def test_another_way_gives_up_the_first() -> None:
    """Take back, play something else: the first way is gone."""
    one, other = (str(action) for action in tu.legal_actions(start())[:2])
    said = answers(play(one, "undo", other, "history"), 4)[3]
    assert other in said
    assert one not in said


def test_against_a_player_of_the_lab() -> None:
    """It answers by itself; the game goes on to its end by hints, and undo goes back to one's own decision."""
    done = play(
        "place A2", "place B1", "found B2 brown roof B2", "undo", "hint greedy", words=(*SMALL, "--seats", "me,greedy")
    )
    said = answers(done, 5)
    assert "   6 yellow (greedy): " in said[2]
    assert "Last: place B1" in said[3]
    assert "greedy would " in said[4]


def test_players_alone_play_to_the_end() -> None:
    """Nobody here: one can look at it, and keep it."""
    done = play("history all", "1", "hint", "quit", "quit", words=(*SMALL, "--seats", "random,greedy"))
    said = answers(done, 5)
    assert "The game is over" in said[0] or "The game is over" in done.output
    assert "the game is over; undo takes back" in said[1]
    assert "nothing to decide" in said[2]
    assert "the game is not saved: save FILE, or quit again" in said[3]


def test_in_the_past_one_plays_for_whoever_is_to_act() -> None:
    """And `go` lets the others go on from there."""
    done = play("jump 2", "1", "jump 5", "go", words=(*SMALL, "--seats", "random,random"))
    assert done.exit_code == 0, done.output
    assert done.output.count("The game is over") >= 2
    assert "over> " in done.output


def test_what_chance_brings_can_be_asked_for() -> None:
    """As for a game on a real table: the cards are typed in."""
    done = play("moves", "1", "1", words=(*SMALL, "--seats", "me,me", "--ask-chance"))
    said = answers(done, 3)
    assert said[0].startswith("reveal (card)")
    assert "Waits for blue to place" in said[2]


def test_seats_can_be_changed() -> None:
    """Anybody may sit down anywhere."""
    said = answers(play("seats", "seats me random", "seats me", "seats me deepblue"), 4)
    assert "blue: a person here" in said[0]
    assert "yellow: random" in said[1]
    assert "2 players sit at this table, not 1" in said[2]
    assert "there is no player 'deepblue'" in said[3]


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    """As a record that is in order; nothing is written over unless one insists; then it can be gone on with."""
    file = tmp_path / "game.jsonl"
    said = answers(
        play("1", f"save {file}", f"save {file}", f"save {file}!", "1", f"load {file}", "history", "quit"), 8
    )
    assert f"3 actions are in {file}" in " ".join(said[1].split())
    assert "is there already" in said[2]
    assert "3 actions are in" in said[3]
    assert len(re.findall(r"^.\s+\d+ ", said[6], flags=re.MULTILINE)) == 3
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]
    record = tu.read_record(file.read_bytes().splitlines())
    assert len(record.actions) == 3
    again = answers(play("history", words=(str(file),)), 1)
    assert str(record.actions[-1]) in again[0]
    assert "save to which file?" in answers(play("save"), 1)[0]
    assert "cannot be written" in answers(play(f"save {tmp_path}/no/such/folder.jsonl"), 1)[0]
    assert "cannot be read" in answers(play("load no-such.jsonl"), 1)[0]
    assert "load which file?" in answers(play("load"), 1)[0]


def test_a_record_says_which_game_it_is_of(tmp_path: Path) -> None:
    """Named on the command line, or loaded at the table of another game: then persons sit there, who play the other one."""
    file = tmp_path / "skyline.jsonl"
    first = play("1", f"save {file}", words=("--edition", "square", "--seats", "me,me"))
    assert first.exit_code == 0, first.output
    assert b'"game":"projekt-skyline"' in file.read_bytes()
    again = answers(play("history", words=(str(file),)), 1)
    assert "place" in again[0]
    other = play(f"load {file}", "history", words=(*SMALL, "--seats", "me,random"))
    assert "place" in answers(other, 2)[1]
    refused = play(words=(str(file), "--game", "tower-up"))
    assert refused.exit_code == 2
    assert "not a record of tower-up" in refused.output


def test_a_broken_record_is_gone_through_to_its_first_error(tmp_path: Path) -> None:
    """It begins where the record breaks off, with the line and the broken rules; from there back, and on another way."""
    game = lab.play(tu.new_game(2, edition="small"), [lab.player("random")] * 2, seed=2)
    lines = [*game.lines()]
    file = tmp_path / "broken.jsonl"
    file.write_bytes(b"".join([*lines[:8], lines[4], *lines[8:]]))
    done = play("<", ">", "jump 0", "jump end", words=(str(file),))
    said = answers(done, 4)
    assert done.output.count("Here the record breaks off, line 9, column ") == 3
    assert "TU-" in done.output
    assert "Waits for a card to be revealed" in said[2]
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"nonsense\n")
    refused = play(words=(str(bad),))
    assert refused.exit_code == 2
    assert "line 1" in refused.output


def test_what_cannot_be_understood_gets_a_sentence() -> None:
    """Never a traceback, and the game goes on."""
    said = answers(play("fuond A1", "999", "mvoes", "place", "place A", "xyzzy", "help", "?"), 8)
    assert said[0] == "'fuond' is not something to do; did you mean 'found SITE COLOUR roof SITE'?\n"
    assert "moves are numbered from 1 to" in said[1]
    assert said[2] == "there is no 'mvoes'; did you mean moves?\n"
    assert "moves fit 'place'" in said[3]
    assert "'place A': name a site and a colour" in said[4]
    assert "help tells what else can be typed" in said[5]
    for word in ("moves", "why", "undo", "save", "quit"):
        assert word in said[6]
    assert said[7] == said[6]
    assert play("🙂", "", " ").exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seats", "me"), "--seats: the edition is for 2, 3, 4 players, not 1"),
        (("--seats", "me,deepblue"), "there is no player 'deepblue'"),
        (("--edition", "nope"), "shipped are"),
        (("--game", "chess"), "there are for tower-up"),
        (("no-such.jsonl",), "no-such.jsonl cannot be read"),
        (("--rulings", "extra_turn=never"), "choose one of compulsory, optional"),
    ],
)
def test_a_mistake_in_the_command_is_told(words: tuple[str, ...], said: str) -> None:
    """Exit code 2."""
    done = play(words=words)
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.output.split())


def test_as_many_seats_as_the_record_has(tmp_path: Path) -> None:
    """Else it is told."""
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join(lab.play(tu.new_game(3), [lab.player("random")] * 3, 1).lines()))
    done = play(words=(str(file), "--seats", "me,me"))
    assert done.exit_code == 2
    assert "3 players sit at this table, not 2" in done.output
