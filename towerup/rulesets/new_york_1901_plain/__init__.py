"""New York 1901: the rules as pure functions over immutable values."""
