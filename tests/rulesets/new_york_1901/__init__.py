"""Tests of the rules of New York 1901."""
