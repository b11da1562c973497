"""Editions: errata laid over a base, and what they do to the engines of the games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulesc.commands.engine import engine_of
from rulesc.diagnostics import Report
from rulesc.document import nodes as doc
from rulesc.document.from_text import editions_of, read_document
from rulesc.pipeline import Compiled, check_all, compile_spec, spec_hash
from rulesc.typed.run_examples import run_example
from rulesc_runtime import DamagedSave, Game, State, load
from tests.games import SPECS
from tests.test_cli import ROOT, run

SPEC = """\
game: small
title: Small
players: 2
rulebook: small/rulebook.yaml
rulings: small/rulings.yaml
examples: small/examples.yaml
options:
  purse: 0..3 = 1  @S-1
types:
  Color: red | blue
components:
  Card: {table: small/cards.csv, color: Color, start: deck, rules: S-1}
zones:
  deck: Card  @S-1
  hand per Seat: Card  @S-1
state:
  taken: 0..9 = 0  @S-1
define:
  most: 2  @S-2
  most / rich: 3 if purse == 3  @S-2
actions:
  take(card):
    when:
      some: card in deck  @S-1
      few: taken < most  @S-2
    do: |
      move card from deck to hand  @S-1
      taken += 1  @S-1
phases:
  game: |
    for s in seats
      turn by s  @S-1
  turn by player: |
    one of
      take  @S-1
    otherwise
      end game  @S-1
scoring:
  points: seat.hand.size  @S-1
"""
FILES = {
    "small.yaml": SPEC,
    "small/cards.csv": "color,copies\nred,4\nblue,4\n",
    "small/rulebook.yaml": "sources:\n  A: {file: a.txt}\n"
    "clauses:\n  S-1: {text: Take a card., cite: A1}\n  S-2: {text: Two cards.}\n",
    "small/rulings.yaml": (
        "U-S1: {question: q, readings: {yes: a, no: b}, chosen: yes, why: w}\n"
        "U-S2: {question: q, readings: {yes: a}, chosen: yes, why: w}\n"
    ),
    "small/examples.yaml": (
        "E-1:\n  title: one\n  play:\n    - p1: take(red)\n  expect:\n    - taken == 1\n"
        "E-2:\n  title: two\n  play:\n    - p1: take(blue)\n"
    ),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory with a small spec."""
    (tmp_path / "small" / "errata").mkdir(parents=True)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def erratum(body: str, name: str = "second") -> None:
    head = f"id: {name}\ndate: 2020\nsource: a letter\n"
    Path(f"small/errata/{name}.yaml").write_text(head + body, encoding="utf-8")


def document(edition: str = "second") -> doc.Document:
    report = Report()
    found = read_document(Path("small.yaml"), report, edition)
    assert found is not None, report.diagnostics
    return found


def texts(entries: tuple[doc.Entry | doc.TableEntry, ...]) -> dict[str, str]:
    return {e.key.value.strip(): e.value.value for e in entries if isinstance(e, doc.Entry)}


# ---- what a layer can do --------------------------------------------------------------------------


def test_declarations_are_added_replaced_and_removed() -> None:
    erratum(
        "add:\n  state: {left: 0..3 = 0}\n  options: {long: bool = true}\n"
        "replace:\n  define: {most: 4}\n  zones:\n    hand per Seat: Card, at most 3\n"
        "remove:\n  define: [most / rich]\n"
    )
    found = document()
    assert texts(found.state) == {"taken": "0..9 = 0  @S-1", "left": "0..3 = 0"}
    assert texts(found.define) == {"most": "4"}
    assert list(texts(found.options)) == ["purse", "long"]
    assert [z.value.value for z in found.zones] == ["Card  @S-1", "Card, at most 3"]


def test_a_definition_goes_with_its_exceptions() -> None:
    erratum("remove:\n  define: [most]\n")
    assert document().define == ()


def test_guards_change_line_by_line_and_an_action_part_by_part() -> None:
    erratum(
        "add:\n  guards: {take: {fresh: taken != 5}}\n  leaves: {take: {one: taken > 0}}\n"
        "replace:\n  actions: {take(card): {title: take it}}\n  guards: {take: {few: taken < 1}}\n"
        "remove:\n  guards: {take: [some]}\n"
    )
    (action,) = document().actions
    assert texts(action.when) == {"few": "taken < 1", "fresh": "taken != 5"}
    assert texts(action.leaves) == {"one": "taken > 0"}
    assert action.title is not None and action.title.value == "take it"
    assert action.do is not None and action.do.value.strip().startswith("move card")


def test_rows_are_called_by_what_they_hold() -> None:
    erratum(
        "add:\n  types: {Extra: a | b}\n  rows: {Card: {second_red: {color: red, copies: 2}}}\n"
        "replace:\n  rows: {Card: {red: {copies: 7}}}\nremove:\n  rows: {Card: [blue]}\n"
    )
    table = document().components[0].table
    assert table is not None
    assert [[cell.value for cell in row.cells] for row in table.rows] == [["red", "7"], ["red", "2"]]


def test_clauses_rulings_and_examples_keep_what_is_not_told() -> None:
    erratum(
        "add:\n  clauses: {S-3: {text: New.}}\n"
        "replace:\n  clauses: {S-1: {text: Take it.}}\n  rulings: {U-S1: {chosen: no}}\n"
        "  examples: {E-1: {expect: [taken == 2]}}\n"
        "remove:\n  rulings: [U-S2]\n  examples: [E-2]\n"
    )
    found = document()
    assert found.rulebook is not None
    clauses = {c.id.value: (c.text.value, c.cite and c.cite.value) for c in found.rulebook.clauses}
    assert clauses == {"S-1": ("Take it.", "A1"), "S-2": ("Two cards.", None), "S-3": ("New.", None)}
    assert [(r.id.value, r.chosen.value, len(r.readings)) for r in found.rulings] == [("U-S1", "no", 2)]
    (example,) = found.examples
    assert [line.text.value for line in example.play] == ["take(red)"]
    assert [text.value for text in example.expect] == ["taken == 2"]


def test_players_scoring_and_length_are_replaced() -> None:
    erratum(
        "replace:\n  players: 2..3\n  longest: 7\n"
        "  scoring: {points: 3 * seat.hand.size, ties: [taken], returns: scores}\n"
    )
    found = document()
    assert (found.players.value, found.longest and found.longest.value) == ("2..3", "7")
    assert texts(found.scoring) == {"points": "3 * seat.hand.size"}
    assert [t.value for t in found.ties] == ["taken"]
    assert found.returns is not None and found.returns.value == "scores"


def test_layers_lie_in_the_order_that_they_ask_for() -> None:
    erratum("after: [second]\nreplace:\n  define: {most: 5}\n", "first")
    erratum("replace:\n  define: {most: 4}\n", "second")
    Path("small/errata/editions.yaml").write_text("both: [first, second]\n", encoding="utf-8")
    found = document("both")
    assert [layer.id.value for layer in found.layers] == ["second", "first"]
    assert texts(found.define)["most"] == "5"


def test_parts_that_have_nothing_to_do_with_each_other_need_no_order() -> None:
    erratum("replace:\n  define: {most: 4}\n  guards: {take: {few: taken < 3}}\n", "first")
    erratum("add:\n  define: {most / poor: 1 if purse == 0}\n  guards: {take: {new: true}}\n", "second")
    Path("small/errata/editions.yaml").write_text("both: [first, second]\n", encoding="utf-8")
    assert len(document("both").layers) == 2


# ---- packages -------------------------------------------------------------------------------------


def test_an_edition_is_a_package_of_its_own() -> None:
    run("build", "small.yaml")
    base = {path.name: path.read_bytes() for path in Path("generated/small").iterdir() if path.is_file()}
    erratum("replace:\n  define: {most: 1}\n")
    run("build", "small.yaml", "--edition", "second")
    run("build", "--check", "small.yaml", "small.yaml@second")
    after = {path.name: path.read_bytes() for path in Path("generated/small").iterdir() if path.is_file()}
    assert base == after
    old, new = load("small"), load("small__second")
    assert (old.EDITION, new.EDITION) == ("standard", "second")
    assert old.SPEC_HASH != new.SPEC_HASH
    with pytest.raises(DamagedSave, match="edition"):
        new.Game().state_from_json(old.Game().new_initial_state().to_json())


def test_a_layer_is_part_of_what_identifies_the_rules() -> None:
    erratum("replace:\n  define: {most: 1}\n")
    one = spec_hash(document())
    erratum("replace:\n  define: {most: 2}\n")
    assert len({one, spec_hash(document()), spec_hash(document("standard"))}) == 3


def test_all_editions_are_checked_where_that_is_asked() -> None:
    """Errata that are in no edition too; one that only makes sense over another is read with it."""
    erratum("replace:\n  define: {most: 1}\n")
    erratum("add:\n  define: {more: 2}\n", "first")
    erratum("after: [first]\nreplace:\n  define: {more: 3}\n", "third")
    Path("small/errata/editions.yaml").write_text("both: [first, third]\n", encoding="utf-8")
    assert "3 specs without findings" in run("check", "--editions", "small.yaml").output
    erratum("remove:\n  define: [most]\n")
    assert "1 spec without findings" in run("check", "small.yaml").output
    assert "`second` removes it" in run("check", "--editions", "small.yaml", code=1).output
    erratum("", "second")
    erratum("after: [first]\nreplace:\n  define: {more: no}\n", "third")
    assert "third.yaml:6" in run("check", "--editions", "small.yaml", code=1).output


# ---- the editions of the games --------------------------------------------------------------------


def compiled(spec: str) -> Compiled:
    report = Report()
    found = compile_spec(ROOT / "specs" / spec, report)
    assert found is not None, report.diagnostics
    return found


def agree(one: State, other: State, chooser: random.Random) -> int:
    """Play both with the same moves; all that can be seen has to be the same. The number of moves."""
    moves = 0
    while not one.is_terminal():
        seat = one.acting_players()[0]
        assert other.acting_players() == one.acting_players()
        mine = [one.action_to_string(seat, a) for a in one.legal_actions(seat)]
        its = [other.action_to_string(seat, a) for a in other.legal_actions(seat)]
        assert mine == its
        for viewer in (None, *range(one.num_players())) if moves % 8 == 0 else ():
            left, right = one.view(viewer), other.view(viewer)
            assert {**left, "edition": ""} == {**right, "edition": ""}
        move = mine[chooser.randrange(len(mine))]
        one.apply_action(one.string_to_action(move, seat), seat)
        other.apply_action(other.string_to_action(move, seat), seat)
        moves += 1
    assert other.is_terminal()
    assert (one.scores(), one.ranking()) == (other.scores(), other.ranking())
    return moves


@pytest.mark.parametrize(
    ("spec", "edition", "base", "players", "games"),
    [
        ("pagoda", "quick", {"options": {"quick": True}}, 2, 6),
        ("pagoda", "blue_any_color", {"rulings": {"U-P9": "any_color"}}, 2, 3),
        pytest.param("cargo_empire", "three_turns", {}, 5, 3, marks=pytest.mark.slow),
        pytest.param("baruka", "printed_order", {}, 3, 3, marks=pytest.mark.slow),
    ],
)
def test_an_edition_plays_as_what_it_stands_for(
    spec: str, edition: str, base: dict[str, dict[str, object]], players: int, games: int
) -> None:
    old: type[Game] = engine_of(compiled(f"{spec}.yaml")).Game  # type: ignore[assignment]
    new: type[Game] = engine_of(compiled(f"{spec}.yaml@{edition}")).Game  # type: ignore[assignment]
    chooser = random.Random(1)
    for seed in range(games):
        one = old(players=players, **base).new_initial_state(seed)
        other = new(players=players).new_initial_state(seed)
        assert agree(one, other, chooser) > 20


EDITIONS = [Path(f"{spec}@{name}") for spec in SPECS for name in editions_of(spec)]


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.name)
def test_the_errata_of_the_games_hold(path: Path) -> None:
    """Each lies over something that is there, and says of every example that it breaks what becomes of it."""
    report = Report()
    found = check_all(path, report, held=False)
    assert found is not None and not report.diagnostics, report.diagnostics
    for example in found.program.examples:
        assert run_example(found.program, example, listing=False) == [], example.id


@pytest.mark.slow
def test_a_check_of_all_editions_finds_nothing() -> None:
    text = run("check", "--editions", *map(str, SPECS)).output
    assert f"{len(SPECS) + len(EDITIONS)} specs without findings" in text


def test_the_errata_of_the_games_are_these() -> None:
    known = ["baruka@printed_order", "cargo_empire@three_turns", "pagoda@blue_any_color", "pagoda@quick"]
    assert [path.name.replace(".yaml", "") for path in EDITIONS] == known
