"""Tower Up: the rules as pure functions over immutable values."""
