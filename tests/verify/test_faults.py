"""Planted faults: every one fits, all rules and rulings have some, and planting leaves the real rules as they are."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

import pytest

import towerup as tu
from towerup.kernel.ruleset import AnyRuleset
from towerup.rulesets import NAMES, ruleset
from towerup.verify import faults as planting
from towerup.verify.campaign import Campaign, Plan
from towerup.verify.faults import Fault, FaultError, Patch, copy_name, patched_sources, plant, read_faults, uproot

PACKAGE = "towerup.rulesets.tower_up"
FAULTS = read_faults(PACKAGE)
SAMPLE = FAULTS[::12]
PROOF = {"reachability", "retelling", "invariants"}
"""The modules of a ruleset that prove it, beside those of laws."""
LISTS = {game: read_faults(ruleset(game).package) for game in NAMES}
every_game = pytest.mark.parametrize("game", NAMES)


@pytest.fixture
def planted() -> Iterator[AnyRuleset]:
    """The rules with one fault in them."""
    fault = planting.fault_by_id(FAULTS, "same-colour-forgotten")
    yield plant(PACKAGE, fault)
    uproot(PACKAGE, fault)


# --- the lists of all games


@pytest.mark.parametrize(
    "game, fault", [pytest.param(game, one, id=one.id) for game, faults in LISTS.items() for one in faults]
)
def test_every_fault_fits(game: str, fault: Fault) -> None:
    """Each patch finds its text exactly once, changes it, and what comes out is Python still."""
    package = ruleset(game).package
    for module, text in patched_sources(package, fault).items():
        assert text != planting._source(package, module, fault)
        compile(text, module, "exec")


@every_game
def test_the_catalogue_of_faults_is_whole(game: str) -> None:
    """At least two faults for every rule and every ruling, eighty in all, under names of their own."""
    catalogue, faults = ruleset(game).catalogue(), LISTS[game]
    rules = Counter(rule for fault in faults for rule in set(fault.rules))
    rulings = Counter(ruling for fault in faults for ruling in set(fault.rulings))
    assert len(faults) >= 80
    assert len({fault.id for fault in faults}) == len({fault.title for fault in faults}) == len(faults)
    assert {rule: rules[rule] for rule in catalogue.rules if rules[rule] < 2} == {}
    assert {ruling: rulings[ruling] for ruling in catalogue.rulings if rulings[ruling] < 2} == {}
    assert set(rules) <= set(catalogue.rules)
    assert set(rulings) <= set(catalogue.rulings)


@every_game
def test_no_two_faults_are_the_same(game: str) -> None:
    """A wrong rule stands in the catalogue once."""
    texts = [frozenset(patched_sources(ruleset(game).package, fault).items()) for fault in LISTS[game]]
    assert len(set(texts)) == len(texts)


@every_game
def test_the_laws_are_not_patched(game: str) -> None:
    """What is to notice the faults is left alone."""
    patched = {patch.module for fault in LISTS[game] for patch in fault.patches}
    assert not PROOF & patched
    assert not [module for module in patched if module.endswith("_laws")]


@every_game
def test_every_fault_says_what_it_is(game: str) -> None:
    """A title is a sentence, and a fault names at least one rule."""
    for fault in LISTS[game]:
        assert fault.title.endswith("."), fault
        assert fault.title[0].isupper(), fault
        assert fault.rules, fault


FOUND = [
    ("tower-up", "same-colour-forgotten", Plan(games=20), "TU-FOUND-03"),
    ("projekt-skyline", "rent-goes-nowhere", Plan(games=40), None),
    ("projekt-skyline", "the-architect-protects-nothing", Plan(games=40), None),
    ("projekt-skyline", "one-skyscraper-early", Plan(games=40), None),
    ("projekt-skyline", "corners-touch", Plan(games=40), None),
    ("new-york-1901", "silver-is-always-open", Plan(games=40, edition="quarter"), None),
    ("new-york-1901", "bronze-replaces-bronze", Plan(games=40, edition="quarter"), None),
    ("new-york-1901", "the-last-layer-first", Plan(games=40, edition="quarter"), None),
]
"""Faults of every game, the games in which they are found soon, and the rule that a law then tells; None for any finding."""


@pytest.mark.parametrize("game, id, plan, rule", FOUND, ids=[row[1] for row in FOUND])
def test_a_planted_fault_is_found(game: str, id: str, plan: Plan, rule: str | None) -> None:
    """By a law, or because judge and generator disagree: the campaign runs on planted rules as on real ones."""
    package = ruleset(game).package
    rules = plant(package, id)
    try:
        _, breach = Campaign(rules, plan).play(range(plan.games))
        assert breach is not None
        assert rule in (breach.rule, None)
    finally:
        uproot(package, planting.fault_by_id(LISTS[game], id))


def test_every_game_has_faults_that_are_found() -> None:
    """None is left out above."""
    assert {row[0] for row in FOUND} == {*NAMES}


# --- planting


@pytest.mark.parametrize("fault", SAMPLE, ids=lambda fault: fault.id)
def test_planted_rules_load(fault: Fault) -> None:
    """A copy with a fault in it is a ruleset that can set up a game."""
    rules = plant(PACKAGE, fault)
    try:
        assert rules.name == tu.TOWER_UP.name
        assert rules is not tu.TOWER_UP
        assert rules.legal_actions(rules.new_game(2))
    finally:
        uproot(PACKAGE, fault)


def test_the_copy_is_private(planted: AnyRuleset) -> None:
    """No thing of the real package is used in the copy, early or late imported; and the other way round."""
    state = planted.new_game(2)
    planted.state_to_json(state)
    assert state.phase == "reveal_start"
    assert state.ruleset is planted
    assert planted.catalogue() is not tu.catalogue()
    name = type(state).__module__.partition(".")[0]
    assert name.startswith("planted_")
    for module, loaded in list(sys.modules.items()):
        inside = module.startswith(f"{name}.")
        if inside or module.startswith(f"{PACKAGE}."):
            stranger = f"{PACKAGE}." if inside else "planted_"
            homes = {str(getattr(thing, "__module__", "")) for thing in vars(loaded).values()}
            assert not [home for home in homes if home.startswith(stranger)], module


def test_the_real_rules_stay_as_they_are() -> None:
    """Planting and uprooting leave the real modules the same objects, and the real game plays as before."""
    campaign = Campaign(tu.TOWER_UP, Plan(games=2, players=(2,), seed=3, edition="small"))
    modules = {name: module for name, module in sys.modules.items() if name.startswith("towerup.")}
    before = campaign.play(range(2))
    fault = FAULTS[-1]
    plant(PACKAGE, fault)
    assert copy_name(PACKAGE, fault) in sys.modules
    uproot(PACKAGE, fault)
    assert not [name for name in sys.modules if name.startswith(copy_name(PACKAGE, fault))]
    assert all(sys.modules[name] is module for name, module in modules.items())
    assert campaign.play(range(2)) == before


def test_planting_again_gives_a_fresh_copy() -> None:
    """Each planting is a copy of its own."""
    fault = FAULTS[0]
    first = plant(PACKAGE, fault)
    one = first.new_game(2)
    second = plant(PACKAGE, fault.id)
    other = second.new_game(2)
    uproot(PACKAGE, fault)
    assert first is not second
    assert type(one) is not type(other)


def test_an_unknown_fault_is_refused() -> None:
    """With the names near the one asked for."""
    with pytest.raises(FaultError, match="there is no fault 'same-color-forgotten'; near it: same-colour-forgotten"):
        plant(PACKAGE, "same-color-forgotten")


@pytest.mark.parametrize(
    "module, old, told",
    [
        ("founding", "no such text", "fault odd: module founding does not have the text to change:\nno such text"),
        ("founding", "Objection", "fault odd: module founding has .* times the text to change:\nObjection"),
        ("no_such", "x", "fault odd: there is no module no_such with a source in towerup.rulesets.tower_up"),
    ],
)
def test_a_patch_that_does_not_fit_is_refused(module: str, old: str, told: str) -> None:
    """With the fault, the module, and the text that was looked for."""
    fault = Fault("odd", "An odd one.", ("TU-FORM-01",), (), module, (Patch(module, old, ""),))
    with pytest.raises(FaultError, match=told):
        plant(PACKAGE, fault)
    assert copy_name(PACKAGE, fault) not in sys.modules


def test_a_package_without_faults_has_none() -> None:
    """A ruleset need not list any."""
    assert read_faults("towerup.kernel") == ()


@pytest.mark.parametrize(
    "change, told",
    [
        ({"id": "Not An Id"}, "is no id"),
        ({"titel": "x"}, "titel is missing or not known"),
        ({"patch": [{"old": "x"}]}, "new is missing or not known"),
    ],
)
def test_a_fault_written_wrongly_is_refused(change: dict[str, object], told: str) -> None:
    """Mistakes in the list are told with the fault they are in."""
    raw = {"id": "odd", "title": "An odd one.", "rules": ["TU-FORM-01"], "module": "founding", "patch": []}
    with pytest.raises(FaultError, match=told):
        planting._fault(raw | change)
