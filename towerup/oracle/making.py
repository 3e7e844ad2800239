"""Making test vectors: out of drawn games, what shows a rule best; the same bytes for the same seed.

Knows no game by name: which rules a step applies is told by the ruleset's coverage, which rules forbid by its judge. What
a broken rule looks like, where the rule says what follows and forbids nothing, is taken from impostors: rulesets that
have that rule wrong, handed in by the caller.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from towerup.kernel.actors import CHANCE
from towerup.kernel.canonical import decode, encode
from towerup.kernel.counting import counts
from towerup.kernel.differences import ABSENT, Difference, differences
from towerup.kernel.records import Record, actor_to_json
from towerup.kernel.rules import IllegalAction, Rule
from towerup.kernel.ruleset import Ruleset

from .dueling import mangled
from .vectors import (
    COUNTS,
    GAMES,
    GAMES_INDEX,
    LEAST,
    POSITIONS,
    SETUPS,
    action_of,
    broken_by_wrong,
    broken_rules,
    heading,
    impossible,
    levels_to_json,
    offer,
    patch,
    result,
    written,
)

MOST_STEPS = 300
"""A game that goes on for longer shows nothing new."""
USUAL_EVERY = 7
"""Every so many-th game is with the usual edition, the others with companions: their positions are smaller."""
GAMES_DRAWN = 420
MORE_ROUNDS = 5
"""So often as many games more are drawn for a rule that those before show too seldom."""
GAMES_TRIED = 60
"""In so many more games it is looked whether an impostor shows itself again."""
DIFFERENCES_WANTED = 5
"""So many are gathered of one impostor, of which the best are kept."""
IMPOSTORS = 3
"""Of so many a rule's negative vectors are taken, if they show anything."""
WANTED = 4
"""The positive vectors of a rule that are kept, and the negative ones: one more than is asked for."""
KEPT = 3
"""So many candidates of one sort are kept to choose from."""
MANY = 60
"""A position with more legal actions than this is long to read."""
COUNTED = 4_000
"""Where there are more choices than this at one depth, counting stops."""
RECORDS = 12
SETUPS_KEPT = 40
CLOSELY = 8
"""In so many states with each edition where a rule is notable it is tried what it forbids."""
SAMPLED = 150
"""So many of the actions that there are are tried elsewhere."""
TRIED = 200
"""So many illegal actions are tried in a game, more or less, in two of its states at least."""


class Impostor(NamedTuple):
    """A ruleset that has something wrong, and what, in a sentence."""

    wrong: str
    rules: Ruleset


Impostors = Callable[[str], Iterator[Impostor]]
"""Of a rule's id: rulesets that have this rule wrong, those that are wrong in nothing else first."""


class Step(NamedTuple):
    """A step of a drawn game."""

    game: int
    number: int
    before: Any
    action: Any
    after: Any
    notable: frozenset[str]


class Game(NamedTuple):
    """A drawn game: where it started, and its steps."""

    number: int
    start: Any
    setup: Mapping[str, Any]
    steps: Sequence[Step]
    notable: frozenset[str]
    """All that is notable about any step."""

    @property
    def end(self) -> Any:
        return self.steps[-1].after

    @property
    def edition(self) -> str:
        """What the game is played with, by name."""
        return str(self.setup["edition"]["name"])

    @property
    def told(self) -> str:
        """The game in a few words."""
        rulings = "".join(f", {name}={reading}" for name, reading in self.setup["rulings"].items())
        return f"{len(self.setup['players'])} players, edition {self.edition}{rulings}"


class Candidate(NamedTuple):
    """A vector that could be kept, and what speaks for it."""

    vector: dict[str, Any]
    features: frozenset[tuple[str, Any]]
    """What it shows: of two vectors that differ in these, more is learnt than of two that are alike."""
    cost: float


def _chosen(candidates: Sequence[Candidate], wanted: int) -> list[dict[str, Any]]:
    """The best of them: small, plain, and unlike each other."""
    left, chosen = list(candidates), list[dict[str, Any]]()
    seen: set[tuple[str, Any]] = set()
    told: set[str] = set()
    while left and len(chosen) < wanted:
        best = min(left, key=lambda one: one.cost - len(one.features - seen))
        left.remove(best)
        words = best.vector.get("shows", "")
        if words not in told or not words:  # what reads the same shows the same
            chosen.append(best.vector)
            seen |= best.features
            told.add(words)
    return chosen


def _with_more(vectors: list[dict[str, Any]], others: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """These vectors, and of the others those that show something else, as far as more are wanted."""
    known = {one["shows"] for one in vectors} | {encode({**one, "shows": ""}).decode() for one in vectors}
    fresh = [one for one in others if not known & {one["shows"], encode({**one, "shows": ""}).decode()}]
    return vectors + fresh[: max(0, WANTED - len(vectors))]


class Maker:
    """Makes the vectors of a game."""

    def __init__(self, rules: Ruleset, impostors: Impostors, seed: int = 1, first: int = 0) -> None:
        self.rules = rules
        self._impostors = impostors
        self._seed = seed
        self._first = first
        """The number of the first game that is drawn."""

    # --- games

    @cached_property
    def games(self) -> list[Game]:
        """The games that all is chosen from, those with small positions first."""
        drawn = [self._drawn(number) for number in range(self._first, self._first + GAMES_DRAWN)]
        return sorted(drawn, key=lambda game: (len(self.rules.action_space(game.start)), game.number))

    def _drawn(self, number: int) -> Game:
        rules = self.rules
        chooser = random.Random(f"{self._seed}/{number}")
        if number % USUAL_EVERY == 0 or not rules.companions:
            edition, turn = rules.usual_edition, number // USUAL_EVERY
        else:
            turn, which = divmod(number, len(rules.companions))
            edition = rules.companions[which]
        offered = rules.player_counts(edition)
        start = state = rules.drawn_game(chooser, offered[turn % len(offered)], edition)
        setup = rules.setup_to_json(start)
        tempers = [chooser.choice(tuple(rules.tempers.values())) for _ in setup["players"]]
        steps: list[Step] = []
        while (legal := rules.legal_actions(state)) and len(steps) < MOST_STEPS:
            if state.actor is CHANCE:
                action = chooser.choices(legal, rules.chance_weights(state))[0]
            else:
                action = tempers[state.actor](state, legal, chooser)
            after = rules.apply(state, action)
            told = frozenset(rules.coverage.notable(state, action, after))
            steps.append(Step(number, len(steps), state, action, after, told))
            state = after
        return Game(number, start, setup, steps, frozenset[str]().union(*(step.notable for step in steps)))

    # --- the vectors of a rule

    def rule(self, rule: Rule) -> bytes:
        """The file of a rule. If the games show it too seldom, others are drawn."""
        positive, negative = self._shown(rule)
        rounds, maker = 0, self
        while min(len(positive), len(negative)) < LEAST and rounds < MORE_ROUNDS:
            rounds, maker = rounds + 1, maker.later
            more = maker._shown(rule)
            positive, negative = _with_more(positive, more[0]), _with_more(negative, more[1])
        return written(
            heading(self.rules, rule=rule.id, title=rule.title, statement=rule.statement)
            | {"vectors": positive + negative}
        )

    @cached_property
    def later(self) -> Maker:
        """The same with the games that come after these."""
        return Maker(self.rules, self._impostors, self._seed, self._first + GAMES_DRAWN)

    def _shown(self, rule: Rule) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The positive and the negative vectors of a rule."""
        negative = self._refused(rule) if rule.id in self.rules.coverage.forbidding else self._wrong(rule)
        positive = self._applied(rule, _fields(negative))
        if rule.id in self.rules.coverage.forbidding:
            positive += self._offers(negative)
        return positive, negative

    def _applied(self, rule: Rule, fields: frozenset[tuple[Any, ...]]) -> list[dict[str, Any]]:
        """Steps that the rule has a hand in. `fields` are those that the rule is about, to be told of first."""
        kept: defaultdict[tuple[Any, ...], list[Candidate]] = defaultdict(list)
        always = self.rules.coverage.always
        formal = rule.id in self.rules.coverage.only_forbidding
        for game in self.games:
            for step in game.steps:
                notable = rule.id in step.notable
                if not (notable or formal or rule.id in always.get(type(step.action), ())):
                    continue
                # What the rule is notable for says more than what it always is there for.
                group = (
                    notable,
                    game.edition,
                    type(step.action),
                    len(game.setup["players"]),
                    bool(game.setup["rulings"]),
                )
                if len(kept[group]) < KEPT:
                    kept[group].append(self._play(rule, game, step, fields, 0 if notable else 4))
        return _chosen([one for group in kept.values() for one in group], WANTED)

    def _play(self, rule: Rule, game: Game, step: Step, fields: frozenset[tuple[Any, ...]], cost: float) -> Candidate:
        rules = self.rules
        before = decode(rules.state_to_json(step.before))
        led = result(rules, step.after)
        events = [
            rules.coverage.events[name].rstrip(".") for name in sorted(step.notable) if name in rules.coverage.events
        ]
        case = f" What is rare about it: {'; '.join(events)}." if events else ""
        vector = {
            "shows": f"“{rule.title}” at work ({game.told}). {_doing(step)}: "
            f"{_changes(before, led['after'], fields)}{_ended(led)}.{case}",
            "kind": "play",
            "state": before,
            "actor": actor_to_json(step.before.actor),
            "action": rules.action_to_json(step.action),
            **led,
        }
        return Candidate(vector, self._features(game, step.before, step.action), cost + self._cost(rule, game, vector))

    def _features(self, game: Game, state: Any, action: Any) -> frozenset[tuple[str, Any]]:
        return frozenset({
            ("edition", game.edition),
            ("players", len(game.setup["players"])),
            ("actor", state.actor),
            ("action", type(action)),
            ("game", game.number),
        })  # fmt: skip

    def _cost(self, rule: Rule | None, game: Game, vector: Mapping[str, Any]) -> float:
        rulings = game.setup["rulings"]
        # Other readings confuse, unless the rule is about just that.
        reading = 0.0 if not rulings else 1.0 if rule is not None and rule.ruling in rulings else 4.0
        return len(encode(vector)) / 1_500 + reading

    # --- what is refused

    @cached_property
    def _refusals(self) -> Mapping[str, Sequence[Candidate]]:
        """Illegal actions by the rules that they break."""
        chooser = random.Random(f"{self._seed}/refused")
        kept: defaultdict[str, dict[tuple[Any, ...], Candidate]] = defaultdict(dict)
        # Where a rule that can forbid is notable, it is likely to forbid something: there all is tried.
        looked: Counter[tuple[str, str]] = Counter()
        if self._first:
            return self._refusals_everywhere(chooser)
        for game in self.games:
            for step in game.steps:
                notable = [(rule, game.edition) for rule in step.notable & self.rules.coverage.forbidding]
                if any(looked[one] < CLOSELY for one in notable):
                    looked.update(notable)
                    whole = len(self.rules.action_space(step.before))
                    self._refuse(game, step.before, self._tried(step.before, chooser, whole), kept)
        for game in self.games:
            states = [step.before for step in game.steps] + [game.end]
            wanted = max(2, TRIED // len(self.rules.action_space(game.start)))
            for state in chooser.sample(states, min(len(states), wanted)):
                self._refuse(game, state, self._tried(state, chooser, SAMPLED), kept)
        return {rule: list(found.values()) for rule, found in kept.items()}

    def _refusals_everywhere(self, chooser: random.Random) -> Mapping[str, Sequence[Candidate]]:
        """In every state a few actions of each kind: what depends on the state alone is found so, be it ever so rare."""
        kept: defaultdict[str, dict[tuple[Any, ...], Candidate]] = defaultdict(dict)
        kinds: dict[int, list[list[Any]]] = {}
        for game in self.games:
            space = self.rules.action_space(game.start)
            if id(space) not in kinds:
                by_kind: defaultdict[type, list[Any]] = defaultdict(list)
                for action in space:
                    by_kind[type(action)].append(action)
                kinds[id(space)] = list(by_kind.values())
            for step in game.steps:
                few = [chooser.choice(alike) for alike in kinds[id(space)] for _ in range(min(2, len(alike)))]
                self._refuse(game, step.before, ((step.before.actor, action, None) for action in few), kept)
        return {rule: list(found.values()) for rule, found in kept.items()}

    def _tried(self, state: Any, chooser: random.Random, most: int) -> Iterator[tuple[Any, Any, Any]]:
        """Who might do what in a state, legal or not: what there is, odd things, and what is another's to do.

        Third is the JSON of what has not the form of an action, or may not have.
        """
        rules = self.rules
        space = rules.action_space(state)
        somebody = 0 if state.actor is None else state.actor  # when the game is over, somebody tries to go on
        for action in chooser.sample(space, min(len(space), most)):
            yield somebody, action, None
        values: list[Any] = [{"type": "pass"}]
        for odd in rules.oddities(chooser, state):
            try:
                value = rules.action_to_json(odd)
                encode(value)
            except Exception:  # noqa: BLE001  # whatever it is, it has no form in JSON
                value = odd if isinstance(odd, str | int | dict | None) else None
            values.append(value)
        for action in rules.legal_actions(state)[-1:]:
            for stranger in (*range(len(rules.setup_to_json(state)["players"])), CHANCE):
                if stranger != somebody:
                    yield stranger, action, None
            value = rules.action_to_json(action)
            # A field that is missing, and one that means nothing.
            values += [{"type": value["type"]}, value | {"remark": "please"}]
        for value in values:
            yield somebody, action_of(rules, value), value

    def _refuse(
        self,
        game: Game,
        state: Any,
        tried: Iterable[tuple[Any, Any, Any]],
        kept: defaultdict[str, dict[tuple[Any, ...], Candidate]],
    ) -> None:
        rules, readings = self.rules, bool(game.setup["rulings"])
        for actor, action, value in tried:
            found = rules.findings(state, action, actor)
            ids = {finding.rule for finding in found}
            formless = encode(value) if action is value else b""
            for finding in found:
                sort: tuple[Any, ...] = (
                    game.edition,
                    type(action),
                    formless,
                    len(ids),
                    actor == state.actor,
                    readings,
                )
                if (
                    self._first
                ):  # what was met so seldom that more games are drawn for it is told of each seat and each setup
                    sort += (game.told, actor)
                if sort in kept[finding.rule]:
                    continue
                who = "chance" if actor is CHANCE else f"seat {actor}"
                named = f"{formless.decode()} as an action" if formless else f"“{str(action).strip()}”"
                others = sorted(ids - {finding.rule})
                vector = {
                    "shows": f"{named} by {who} is refused ({game.told}): "
                    + ("it has not the form of an action." if formless else f"{finding.message}.")
                    + (f" It breaks {', '.join(others)} as well." if others else ""),
                    "kind": "illegal",
                    "state": decode(rules.state_to_json(state)),
                    "actor": actor_to_json(actor),
                    "action": value if value is not None or formless else rules.action_to_json(action),
                    "broken": broken_rules(rules, state, action, actor),
                }
                cost = self._cost(rules.catalogue()[finding.rule], game, vector) + 3 * len(others)
                features = self._features(game, state, action)
                if formless:
                    features |= {("formless", formless), ("kind", str(value)[:9])}
                kept[finding.rule][sort] = Candidate(vector, features, cost)

    def _refused(self, rule: Rule) -> list[dict[str, Any]]:
        found = self._refusals.get(rule.id, ())
        chosen = _chosen(found, WANTED)
        if len(chosen) >= LEAST and any(one["broken"] == [rule.id] for one in chosen):
            return chosen
        return _chosen([*self._near_misses(rule), *found], WANTED)

    def _near_misses(self, rule: Rule) -> list[Candidate]:
        """Actions that break just this rule, and are seldom met or not even in the action space: a legal one, one thing changed."""
        kept: defaultdict[str, dict[tuple[Any, ...], Candidate]] = defaultdict(dict)
        looked: Counter[str] = Counter()
        for game in self.games:
            for step in game.steps:
                if rule.id in step.notable and looked[game.edition] < CLOSELY:
                    looked[game.edition] += 1
                    self._refuse(game, step.before, self._altered(step), kept)
        return [one for one in kept[rule.id].values() if one.vector["broken"] == [rule.id]]

    def _altered(self, step: Step) -> Iterator[tuple[Any, Any, Any]]:
        """The action of a step with one of its fields as in some other action."""
        rules = self.rules
        value = rules.action_to_json(step.action)
        alike = [one for one in rules.action_space(step.before) if type(one) is type(step.action)]
        others: defaultdict[str, dict[bytes, Any]] = defaultdict(dict)
        for one in map(rules.action_to_json, alike):
            for field in one.keys() & value.keys():
                others[field][encode(one[field])] = one[field]
        for field in sorted(others):
            for text in sorted(others[field]):
                changed = value | {field: others[field][text]}
                yield step.before.actor, action_of(rules, changed), changed

    def _offers(self, refused: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What is legal where something was refused, if that is not too much to read."""
        rules = self.rules
        for vector in refused:
            told = offer(rules, rules.state_from_json(encode(vector["state"])))
            if 0 < len(told["legal"]) <= MANY and told["actor"] == vector["actor"]:
                refusal = vector["shows"].split(" by ")[0]
                shows = f"{_all(told)}; {refusal} is not among them."
                return [{"shows": shows, "kind": "legal", "state": vector["state"], **told}]
        return []

    # --- what would be wrong

    def _wrong(self, rule: Rule) -> list[dict[str, Any]]:
        """Wrong answers by impostors, some of each."""
        found: list[list[dict[str, Any]]] = []
        # Where the rule was notable it is most likely that having it wrong makes a difference.
        games = sorted(self.games, key=lambda game: rule.id not in game.notable)
        for impostor in self._impostors(rule.id):
            shown = _chosen(self._differing(rule, impostor, games), WANTED)
            if shown:
                found.append(shown)
            if len(found) >= IMPOSTORS and sum(map(len, found)) >= WANTED:
                break
        # Two impostors may give the same wrong answer to the same question: it is shown once.
        chosen: dict[bytes, dict[str, Any]] = {}
        for number in range(WANTED):
            for shown in found:
                for vector in shown[number : number + 1]:
                    chosen.setdefault(encode({**vector, "shows": ""}), vector)
        return list(chosen.values())[:WANTED]

    def _differing(self, rule: Rule, impostor: Impostor, games: Sequence[Game]) -> list[Candidate]:
        found: list[Candidate] = []
        latest = 0
        for tried, game in enumerate(games):
            if len(found) >= DIFFERENCES_WANTED or (found and tried > latest):
                break
            for vector, features in self._compared(game, impostor):
                vector["broken"] = broken_by_wrong(self.rules, rule.id, vector)
                found.append(Candidate(vector, features, self._cost(rule, game, vector)))
                latest = tried + GAMES_TRIED
        return found

    def _compared(self, game: Game, impostor: Impostor) -> Iterator[tuple[dict[str, Any], frozenset[tuple[str, Any]]]]:
        """Plays a game with an impostor beside; gives the first wrong answer to each kind of question."""
        rules, other = self.rules, impostor.rules
        try:
            theirs = other.game_from_setup(game.setup)
        except (LookupError, ValueError):
            return  # fallen over already
        start = decode(rules.state_to_json(game.start))
        wrong = decode(other.state_to_json(theirs))
        features = self._features(game, game.start, None)
        if wrong != start:
            asked: dict[str, Any] = {"kind": "start", "setup": game.setup}
            told = f"How a game begins ({game.told})"
            yield _wrong_vector(told, impostor, asked, {"state": start}, {"state": wrong}), features
            return
        offered = False
        for step in game.steps:
            state = step.before
            features = self._features(game, state, step.action)
            if not offered and (
                state.actor != theirs.actor
                or {*map(str, rules.legal_actions(state))} != {*map(str, other.legal_actions(theirs))}
                or (state.actor is CHANCE and rules.chance_weights(state) != other.chance_weights(theirs))
            ):
                offered = True
                asked = {"kind": "legal", "state": decode(rules.state_to_json(state))}
                right = offer(rules, state)
                told = f"{_all(right)} ({game.told})"
                yield _wrong_vector(told, impostor, asked, right, offer(other, theirs)), features
            value = rules.action_to_json(step.action)
            try:
                theirs = other.apply(theirs, other.action_from_json(value))
                given = result(other, theirs)
            except (IllegalAction, ArithmeticError, LookupError, ValueError, AssertionError):
                return  # refused, which the offer has shown, or fallen over: no answer to show
            right = result(rules, step.after)
            if given != right:
                asked = {
                    "kind": "play",
                    "state": decode(rules.state_to_json(state)),
                    "actor": actor_to_json(state.actor),
                    "action": value,
                }
                yield _wrong_vector(f"{_doing(step)} ({game.told})", impostor, asked, right, given), features
                return

    # --- the rest

    def setups(self) -> bytes:
        """How games begin with each edition, and setups in which one thing is changed so that no game begins with them."""
        begun: dict[tuple[Any, ...], dict[str, Any]] = {}
        refused: dict[tuple[Any, ...], dict[str, Any]] = {}
        for game in self.games:
            sizes = {key: len(value) for key, value in game.setup.items() if isinstance(value, list)}
            plain = {key: value for key, value in game.setup.items() if isinstance(value, int)}
            group = game.edition, encode(sizes | plain)
            if len(begun) < SETUPS_KEPT and not game.setup["rulings"] and group not in begun:
                state = decode(self.rules.state_to_json(game.start))
                shows = f"How a game begins: {', '.join(f'{key} {value}' for key, value in (sizes | plain).items())} ({game.told})."
                begun[group] = {"shows": shows, "kind": "start", "setup": game.setup, "state": state}
            chooser = random.Random(f"{self._seed}/setup/{game.number}")
            setup = mangled(chooser, game.setup)
            why = impossible(self.rules, setup)
            if why is not None:
                changed = next(differences(setup, game.setup))
                kind = changed.path[0], type(changed.given), *why.split()[:2]
                shows = f"No game can be set up so: {why.splitlines()[0]}."
                refused.setdefault(kind, {"shows": shows, "kind": "impossible", "setup": setup})
        title = "Setups: how games begin, and what no game begins with"
        return written(heading(self.rules, title=title) | {"vectors": [*begun.values(), *refused.values()]})

    def positions(self) -> bytes:
        """Positions of every sort with all that is legal in them."""
        kept: dict[tuple[Any, ...], dict[str, Any]] = {}
        for game in self.games:
            if game.setup["rulings"]:
                continue
            for step in game.steps:
                group = game.edition, len(game.setup["players"]), type(step.action), step.before.actor is CHANCE
                if group in kept:
                    continue
                told = offer(self.rules, step.before)
                if 1 < len(told["legal"]) <= MANY:
                    shows = f"{_all(told)} ({game.told})."
                    state = decode(self.rules.state_to_json(step.before))
                    kept[group] = {"shows": shows, "kind": "legal", "state": state, **told}
        title = "Positions with all their legal actions"
        return written(heading(self.rules, title=title) | {"vectors": list(kept.values())})

    def counts(self) -> bytes:
        """Numbers of positions by depth, from a start and from the middle of a game with each edition."""
        vectors, seen = [], set[tuple[Any, ...]]()
        for game in self.games:
            group = game.edition, len(game.setup["players"])
            if game.setup["rulings"] or group in seen:
                continue
            seen.add(group)
            for place in (0, len(game.steps) // 2):
                state = game.steps[place].before
                depth, levels = 0, counts(self.rules, state, 0)
                while 0 < levels[-1].choices <= COUNTED:
                    depth += 1
                    levels = counts(self.rules, state, depth)
                shows = (
                    f"Positions by depth, {'from the start' if not place else f'after {place} actions'} ({game.told})."
                )
                vectors.append({
                    "shows": shows,
                    "kind": "counts",
                    "state": decode(self.rules.state_to_json(state)),
                    "levels": levels_to_json(levels),
                })  # fmt: skip
        return written(heading(self.rules, title="Numbers of positions by depth") | {"vectors": vectors})

    def records(self) -> dict[str, bytes]:
        """Whole games that end in different ways, and the list of them."""
        candidates: list[Candidate] = []
        for game in self.games:
            ended = self.rules.outcome(game.end)
            if ended is None:
                continue
            told = self.rules.outcome_to_json(ended)
            ways = {(key, value) for key, value in told.items() if isinstance(value, str)}
            where = {("edition", game.edition), (game.edition, len(game.setup["players"]))}
            cost = len(game.steps) / 200 + (0.5 if game.setup["rulings"] else 0)
            candidates.append(Candidate({"game": game, "outcome": told}, frozenset(ways | where), cost))
        # First what is new, then as many again, so that every edition has its share.
        chosen = _chosen(candidates, RECORDS // 2)
        for edition in [*self.rules.companions, self.rules.usual_edition] * RECORDS:
            more = [one for one in candidates if one.vector["game"].edition == edition and one.vector not in chosen]
            if len(chosen) < RECORDS:
                chosen += [one.vector for one in more[len(more) // 2 :][:1]]
        files, vectors = {}, []
        for number, one in enumerate(chosen, start=1):
            game, told = one["game"], one["outcome"]
            name = f"{GAMES}/{number:02}-{game.edition}.jsonl"
            record = Record(game.start, tuple(step.action for step in game.steps))
            files[name] = b"".join(record.lines())
            end = "; ".join(f"{key} {value}" for key, value in told.items() if not isinstance(value, list))
            shows = f"A whole game of {len(game.steps)} actions ({game.told}): {end}."
            vectors.append({"shows": shows, "kind": "game", "record": name, "outcome": told})
        content = heading(self.rules, title="Whole games with their outcomes") | {"vectors": vectors}
        return {**files, GAMES_INDEX: written(content)}

    def all(self, only: Iterable[str] = ()) -> Iterator[tuple[str, bytes]]:
        """Every file by its name, or those of some rules alone."""
        wanted = frozenset(only)
        for rule in self.rules.catalogue().rules.values():
            if not wanted or rule.id in wanted:
                yield f"{rule.id}.json", self.rule(rule)
        if not wanted:
            yield SETUPS, self.setups()
            yield POSITIONS, self.positions()
            yield COUNTS, self.counts()
            yield from self.records().items()


# --- words


def _doing(step: Step) -> str:
    actor = step.before.actor
    return f"{'Chance' if actor is CHANCE else f'Seat {actor}'}, “{step.action}”"


def _all(told: Mapping[str, Any]) -> str:
    who = "Chance" if told["actor"] == "chance" else f"Seat {told['actor']}"
    kinds = Counter(one["type"] for one in told["legal"])
    count = " and ".join(f"{number} {kind}" for kind, number in kinds.items())
    return f"{who} is to act, and {count} {'actions are' if len(told['legal']) > 1 else 'action is'} legal"


def _place(path: Sequence[str | int]) -> str:
    """Where in a state something is; all that changes is within one field of it, which need not be named."""
    return Difference(tuple(path[1:]), None, None).place


def _value(value: Any) -> str:
    text = "nothing" if value is ABSENT else value if isinstance(value, str) else encode(value).decode()
    return text if len(text) <= 60 else text[:57] + "…"


def _field(path: Sequence[str | int]) -> tuple[Any, ...]:
    """Which part of a state a path leads to, whoever's it is."""
    return tuple(None if isinstance(step, int) else step for step in path[:4])


def _changes(before: Any, after: Any, fields: frozenset[tuple[Any, ...]], most: int = 6) -> str:
    """What an action has changed: in these fields first."""
    found = list(differences(after, before))
    found.sort(key=lambda one: _field(one.path) not in fields)
    told = [f"{_place(one.path)} {_value(one.right)} → {_value(one.given)}" for one in found[:most]]
    more = len(found) - len(told)
    return "; ".join(told) + (f"; and {more} more" if more else "")


def _ended(led: Mapping[str, Any]) -> str:
    """The outcome, if there is one; of what is told seat by seat the plain numbers."""
    told = []
    for key, value in led.get("outcome", {}).items():
        if value and isinstance(value, list) and isinstance(value[0], dict):
            numbers = (", ".join(f"{name} {one[name]}" for name in one if type(one[name]) is int) for one in value)
            told.append(f"{key} {' / '.join(numbers)}")
        else:
            told.append(f"{key} {_value(value)}")
    return f"; the game is over: {'; '.join(told)}" if told else ""


def _fields(negative: Iterable[Mapping[str, Any]]) -> frozenset[tuple[Any, ...]]:
    """The fields of a state in which wrong answers differ from the right one: those that the rule is about."""
    return frozenset(
        _field([int(step) if step.isdigit() else step for step in one["path"].split("/")[2:]])
        for vector in negative
        for one in vector.get("wrong", ())
    )


def _wrong_vector(
    told: str, impostor: Impostor, asked: Mapping[str, Any], right: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    operations = patch(right, given)
    if asked["kind"] == "legal":
        there, offered = ({encode(one) for one in told["legal"]} for told in (right, given))
        words = []
        for name, ones in (("would be missing", there - offered), ("would be too much", offered - there)):
            if ones:
                words.append(f"{len(ones)} {name}, as {min(ones).decode()}")
        words += [
            f"{key} would be {_value(given.get(key, ABSENT))}, not {_value(right.get(key, ABSENT))}"
            for key in ("actor", "weights")
            if given.get(key) != right.get(key)
        ]
    else:
        found = list(differences(given, right))
        words = [
            f"{_place(one.path[1:] if one.path[0] in ('after', 'state') else ('', *one.path))} would be "
            f"{_value(one.given)}, not {_value(one.right)}"
            for one in found[:4]
        ]
        if len(found) > 4:
            words.append(f"and {len(found) - 4} more")
    wrong = impostor.wrong.rstrip(".")
    return {
        "shows": f"{told}. Wrong would be: “{wrong}”. Then {'; '.join(words)}.",
        **asked,
        **right,
        "wrong": operations,
    }
