"""Parts of the commands that need no engine: pictures, sources, undo, changed lines, constructs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from rulesc.commands.build import changed_lines, changed_tests
from rulesc.commands.constructs import constructs_of
from rulesc.commands.coverage import exercised
from rulesc.commands.engine import plain_score, plain_value
from rulesc.commands.init import starter
from rulesc.commands.named import named
from rulesc.commands.picture import picture
from rulesc.commands.session import Session
from rulesc.commands.sources import read_lines, unread_lines
from rulesc.diagnostics import Report
from rulesc.pipeline import check_all

# ---- pictures ---------------------------------------------------------------------------------


def test_a_grid_is_drawn() -> None:
    cells: dict[str, object] = {f"r{r}c{c}": {} for r in (1, 2) for c in (1, 2, 3)}
    cells["r1c2"] = {"p1": 1}
    assert picture({"zones": {"board": cells}}) == [
        "board:",
        "     c1 c2 c3",
        "  r1 .  p1 .",
        "  r2 .  .  .",
    ]


def test_counts_and_hidden_cards() -> None:
    view: dict[str, object] = {
        "game": "g",
        "slots": {"score": {"p1": 3, "p2": 0}, "used": [], "color": {"A": None, "B": "red"}, "over": False},
        "zones": {
            "hand": {"p1": {"blue": 2, "red": 1}, "p2": 2},
            "deck": 5,
            "discard": {},
            "bank": "unlimited",
        },
    }
    assert picture(view) == [
        "score: p1 3, p2 0",
        "used: -",
        "color: A -, B red",
        "over: no",
        "hand:",
        "  p1: 2 blue, red",
        "  p2: 2 face down",
        "deck: 5 face down",
        "discard: -",
        "bank: unlimited",
    ]


# ---- sources ----------------------------------------------------------------------------------


def test_lines_that_nothing_accounts_for() -> None:
    read = read_lines(["Z1-2, D1", "Z4", "nonsense", "Z5-"])
    assert read == {"Z": {1, 2, 4}, "D": {1}}
    texts = {"Z": "a\nb\nc\nd\n\n  e \n", "D": "x\r\ny"}
    assert [(one.line, one.text) for one in unread_lines(texts, read)] == [
        ("Z3", "c"),
        ("Z6", "e"),
        ("D2", "y"),
    ]


def test_an_endless_citation_is_cut_short() -> None:
    assert len(read_lines(["Z1-99999999999999"])["Z"]) < 200_000


# ---- what examples exercise -------------------------------------------------------------------

MENTIONED = """\
game: small
title: Small
players: 2
rulebook: book.yaml
examples: examples.yaml
options:
  long: bool = false          @S-1
types:
  Color: red | blue           @S-2
  Size:  small | large        @S-3
components:
  Chip: {color: Color, copies: 2, start: pot, rules: S-4}
  Coin: {size: Size, copies: 2, start: bank, rules: S-5}
zones:
  pot:           Chip         @S-6
  bank:          Coin         @S-7
  hand per Seat: Chip         @S-8
  purse per Seat: Coin        @S-9
state:
  turns: 0..9                 @S-10
  extra: 0..9                 @S-11
  spare: 0..9                 @S-12
define:
  worth(color): if color == red then 1 else extra  @S-13
actions:
  take(color):
    when:
      there: Chip(color) in pot           @S-14
      early: turns < 5 or spare > 0       @S-15
    do: |
      move Chip(color) from pot to hand   @S-16
      turns += worth(color)               @S-17
      if turns > 8 and long
        move Coin(large) from bank to purse  @S-18
phases:
  game: |
    repeat
      for s in seats
        turn by s             @S-19
    until pot.size == 0
  turn by player: take        @S-19
scoring:
  chips: hand[seat].size      @S-20
"""


def exercised_by(folder: Path, lines: str) -> set[int]:
    """The numbers of the clauses that an example with these lines exercises."""
    (folder / "book.yaml").write_text(
        "clauses:\n" + "".join(f"  S-{n}: {{text: A sentence.}}\n" for n in range(1, 21)), encoding="utf-8"
    )
    (folder / "examples.yaml").write_text(f"one:\n  play:\n{lines}", encoding="utf-8")
    (folder / "small.yaml").write_text(MENTIONED, encoding="utf-8")
    report = Report()
    checked = check_all(folder / "small.yaml", report)
    assert checked is not None, report.diagnostics
    found = exercised(checked.program, checked.spec)
    assert not found.failed
    return {int(clause.removeprefix("S-")) for clause in found.examples}


def test_only_what_ran_is_exercised(tmp_path: Path) -> None:
    """Not the option, the coins and the slots that stand beside it, where nothing reads them."""
    ran = {2, 4, 6, 8, 10, 13, 16, 17, 19}
    assert exercised_by(tmp_path, "    - p1: take(red)\n") == ran
    assert exercised_by(tmp_path, "    - p1: take(blue)\n") == ran | {11}


def test_the_reason_of_a_refusal_is_exercised(tmp_path: Path) -> None:
    moves = "    - p1: take(red)\n    - p2: take(red)\n    - cannot p1: take(red)\n"
    assert exercised_by(tmp_path, moves) == {2, 4, 6, 8, 10, 13, 14, 16, 17, 19}


# ---- undo -------------------------------------------------------------------------------------


@dataclass
class Position:
    """Seat 0 counts up, action 9 draws, action 8 shows a card, action 7 hands over to seat 1."""

    past: list[dict[str, object]] = field(default_factory=list)
    seat: int = 0

    def clone(self) -> Position:
        return replace(self, past=list(self.past))

    def action_to_string(self, player: int, action: int) -> str:
        return f"do({action})"

    def apply_action(self, action: int, player: int | None = None) -> None:
        moves: list[dict[str, object]] = []
        if action == 8:
            moves = [{"kind": "red", "count": 1, "from": "hand[p1]", "to": "table"}]
        self.past.append({"seat": player, "moves": moves})
        if action == 9:
            self.past.append({"seat": -1, "moves": []})
        if action == 7:
            self.seat = 1

    def events(self, since: int, player: int | None) -> Sequence[Mapping[str, object]]:
        return self.past

    def view(self, player: int | None = None) -> Mapping[str, object]:
        mine: object = {"red": 1} if player == 0 else 1
        return {"zones": {"hand": {"p1": mine}, "table": {}}}


class Rules:
    def num_players(self) -> int:
        return 2


@pytest.mark.parametrize(
    ("played", "seat", "told"),
    [
        ([], 0, "nothing to take back"),
        ([(0, 1)], 0, ""),
        ([(0, 9)], 0, "chance has fallen"),
        ([(0, 8)], 0, "seen something new"),
        ([(0, 7), (1, 1)], 0, "p2 has moved"),
        ([(0, 7)], 1, "p1 has moved"),
    ],
)
def test_the_undo_horizon(played: list[tuple[int, int]], seat: int, told: str) -> None:
    session = Session(Rules(), Position())  # type: ignore[arg-type]
    for who, action in played:
        session.play(who, action)
    before = list(session.moves)
    reason = session.undo(seat)
    assert told in reason
    assert bool(reason) == bool(told)
    assert session.moves == (before if reason else before[:-1])


# ---- small things -----------------------------------------------------------------------------


def test_changed_lines_and_tests() -> None:
    before = b"x = 1\ndef test_a():\n    assert 1\ndef test_b():\n    pass\n"
    after = b"x = 2\ndef test_a():\n    assert 2\ndef test_c():\n    pass\n"
    assert "-x = 1" in changed_lines(before, after)
    assert "+x = 2" in changed_lines(before, after)
    assert changed_tests(before, after) == ["test_a: changed", "test_b: gone", "test_c: new"]
    assert changed_tests(b"def", after) == ["test_a: new", "test_c: new"]


def test_values_and_scores() -> None:
    from fractions import Fraction

    assert [plain_value(text) for text in ("true", "false", "-3", "--3", "p1", "9" * 30)] == [
        True,
        False,
        -3,
        "--3",
        "p1",
        "9" * 30,
    ]
    assert [plain_score(score) for score in (3, Fraction(6, 2), Fraction(-1, 18))] == [3, 3, "-1/18"]


@pytest.mark.parametrize("name", ["my_game", "no", "true", "x"])
def test_the_starter_is_narrow_and_short(name: str) -> None:
    lines = starter(name, f"specs/{name}.yaml").splitlines()
    assert len(lines) < 55
    assert max(map(len, lines)) <= 110


# ---- constructs -------------------------------------------------------------------------------

REWRITTEN = """\
game: small
title: Small
players: 2
components:
  Die: {pips: 1..6, copies: unlimited, start: cup}
  Card: {color: red | blue, copies: 20, start: deck}
zones:
  cup: dice of Die
  cast: one Die
  deck: pile of Card
  market: Card, at most 3
  hand per Seat: Card, seen by owner
state:
  last: bool = false
  first: Seat = p1
actions:
  done:
    when:
      last: last
    do: last = false
phases:
  game: |
    deal 2 from deck to hand
    turn by p1
  turn by player: |
    LINES
scoring:
  points: 0
"""


@pytest.mark.parametrize(
    "lines",
    [
        "roll 1 from cup to cast",
        "roll 1 from cup to cast as die",
        "deal 1 from deck to hand",
        "pass hand clockwise",
        "pass hand counterclockwise",
        "refill market to 3 from deck",
        "move 1 chosen from hand, market to deck as pick",
        "done if last",
        "end game if last",
        "bidding by s for s in clockwise(first)\n      done",
        "offer trade to next(player) where last\n      last = true",
        "if last\n      end game\n    elif first == p1\n      last = true",
    ],
)
def test_a_line_that_becomes_several_hands_on_its_clauses(tmp_path: Path, lines: str) -> None:
    cited = "\n".join(f"{line}  @S-1 @S-2" for line in lines.split("\n"))
    (tmp_path / "small.yaml").write_text(REWRITTEN.replace("LINES", cited), encoding="utf-8")
    report = Report()
    checked = check_all(tmp_path / "small.yaml", report)
    assert checked is not None, report.diagnostics
    head = f"phase turn: {lines.split(chr(10))[0]}"
    found = [c for c in constructs_of(checked.program, ()) if c.label.startswith("phase turn: ")]
    assert head in {c.label.split("  @")[0] for c in found}
    assert [c for c in found if not c.covered] == []
    assert {c.clauses for c in found if not c.label.startswith("phase turn: if")} <= {("S-1", "S-2")}


def test_constructs_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    """Types by their names and before what follows them, exceptions behind what they are exceptions of."""
    text = REWRITTEN.replace("LINES", "roll 1 from cup to cast  @S-1").replace(
        "state:",
        "types:\n  Mark: 0..9  @S-1\ndefine:\n  most: 3  @S-1\n  most / last: 2 if last  @S-1\nstate:",
    )
    text = text.replace("  first: Seat", "  marks: Mark = 0  @S-1\n  first: Seat")
    (tmp_path / "small.yaml").write_text(text, encoding="utf-8")
    checked = check_all(tmp_path / "small.yaml", Report())
    assert checked is not None
    found = constructs_of(checked.program, checked.spec.types)
    assert [f"{c.span.line}:{c.span.column} {c.label}" for c in found if "S-1" in c.clauses] == [
        "14:3 type Mark",
        "16:3 define most",
        "17:3 define most / last",
        "20:3 slot marks",
        "32:5 phase turn: roll 1 from cup to cast",
    ]
    assert [(c.span.line, c.span.column) for c in found] == sorted(
        (c.span.line, c.span.column) for c in found
    )
    chain = named(checked.document, checked.spec.types, checked.program, "most")
    assert [line for line in chain if line.startswith("  small.yaml:")] == [
        "  small.yaml:16",
        "  small.yaml:17",
    ]
