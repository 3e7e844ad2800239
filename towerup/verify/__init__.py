"""Proving a ruleset: campaigns over many games, and (with the extra `verify`) Hypothesis strategies and state machines."""
