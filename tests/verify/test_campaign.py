"""Campaigns: the same seed plays the same games, what they show is counted, and a broken law is found and shrunk."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import attrs
import pytest

import towerup as tu
from towerup.kernel.checking import Checker
from towerup.kernel.properties import Properties
from towerup.kernel.records import read_record
from towerup.kernel.rules import Finding
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import NAMES, ruleset
from towerup.verify.campaign import AGREEMENT, NO_ERROR, Campaign, Plan, Tally, applied
from towerup.verify.evidence import transcript
from towerup.verify.replaying import replayed
from towerup.verify.shrinking import shrunk

PLAN = Plan(games=6, seed=5, edition="small")
GAMES = {"tower-up": 8, "projekt-skyline": 8, "new-york-1901": 5}
"""How many games are enough to show nearly every rule."""


@cache
def tally_of(plan: Plan) -> Tally:
    """What a campaign counts. Nobody changes it."""
    return played(plan)


def played(plan: Plan) -> Tally:
    tally, breach = Campaign(tu.TOWER_UP, plan).play(range(plan.games))
    assert breach is None, breach
    return tally


def test_the_same_seed_plays_the_same_campaign() -> None:
    """Two runs of one plan count the same, to the last number; another seed does not."""
    assert played(PLAN) == tally_of(PLAN)
    assert tally_of(PLAN) != tally_of(attrs.evolve(PLAN, seed=6, games=1))
    assert tally_of(attrs.evolve(PLAN, games=1)) != tally_of(attrs.evolve(PLAN, seed=6, games=1))


def test_parts_add_up_to_the_whole() -> None:
    """A game depends on the seed and its number alone: played in parts, and in any order, the counts are the same."""
    whole = Tally()
    for part in (range(4, 6), range(1), range(1, 4)):
        tally, _ = Campaign(tu.TOWER_UP, PLAN).play(part)
        whole.add(tally)
    assert whole == tally_of(PLAN)


def test_a_campaign_counts_what_it_did() -> None:
    """Games, steps, verdicts and endings are counted."""
    tally = tally_of(PLAN)
    assert tally.games == sum(tally.players.values()) == sum(tally.editions.values()) == 6
    assert tally.steps == sum(tally.actions.values())
    assert sum(tally.endings.values()) + tally.unfinished == 6
    assert tally.judged > 0
    assert set(tally.forbade) <= tu.TOWER_UP.coverage.forbidding
    assert set(tally.notable) <= {*tu.catalogue().rules, *tu.TOWER_UP.coverage.events}
    assert sum(tally.policies.values()) == sum(seats * games for seats, games in tally.players.items())


@pytest.mark.parametrize("game", NAMES)
def test_a_campaign_keeps_all_laws(game: str) -> None:
    """It shows nearly every rule, and what it counts are rules and events of the catalogue."""
    rules, games = ruleset(game), GAMES[game]
    tally, breach = Campaign(rules, Plan(games=games, seed=3)).play(range(games))
    assert breach is None, breach
    assert {*tally.forbade} <= rules.coverage.forbidding
    assert {*tally.notable} <= {*rules.catalogue().rules, *rules.coverage.events}
    assert sum(count > 0 for count in applied(rules, tally).values()) > len(rules.catalogue().rules) * 5 / 6


def test_applied_counts_every_action_of_a_kind() -> None:
    """A rule that every founding applies was applied as often as a building was founded."""
    tally = tally_of(PLAN)
    assert applied(tu.TOWER_UP, tally)["TU-FOUND-05"] >= tally.actions["found"] > 0


def test_bare_games_are_the_same_games() -> None:
    """Without checks the very same games are played."""
    assert tally_of(attrs.evolve(PLAN, laws=False, judging=False)).endings == tally_of(PLAN).endings


def test_only_the_players_wanted() -> None:
    """A plan for three players plays with three."""
    assert tally_of(attrs.evolve(PLAN, players=(3,))).players == {3: 6}


def test_small_boxes_too_are_played_by_as_many_as_wanted() -> None:
    """A stress edition that is not for so many players is left out."""
    mixed = tally_of(Plan(games=20, seed=2, players=(2,), laws=False, judging=False))
    assert mixed.players == {2: 20}
    assert set(mixed.editions) == {"reconstruction", "rush", "small", "tiny"}


def test_companions_and_rulings_are_mixed_in_unless_named() -> None:
    """Left to itself a campaign plays small boxes and other readings too; told which, it keeps to them."""
    mixed = tally_of(Plan(games=12, seed=2, laws=False, judging=False))
    assert set(mixed.editions) > {"reconstruction"}
    assert mixed.rulings
    told = tally_of(Plan(games=3, seed=2, edition="small", rulings=(("extra_turn", "optional"),)))
    assert told.editions == {"small": 3}
    assert told.rulings == {"extra_turn=optional": 3}


def test_an_edition_may_come_as_text() -> None:
    """A plan carries the text of an edition file, so that another machine needs no such file."""
    from importlib import resources

    text = (resources.files("towerup.rulesets.tower_up") / "editions" / "small.toml").read_text(encoding="utf-8")
    tally = tally_of(attrs.evolve(PLAN, edition="my.toml", edition_text=text))
    assert tally.editions == {"small": 6}
    assert tally.steps == tally_of(PLAN).steps


# --- what is wrong is found, and shown by a short game


def nobody_builds(state: tu.State) -> bool:
    """Nobody ever places a roof."""
    return all(player.roofs == state.setup.edition.roofs for player in state.players)


def wrong(**changes: Any) -> AnyRuleset:
    return attrs.evolve(tu.TOWER_UP, **changes)


def with_a_law_too_many() -> AnyRuleset:
    properties = tu.PROPERTIES.copy()
    properties.always("TU-FOUND-01")(nobody_builds)
    return wrong(properties=properties)


def first_breach(rules: AnyRuleset, plan: Plan = PLAN) -> tuple[Campaign, Any]:
    campaign = Campaign(rules, plan)
    tally, breach = campaign.play(range(plan.games))
    assert breach is not None
    assert breach.game == tally.games - 1
    return campaign, breach


def test_a_broken_law_is_found_and_the_game_is_shrunk() -> None:
    """The shortest game to a roof: the cards revealed, the starting floors, one founding."""
    campaign, breach = first_breach(with_a_law_too_many())
    assert (breach.rule, breach.law) == ("TU-FOUND-01", "nobody_builds")
    short = shrunk(campaign, breach)
    kinds = [type(action).__name__ for action in short.record.actions]
    assert kinds.count("Found") == 1
    assert kinds[-1] == "Found"
    assert len(kinds) <= len(breach.record.actions)
    assert kinds.count("Take") <= 2  # what it takes to pay for a building, if not everybody can from the start
    record = read_record(short.record.lines(), tu.TOWER_UP)
    *_, last = record.states()
    assert not nobody_builds(last)


def test_a_generator_that_forgets_a_move_is_found() -> None:
    """An action that the judge allows and the generator lacks is a breach of their agreement."""

    def forgetful(state: tu.State) -> tuple[tu.Action, ...]:
        legal = tu.legal_actions(state)
        return legal[:-1] if len(legal) > 3 and isinstance(state.actor, int) else legal

    campaign, breach = first_breach(wrong(legal_actions=forgetful, properties=Properties()))
    assert breach.law == AGREEMENT
    assert "is not among the legal actions, and there is no objection to it" in breach.message
    assert len(shrunk(campaign, breach).record.actions) <= len(breach.record.actions)


def test_a_judge_that_allows_too_much_is_found() -> None:
    """The judge allows what the generator does not offer."""

    def lenient(state: tu.State, action: object, by: Any = None) -> list[Finding]:
        return [one for one in tu.TOWER_UP.objections(state, action, by) if one.rule != "TU-FOUND-03"]

    campaign, breach = first_breach(wrong(objections=lenient), Plan(games=30, seed=5, edition="small"))
    assert breach.law == AGREEMENT
    assert breach.disputed is not None
    short = shrunk(campaign, breach)
    assert len(short.record.actions) <= len(breach.record.actions)


def test_an_apply_that_takes_anything_is_found() -> None:
    """What is illegal must be refused, not only be called so."""

    def trusting(state: tu.State, action: tu.Action, by: Any = None) -> tu.State:
        try:
            return tu.apply(state, action, by)
        except tu.IllegalAction:
            return state

    _, breach = first_breach(wrong(apply=trusting), Plan(games=40, seed=5, edition="small"))
    assert "is illegal, and is applied all the same" in breach.message


def test_an_error_in_the_rules_is_a_finding() -> None:
    """Rules that raise are reported with the game, not with a traceback."""

    def broken(state: tu.State, action: tu.Action, by: Any = None) -> tu.State:
        if isinstance(action, tu.Found):
            raise KeyError("no such thing")
        return tu.apply(state, action, by)

    campaign, breach = first_breach(wrong(apply=broken))
    assert breach.law == NO_ERROR
    assert breach.message == "KeyError: 'no such thing'"
    short = shrunk(campaign, breach)
    assert isinstance(short.record.actions[-1], tu.Found)
    assert sum(isinstance(action, tu.Found) for action in short.record.actions) == 1


# --- playing a record again


def test_a_record_is_replayed_and_checked() -> None:
    """The record of a breach shows it again; under the right rules the same record is in order."""
    campaign, breach = first_breach(with_a_law_too_many())
    lines = list(transcript(shrunk(campaign, breach).record))
    again = replayed(campaign, lines)
    assert again.breach is not None
    assert again.breach.law == "nobody_builds"
    assert again.steps == len(lines) - 1
    fine = replayed(Campaign(tu.TOWER_UP, PLAN), lines)
    assert fine.breach is None
    assert fine.steps == len(lines) - 1


def test_a_record_that_cannot_be_followed_is_named() -> None:
    """A wrong line is told by its number."""
    campaign, breach = first_breach(with_a_law_too_many())
    lines = list(transcript(breach.record))
    lines[2] = b"{}\n"
    result = replayed(campaign, lines)
    assert result.unreadable is not None
    assert result.unreadable.line == 3


def test_the_transcript_of_a_crash_ends_with_what_crashed() -> None:
    """The action that raises is in the record, though the state after it never was."""

    def broken(state: tu.State, action: tu.Action, by: Any = None) -> tu.State:
        if isinstance(action, tu.Found):
            raise KeyError("no such thing")
        return tu.apply(state, action, by)

    rules = wrong(apply=broken)
    campaign, breach = first_breach(rules)
    # A state names the rules it came from, which here are the right ones: the record is whole.
    lines = list(transcript(breach.record))
    assert b'"found"' in lines[-1]
    again = replayed(campaign, lines)
    assert again.breach is not None
    assert again.breach.law == NO_ERROR


@pytest.mark.parametrize(("edition", "games"), [("tiny", 6), ("small", 6), ("reconstruction", 2)])
def test_all_laws_are_kept_under_the_other_rulings(edition: str, games: int) -> None:
    """Every ruling switched to its last reading: all laws hold on every shipped edition."""
    rulings = (
        ("extra_turn", "optional"),
        ("stock_limit", "whole_run"),
        ("replacement", "may_decline"),
        ("empty_container", "no_shortage"),
        ("second_trigger", "shortage_adds_turn"),
        ("border", "any_of_districts"),
    )
    tally_of(Plan(games=games, seed=3, edition=edition, rulings=rulings))


def test_every_action_judged_is_one_of_the_space() -> None:
    """At a judged state every action there is gets a verdict, and legal ones get none against them."""
    campaign = Campaign(tu.TOWER_UP, PLAN)
    state = tu.Dealer(seed=1).settle(tu.new_game(2, edition="small"))
    tally = Tally()
    legal = tu.legal_actions(state)
    assert list(campaign.judged(state, legal, tally, random.Random(1))) == []
    assert tally.judged >= len(tu.TOWER_UP.action_space(state))
    assert tally.forbade["TU-TURN-01"] > 0
    assert tally.forbade["TU-FORM-01"] + tally.forbade["TU-FORM-02"] > 0


def test_chance_without_its_weights_is_found() -> None:
    """Where chance acts each action has a weight: none at all, or one too few, is a breach."""
    for few in (lambda state: (), lambda state: tu.chance_weights(state)[:-1]):
        checker = Checker(wrong(chance_weights=few))
        assert checker.judged(tu.new_game(2, edition="small"))
    assert not Checker(tu.TOWER_UP).judged(tu.new_game(2, edition="small"))
