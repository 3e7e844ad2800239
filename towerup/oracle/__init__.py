"""The oracle: judging what other implementations of a game do. Works for any ruleset and knows none by name."""
