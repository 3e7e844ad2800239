"""Exploring: every state that a small game can reach, every property in each of them, and what play as a whole can lead to.

Breadth first from the start, over all legal actions, chance among them. Every property is checked across every move and in
every state. In every state that is judged (all, unless a plan says otherwise) offers and objections are compared over the whole
action space too. Afterwards the graph of all moves is looked at as a whole: is there a state
in which nothing can be done, one from which the game can never end, one from which it can go on for ever?

Knows no game by name: all it needs is a ruleset. The same plan gives the same report, however many processes share the
work.

A state is remembered by a digest of 128 bits of its key. Two different states with one digest would be taken for one;
among ten million states the odds of that are less than 1 in 10^24.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import multiprocessing
import signal
import time
import warnings
from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from hashlib import blake2b
from multiprocessing.connection import Connection
from typing import Any

import attrs

from towerup.kernel.actors import CHANCE, Actor
from towerup.kernel.checking import Checker
from towerup.kernel.coverage import Coverage
from towerup.kernel.parallel import end_processes, without_interrupts
from towerup.kernel.records import Record
from towerup.kernel.ruleset import AnyRuleset

from .graph import Graph, leading_to, on_cycles, peeled, way_back

DIGEST = 16
"""Bytes of a state's digest."""
BLOCK = 128
"""So many states are looked at in one go; between blocks progress is told, and limits are minded."""
WORTH_SHARING = 8 * BLOCK
"""A level with fewer states is looked at by one process: starting others would take longer."""

GOES_ON, OVER, STUCK = 0, 1, 2
"""Of a state: something can be done; the game is over; the game is not over, but nothing can be done."""


@attrs.frozen
class Plan:
    """What to explore, and how far."""

    players: int
    options: dict[str, Any] = attrs.field(factory=dict)
    limit: int | None = None
    """Stop, with the space not exhausted, once so many states are known."""
    judge_every: int = 1
    """In every so many-th state all properties are checked in full, and offers and objections compared; 0 for never."""
    jobs: int = 1
    """How many processes share the work, where the system can fork."""


@attrs.frozen
class Breach:
    """A property that does not hold: the rule, what is wrong, and the shortest game that shows it."""

    rule: str
    message: str
    record: Record


@attrs.frozen
class Endless:
    """Play that need not end: how many states allow it, and the shortest way into a cycle with a shortest way round it."""

    states: int
    """From so many states play can go on for ever."""
    on_cycles: int
    """So many states can come again."""
    record: Record
    """The way to the first state that can come again."""
    cycle: tuple[Any, ...]
    """The actions that lead from there to the same state."""


@attrs.define
class Tally:
    """What is counted along the way."""

    by_actor: Counter[str] = attrs.field(factory=Counter)
    by_action: Counter[str] = attrs.field(factory=Counter)
    by_cause: Counter[str] = attrs.field(factory=Counter)
    by_winners: Counter[tuple[int, ...]] = attrs.field(factory=Counter)
    forbidden_by: Counter[str] = attrs.field(factory=Counter)
    applied: Counter[str] = attrs.field(factory=Counter)
    judged: int = 0

    def add(self, other: Tally) -> None:
        self.by_actor.update(other.by_actor)
        self.by_action.update(other.by_action)
        self.by_cause.update(other.by_cause)
        self.by_winners.update(other.by_winners)
        self.forbidden_by.update(other.forbidden_by)
        self.applied.update(other.applied)
        self.judged += other.judged


@attrs.define
class Report:
    """What was walked and found."""

    exhausted: bool = False
    stopped_by: str | None = None
    """Why the walk ended early: `limit`, `breach`, `interrupt`; None if it did not."""
    states: int = 0
    transitions: int = 0
    levels: list[int] = attrs.field(factory=list)
    """How many states are first met after 0 actions, 1, 2 and so on."""
    tally: Tally = attrs.field(factory=Tally)
    judge_every: int = 1
    terminal: int = 0
    deadlocks: int = 0
    deadlock: Record | None = None
    """A shortest game into a deadlock."""
    endless: Endless | None = None
    longest: int | None = None
    """The most actions that a game can have, if no game is endless."""
    without_end: int | None = None
    """From so many states the end can no longer be reached (None: not known, the space was not exhausted)."""
    astray: Record | None = None
    """A shortest game into such a state."""
    never_forbade: tuple[str, ...] = ()
    """Rules that can forbid an action and never did."""
    never_applied: tuple[str, ...] = ()
    """Rules that neither applied nor forbade anything in any step."""
    never_happened: tuple[str, ...] = ()
    """Rare events, by name, that did not happen."""
    breach: Breach | None = None
    seconds: float = 0.0

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found that should not be. Endless play is no fault: rules may allow it."""
        return self.breach is None and not self.deadlocks and not self.without_end


@attrs.frozen
class Progress:
    """How far the walk is."""

    stage: str
    states: int
    transitions: int
    frontier: int
    """States that are known but whose moves are not."""
    level: int


Tell = Callable[[Progress], None]


def explore(rules: AnyRuleset, plan: Plan, tell: Tell = lambda _: None) -> Report:
    """Walks the whole space of states (or up to the limit, or to the first breach) and reports."""
    began = time.monotonic()
    start = rules.new_game(plan.players, **plan.options)
    walk = _Walk(rules, plan, start, tell)
    report = walk.report
    try:
        walk.run()
        walk.look_at_the_graph()
    except KeyboardInterrupt:
        report.stopped_by, report.exhausted = "interrupt", False
    walk.conclude()
    report.seconds = time.monotonic() - began
    return report


# --- one state


@attrs.define
class _Trouble:
    """A breach as it is met: in which state of the block, after which of its moves (None: in the state itself)."""

    state: int
    move: int | None
    rule: str
    message: str


@attrs.define
class _Found:
    """All that is found out about a block of states."""

    degrees: array[int] = attrs.field(factory=lambda: array("I"))
    """How many moves each state has."""
    digests: bytearray = attrs.field(factory=bytearray)
    """The digests of the states that these moves lead to, one after the other."""
    ends: bytearray = attrs.field(factory=bytearray)
    afters: list[Any] | None = attrs.field(factory=list)
    """The states themselves; they do not travel between processes."""
    tally: Tally = attrs.field(factory=Tally)
    troubles: list[_Trouble] = attrs.field(factory=list)
    """At most the first in a state, and the first of a step."""


def _digest(rules: AnyRuleset, state: Any) -> bytes:
    return blake2b(rules.state_key(state), digest_size=DIGEST).digest()


class _Looker:
    """Looks at states: their moves, where these lead, and whether all properties hold."""

    def __init__(self, rules: AnyRuleset, plan: Plan) -> None:
        self.rules = rules
        self.checker = Checker(rules)
        self.judge_every = plan.judge_every
        self.actors: tuple[Actor, ...] = (*range(plan.players), CHANCE)
        self.coverage = rules.coverage

    def block(self, states: Sequence[Any], first: int) -> _Found:
        """All about these states, of which the first has this number."""
        found = _Found()
        for number, state in enumerate(states):
            length, moves = len(found.digests), len(found.afters or ())
            judged = bool(self.judge_every) and (first + number) % self.judge_every == 0
            try:
                self._state(state, number, judged, found)
            except Exception as error:  # noqa: BLE001  # whatever the rules raise here is a finding, not our failure
                del found.digests[length:]
                del (found.afters or [])[moves:]
                self._note(found, number, None, "crash", f"{type(error).__name__}: {error}")
                found.degrees[number:], found.ends[number:] = array("I", [0]), bytes([GOES_ON])
        return found

    def _state(self, state: Any, number: int, judged: bool, found: _Found) -> None:
        rules, tally = self.rules, found.tally
        legal = rules.legal_actions(state)
        actor = state.actor
        tally.by_actor[_who(actor)] += 1
        found.degrees.append(len(legal))
        found.ends.append(GOES_ON if legal else self._end(state, tally))
        if found.ends[number] == GOES_ON and actor is None:
            self._note(found, number, None, "actor", "nobody is to act, but something can be done")
        elif found.ends[number] == OVER and actor is not None:
            self._note(found, number, None, "actor", f"the game is over, but {_who(actor)} is to act")
        if judged:
            # The step here was checked for what it changed; a state that is judged is checked anew.
            faults = itertools.chain(self.checker.judged(state), self._disagreements(state, legal, tally))
            for rule, message in faults:
                self._note(found, number, None, rule, message)
                break
        for move, action in enumerate(legal):
            after = rules.apply(state, action)
            tally.by_action[type(action).__name__.lower()] += 1
            found.digests += _digest(rules, after)
            if found.afters is not None:
                found.afters.append(after)
            broken = self.checker.step(state, action, after)
            if broken:
                self._note(found, number, move, *broken[0])
            _count_applied(self.coverage, state, action, after, tally)

    def _end(self, state: Any, tally: Tally) -> int:
        """What a state is in which nothing can be done."""
        result = self.rules.outcome(state)
        if result is None:
            return STUCK
        tally.by_cause[result.cause] += 1
        tally.by_winners[tuple(result.winners)] += 1
        return OVER

    def _disagreements(self, state: Any, legal: Sequence[Any], tally: Tally) -> Iterator[tuple[str, str]]:
        """Where offers and objections differ, and where there is no objection to someone who may not act."""
        judge, forbidden = self.rules.objections, tally.forbidden_by
        listed = frozenset(legal)
        agreed = 0
        space = self.rules.action_space(state)
        tally.judged += len(space)
        for action in space:
            broken = judge(state, action)
            for finding in broken:
                forbidden[finding.rule] += 1
            if not broken and action in listed:
                agreed += 1
            elif not broken:
                yield "offers", f"{action} is not among the legal actions, and there is no objection to it"
            elif action in listed:
                ids = ", ".join(one.rule for one in broken)
                yield broken[0].rule, f"{action} is among the legal actions, and objections speak against it: {ids}"
        if agreed < len(legal):
            yield (
                "offers",
                f"{len(legal)} actions are offered, but only {agreed} different ones are in the action space",
            )
        for other in self.actors if legal else ():
            broken = judge(state, legal[0], by=other)
            for finding in broken:
                forbidden[finding.rule] += 1
            if bool(broken) == (other == state.actor):
                against = f"there is an objection, {broken[0].rule}" if broken else "there is no objection"
                yield (broken[0].rule if broken else "objections"), f"{legal[0]} by {_who(other)}: {against}"

    def _note(self, found: _Found, state: int, move: int | None, rule: str, message: str) -> None:
        if all((one.move is None) != (move is None) for one in found.troubles):
            found.troubles.append(_Trouble(state, move, rule, message))


def _who(actor: Actor) -> str:
    return "nobody" if actor is None else "chance" if actor is CHANCE else f"seat {actor}"


def _count_applied(coverage: Coverage, before: Any, action: Any, after: Any, tally: Tally) -> None:
    tally.applied.update(coverage.always.get(type(action), ()))
    tally.applied.update(coverage.notable(before, action, after))


# --- the walk


class _Walk:
    """The walk: what is known so far. States are numbered in the order in which they are met."""

    def __init__(self, rules: AnyRuleset, plan: Plan, start: Any, tell: Tell) -> None:
        self.rules, self.plan, self.start, self.tell = rules, plan, start, tell
        self.looker = _Looker(rules, plan)
        self.report = Report(judge_every=plan.judge_every)
        self.numbers: dict[bytes, int] = {_digest(rules, start): 0}
        self.parents = array("I", [0])
        self.graph = Graph()
        self.ends = bytearray()
        self.troubles: list[tuple[int, _Trouble]] = []
        """The first of each level: the state's number, and what is wrong."""

    def run(self) -> None:
        report = self.report
        broken = self.looker.checker.state(self.start)
        if broken:
            self._stop_at(0, _Trouble(0, None, *broken[0]))
            return
        frontier = [self.start]
        while frontier:
            report.levels.append(len(frontier))
            following: list[Any] = []
            first = self.graph.size
            with contextlib.closing(self._looked_at(frontier, first)) as blocks:
                for begin, found in blocks:
                    self._take_in(found, frontier, begin, following)
                    self._progress("walking")
                    if self._is_full():
                        break
            if self.troubles:
                # A game that ends in a bad state is shorter than one whose last step is bad.
                self._stop_at(*min(self.troubles, key=lambda one: (one[1].move is not None, one[0])))
                return
            if self.graph.size < len(self.numbers) - len(following) or (following and self._is_full()):
                report.stopped_by = "limit"
                return
            frontier = following
        report.exhausted = True

    def _is_full(self) -> bool:
        return self.plan.limit is not None and len(self.numbers) >= self.plan.limit

    def _looked_at(self, frontier: list[Any], first: int) -> Generator[tuple[int, _Found], None, None]:
        """Each block of the frontier in order: where it begins, and what was found out about it."""
        jobs = self.plan.jobs if len(frontier) >= WORTH_SHARING else 1
        if jobs > 1 and "fork" in multiprocessing.get_all_start_methods():
            yield from _shared(self.looker, frontier, first, jobs)
            return
        for begin in range(0, len(frontier), BLOCK):
            yield begin, self.looker.block(frontier[begin : begin + BLOCK], first + begin)

    def _take_in(self, found: _Found, frontier: list[Any], begin: int, following: list[Any]) -> None:
        """Numbers the states that are new, and notes down the moves."""
        numbers, targets, parents = self.numbers, self.graph.targets, self.parents
        digests = bytes(found.digests)
        first = self.graph.size
        edge = 0
        for number, degree in enumerate(found.degrees):
            legal: tuple[Any, ...] | None = None
            for move in range(degree):
                digest = digests[edge * DIGEST : (edge + 1) * DIGEST]
                target = numbers.get(digest)
                if target is None:
                    target = numbers[digest] = len(numbers)
                    parents.append(first + number)
                    if found.afters is not None:
                        after = found.afters[edge]
                    else:
                        state = frontier[begin + number]
                        legal = legal or self.rules.legal_actions(state)
                        after = self.rules.apply(state, legal[move])
                    following.append(after)
                targets.append(target)
                edge += 1
            self.graph.close()
        self.ends += found.ends
        self.report.tally.add(found.tally)
        self.troubles += [(first + trouble.state, trouble) for trouble in found.troubles]

    def _progress(self, stage: str) -> None:
        known = len(self.numbers)
        levels = len(self.report.levels)
        self.tell(Progress(stage, known, len(self.graph.targets), known - self.graph.size, levels))

    def _stop_at(self, state: int, trouble: _Trouble) -> None:
        actions = self._way_to(state)
        if trouble.move is not None:
            actions = (*actions, self._move(self._replayed(actions), trouble.move))
        self.report.stopped_by = "breach"
        self.report.breach = Breach(trouble.rule, trouble.message, Record(self.start, actions))

    # --- ways

    def _way_to(self, state: int) -> tuple[Any, ...]:
        """The actions of a shortest game into a state."""
        way = [state]
        while way[-1]:
            way.append(self.parents[way[-1]])
        return self._actions(self.start, way[::-1])

    def _actions(self, state: Any, way: Sequence[int]) -> tuple[Any, ...]:
        """The actions that lead through these states, from the first of them as a state."""
        actions: list[Any] = []
        for here, there in itertools.pairwise(way):
            actions.append(self._move(state, self.graph.out(here).index(there)))
            state = self.rules.apply(state, actions[-1])
        return tuple(actions)

    def _move(self, state: Any, number: int) -> Any:
        return self.rules.legal_actions(state)[number]

    def _replayed(self, actions: Sequence[Any]) -> Any:
        state = self.start
        for action in actions:
            state = self.rules.apply(state, action)
        return state

    # --- the whole

    def conclude(self) -> None:
        """What was counted, as far as it was walked."""
        report = self.report
        report.states, report.transitions = len(self.numbers), len(self.graph.targets)
        report.terminal, report.deadlocks = self.ends.count(OVER), self.ends.count(STUCK)
        if report.deadlocks:
            report.deadlock = Record(self.start, self._way_to(self.ends.index(STUCK)))
        self._rules_never_met()

    def look_at_the_graph(self) -> None:
        """What the graph of all moves says; with millions of states this takes a while."""
        report = self.report
        if report.breach is not None:
            return
        self._progress("looking for endless play")
        backwards = self.graph.reversed(len(self.numbers))
        left = peeled(self.graph, backwards)
        if any(left.endless):
            self._endless(left.endless)
        elif report.exhausted:
            report.longest = left.longest
        if report.exhausted:
            self._progress("looking for ways to the end")
            reaching = leading_to(backwards, (state for state, end in enumerate(self.ends) if end == OVER))
            report.without_end = reaching.count(0)
            if report.without_end:
                report.astray = Record(self.start, self._way_to(reaching.index(0)))

    def _endless(self, endless: bytearray) -> None:
        """Play can go on for ever from these states: into which cycle is the way shortest?"""
        cyclic = on_cycles(self.graph, endless)
        first = cyclic.index(1)
        actions = self._way_to(first)
        cycle = self._actions(self._replayed(actions), way_back(self.graph, first, cyclic))
        self.report.endless = Endless(endless.count(1), cyclic.count(1), Record(self.start, actions), cycle)

    def _rules_never_met(self) -> None:
        report, coverage = self.report, self.looker.coverage
        every = self.rules.catalogue().rules
        forbade, applied = report.tally.forbidden_by, report.tally.applied
        report.never_forbade = tuple(id for id in every if id in coverage.forbidding and not forbade[id])
        report.never_applied = tuple(id for id in every if not applied[id] and not forbade[id])
        report.never_happened = tuple(name for name in coverage.events if not applied[name])


# --- several processes


def _shared(looker: _Looker, frontier: list[Any], first: int, jobs: int) -> Iterator[tuple[int, _Found]]:
    """The blocks of the frontier, looked at by several processes in turn, and given in order.

    Forked for each level, the processes have the frontier without its being sent; what comes back is digests, not
    states. Those that are new are made again here, which is a small part of the work.
    """
    context = multiprocessing.get_context("fork")
    begins = range(0, len(frontier), BLOCK)
    ends: list[Connection] = []
    processes = []
    try:
        for job in range(jobs):
            here, there = context.Pipe(duplex=False)
            process = context.Process(
                target=_work, args=(looker, frontier, first, begins[job::jobs], there), daemon=True
            )
            with warnings.catch_warnings(), without_interrupts():
                # Forking beside other threads is warned of; the child takes no lock that they could hold.
                warnings.simplefilter("ignore", DeprecationWarning)
                process.start()
            there.close()
            ends.append(here)
            processes.append(process)
        for number, begin in enumerate(begins):
            yield begin, ends[number % jobs].recv()
    except EOFError:
        raise ChildProcessError("a process that shared the work died, perhaps for want of memory") from None
    finally:
        end_processes(processes)
        for end in ends:
            end.close()


def _work(looker: _Looker, frontier: list[Any], first: int, begins: Sequence[int], out: Connection) -> None:
    """What a process does: its blocks, one after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent minds it, and ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.disable()  # collecting would touch, and so copy, all that is shared with the parent
    for begin in begins:
        found = looker.block(frontier[begin : begin + BLOCK], first + begin)
        found.afters = None
        out.send(found)
    out.close()
