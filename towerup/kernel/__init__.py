"""What every rulebook needs, and no game in particular."""
