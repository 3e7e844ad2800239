"""The explorer in a real browser, as it is met by those who use it."""
