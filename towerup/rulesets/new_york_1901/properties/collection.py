"""The collection that all properties of New York 1901 are entered in."""

from __future__ import annotations

from towerup.kernel.properties import Properties

from ..actions import Action
from ..state import State

PROPERTIES: Properties[State, Action] = Properties()

always, step, sometimes = PROPERTIES.always, PROPERTIES.step, PROPERTIES.sometimes
offered, weighted, scored = PROPERTIES.offered, PROPERTIES.weighted, PROPERTIES.scored
