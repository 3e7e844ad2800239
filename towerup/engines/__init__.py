"""Engines: the games again, fast, over flat arrays. The rulebooks are the authority; tests show that they are the same games."""
