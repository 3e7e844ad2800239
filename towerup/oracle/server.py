"""The oracle over the line protocol: asked in lines, it answers in lines, and survives whatever it is asked.

`Oracle.answer` turns a line into its reply; `serve` does so for a pair of streams.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, BinaryIO

import attrs
import orjson

from towerup.kernel.actors import Actor
from towerup.kernel.canonical import JsonError, decode, encode
from towerup.kernel.differences import ABSENT
from towerup.kernel.pointing import within
from towerup.kernel.records import Find, actor_from_json, actor_to_json, header_of, start_of
from towerup.kernel.rules import IllegalAction, ImpossiblePosition
from towerup.kernel.ruleset import Ruleset
from towerup.kernel.spaces import Space, Spaces

from . import protocol
from .forms import violations_to_json
from .lines import bounded_lines
from .protocol import Code, Id, Refusal, error_of, is_id, result_of

Answer = dict[str, Any]


@attrs.define
class Game:
    """A game that is open: where it stands, and its action space."""

    state: Any
    rules: Ruleset
    space: Space


class Oracle:
    """Answers requests about any number of games, up to a limit. `names` are the games whose rules it knows."""

    def __init__(
        self,
        find: Find,
        names: Iterable[str],
        edition: Any = None,
        most_games: int = protocol.MOST_GAMES,
        version: str = "",
    ) -> None:
        self.games: dict[str, Game] = {}
        self._find = find
        self._names = tuple(names)
        self._edition = edition
        self._most_games = most_games
        self._version = version
        self._spaces = Spaces()
        self._numbers = count(1)
        self._methods: dict[str, tuple[Callable[..., Answer], frozenset[str], frozenset[str]]] = {
            "hello": (self._hello, frozenset(), frozenset()),
            "start": (self._start, frozenset(), frozenset({"header", "state", "game"})),
            "state": (self._state, frozenset({"game"}), frozenset()),
            "legal": (self._legal, frozenset({"game"}), frozenset()),
            "chances": (self._chances, frozenset({"game"}), frozenset()),
            "play": (self._play, frozenset({"game", "action"}), frozenset({"actor"})),
            "explain": (self._explain, frozenset({"game", "action"}), frozenset({"actor"})),
            "outcome": (self._outcome, frozenset({"game"}), frozenset()),
            "end": (self._end, frozenset({"game"}), frozenset()),
        }

    # --- messages

    def answer(self, line: bytes) -> bytes | None:
        """The line to be sent back for a line; None if nothing is, because it held notifications only."""
        reply = self._reply(line)
        return None if reply is None else _encode(reply) + b"\n"

    def _reply(self, line: bytes) -> Any:
        if len(line) > protocol.MOST_LINE:
            words = f"the line is longer than {protocol.MOST_LINE:,} bytes"
            return error_of(None, Refusal(Code.NOT_JSON, words))
        try:
            message = decode(line)
        except JsonError as error:
            column = {} if error.column is None else {"column": error.column}
            return error_of(None, Refusal(Code.NOT_JSON, str(error), column))
        if not isinstance(message, list):
            return self._one(message)
        if not message:
            return error_of(None, Refusal(Code.NO_REQUEST, "a batch holds at least one request"))
        if len(message) > protocol.MOST_BATCH:
            words = f"a batch holds at most {protocol.MOST_BATCH:,} requests, not {len(message):,}"
            return error_of(None, Refusal(Code.NO_REQUEST, words))
        replies = [reply for reply in map(self._one, message) if reply is not None]
        return replies or None

    def _one(self, message: Any) -> Answer | None:
        """The reply to one request; None if it is a notification."""
        id: Id = None
        try:
            if not isinstance(message, dict):
                raise Refusal(Code.NO_REQUEST, "a request is an object")  # noqa: TRY301  # every refusal is told below
            if is_id(message.get("id")):
                id = message.get("id")
            _check_form(message)
            result = self.call(message["method"], message.get("params", {}))
        except Refusal as refusal:
            unwanted = isinstance(message, dict) and "id" not in message and refusal.code != Code.NO_REQUEST
            return None if unwanted else error_of(id, refusal)
        return result_of(id, result) if "id" in message else None

    def call(self, method: str, params: Any) -> Answer:
        """What a method gives for its params; raises Refusal."""
        known = self._methods.get(method)
        if known is None:
            words = f"there is no method {method[:60]!r}; there is {', '.join(self._methods)}"
            raise Refusal(Code.NO_METHOD, words)
        do, wanted, allowed = known
        if not isinstance(params, dict):
            raise _wrong_params(f"params are an object with {_listed(wanted | allowed)}: they go by name")
        if not wanted <= params.keys() or not params.keys() <= wanted | allowed:
            problems = [f"{name} is missing" for name in sorted(wanted - params.keys())]
            problems += [
                f"{name[:60]!r} means nothing here; known are {_listed(wanted | allowed)}"
                for name in sorted(params.keys() - wanted - allowed)
            ]
            raise _wrong_params(*problems)
        try:
            return do(**params)
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001  # a mistake of ours: whoever asked is told, and other games go on
            traceback.print_exc(file=sys.stderr)
            raise Refusal(Code.INTERNAL, f"the oracle itself has failed: {type(error).__name__}: {error}") from None

    # --- methods

    def _hello(self) -> Answer:
        return {
            "protocol": protocol.NAME,
            "version": protocol.VERSION,
            "software": {"name": "towerup", "version": self._version},
            "methods": list(self._methods),
            "limits": {
                "line": protocol.MOST_LINE,
                "games": self._most_games,
                "batch": protocol.MOST_BATCH,
                "name": protocol.MOST_NAME,
            },
            "games": [self._known_game(self._find(name)) for name in self._names],
        }

    def _known_game(self, rules: Ruleset) -> Answer:
        """A game whose rules are known, with a header for each edition that one can begin with."""
        editions = (rules.usual_edition, *rules.companions) if self._edition is None else (self._edition,)
        return {
            "name": rules.name,
            "title": rules.title,
            "editions": [
                {
                    "players": list(rules.player_counts(edition)),
                    "header": header_of(rules.new_game(rules.player_counts(edition)[0], edition=edition)),
                }
                for edition in editions
            ],
        }

    def _start(self, header: Any = ABSENT, state: Any = ABSENT, game: Any = ABSENT) -> Answer:
        if (header is ABSENT) == (state is ABSENT):
            raise _wrong_params("either a header or a state is wanted")
        name = self._name_for(game)
        begun = self._about_to_begin(header) if state is ABSENT else self._given(state)
        rules: Ruleset = begun.ruleset
        self.games[name] = opened = Game(begun, rules, self._spaces.of(begun, rules))
        return {"game": name, **_shown(opened)}

    def _name_for(self, game: Any) -> str:
        """The name of a game about to be opened."""
        if game is not ABSENT and (not isinstance(game, str) or not 0 < len(game) <= protocol.MOST_NAME):
            raise _wrong_params(f"the name of a game is a text of 1 to {protocol.MOST_NAME} characters @ $.game")
        if game in self.games:
            raise Refusal(Code.GAME_EXISTS, f"a game {game!r} is open already; end it, or choose another name")
        if len(self.games) >= self._most_games:
            words = f"{self._most_games:,} games are open, and no more can be; end one first"
            raise Refusal(Code.TOO_MANY_GAMES, words)
        if game is not ABSENT:
            return str(game)
        return next(name for name in (f"game-{number}" for number in self._numbers) if name not in self.games)

    def _about_to_begin(self, header: Any) -> Any:
        try:
            return start_of(header, self._find, self._edition)
        except JsonError as error:
            raise _wrong_params(*(within("header", problem) for problem in error.problems)) from None

    def _given(self, state: Any) -> Any:
        """The state that somebody has written out."""
        name = state.get("game") if isinstance(state, dict) else None
        if not isinstance(name, str):
            raise _wrong_params("a state is an object that names its game @ $.state.game")
        try:
            rules = self._find(name)
        except ValueError as error:
            raise _wrong_params(f"{error} @ $.state.game") from None
        try:
            return rules.state_from_json(encode(state), self._edition)
        except JsonError as error:
            raise _wrong_params(*(within("state", problem) for problem in error.problems)) from None
        except ImpossiblePosition as error:
            data = {"violations": violations_to_json(error.violations)}
            raise Refusal(Code.IMPOSSIBLE_POSITION, "no game can reach this position", data) from None

    def _game(self, name: Any) -> Game:
        game = self.games.get(name) if isinstance(name, str) else None
        if game is None:
            words = f"{name[:60]!r}" if isinstance(name, str) else "that; the name of a game is a text"
            raise Refusal(Code.NO_GAME, f"there is no game {words}")
        return game

    def _state(self, game: Any) -> Answer:
        return _shown(self._game(game))

    def _legal(self, game: Any) -> Answer:
        asked = self._game(game)
        text = asked.space.text
        listed = b"[" + b",".join([text(action) for action in asked.rules.legal_actions(asked.state)]) + b"]"
        return {"actor": actor_to_json(asked.state.actor), "actions": orjson.Fragment(listed)}

    def _chances(self, game: Any) -> Answer:
        asked = self._game(game)
        weights = asked.rules.chance_weights(asked.state)
        legal = asked.rules.legal_actions(asked.state) if weights else ()
        return {
            "actor": actor_to_json(asked.state.actor),
            "chances": [
                {"action": orjson.Fragment(asked.space.text(action)), "weight": weight}
                for action, weight in zip(legal, weights, strict=True)
            ],
        }

    def _play(self, game: Any, action: Any, actor: Any = ABSENT) -> Answer:
        asked = self._game(game)
        tried, by = _tried(asked, action, actor)
        state, apply = asked.state, asked.rules.apply
        try:
            # An actor who is named is judged with the action; the one who is to act need not be.
            asked.state = apply(state, tried) if by is None or by == state.actor else apply(state, tried, by)
        except IllegalAction as error:
            data = {"violations": violations_to_json(error.violations)}
            raise Refusal(Code.ILLEGAL_ACTION, f"{tried} is not legal here", data) from None
        return _shown(asked)

    def _explain(self, game: Any, action: Any, actor: Any = ABSENT) -> Answer:
        asked = self._game(game)
        tried, by = _tried(asked, action, actor)
        broken = asked.rules.explain(asked.state, tried, by)
        return {"legal": not broken, "violations": violations_to_json(broken)}

    def _outcome(self, game: Any) -> Answer:
        asked = self._game(game)
        result = asked.rules.outcome(asked.state)
        return {"outcome": None if result is None else asked.rules.outcome_to_json(result)}

    def _end(self, game: Any) -> Answer:
        self._game(game)
        del self.games[game]
        return {"game": game, "open": len(self.games)}


def _check_form(message: Mapping[str, Any]) -> None:
    if message.get("jsonrpc") != "2.0":
        raise Refusal(Code.NO_REQUEST, 'a request has "jsonrpc": "2.0"')
    if not isinstance(message.get("method"), str):
        raise Refusal(Code.NO_REQUEST, "a request has a method, a text")
    if not is_id(message.get("id")):
        raise Refusal(Code.NO_REQUEST, "the id of a request is a text, a whole number of at most 64 bits, or null")
    if not message.keys() <= _KEYS:
        strange = ", ".join(repr(key[:60]) for key in sorted(message.keys() - _KEYS)[:8])
        raise Refusal(Code.NO_REQUEST, f"a request has jsonrpc, id, method and params; {strange} means nothing here")


_KEYS = {"jsonrpc", "id", "method", "params"}


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing in it"


def _wrong_params(*problems: str) -> Refusal:
    return Refusal(Code.WRONG_PARAMS, "; ".join(problems), {"problems": list(problems)})


def _tried(game: Game, action: Any, actor: Any) -> tuple[Any, Actor]:
    try:
        by = None if actor is ABSENT else actor_from_json(actor)
    except JsonError as error:
        raise _wrong_params(*(within("actor", problem) for problem in error.problems)) from None
    try:
        return game.space.action(action), by
    except JsonError as error:
        # That this is no action is for the rules to say; what is wrong with it, the reader tells best.
        if not game.rules.findings(game.state, action, by):
            return action, by
        raise _wrong_params(*(within("action", problem) for problem in error.problems)) from None


def _shown(game: Game) -> Answer:
    state = game.state
    return {"actor": actor_to_json(state.actor), "state": orjson.Fragment(game.rules.state_to_json(state))}


def _encode(reply: Any) -> bytes:
    return orjson.dumps(reply, option=orjson.OPT_SORT_KEYS)


def serve(oracle: Oracle, asked: BinaryIO, answered: BinaryIO) -> None:
    """Answers line after line until there are no more; each reply is sent before the next line is read."""
    write, flush = answered.write, answered.flush
    for line in bounded_lines(asked, protocol.MOST_LINE):
        reply = oracle.answer(line)
        if reply is not None:
            write(reply)
            flush()
