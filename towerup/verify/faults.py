"""Planted faults: single wrong rules, put into a private copy of a ruleset to see whether verification notices.

Knows no game by name. A ruleset's package lists its faults in `faults.toml`, each as small patches of the text of its
modules. `plant` loads the whole package a second time, under a name of its own and with the patches in it, and gives back
the ruleset found there; the real package stays as it is.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.abc import InspectLoader, Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from towerup.kernel.ruleset import AnyRuleset, Ruleset


class FaultError(ValueError):
    """A fault that is not known, is written wrongly, or no longer fits the text it is to change."""


@attrs.frozen
class Patch:
    """One change of a module's text: `old`, which stands in it exactly once, becomes `new`."""

    module: str
    old: str
    new: str


@attrs.frozen
class Fault:
    """A wrong rule: what it says, the rules and rulings that it breaks (the main one first), and how it is planted."""

    id: str
    title: str
    rules: tuple[str, ...]
    rulings: tuple[str, ...]
    module: str
    """Where the wrong rule is at home; single patches may be elsewhere. Empty: in the package itself."""
    patches: tuple[Patch, ...]
    outside: bool = True
    """Whether it shows in what is said over the line protocol; if not, only to those who call Python."""

    def __str__(self) -> str:
        return f"{self.id}: {self.title}"


_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_FAULT_KEYS = {"id", "title", "rules", "rulings", "module", "outside", "patch"}
_OPTIONAL = {"rulings", "module", "outside"}
_PATCH_KEYS = {"module", "old", "new"}


@cache
def read_faults(package: str) -> tuple[Fault, ...]:
    """The faults that a ruleset's package lists, in their order; none if it has no list."""
    file = faults_file(package)
    if not file.is_file():
        return ()
    faults = tuple(_fault(raw) for raw in tomllib.loads(file.read_text(encoding="utf-8"))["fault"])
    known: set[str] = set()
    for fault in faults:
        if fault.id in known:
            raise FaultError(f"two faults are called {fault.id!r}")
        known.add(fault.id)
    return faults


def faults_file(package: str) -> Traversable:
    """Where the faults are: in `faults.toml` of the package; of a game that is one module, beside it in `<module>_faults.toml`."""
    spec = importlib.util.find_spec(package)
    if spec is not None and spec.submodule_search_locations is None and spec.origin is not None:
        return Path(spec.origin).with_name(f"{package.rpartition('.')[2]}_faults.toml")
    return resources.files(package) / "faults.toml"


def _fault(raw: Mapping[str, Any]) -> Fault:
    name = raw.get("id", "a fault without id")
    wrong = (_FAULT_KEYS - _OPTIONAL) - set(raw) or set(raw) - _FAULT_KEYS
    if wrong:
        raise FaultError(f"{name}: {', '.join(sorted(wrong))} is missing or not known")
    if not _ID.fullmatch(name):
        raise FaultError(f"{name!r} is no id: it is words in small letters, with - between them")
    for patch in raw["patch"]:
        wrong = {"old", "new"} - set(patch) or set(patch) - _PATCH_KEYS
        if wrong:
            raise FaultError(f"{name}: in a patch {', '.join(sorted(wrong))} is missing or not known")
    module = raw.get("module", "")
    return Fault(
        id=name,
        title=raw["title"],
        rules=tuple(raw["rules"]),
        rulings=tuple(raw.get("rulings", ())),
        module=module,
        patches=tuple(Patch(one.get("module", module), one["old"], one["new"]) for one in raw["patch"]),
        outside=raw.get("outside", True),
    )


def fault_by_id(faults: Sequence[Fault], id: str) -> Fault:
    """The fault of this name; raises FaultError with the names near it."""
    for fault in faults:
        if fault.id == id:
            return fault
    near = difflib.get_close_matches(id, [fault.id for fault in faults], n=3)
    hint = f"near it: {', '.join(near)}" if near else f"there are {len(faults)} faults"
    raise FaultError(f"there is no fault {id!r}; {hint}")


def patched_sources(package: str, fault: Fault) -> dict[str, str]:
    """The text of each module that the fault changes, as it then is; raises FaultError where a patch does not fit."""
    texts: dict[str, str] = {}
    for patch in fault.patches:
        text = texts.get(patch.module) or _source(package, patch.module, fault)
        found = text.count(patch.old)
        if found != 1:
            told = "does not have" if not found else f"has {found} times"
            where = patch.module or package
            raise FaultError(f"fault {fault.id}: module {where} {told} the text to change:\n{patch.old}")
        texts[patch.module] = text.replace(patch.old, patch.new)
    return texts


def _spec(name: str) -> ModuleSpec | None:
    """The spec of a module as Python's own finder has it. Under pytest another one can come first, which knows no sources."""
    parent = name.rpartition(".")[0]
    path = importlib.import_module(parent).__path__ if parent else None
    return PathFinder.find_spec(name, path) or importlib.util.find_spec(name)


def _source(package: str, module: str, fault: Fault) -> str:
    name = f"{package}.{module}" if module else package
    spec = _spec(name)
    source = spec.loader.get_source(name) if spec and isinstance(spec.loader, InspectLoader) else None
    if source is None:
        raise FaultError(f"fault {fault.id}: there is no module {module or package} with a source in {package}")
    return source


def plant(package: str, fault: Fault | str) -> AnyRuleset:
    """The ruleset of a fresh copy of the package with the fault in it. The real modules are not touched.

    The copy's modules stay loaded under a name of their own, for what they import late; `uproot` takes them out again.
    """
    if isinstance(fault, str):
        fault = fault_by_id(read_faults(package), fault)
    texts = patched_sources(package, fault)
    name = copy_name(package, fault)
    uproot(package, fault)
    _FINDER.copies[name] = _Copy(package, fault.id, texts)
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    try:
        own = importlib.util.find_spec(f"{package}.ruleset") if is_package(package) else None
        return _ruleset_in(importlib.import_module(name if own is None else f"{name}.ruleset"))
    except BaseException:  # whatever it was, nothing half loaded stays
        uproot(package, fault)
        raise


def is_package(name: str) -> bool:
    """Whether the rules are a package, and not a single module."""
    spec = importlib.util.find_spec(name)
    return spec is not None and spec.submodule_search_locations is not None


def is_planted(package: str, id: str) -> bool:
    """Whether a copy with the fault of this name is loaded."""
    return copy_name(package, fault_by_id(read_faults(package), id)) in sys.modules


def uproot(package: str, fault: Fault) -> None:
    """The planted copy is forgotten, so that its memory can be freed; what was taken from it works on only as far as it
    has been imported.
    """
    name = copy_name(package, fault)
    _FINDER.copies.pop(name, None)
    for module in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
        del sys.modules[module]


def copy_name(package: str, fault: Fault) -> str:
    """The name of the package that holds the copy: always the same, so that what is pickled is found again."""
    return f"planted_{package.rpartition('.')[2]}__{fault.id.replace('-', '_')}"


def _ruleset_in(module: ModuleType) -> AnyRuleset:
    found = [thing for thing in vars(module).values() if isinstance(thing, Ruleset)]
    if len(found) != 1:
        raise FaultError(f"{module.__name__} has {len(found)} rulesets, not one")
    return found[0]


@attrs.frozen
class _Copy:
    """A planted copy: of which package, with which fault, and the texts that differ."""

    package: str
    fault: str
    texts: Mapping[str, str]


class _Finder(MetaPathFinder):
    """Finds the modules of planted copies beside the real ones."""

    def __init__(self) -> None:
        self.copies: dict[str, _Copy] = {}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        name, _, module = fullname.partition(".")
        copy = self.copies.get(name)
        if copy is None:
            return None
        real = _spec(f"{copy.package}.{module}" if module else copy.package)
        if real is None or not isinstance(real.loader, InspectLoader):
            return None
        loader = _Loader(real, real.loader, copy.fault, copy.texts.get(module))
        is_package = real.submodule_search_locations is not None
        return ModuleSpec(fullname, loader, origin=real.origin, is_package=is_package)


_FINDER = _Finder()


class _Loader(Loader):
    """Loads a module's own code, or its patched text, under the copy's name."""

    def __init__(self, spec: ModuleSpec, loader: InspectLoader, fault: str, text: str | None) -> None:
        self._spec, self._loader, self._fault, self._text = spec, loader, fault, text

    def exec_module(self, module: ModuleType) -> None:
        if self._text is None:
            code = self._loader.get_code(self._spec.name)
            assert code is not None
        else:
            # A file name of its own: a traceback then shows the planted text, which it asks `get_source` for.
            code = compile(self._text, f"{self._spec.name} with {self._fault}", "exec", dont_inherit=True)
        exec(code, vars(module))  # noqa: S102  # the ruleset's own code

    def get_source(self, name: str) -> str | None:
        """The text as it was run."""
        return self._text if self._text is not None else self._loader.get_source(self._spec.name)

    def get_resource_reader(self, name: str) -> Any:
        """The data files are the real package's."""
        reader = getattr(self._loader, "get_resource_reader", None)
        return reader(self._spec.name) if reader else None
