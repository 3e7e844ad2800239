"""Projekt Skyline: the rules as pure functions over immutable values."""
