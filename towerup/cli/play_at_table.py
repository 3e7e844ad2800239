"""The table of `towerup play`: what is shown, what is asked, and what can be answered."""

from __future__ import annotations

import contextlib
import difflib
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape

from towerup import view
from towerup.kernel.actors import CHANCE
from towerup.kernel.menus import Menu, menu_of
from towerup.kernel.numbers import NumberError, is_number, whole_number
from towerup.kernel.output_files import write_file
from towerup.kernel.records import RecordError
from towerup.kernel.rules import UnknownRule, Violation
from towerup.kernel.ruleset import AnyRuleset
from towerup.lab.entrants import entrant
from towerup.lab.players import Player
from towerup.lab.sessions import Session
from towerup.rulesets import ruleset

from .common import console
from .sources import lines_of

HINTS_BY = "mcts:300"
MANY = 40
"""Actions that are listed of a long game, unless all are wanted."""

Seat = tuple[str, Player | None]
"""A player by name; None for a person."""


class _Mistake(Exception):
    """Something that was typed and cannot be done; the message says what could."""


class AtTable:
    """A session with people and players around it."""

    def __init__(
        self, session: Session, seats: Sequence[Seat], seed: int, edition: Any = None, *, ask_chance: bool = False
    ) -> None:
        self.session = session
        self.seats = list(seats)
        self.seed = seed
        self.edition = edition
        self.ask_chance = ask_chance
        self.saved = session.end
        """So many actions of the game are in a file."""
        self.leaving = False
        self.paused = False
        """Whether the others were told to wait."""
        self._shown: tuple[int, Any] | None = None
        """The position that was drawn last."""
        self._news: list[str] = []
        """What players and chance have done since somebody here was asked."""

    @property
    def rules(self) -> AnyRuleset:
        rules: AnyRuleset = self.session.state.ruleset
        return rules

    # --- the loop

    def run(self) -> None:
        """Until somebody leaves, or there is nothing more to read."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # lines can be edited, and called back
        console.print("[dim]Your move by its number or in notation; help tells what else there is.[/]")
        while not self.leaving:
            self._go_on()
            self._show()
            try:
                line = input(self._prompt())
            except EOFError:
                print()
                return
            except KeyboardInterrupt:
                # As a shell has it: what was typed is forgotten. Who wants to leave says so.
                print()
                console.print("[dim]quit ends the game.[/]")
                continue
            try:
                self._answer(line.strip())
            except _Mistake as mistake:
                console.print(f"[red]{escape(str(mistake))}[/]", soft_wrap=True)
            except KeyboardInterrupt:
                console.print("\n[dim]Stopped.[/]")

    def _go_on(self) -> None:
        """Players and chance act, while it is for them; each action is told."""
        while self.session.is_live and not self._asks() and not self.paused:
            try:
                self._reply()
            except KeyboardInterrupt:
                console.print("\n[dim]Stopped: go lets the others go on.[/]")
                self.paused = True

    def _reply(self) -> None:
        """Whoever is to act, and is not a person here, acts."""
        session, actor = self.session, self.session.state.actor
        name, player = self._who(actor), None if actor is CHANCE else self.seats[actor][1]
        with self._waiting(f"{name} thinks") if player is not None else contextlib.nullcontext():
            action = session.reply(player, self.seed)
        session.play(action)
        self._news.append(f"{name}: {action}")
        console.print(f"{session.at:4} [bold]{escape(name)}[/]: {escape(str(action))}", soft_wrap=True)

    @contextlib.contextmanager
    def _waiting(self, words: str) -> Iterator[None]:
        if console.is_terminal:
            with console.status(escape(words)):
                yield
        else:
            yield

    def _asks(self) -> bool:
        """Whether it is for a person here to say what is done in the position looked at."""
        actor = self.session.state.actor
        return self.ask_chance if actor is CHANCE else actor is not None and self.seats[actor][1] is None

    def _wanted(self, state: Any) -> bool:
        """Whether a position is one that somebody here decides in, or the end: where undo and redo stop."""
        actor = state.actor
        if actor is CHANCE:
            return self.ask_chance
        return actor is None or self.seats[actor][1] is None

    def _who(self, actor: Any) -> str:
        if actor is CHANCE:
            return "chance"
        colour = self.rules.seats(self.session.state)[actor]
        name, player = self.seats[actor]
        return colour if player is None else f"{colour} ({name})"

    def _prompt(self) -> str:
        session, actor = self.session, self.session.state.actor
        place = "" if session.at == session.end else f" [{session.at} of {session.end}]"
        return f"{'over' if actor is None else self._who(actor)}{place}> "

    # --- showing

    def _show(self) -> None:
        """The table, if it is not the one that was drawn last; and what is wrong with a record that breaks off here."""
        session = self.session
        if self._shown == (session.at, session.state):
            return
        self._draw()
        # The picture is tall: what was told above it may be out of sight.
        if 0 < len(self._news) <= MANY:
            console.print(f"Done by the others: {escape('; '.join(self._news))}.", soft_wrap=True)
        self._news = []
        legal = self.rules.legal_actions(session.state)
        if legal:
            menu = menu_of(self.rules, session.state)
            kinds = ", ".join(f"{len([*option.actions()])} to {option.label}" for option in menu.options)
            console.print(f"[dim]{kinds}: moves lists them.[/]", soft_wrap=True)
        if session.at == session.end and session.flaw is not None:
            _tell_flaw(session.flaw)

    def _draw(self, *overlays: view.Overlay) -> None:
        session = self.session
        self._shown = session.at, session.state
        print()
        print(view.picture(session.state, *overlays, last=session.last))

    # --- answering

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = _COMMANDS.get("help" if word == "?" else word.lower())
        if not line:
            return
        if command is not None:
            command[0](self, rest.strip())
        else:
            self._move(line)

    def _move(self, text: str) -> None:
        """A move, by number, in notation, or by words that only one legal move has."""
        session = self.session
        action = self._action(text)
        broken = self.rules.explain(session.state, action)
        if broken:
            console.print(f"[red]{escape(str(action))} is not legal here:[/]", soft_wrap=True)
            _tell_broken(broken)
            return
        self.paused = False
        session.play(action)
        console.print(f"{session.at:4} [bold]{escape(str(action))}[/]", soft_wrap=True)

    def _action(self, text: str) -> Any:
        """The action that a text means."""
        state = self.session.state
        legal = self.rules.legal_actions(state)
        if state.actor is None:
            raise _Mistake("the game is over; undo takes back, jump N goes anywhere, quit ends")
        if is_number(text):
            if not 1 <= whole_number(text) <= len(legal):
                raise _Mistake(f"moves are numbered from 1 to {len(legal)}; moves lists them")
            return legal[whole_number(text) - 1]
        try:
            return self.rules.parse_action(state, text)
        except ValueError as error:
            fitting = _with_words(text, legal)
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                some = "; ".join(map(str, fitting[:5])) + (" …" if len(fitting) > 5 else "")
                raise _Mistake(f"{len(fitting)} moves fit {text!r}: {some}") from None
            raise _Mistake(_not_understood(text, str(error))) from None

    # --- commands

    def _help(self, rest: str) -> None:
        console.print("Type a move: its number, its notation, or words that only one legal move has. Or:")
        rules = [*self.rules.catalogue().rules]
        for word, (_, form, described) in _COMMANDS.items():
            words = described.format(id=rules[len(rules) // 2])  # some rule of this game, and not one about forms
            console.print(f"  [bold]{escape(f'{word} {form}'.ljust(16))}[/] {escape(words)}", soft_wrap=True)

    def _moves(self, rest: str) -> None:
        state = self.session.state
        legal = self.rules.legal_actions(state)
        chosen = _with_words(rest, legal) if rest else list(legal)
        if not chosen:
            raise _Mistake(f"no legal move has {rest!r}" if legal else "the game is over: there are no moves")
        numbers = {id(action): number for number, action in enumerate(legal, start=1)}
        for line in _listed(menu_of(self.rules, state, chosen), lambda action: numbers[id(action)]):
            console.print(line, soft_wrap=True)

    def _why(self, rest: str) -> None:
        if not rest:
            raise _Mistake("why not what? Type a move, as a number or in notation")
        action = self._action(rest)
        broken = self.rules.explain(self.session.state, action)
        if broken:
            console.print(f"{escape(str(action))} is not legal here:", soft_wrap=True)
            _tell_broken(broken)
        else:
            console.print(f"[green]{escape(str(action))} is legal.[/]", soft_wrap=True)

    def _try(self, rest: str) -> None:
        if not rest:
            raise _Mistake("try what? Type a move, as a number or in notation")
        action = self._action(rest)
        broken = self.rules.explain(self.session.state, action)
        if broken:
            _tell_broken(broken)
            return
        self._draw(view.effect(self.session.state, action))

    def _hint(self, rest: str) -> None:
        state = self.session.state
        if not isinstance(state.actor, int):
            raise _Mistake("there is nothing to decide here for a player")
        try:
            player = entrant(rest or HINTS_BY, self.rules)
        except ValueError as error:
            raise _Mistake(str(error)) from None
        with self._waiting(f"{rest or HINTS_BY} thinks"):
            chosen = player(state, self.rules.legal_actions(state), random.Random(f"{self.seed}/{self.session.at}"))
        console.print(f"{escape(rest or HINTS_BY)} would {escape(str(chosen))}", soft_wrap=True)

    def _rule(self, rest: str) -> None:
        try:
            rule = self.rules.catalogue()[rest.upper()]
        except UnknownRule as error:
            raise _Mistake(str(error)) from None
        cited = "; ".join(map(str, rule.citations))
        console.print(
            f"[bold]{rule.id}[/] {escape(rule.title)}\n{escape(rule.statement)}\n[dim]{escape(cited)}[/]",
            soft_wrap=True,
        )

    def _table(self, rest: str) -> None:
        self._draw()

    def _history(self, rest: str) -> None:
        session = self.session
        actions, states = session.actions(), session.states()
        first = 0 if rest == "all" else max(0, len(actions) - MANY)
        if first:
            console.print(f"  … {first} actions before; history all lists them")
        for number in range(first, len(actions)):
            mark = ">" if number + 1 == session.at else " "
            actor = states[number].actor
            who = "chance" if actor is CHANCE else self.rules.seats(states[number])[actor]
            console.print(f"{mark}{number + 1:4} {escape(who)}: {escape(str(actions[number]))}", soft_wrap=True)
        if not actions:
            console.print("nothing has happened yet")

    def _undo(self, rest: str) -> None:
        for _ in range(_number(rest, "undo", 1)):
            if not self.session.undo(self._wanted):
                if self.session.at == 0:
                    raise _Mistake("this is where the game begins")
                self.session.jump(0)

    def _redo(self, rest: str) -> None:
        for _ in range(_number(rest, "redo", 1)):
            if not self.session.redo(self._wanted):
                raise _Mistake("nothing was taken back that could be done again")

    def _back(self, rest: str) -> None:
        for _ in range(_number(rest, "<", 1)):
            if not self.session.undo():
                raise _Mistake("this is where the game begins")

    def _on(self, rest: str) -> None:
        for _ in range(_number(rest, ">", 1)):
            if not self.session.redo():
                raise _Mistake("this is how far the game has come")

    def _jump(self, rest: str) -> None:
        wanted = self.session.end if rest == "end" else 0 if rest == "start" else _number(rest, "jump", None)
        try:
            self.session.jump(wanted)
        except ValueError as error:
            raise _Mistake(str(error)) from None

    def _go(self, rest: str) -> None:
        if self.session.state.actor is None:
            raise _Mistake("the game is over")
        if self._asks():
            raise _Mistake(f"it is for {self._who(self.session.state.actor)} to move")
        self.paused = False
        self.session.cut()

    def _seats(self, rest: str) -> None:
        if rest:
            named = [word.strip() for word in rest.replace(",", " ").split()]
            if len(named) != len(self.seats):
                raise _Mistake(f"{len(self.seats)} players sit at this table, not {len(named)}")
            try:
                self.seats = [(name, None if name == "me" else entrant(name, self.rules)) for name in named]
            except ValueError as error:
                raise _Mistake(str(error)) from None
        colours = self.rules.seats(self.session.state)
        for colour, (name, player) in zip(colours, self.seats, strict=True):
            console.print(f"  {escape(colour)}: {'a person here' if player is None else escape(name)}")

    def _save(self, rest: str) -> None:
        overwrite, name = rest.endswith("!"), rest.rstrip("! ")
        if not name:
            raise _Mistake("save to which file? As save game.jsonl")
        path = Path(name)
        if path.exists() and not overwrite:
            raise _Mistake(f"{path} is there already; save {path}! writes over it")
        try:
            write_file(path, b"".join(self.session.record().lines()))
        except OSError as error:
            raise _Mistake(f"{path} cannot be written: {error.strerror or error}") from None
        self.saved = self.session.end
        console.print(f"{self.session.end} actions are in {escape(str(path))}.", soft_wrap=True)

    def _load(self, rest: str) -> None:
        if not rest:
            raise _Mistake("load which file? As load game.jsonl")
        try:
            with lines_of(Path(rest)) as lines:
                loaded = Session.loaded(lines, ruleset, self.edition)
        except OSError as error:
            raise _Mistake(f"{rest} cannot be read: {error.strerror}") from None
        except RecordError as error:
            raise _Mistake(f"{rest}, {error}") from None
        rules: AnyRuleset = loaded.state.ruleset
        count = len(rules.seats(loaded.state))
        if count != len(self.seats) or rules is not self.session.state.ruleset:
            self.seats = [("me", None)] * count
        self.session, self.saved, self._shown = loaded, loaded.end, None

    def _quit(self, rest: str) -> None:
        if self.session.end != self.saved:
            self.saved = self.session.end
            raise _Mistake("the game is not saved: save FILE, or quit again")
        self.leaving = True


def _not_understood(text: str, why: str) -> str:
    """What to say of a line that is no command and no move; `why` is what the notation says of it."""
    first = text.split(maxsplit=1)[0]
    near = difflib.get_close_matches(first.lower(), _COMMANDS, n=1)
    if near and "did you mean" not in why:
        return f"there is no {first!r}; did you mean {near[0]}?"
    return why if "did you mean" in why else f"{why}; help tells what else can be typed"


def _number(text: str, command: str, usual: int | None) -> int:
    if not text and usual is not None:
        return usual
    try:
        return whole_number(text, f"what follows {command}")
    except NumberError as error:
        raise _Mistake(str(error)) from None


def _with_words(text: str, legal: Sequence[Any]) -> list[Any]:
    """The actions whose notation has all these words, in this order."""
    wanted = text.lower().replace("+", " +").split()

    def fits(action: Any) -> bool:
        words = iter(str(action).lower().split())
        return all(any(word in (one, one.lstrip("+")) for one in words) for word in wanted)

    return [action for action in legal if fits(action)]


def _tell_broken(broken: Sequence[Violation]) -> None:
    """The broken rules: what is wrong here, what the rule says, and where it stands."""
    for one in broken:
        cited = "; ".join(map(str, one.citations))
        console.print(f"  [bold]{one.id}[/] {escape(one.title)}: [bold]{escape(one.message)}[/]", soft_wrap=True)
        console.print(f"    {escape(one.rule.statement)} [dim]({escape(cited)})[/]", soft_wrap=True)


def _tell_flaw(flaw: RecordError) -> None:
    """Why a record goes no further."""
    place = f"line {flaw.line}" if flaw.column is None else f"line {flaw.line}, column {flaw.column}"
    why = flaw.why.partition(":\n")[0] if flaw.violations else flaw.why
    console.print(f"[bold red]Here the record breaks off[/], {place}: {escape(why)}", soft_wrap=True)
    _tell_broken(flaw.violations)


def _listed(menu: Menu, number: Callable[[Any], int]) -> Iterator[str]:
    """A menu in lines: what to do; below it a line for each second choice, with the rest of the choices in it.

    Where nothing more is to be chosen after the second choice, they stand side by side.
    """
    for option in menu.options:
        if option.action is not None:
            yield f"[bold]{escape(option.label)}[/] [cyan]({number(option.action)})[/]"
            continue
        yield f"[bold]{escape(option.label)}[/] [dim]({escape(option.asks)}{_asked(option)})[/]"
        described = [(escape(one.label), _inline(one, number)) for one in option.options]
        if all(len([*one.actions()]) == 1 for one in option.options):
            yield "  " + " · ".join(f"{label} {rest}" for label, rest in described)
        else:
            width = max(len(label) for label, _ in described)
            yield from (f"  {label:<{width}}  {rest}" for label, rest in described)


def _asked(menu: Menu) -> str:
    """What is chosen further on, where there is anything to choose."""
    if not any(len(option.options) > 1 or _asked(option) for option in menu.options):
        return ""
    below = next(option for option in menu.options if option.options)
    return f", {below.asks}{_asked(below)}"


def _inline(menu: Menu, number: Callable[[Any], int]) -> str:
    """The rest of the choices in one line; where there is but one it need not be named."""
    if menu.action is not None:
        return f"[cyan]({number(menu.action)})[/]"
    if len(menu.options) == 1 and menu.options[0].action is not None:
        return _inline(menu.options[0], number)
    parts = [f"{escape(option.label)} {_inline(option, number)}" for option in menu.options]
    return (" · " if any(option.options for option in menu.options) else ", ").join(parts)


_COMMANDS: dict[str, tuple[Callable[[AtTable, str], None], str, str]] = {
    "moves": (AtTable._moves, "[WORDS]", "all legal moves, or those with these words, in groups and numbered"),
    "why": (AtTable._why, "MOVE", "why a move is not legal: the broken rules, what they say, where they stand"),
    "try": (AtTable._try, "MOVE", "what a move would do, shown on the table and not played"),
    "hint": (AtTable._hint, "[PLAYER]", f"what a player of the lab would do here ({HINTS_BY})"),
    "rule": (AtTable._rule, "ID", "a rule in full, as rule {id}"),
    "table": (AtTable._table, "", "the table once more"),
    "history": (AtTable._history, "[all]", "what has happened"),
    "undo": (AtTable._undo, "[N]", "back to your last decision"),
    "redo": (AtTable._redo, "[N]", "forward to your next one"),
    "<": (AtTable._back, "[N]", "one action back, whoever took it"),
    ">": (AtTable._on, "[N]", "one action on"),
    "jump": (AtTable._jump, "N|start|end", "to the position after N actions"),
    "go": (AtTable._go, "", "let whoever is to act go on from a position that was taken back to"),
    "seats": (AtTable._seats, "[NAMES]", "who plays; or who shall play from now on, as seats me greedy"),
    "save": (AtTable._save, "FILE", "the game so far as a record"),
    "load": (AtTable._load, "FILE", "another game"),
    "help": (AtTable._help, "", "this list"),
    "quit": (AtTable._quit, "", "leave"),
}
