"""The box of Projekt Skyline as data: board, pieces, dice, money and action cards."""
