"""What the tables of docs/testing.md say is so."""

from __future__ import annotations

from pathlib import Path

from towerup.verify import profiles, strategies

PAGE = Path(__file__).parents[2] / "docs" / "testing.md"


def test_the_page_names_what_there_is() -> None:
    """Each strategy of its table is there, and the numbers of the profiles are right."""
    text = PAGE.read_text(encoding="utf-8")
    rows = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    named = [row.partition("(")[0] for row in rows if "(" in row]
    assert len(named) == 11
    assert all(callable(getattr(strategies, name)) for name in named)
    for name, numbers in profiles.PROFILES.items():
        assert f"| `{name}` | {numbers['max_examples']:,} | {numbers['stateful_step_count']:,} |" in text
