"""What can be laid over a picture: marks on sites, arrows between them, and words beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import attrs

Tone: TypeAlias = Literal["good", "bad", "note"]
"""What a mark says. Each tone has a sign as well as a colour, so that it can be told without colours."""

TONES: dict[str, Tone] = {"green": "good", "red": "bad", "blue": "note", **{tone: tone for tone in get_args(Tone)}}
"""The tones by name, and by the colours they are drawn in."""


@attrs.frozen
class Mark:
    """A mark on a site: its tone, and a few words or none."""

    label: str = ""
    tone: Tone = "note"


@attrs.frozen
class Arrow:
    """An arrow from one site to another."""

    start: str
    end: str
    tone: Tone = "note"


@attrs.frozen
class Overlay:
    """Marks, arrows and captions that belong together. Two are laid over one another with `+`."""

    marks: Mapping[str, Mark] = attrs.field(factory=dict)
    arrows: Sequence[Arrow] = ()
    captions: Sequence[str] = ()

    def __add__(self, other: Overlay) -> Overlay:
        return Overlay({**self.marks, **other.marks}, (*self.arrows, *other.arrows), (*self.captions, *other.captions))


MarkLike: TypeAlias = Mark | str
"""A Mark, the name of a tone or of its colour (`good` or `green`, `bad` or `red`, `note` or `blue`), or any other words."""
ArrowLike: TypeAlias = Arrow | tuple[str, str] | tuple[str, str, str]
"""An Arrow, a pair of sites, or a pair of sites and a tone or its colour."""


def overlay_of(
    overlays: Iterable[Overlay], marks: Mapping[str, MarkLike] | None, arrows: Iterable[ArrowLike], sites: Iterable[str]
) -> Overlay:
    """All that is to be laid over a picture, in one; raises ValueError where a site is named that is not there."""
    whole = sum(overlays, start=Overlay())
    whole += Overlay({site: _mark(one) for site, one in (marks or {}).items()}, [_arrow(one) for one in arrows])
    known = set(sites)
    for site in [*whole.marks, *(end for arrow in whole.arrows for end in (arrow.start, arrow.end))]:
        if site not in known:
            raise ValueError(f"there is no site {site!r} to mark")
    return whole


def _mark(one: Any) -> Mark:
    if isinstance(one, Mark):
        return one
    text = str(one)
    return Mark(tone=TONES[text]) if text in TONES else Mark(text)


def _arrow(one: Any) -> Arrow:
    if isinstance(one, Arrow):
        return one
    start, end, *tone = one
    if tone and tone[0] not in TONES:
        raise ValueError(f"an arrow is drawn in {', '.join(TONES)}, not {tone[0]!r}")
    return Arrow(start, end, TONES[tone[0]] if tone else "note")
