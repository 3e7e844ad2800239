"""That the pages are run would notice a page that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from .pages import Desk, complaint, named_commands, shown_anew

FENCE = "```"


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A page to be written, and a folder to run it in."""
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    return Desk(tmp_path / "page.md", tmp_path / "desk")


def written(desk: Desk, *fences: str) -> Desk:
    desk.page.write_text("\n\n".join(f"{FENCE}{fence}\n{FENCE}" for fence in fences), encoding="utf-8")
    return desk


@pytest.mark.parametrize(
    "fences",
    [
        ["python\n>>> 1 + 1\n3"],
        ["python\nassert 1 + 1 == 3"],
        ["python\nnumber = 1", "python\n>>> number\n2"],
        ["console\n$ towerup version\n9.9.9"],
        ["console\n$ towerup rules TU-FOUND-03\n…\nThe moon is green.\n…"],
        ['python title="hello.py"\nprint("hello")', "console\n$ python hello.py\ngoodbye"],
        ["console\n$ rm -rf nothing\n"],
        ["console\nno command at all"],
    ],
)  # fmt: skip
def test_a_wrong_page_is_noticed(tried: Desk, fences: list[str]) -> None:
    """Whatever is not as shown."""
    desk = written(tried, *fences)
    with pytest.raises(AssertionError):
        desk.run()


def test_a_right_page_is_run(tried: Desk) -> None:
    """Files, names that go on from block to block, and words left out."""
    fences = [
        'python title="hello.py"\nprint("hello")',
        "console\n$ python hello.py\nhello",
        "python\nnumber = 1",
        "python\n>>> number + 1\n2",
        "console\n$ towerup rules TU-FOUND-03\nTU-FOUND-03 …\n…\n  PL POSTAW … BUDYNEK …",
    ]
    assert written(tried, *fences).run() == len(fences)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("towerup frobnicate", "there is no command towerup frobnicate"),
        ("towerup verify --gamez 5", "towerup verify has no option --gamez"),
        ("towerup edition eat x.toml", "there is no command towerup edition eat"),
        ("towerup verify --games many", "many"),
        ("towerup check", "files"),
    ],
)
def test_a_command_that_is_not_there_is_noticed(tried: Desk, words: str, said: str) -> None:
    """The command, its options, and what they are given."""
    [(_, found, whole)] = named_commands(written(tried, f"sh\n{words}   # a remark").page)
    assert said in (complaint(found, whole) or "").lower()


def test_commands_are_found_wherever_they_stand(tried: Desk) -> None:
    """In a shell's line with others, in a session, and in a text."""
    shell, session = (
        "sh\ncd there && .venv/bin/towerup verify --games 5 | less",
        "console\n$ towerup version\ntowerup says",
    )
    written(tried, shell, session)
    with tried.page.open("a", encoding="utf-8") as page:
        page.write("\n\nSee `towerup rules --report` and `towerup duel -- CMD …`.\n")
    found = [words for _, words, _ in named_commands(tried.page)]
    assert found == [
        ["towerup", "verify", "--games", "5"],
        ["towerup", "version"],
        ["towerup", "rules", "--report"],
        ["towerup", "duel", "--", "CMD", "…"],
    ]
    assert all(complaint(words, whole) is None for _, words, whole in named_commands(tried.page))


def test_an_answer_is_shown_anew_as_far_as_it_was_shown() -> None:
    """Lines and words that were left out stay left out."""
    said = "3 games in 7 s\none 1\ntwo 2\nthree 3\nfour 4\nlast line\nthe end\n"
    assert shown_anew("2 games in … s\n…\nthree 9\n…\nthe end\n", said) == "3 games in 7 s\n…\nthree 3\n…\nthe end\n"
    assert shown_anew("3 games in … s\n…\nthe end\n", said) == "3 games in … s\n…\nthe end\n"
    assert shown_anew("3 games in … s\nX\n", said) == said.replace("7 s", "… s")
