"""The rulebook of Tower Up: one module per heading of the printed rules, over plain values by name."""
