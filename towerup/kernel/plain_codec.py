"""The JSON of a game that describes nothing but its classes: straight from the attrs classes of its state and actions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from .canonical import Json, JsonError, JsonObject, encode, shown
from .editions import Box
from .forms import EditionName, SetupJson, read_state, state_head
from .plain_actions import verb
from .plain_values import plain
from .rules import ImpossiblePosition, Objection, violations

if TYPE_CHECKING:
    from pathlib import Path

    from .plain_converting import PlainConverter
    from .ruleset import AnyRuleset

VERSION = 1


class PlainCodec:
    """Actions, setups, states and outcomes of a game, there and back.

    A setup is the number of players, by the names of the seats; the rulings, if the game has some and the state a field
    `rulings`; and the game's options, each a field of the state with the same name.
    """

    def __init__(self, rules: AnyRuleset) -> None:
        self._rules = rules

    @cached_property
    def _converter(self) -> PlainConverter:
        from .plain_converting import PlainConverter  # cattrs takes longer to load than a game

        return PlainConverter()

    def action_to_json(self, action: object) -> JsonObject:
        """An action as a JSON value: its type and its fields."""
        return {"type": verb(type(action)), **plain(action)}

    def action_from_json(self, value: object) -> Any:
        """The action of a JSON value. Whether it is legal is not asked here."""
        kinds = {verb(kind): kind for kind in self._rules.action_types}
        if not isinstance(value, dict) or not isinstance(value.get("type"), str) or value["type"] not in kinds:
            raise JsonError(
                (f"an action is an object with a type ({', '.join(kinds)}) and its fields, not {shown(value)}",)
            )
        fields = {key: item for key, item in value.items() if key != "type"}
        return self._converter.read(fields, kinds[value["type"]])

    def setup_to_json(self, state: Any) -> SetupJson:
        """What was agreed for the game of a state."""
        rules = self._rules
        edition = rules.editions.shipped(rules.usual_edition)
        agreed: SetupJson = {
            "edition": {"name": edition.name, "digest": edition.digest},
            "players": list(rules.seats(state)),
            "rulings": dict(state.rulings.changed) if hasattr(state, "rulings") else {},
        }
        options: Any = {name: plain(getattr(state, name)) for name in rules.options}
        return {**agreed, **options}

    def game_from_setup(self, value: object, edition: str | Path | Box | None = None) -> Any:
        """The game about to begin that a setup describes."""
        rules = self._rules
        keys = ("edition", "players", "rulings", *rules.options)
        if not isinstance(value, dict) or value.keys() != set(keys):
            raise JsonError((f"a setup is an object with {', '.join(keys)}, not {shown(value)}",))
        named = self._converter.read(value["edition"], EditionName)
        box = rules.editions.shipped(rules.usual_edition if edition is None else str(getattr(edition, "name", edition)))
        if (named.name, named.digest) != (box.name, box.digest):
            raise JsonError((f"the edition is {box.name} {box.digest}, not {shown(value['edition'])} @ $.edition",))
        players = self._converter.read(value["players"], tuple[str, ...])
        readings = self._converter.read(value["rulings"], dict[str, str])
        if len(players) not in rules.player_counts():
            counts = ", ".join(map(str, rules.player_counts()))
            raise JsonError((f"{rules.title} is for {counts} players, not {len(players)} @ $.players",))
        options = {name: self._option(name, value[name]) for name in rules.options}
        try:
            state = rules.new_game(len(players), rulings=rules.rulings.by_name(readings), **options)
        except ValueError as error:
            raise JsonError((f"{error} @ $",)) from None
        if rules.seats(state) != players:
            seats = ", ".join(rules.seats(state))
            raise JsonError((f"the players are {seats}, not {', '.join(players)} @ $.players",))
        return state

    def _option(self, name: str, value: Json) -> Any:
        return self._converter.read_field(value, self._rules.state_type, name)

    def state_to_json(self, state: Any) -> bytes:
        """A state as canonical JSON."""
        head = state_head(self._rules.name, VERSION)
        return encode(head | {"setup": self.setup_to_json(state), "table": plain(state)})

    def state_from_json(self, data: bytes | str, edition: str | Path | Box | None = None) -> Any:
        """The state of a JSON text. Raises ImpossiblePosition if it breaks a property of states."""
        value = read_state(data, self._rules.name, VERSION)
        strange = set(value) ^ {*state_head("", 0), "setup", "table"}
        if strange:
            raise JsonError(
                tuple(f"{shown(key)} is missing or means nothing here @ $.{key}" for key in sorted(strange))
            )
        start = self.game_from_setup(value["setup"], edition)
        state = self._converter.read(value["table"], self._rules.state_type, "table")
        if self.setup_to_json(state) != self.setup_to_json(start):
            raise JsonError(("the table is not of the game that the setup describes @ $.table",))
        broken = [Objection(one.rules[0], one.statement) for one in self._rules.properties.broken_in(state)]
        if broken:
            raise ImpossiblePosition(violations(self._rules.catalogue(), broken))
        return state

    def outcome_to_json(self, outcome: object) -> JsonObject:
        """An outcome as a JSON value."""
        value: JsonObject = plain(outcome)
        return value
