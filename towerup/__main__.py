"""`python -m towerup` is the command `towerup`."""

from towerup.cli import run

run()
