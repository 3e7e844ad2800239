"""The box of New York 1901: editions, boards, tiles, challenges, and the check of an edition file."""
