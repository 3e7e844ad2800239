"""Small multisets in one integer: how many of each of a few things.

Stocks, the container and costs are counts of floors by colour. Packed seven bits a colour they are compared, added
and hashed as one number, which is what makes a step cheap; four colours fit into the 30 bits that Python handles
fastest. The top bit of each field stays clear in a count (so a count is 63 at most), which lets :func:`covers` compare
all colours in one subtraction; the sum of all counts is 126 at most, which lets :func:`total` add them by one remainder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

WIDTH = 7
"""Bits for each count."""
FIELD = 0x7F
"""The mask of one count's field."""
GUARD = 0x40
"""The top bit of a field, which is clear in a count."""
MOST_OF_ONE = 63
MOST_IN_ALL = 126


def unit(index: int) -> int:
    """One of the thing with this index."""
    return 1 << (WIDTH * index)


def guard(kinds: int) -> int:
    """The top bit of each field; see :func:`covers`."""
    return sum(GUARD << (WIDTH * index) for index in range(kinds))


def pack(counts: Iterable[int]) -> int:
    """The counts, in order, as one integer."""
    return sum(count << (WIDTH * index) for index, count in enumerate(counts))


def unpack(packed: int, kinds: int) -> tuple[int, ...]:
    """The counts of a packed integer, in order."""
    return tuple((packed >> (WIDTH * index)) & FIELD for index in range(kinds))


def count(packed: int, index: int) -> int:
    """How many of the thing with this index."""
    return (packed >> (WIDTH * index)) & FIELD


def total(packed: int) -> int:
    """How many things in all (128 is 1 modulo 127, so the fields add up)."""
    return packed % FIELD


def covers(have: int, want: int, guard: int) -> bool:
    """Whether there are at least as many of each thing in `have` as in `want`: no field borrows from its guard."""
    return ((have | guard) - want) & guard == guard


def multisets(kinds: int, size: int) -> Iterator[int]:
    """Every way to have `size` things of `kinds` kinds, packed, those with most of the first kind first."""
    if kinds == 1:
        yield size
        return
    for first in range(size, -1, -1):
        for rest in multisets(kinds - 1, size - first):
            yield first | rest << WIDTH
