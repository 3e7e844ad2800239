"""Tests of pictures; a package, because they share a reader of pictures and games to draw."""
