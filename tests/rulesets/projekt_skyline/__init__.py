"""Tests of the rules of Projekt Skyline."""
