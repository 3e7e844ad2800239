"""The oracle over HTTP, as it is met by those who ask."""
