"""What is in the box: editions as data, the board as a graph, stock cards, objectives."""
