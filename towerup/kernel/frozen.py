"""Frozen values: a dict that cannot change and has a hash, and counts of things by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, NoReturn, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V], Generic[K, V]):
    """A dict that cannot change. It has a hash, compares like a dict, pickles, and JSON writers take it for a dict."""

    __slots__ = ("_hash",)

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has no hash because it can change; this one cannot
        try:
            return self._hash
        except AttributeError:
            self._hash: int = hash(frozenset(self.items()))
            return self._hash

    def _refuse(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot change; make a new one, as {{**old, key: value}}")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __or__(self, other: Mapping[K, V]) -> Self:  # type: ignore[override]  # the result is frozen, too
        return type(self)({**self, **other})

    def copy(self) -> Self:
        return self

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, V]]]:
        return type(self), (dict(self),)


class Counts(FrozenDict[str, int]):
    """How many there are of each thing, by name. What is not named counts 0, and what counts 0 is not named.

    >>> Counts(brown=2) + Counts.of(["black", "brown"])
    {'brown': 3, 'black': 1}
    """

    __slots__ = ()

    def __init__(self, counts: Mapping[str, int] = {}, /, **named: int) -> None:
        given = {**counts, **named}
        for name, count in given.items():
            if type(count) is not int or count < 0 or not isinstance(name, str):
                raise TypeError(f"a count is a name and a number from 0, not {name!r}: {count!r}")
        super().__init__({name: count for name, count in given.items() if count})

    @classmethod
    def of(cls, names: Iterable[str]) -> Self:
        """The counts of these names, each counted as often as it comes."""
        counted: dict[str, int] = {}
        for name in names:
            counted[name] = counted.get(name, 0) + 1
        return cls._from(counted)

    @classmethod
    def _from(cls, counts: dict[str, int]) -> Self:
        """These counts, known to be right and without zeros."""
        made = cls.__new__(cls)
        dict.__init__(made, counts)
        return made

    @property
    def total(self) -> int:
        """How many in all."""
        return sum(self.values())

    def names(self) -> Iterator[str]:
        """Each name as often as it counts."""
        for name, count in self.items():
            for _ in range(count):
                yield name

    def __missing__(self, name: str) -> int:
        return 0

    def __add__(self, other: Mapping[str, int]) -> Self:
        counts = dict(self)
        for name, count in other.items():
            counts[name] = counts.get(name, 0) + count
        return self._from(counts)

    def __sub__(self, other: Mapping[str, int]) -> Self:
        """What is left after taking these away; raises ValueError where there are not enough."""
        counts = dict(self)
        for name, count in other.items():
            left = counts.get(name, 0) - count
            if left < 0:
                raise ValueError(f"cannot take {count} {name} from {counts.get(name, 0)}")
            if left:
                counts[name] = left
            else:
                counts.pop(name, None)
        return self._from(counts)

    def __le__(self, other: Mapping[str, int]) -> bool:
        """Whether the other has at least as many of everything."""
        return covers(other, self)

    def __ge__(self, other: Counts) -> bool:
        return other <= self


def covers(have: Mapping[str, int], need: Mapping[str, int]) -> bool:
    """Whether there are at least as many of everything as needed."""
    for name, count in need.items():  # noqa: SIM110  # a loop takes half the time of all(), and this is asked often
        if count > have.get(name, 0):
            return False
    return True


def frozen_dict(value: Mapping[Any, Any]) -> FrozenDict[Any, Any]:
    """For attrs fields: any mapping, frozen."""
    if isinstance(value, FrozenDict):
        return value
    if not isinstance(value, Mapping):
        raise TypeError(f"a mapping is needed here, not {value!r:.60}")
    return FrozenDict(value)


def as_counts(value: Mapping[str, int]) -> Counts:
    """For attrs fields: any mapping from names to numbers, as counts."""
    if type(value) is Counts:
        return value
    if not isinstance(value, Mapping):
        raise TypeError(f"a mapping from names to numbers is needed here, not {value!r:.60}")
    return Counts(value)


def as_names(value: Iterable[str]) -> tuple[str, ...]:
    """For attrs fields: any names in order, as a tuple."""
    if type(value) is tuple:
        return value
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise TypeError(f"a list of names is needed here, not {value!r:.60}")
    return tuple(value)


def check_type(name: str, value: object, kind: type) -> None:
    """For attrs classes: refuses a value that is not just of this type (a bool is no int)."""
    if type(value) is not kind:
        raise TypeError(f"{name} is {value!r:.60}, which is no {kind.__name__}")
