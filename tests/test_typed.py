"""The typed stage: cases as files, the specs' numbering, what is silent, and what must never happen."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from rulesc.diagnostics import Report
from rulesc.document.from_text import read_document
from rulesc.source import Span
from rulesc.syntax.from_document import parse_spec
from rulesc.typed import nodes as typed
from rulesc.typed.builtins import FOLDS, FUNCTIONS
from rulesc.typed.fitting import arithmetic, certainly_outside, fits, join
from rulesc.typed.from_syntax import check_spec
from rulesc.typed.show import show_program
from rulesc.typed.types import Bool, Enum, ErrorType, Int, OptionalType, SetType
from tests.games import SPECS
from tests.small_spec import HEAD

ROOT = Path(__file__).parents[1]
CASES = sorted((Path(__file__).parent / "cases" / "typed").glob("*.case"))
PART = re.compile(r"^--- (.+)\n", re.MULTILINE)
EXPECTED = "--- expected\n"


def checked(path: Path) -> tuple[typed.Program | None, Report]:
    report = Report()
    document = read_document(path, report)
    assert document is not None, told(report)
    spec = parse_spec(document, report)
    assert spec is not None, told(report)
    return check_spec(spec, document, report), report


def told(report: Report) -> list[str]:
    return [f"{d.span} {d.code}: {d.message}" for d in report.diagnostics]


def program_of(path: Path) -> typed.Program:
    program, report = checked(path)
    assert program is not None, told(report)
    assert not report.diagnostics, told(report)
    return program


def small(tmp_path: Path, rest: str) -> tuple[typed.Program | None, Report]:
    path = tmp_path / "small.yaml"
    path.write_text(HEAD + rest, encoding="utf-8")
    return checked(path)


# ---- cases ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(case: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A spec, files it names (`--- name`), and the typed program as printed."""
    written, _, expected = case.read_text(encoding="utf-8").partition(EXPECTED)
    parts = PART.split(written)
    path = tmp_path / "case.yaml"
    path.write_text(parts[0], encoding="utf-8")
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    actual = show_program(program_of(path))
    if request.config.getoption("--update", default=False):
        case.write_text(written + EXPECTED + actual, encoding="utf-8")
    else:
        assert actual == expected


# ---- the specs -----------------------------------------------------------------------------


@pytest.fixture(scope="module", params=SPECS, ids=lambda spec: spec.stem)
def program(request: pytest.FixtureRequest) -> typed.Program:
    path: Path = request.param
    return program_of(path)


def test_ids_are_dense(program: typed.Program) -> None:
    """Each action's ids follow the ones before, without a gap."""
    first = 0
    for action in program.actions:
        assert action.first_id == first
        assert list(action.digits) == sorted(set(action.digits))
        many = 1
        for digit in action.digits:
            many *= _size(action.params[digit])
        first += many


def _size(param: typed.Param) -> int:
    from rulesc.typed.types import size

    return size(param.type)


def test_nothing_is_left_untyped(program: typed.Program) -> None:
    for node in below(program):
        assert not isinstance(getattr(node, "type", None), ErrorType), node


def below(node: object) -> list[object]:
    if isinstance(node, tuple):
        return [found for item in node for found in below(item)]
    if not is_dataclass(node) or isinstance(node, type | Span):
        return []
    return [node, *(found for field in fields(node) for found in below(getattr(node, field.name)))]


def test_offers_fit_their_actions(program: typed.Program) -> None:
    """An offer has an argument or a gap for each parameter, and each gap is a digit."""
    actions = {action.name: action for action in program.actions}
    for node in below(program):
        if isinstance(node, typed.OfferOption):
            action = actions[node.action]
            assert len(node.args) == len(action.params)
            free = {i for i, arg in enumerate(node.args) if arg is None}
            assert free <= set(action.digits)


def test_calls_have_all_arguments(program: typed.Program) -> None:
    defines = {define.name: define for define in program.defines}
    procedures = {procedure.name: procedure for procedure in program.procedures}
    for node in below(program):
        match node:
            case typed.CallDefine(name, args):
                assert len(args) == len(defines[name].params)
            case typed.Run(name, args):
                assert len(args) == len(procedures[name].params)


# ---- robustness ----------------------------------------------------------------------------


def test_long_chains_are_no_trouble(tmp_path: Path) -> None:
    chain = " + ".join(["pot.size"] * 200)
    tests = " or ".join(["pot.size > 1"] * 150)
    choices = "".join(f"if pot.size == {i} then {i} else " for i in range(100)) + "0"
    rest = f"""\
define:
  much: {chain}
  some: {tests}
  which: {choices}
phases:
  game: |
    end game if some and much + which > 3
scoring:
  points: 0
"""
    program, report = small(tmp_path, rest)
    assert program is not None, told(report)


def test_a_chain_of_dots_is_read_once(tmp_path: Path) -> None:
    """Each base is looked at in several ways; doing so anew at each dot would never end."""
    rest = f"""\
state:
  x per Seat: 0..1 = 0
define:
  deep: p1{".x" * 60}
phases:
  game: |
    end game if deep > 0
scoring:
  points: 0
"""
    program, report = small(tmp_path, rest)
    assert program is None
    assert [d.code for d in report.errors] == ["unknown-attribute"]


def test_one_fault_is_told_once(tmp_path: Path) -> None:
    """What follows from a fault is silent; what doesn't is told in the same run."""
    rest = """\
state:
  chips: 0..Many = 0
  marks: 0..4 = 0
define:
  more: chips + 1
  most: more + missing
actions:
  act:
    when:
      some: most > 2
      other: marks == true
phases:
  game: |
    turn by p1
  turn by player: |
    act
    chips += 1
scoring:
  points: chips + most
"""
    program, report = small(tmp_path, rest)
    assert program is None
    assert [d.code for d in report.errors] == ["unknown-name", "unknown-name", "type-mismatch"], told(report)


def test_every_built_in_is_described() -> None:
    for name, builtin in FUNCTIONS.items():
        assert builtin.name == name
        assert builtin.doc and builtin.signature.startswith(f"{name}(")
    assert set(FUNCTIONS) >= FOLDS


# ---- types ---------------------------------------------------------------------------------


def test_fits() -> None:
    color = Enum("Color", ("red", "blue"))
    assert fits(Int(0, 3), Int(5, 9))
    assert fits(color, OptionalType(color))
    assert not fits(OptionalType(color), color)
    assert not fits(color, SetType(color))
    assert not fits(Bool(), Int(0, 1))
    assert join(color, OptionalType(color)) == OptionalType(color)
    assert join(Int(0, 3), Int(5, 9)) == Int(0, 9)
    assert join(color, Bool()) is None
    assert certainly_outside(Int(5, 5), OptionalType(Int(0, 4)))
    assert not certainly_outside(Int(4, 5), Int(0, 4))


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "%"])
def test_bounds_of_arithmetic_hold(op: str) -> None:
    """Every result lies within the bounds."""
    results = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a // b,
        "%": lambda a, b: a % b,
    }
    ranges = [(-3, 2), (0, 5), (2, 4), (-5, -2), (3, 3), (0, 0)]
    for low, high in ranges:
        for first, last in ranges:
            bounds = arithmetic(op, Int(low, high), Int(first, last))
            for a in range(low, high + 1):
                for b in range(first, last + 1):
                    if op in "+-*" or b:
                        assert bounds.low <= results[op](a, b) <= bounds.high, (op, a, b, bounds)
