"""`rulesc mutate`: which changes are made, who notices them, and what counts as the same game."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rulesc.commands.diff import checked
from rulesc.commands.mutants import mutants
from rulesc.commands.mutate import typed_mutant
from rulesc.commands.outcomes import outcomes
from rulesc.commands.touched import changed, touched
from rulesc.typed.execute import Steps
from rulesc.typed.run_examples import Starts, run_example
from tests.test_cli import run

SPEC = """\
game: small
title: Small
players: 2
examples: examples.yaml
components:
  Chip: {copies: 5, start: pot}
zones:
  pot: Chip
  hand per Seat: Chip
state:
  taken: 0..9 = 0
define:
  most: 2
  most / late: 3 if taken > 3
actions:
  take:
    when:
      some: pot.size > 0
      few: seat_size < most or taken == 9
    do: |
      move Chip from pot to hand
      taken += 1
  rest: {}
phases:
  game: |
    repeat 2 times
      for s in seats
        turn by s
  turn by player: |
    one of
      take
      rest
scoring:
  points: seat.hand.size
""".replace("seat_size", "hand.size")
EXAMPLE = """\
E-1:
  play:
    - p1: take
    - p2: rest
    - p1: take
    - can p2: take
    - p2: rest
    - scores: 2, 0
"""


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(EXAMPLE)


def write(examples: str, spec: str = SPEC) -> None:
    Path("small.yaml").write_text(spec, encoding="utf-8")
    Path("examples.yaml").write_text(examples, encoding="utf-8")


def mutate(*more: str, code: int = 1) -> dict[str, object]:
    found: dict[str, object] = json.loads(run("mutate", "small.yaml", "--json", *more, code=code).output)
    return found


def by_change(found: dict[str, object]) -> dict[str, tuple[str, str]]:
    every = found["mutants"]
    assert isinstance(every, list)
    return {f"{one['place'].split(':')[1]} {one['change']}": (one["verdict"], one["by"]) for one in every}


def test_the_changes_that_are_made() -> None:
    """Counted by hand, operator by operator, over the lines of the spec."""
    found = Counter(mutant.operator for mutant in mutants(checked(Path("small.yaml")).spec))
    assert found == {
        "number": 2 + 4 + 1 + 2 + 2 + 2,  # most, late twice, `> 0` has one, `== 9`, `+= 1`, `repeat 2`
        "logic": 1 + 1,  # the exception's condition, `or`
        "comparison": 1 + 1 + 2,
        "arithmetic": 1,
        "dropped": 1 + 2 + 2 + 2,  # the exception, two guards, two statements, two branches
    }


def test_a_number_is_changed_where_it_is_written() -> None:
    """`move 1 chosen` has one number, though it is the least and the most; `up to 2` has no nought."""
    lines = "      move 1 chosen from pot to hand as one\n      move up to 2 chosen from hand to pot as two\n"
    write(EXAMPLE, SPEC.replace("      move Chip from pot to hand\n", lines))
    every = mutants(checked(Path("small.yaml")).spec)
    changes = [m.change for m in every if "chosen" in m.span.source.line(m.span.line)]
    numbers = [change for change in changes if "->" in change]
    assert numbers == ["`1` -> `2`", "`1` -> `0`", "`2` -> `3`", "`2` -> `1`"]


def test_each_mutant_differs_from_the_spec_in_one_place() -> None:
    spec = checked(Path("small.yaml")).spec
    every = list(mutants(spec))
    assert len({mutant.spec.__repr__() for mutant in every}) == len(every)
    assert all(mutant.spec != spec for mutant in every)


def test_what_examples_notice_and_what_they_don_t() -> None:
    found = by_change(mutate())
    assert found["18 without `pot.size > 0`"][0] == "equivalent"  # five chips, and four are taken at most
    assert found["18 `>` -> `>=`"] == ("equivalent", "all positions are the same")
    assert found["21 without `move Chip from pot to hand`"] == ("killed", "E-1")
    assert found["22 `+=` -> `-=`"][0] == "refused"  # it leaves the bounds of `taken`
    repeat = next(n for n, line in enumerate(SPEC.splitlines(), 1) if "repeat 2 times" in line)
    assert found[f"{repeat} `2` -> `1`"][0] == "killed"
    assert found["13 `2` -> `1`"][0] == "killed"
    assert found["22 `1` -> `2`"][0] == "equivalent"  # more may be taken late, but nobody can use it
    assert found[f"{repeat} `2` -> `3`"] == ("survived", "")
    write(EXAMPLE + "    - cannot p1: rest\n")
    assert by_change(mutate("--goal", "0", code=0))[f"{repeat} `2` -> `3`"] == ("killed", "E-1")


def test_the_score_is_the_share_of_those_that_count() -> None:
    found = mutate()
    counts = found["counts"]
    assert isinstance(counts, dict)
    assert found["score"] == round(counts["killed"] / (counts["killed"] + counts["survived"]), 4)
    assert counts["survived"] > 0
    run("mutate", "small.yaml", "--goal", "0.1")


def test_parts_add_up() -> None:
    whole = by_change(mutate())
    parts = {**by_change(mutate("--part", "1/2", "--goal", "0", code=0)),
             **by_change(mutate("--part", "2/2", "--goal", "0", code=0))}  # fmt: skip
    assert parts.keys() == whole.keys()
    assert {key: kind for key, (kind, _) in parts.items()} == {key: kind for key, (kind, _) in whole.items()}


def test_several_processes_and_lines_give_the_same() -> None:
    whole = mutate()
    assert mutate("--jobs", "2") == whole
    lines = by_change(mutate("--lines", "13,18-19", "--goal", "0", code=0))
    assert lines == {key: found for key, found in by_change(whole).items() if key[:2] in ("13", "18", "19")}
    assert {key[:2] for key in lines} == {"13", "18", "19"}
    run("mutate", "small.yaml", "--lines", "9-8", code=2)


ENDLESS = SPEC.replace("      rest\n", "      rest\n    while taken == 1\n      taken += 0\n")


def test_an_example_without_an_end_is_cut() -> None:
    """`taken += 0` goes on for ever; an example that ends takes the same steps each time."""
    write("E-1:\n  play:\n    - p1: take\n", ENDLESS)
    program, steps = checked(Path("small.yaml")).program, Steps(most=300)
    (fault,) = run_example(program, program.examples[0], steps=steps)
    assert "no end after 300 steps" in fault and steps.taken == 301
    write("E-1:\n  play:\n    - p1: take\n")
    program, steps = checked(Path("small.yaml")).program, Steps(most=300)
    assert not run_example(program, program.examples[0], steps=steps, listing=False)
    assert touched(program)[0].steps == steps.taken


NESTED = """\
game: small
title: Small
players: 2
examples: examples.yaml
components:
  Chip: {copies: 5, start: pot}
zones:
  pot: Chip
  hand per Seat: Chip
define:
  price: 2
actions:
  take: {do: pay}
  gift: {do: move Chip from pot to hand}
  coin:
    when: {some: pot.size > price}
    do: move 2 of Chip from pot to hand
  skip: {}
  rest: {}
effects:
  pay by player: |
    one of
      coin
      gift
  moves by player: |
    one of
      take
      skip
phases:
  game: |
    for s in seats
      turn by s
  turn by player: |
    one of
      moves
      rest
scoring:
  points: seat.hand.size
"""


def left_out(path: Path) -> int:
    """How many examples `mutate` leaves out; each is played all the same, and passes."""
    spec = checked(path)
    examples, number = touched(spec.program), 0
    for mutant in mutants(spec.spec):
        program = typed_mutant(spec, mutant)
        if isinstance(program, str):
            continue
        places = changed(spec.program, program)
        assert places, mutant.told
        for one in examples:
            if not places & one.places:
                number += 1
                assert not run_example(program, one.example, listing=False), (mutant.told, one.example.id)
    return number


def test_what_is_only_tried_counts_as_come_to() -> None:
    """Whether `take` is legal hangs on what it begins with and goes on with, none of which is played."""
    write("E-1:\n  play:\n    - can p1: take\n    - can p1: take, coin\n    - cannot p1: coin\n"
          "E-2:\n  play:\n    - p1: rest\n", NESTED)  # fmt: skip
    assert left_out(Path("small.yaml")) == 0
    found = by_change(mutate())
    line = {text.strip(): n for n, text in enumerate(NESTED.splitlines(), 1)}
    assert found[f"{line['take']} without `take`"] == ("killed", "E-1")
    assert found[f"{line['coin']} without `coin`"] == ("killed", "E-1")
    assert found[f"{line['price: 2']} `2` -> `3`"] == ("survived", "")


def test_examples_that_begin_alike_hear_the_same() -> None:
    """The second of them doesn't play the way up to its phase, but has taken its steps and heard it."""
    one = "  at: turn\n  given: |\n    p1.hand = {Chip}\n  play:\n    - p1: rest\n"
    write(f"E-1:\n{one}E-2:\n{one}", NESTED)
    program, starts = checked(Path("small.yaml")).program, Starts()
    told: list[tuple[int, set[tuple[str, int]]]] = []
    for example in program.examples:
        heard: set[tuple[str, int]] = set()

        def hear(how: str, node: object, heard: set[tuple[str, int]] = heard) -> None:
            heard.add((how, id(node)))

        steps = Steps()
        assert not run_example(program, example, hear, tried=True, steps=steps, starts=starts)
        told.append((steps.taken, heard))
    assert told[0] == told[1] and ("stmt", id(program.procedures[-2].body[0])) in told[1][1]


@pytest.mark.parametrize("game", ["tic_tac_toe", "kuhn_poker", "gallery/liars_dice"])
def test_examples_that_do_not_come_to_a_change_go_the_same_way(game: str) -> None:
    assert left_out(Path(__file__).parent.parent / "specs" / f"{game}.yaml") > 0


def test_outcomes_that_no_example_shows() -> None:
    missing = {one.label: one.missing for one in outcomes(checked(Path("small.yaml")).program) if one.missing}
    assert missing == {
        "define most / late": ("gives the value",),
        "action take, guard some": ("refuses",),
        "action take, guard few": ("refuses",),
    }
    text = run("mutate", "small.yaml", "--coverage", code=1).output
    assert "action take, guard few: no example in which it refuses" in text


@pytest.mark.parametrize(
    ("awards", "scores", "missing"), [("[3, 2]", "4, 2", ()), ("[3, -1]", "4, -1", ("no points",))]
)
def test_a_line_that_always_brings_points_need_not_bring_none(
    awards: str, scores: str, missing: tuple[str, ...]
) -> None:
    spec = SPEC.replace("scoring:\n", f"scoring:\n  rank: floor(pooled(worth, {awards}))\n")
    spec = spec.replace("define:\n", "define:\n  worth(s in Seat): s.hand.size\n")
    moves = "".join(f"    - {move}\n" for move in ("p1: take", "p2: rest", "p1: rest", "p2: rest"))
    write(f"E-1:\n  play:\n{moves}    - scores: {scores}\n", spec)
    found = {one.label: one.missing for one in outcomes(checked(Path("small.yaml")).program)}
    assert found["scoring rank"] == missing


def test_a_refusal_is_an_outcome_of_its_guard_alone() -> None:
    write("E-1:\n  play:\n    - p1: take\n    - p2: take\n    - p1: take\n    - p2: take\n"
          "E-2:\n  given: |\n    p1.hand = {2 of Chip}\n  play:\n    - cannot p1: take\n")  # fmt: skip
    missing = {one.label: one.missing for one in outcomes(checked(Path("small.yaml")).program) if one.missing}
    assert "action take, guard few" not in missing
    assert missing["action take, guard some"] == ("refuses",)


def test_a_guard_refuses_too_where_nothing_is_asked_because_of_it() -> None:
    """p1 may take once; in its second turn it is not asked again, as p2 decides next."""
    spec = SPEC.replace("    one of\n      take\n      rest\n", "    optional take\n")
    spec = spec.replace("hand.size < most or taken == 9", "hand.size < 1")
    write("E-1:\n  play:\n    - p1: take\n", spec)
    missing = {one.label: one.missing for one in outcomes(checked(Path("small.yaml")).program) if one.missing}
    assert missing["action take, guard few"] == ("refuses",)
    write("E-1:\n  play:\n    - p1: take\n    - p2: pass\n    - can p2: take\n", spec)
    missing = {one.label: one.missing for one in outcomes(checked(Path("small.yaml")).program) if one.missing}
    assert "action take, guard few" not in missing
    assert missing["action take, guard some"] == ("refuses",)


def test_what_a_decision_asks_before_its_options_is_an_outcome() -> None:
    """`take` is there until two chips lie in the pot; how many may be bid says a definition."""
    spec = SPEC.replace("    one of\n      take\n      rest\n",
                        "    one of\n      more\n      rest\n    choose n in 0..most as bid\n")  # fmt: skip
    spec = spec.replace(
        "phases:\n", "effects:\n  more by player: |\n    if pot.size > 4\n      take\nphases:\n"
    )

    def missing(play: str) -> dict[str, tuple[str, ...]]:
        write(f"E-1:\n  play:\n{play}", spec)
        every = outcomes(checked(Path("small.yaml")).program)
        return {one.label: one.missing for one in every if one.missing}

    assert missing("    - p1: rest\n")["define most"] == ("gives the value",)
    found = missing("    - p1: rest, bid(1)\n")
    assert "define most" not in found and found["effect more: if pot.size > 4"] == ("false",)
    found = missing("    - p1: take, bid(1)\n    - p2: rest\n")
    assert "effect more: if pot.size > 4" not in found


def test_expressions_that_have_the_same_value_everywhere_are_the_same_game() -> None:
    """`min(n, 5) - 2` is 0 for two as well as for less, by hand; beyond `n` the numbers make a difference."""
    spec = SPEC.replace(
        "  most: 2\n", "  most: 2\n  worth(n in 0..9): 0\n  worth / row: min(n, 5) - 2 if n >= 3\n"
    )
    whole = "seat.hand.size + worth(taken) + (if taken < 10 then min(taken, 9) else 7)"
    spec = spec.replace("seat.hand.size", whole)
    write(EXAMPLE.replace("scores: 2, 0", "scores: 4, 2"), spec.replace("copies: 5", "copies: 60"))
    found = by_change(mutate())
    assert found["15 `3` -> `2`"] == ("equivalent", "what differs has the same values")
    assert found["15 `5` -> `6`"] == found["15 `3` -> `4`"] == ("survived", "")
    (last,) = (key for key in found if key.endswith("`7` -> `8`"))
    line = last.split()[0]
    assert found[last] == ("equivalent", "what differs has the same values")
    assert found[f"{line} `9` -> `10`"][0] == "equivalent"
    assert found[f"{line} `9` -> `8`"][0] == "survived"
    assert found[f"{line} `10` -> `9`"][0] == "survived"  # nine is worth 7 then


def test_wrong_use_is_told() -> None:
    run("mutate", "small.yaml", "--part", "3/2", code=2)
    write("E-1:\n  play:\n    - p2: take\n")
    assert "no example passes" in run("mutate", "small.yaml", code=1).output
