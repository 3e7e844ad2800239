"""The oracle over the line protocol: asked in lines, it answers in lines, and survives whatever it is asked.

`Oracle.answer` turns a line into its reply; `serve` does so for a pair of streams.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, BinaryIO

import orjson

from towerup.kernel.canonical import JsonError, decode
from towerup.kernel.differences import ABSENT
from towerup.kernel.lines import bounded_lines
from towerup.kernel.records import Find
from towerup.kernel.ruleset import AnyRuleset
from towerup.kernel.spaces import Spaces

from . import protocol, questions
from .protocol import Code, Id, Refusal, error_of, is_id, result_of
from .questions import Answer, Game, about_to_begin, check_names, given, known_games, wrong_params


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
                raise Refusal(Code.NO_REQUEST, "a request is an object")  # noqa: TRY301  # every refusal is answered below
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
        check_names(params, wanted, allowed)
        try:
            return do(**params)
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001  # a mistake of ours: the client gets an error, and other games go on
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
            "games": known_games(self._find, self._names, self._edition),
        }

    def _start(self, header: Any = ABSENT, state: Any = ABSENT, game: Any = ABSENT) -> Answer:
        if (header is ABSENT) == (state is ABSENT):
            raise wrong_params("either a header or a state is wanted")
        name = self._name_for(game)
        find, edition = self._find, self._edition
        begun = about_to_begin(header, find, edition) if state is ABSENT else given(state, find, edition)
        rules: AnyRuleset = begun.ruleset
        self.games[name] = opened = Game(begun, rules, self._spaces.of(begun, rules))
        return {"game": name, **questions.shown(opened)}

    def _name_for(self, game: Any) -> str:
        """The name of a game about to be opened."""
        if game is not ABSENT and (not isinstance(game, str) or not 0 < len(game) <= protocol.MOST_NAME):
            raise wrong_params(f"the name of a game is a text of 1 to {protocol.MOST_NAME} characters @ $.game")
        if game in self.games:
            raise Refusal(Code.GAME_EXISTS, f"a game {game!r} is open already; end it, or choose another name")
        if len(self.games) >= self._most_games:
            words = f"{self._most_games:,} games are open, and no more can be; end one first"
            raise Refusal(Code.TOO_MANY_GAMES, words)
        if game is not ABSENT:
            return str(game)
        return next(name for name in (f"game-{number}" for number in self._numbers) if name not in self.games)

    def _game(self, name: Any) -> Game:
        if not isinstance(name, str):
            raise wrong_params("the name of a game is a text @ $.game")
        game = self.games.get(name)
        if game is None:
            raise Refusal(Code.NO_GAME, f"there is no game {name[:60]!r}")
        return game

    def _state(self, game: Any) -> Answer:
        return questions.shown(self._game(game))

    def _legal(self, game: Any) -> Answer:
        return questions.legal(self._game(game))

    def _chances(self, game: Any) -> Answer:
        return questions.chances(self._game(game))

    def _play(self, game: Any, action: Any, actor: Any = ABSENT) -> Answer:
        asked = self._game(game)
        asked.state = questions.played(asked, action, actor)
        return questions.shown(asked)

    def _explain(self, game: Any, action: Any, actor: Any = ABSENT) -> Answer:
        return questions.explained(self._game(game), action, actor)

    def _outcome(self, game: Any) -> Answer:
        return questions.outcome(self._game(game))

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
