"""Hostile text in every place where a spec holds text: it never becomes code, never steers a terminal.

A small spec is a template with a slot for each place. Either a build with hostile text in it is refused with
a diagnostic and nothing is written, or what it writes is made of what is allowed, and a game with fixed seeds
goes as it does with harmless text. And nothing is written outside of the target.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jinja2 import Environment, nodes

import rulesc
from rulesc.cli import cli
from rulesc.commands.engine import Engine
from rulesc.diagnostics import Report
from rulesc.document.characters import printable
from rulesc.pipeline import compile_spec
from rulesc_runtime import Tables, load

ROOT = Path(__file__).parents[1]
COMPILER = ROOT / "compiler"

# ---- a spec with a slot for each place -------------------------------------------------------

SPEC = """\
# «comment»
game: «game»
title:
  en: «title»
  de: «title_de»
players: 2
rulebook: «rulebook_file»
rulings: «rulings_file»
examples: «examples_file»

options:
  «option»: bool = false                                  @«clause»

types:
  «type»: «value» | blue | green                          @«clause»

components:
  «component»: {table: «table_file», «attribute»: «type», start: «pile», rules: «clause»}

zones:
  «pile»: pile of «component», seen by nobody             @«clause»
  «hand» per Seat: «component», seen by owner             @«clause»
  «heap»: «component»                                     @«clause»

state:
  «slot» per Seat: 0..60 = 0                              @«clause»
  «plain»: «type»? = none     # «rule_comment»            @«clause»
  «spare»: 0..9 = 5                                       @«clause»

define:
  «define»(«define_param» in «type»): if «define_param» == «value» then 2 else 1   @«clause»
  «define» / «label»: 3 if «option»                       @«clause»

actions:
  «action»(«param» in «type»):
    title: «action_title»
    when:
      «guard»: «component»(«param») in «hand»             @«clause»
    do: |
      # «body_comment»
      let «variable» = «define»(«param»)
      move «component»(«param») from «hand» to «heap»     @«clause»
      «effect»(«param»)
      «slot» += «variable»                                @«clause»
    leaves:
      «leaves»: «slot» >= 0                               @«clause»

effects:
  «effect»(«effect_param» in «type»): |
    if «ruling» is «reading»
      «plain» = «effect_param»                            @«clause»

groups:
  «group»:
    title: «group_title»
    define:
      «define» / «group_label»: 4 if «ruling» is other    @«ruling»

phases:
  game: |
    for «loop» in seats
      draw 3 from «pile» to «loop».«hand»                 @«clause»
    repeat
      for «loop» in seats
        «phase» by «loop»
    until «hand»[p1].size == 0
  «phase» by player: |
    choose «chosen» in «type» as «choice»                 @«clause»
    if «plain» == «chosen»
      «slot» += 1                                         @«clause»
    «action»                                              @«clause»

scoring:
  «item»: seat.«slot»                                     @«clause»
  «spare_item»: «spare»                                   @«clause»
  ties: shared
"""

RULEBOOK = """\
sources:
  «source»: {file: «source_file», language: «source_language», title: «source_title»}
clauses:
  «clause»:
    text: «sentence»
    cite: «cite»
no_rule:
  «no_rule»: «no_rule_text»
"""

RULINGS = """\
«ruling»:
  question: «question»
  readings:
    «reading»: «reading_text»
    other: «other_text»
  chosen: «reading»
  why: «why»
  cite: «ruling_cite»
"""

EXAMPLES = """\
«example»:
  title: «example_title»
  rules: «clause»
  cite: «example_cite»
  options: {«option»: true}
  rulings: {«ruling»: other}
  at: «phase»
  given: |
    «hand»[p1] = {2 of «component»(«value»)}              # «given_comment»
    «hand»[p2] = {«component»(blue)}
  play:
    - p1: «choice»(«value»), «action»(«value»)
    - cannot p2: «choice»(blue), «action»(«value»)        @«clause»
  expect:
    - «slot»[p1] == 3                                     @«clause»
"""

TABLE = """\
«attribute»,name,copies,provenance
«value»,«kind»,4,«provenance»
blue,sky,4,printed
green,grass,3,printed
"""

TEMPLATES = {
    "spec": SPEC,
    "rulebook_file": RULEBOOK,
    "rulings_file": RULINGS,
    "examples_file": EXAMPLES,
    "table_file": TABLE,
}

TEXTS = {
    "title": "Small",
    "title_de": "Klein",
    "action_title": "play {color}",
    "group_title": "More",
    "source": "S",
    "source_file": "none",
    "source_language": "en",
    "source_title": "A source",
    "sentence": "This is a rule.",
    "cite": "the first page",
    "no_rule": "S9",
    "no_rule_text": "This is none.",
    "question": "Which?",
    "reading_text": "This one.",
    "other_text": "That one.",
    "why": "Because.",
    "ruling_cite": "the second page",
    "example": "E-1",
    "example_title": "an example",
    "example_cite": "the last page",
    "provenance": "printed",
}
COMMENTS = dict.fromkeys(("comment", "rule_comment", "body_comment", "given_comment"), "a comment")
FILES = {
    "rulebook_file": "rulebook.yaml",
    "rulings_file": "rulings.yaml",
    "examples_file": "examples.yaml",
    "table_file": "cards.csv",
}
NAMES = {
    "game": "small",
    "option": "dear",
    "type": "Color",
    "value": "red",
    "component": "Card",
    "attribute": "color",
    "pile": "deck",
    "hand": "hand",
    "heap": "table",
    "slot": "points",
    "plain": "last",
    "spare": "height",
    "define": "worth",
    "define_param": "c",
    "label": "costly",
    "action": "play",
    "param": "color",
    "guard": "held",
    "variable": "gain",
    "effect": "mark",
    "effect_param": "color",
    "leaves": "fine",
    "group": "extra",
    "group_label": "more",
    "loop": "s",
    "phase": "turn_of",
    "chosen": "x",
    "choice": "announce",
    "item": "total",
    "spare_item": "extras",
    "clause": "R-1",
    "ruling": "Q-1",
    "reading": "first",
    "kind": "ruby",
}

PLAIN_CHARACTERS = re.compile(r"[ !#-\[\]-~]")


def quoted(text: str) -> str:
    """A text in double quotes as YAML has them, everything unusual escaped."""
    return '"' + "".join(c if PLAIN_CHARACTERS.match(c) else f"\\U{ord(c):08x}" for c in text) + '"'


def bare(text: str) -> str:
    """A text in single quotes, as it is."""
    return "'" + text.replace("'", "''") + "'"


def cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def write(folder: Path, changes: Mapping[str, str], name: str = "small.yaml", raw: bool = False) -> Path:
    """The spec and its files with `changes` in their slots; `raw`: texts are not escaped."""
    text = bare if raw else quoted
    files = {**FILES, **{k: v for k, v in changes.items() if k in FILES}}
    values = {**NAMES, **COMMENTS, **changes, **{k: text(v) for k, v in files.items()}}
    values |= {k: text(changes.get(k, v)) for k, v in TEXTS.items()}
    values["provenance"] = cell(changes.get("provenance", TEXTS["provenance"]))
    folder.mkdir(parents=True, exist_ok=True)
    for slot, template in TEMPLATES.items():
        file = folder / files.get(slot, name)
        content = re.sub("«(.+?)»", lambda found: values[found[1]], template)
        if "\0" not in str(file) and file.parent == folder and file.name != "..":
            file.write_bytes(content.encode("utf-8", "surrogatepass"))
    return folder / name


# ---- what is allowed in generated code -------------------------------------------------------

IMPORTS = {
    "__future__", "typing", "collections.abc", "random", "rulesc_runtime", "rulesc_runtime.examples",
    "pytest",
}  # fmt: skip
# What else an engine may call: nothing that reads, writes, looks names up or runs text.
BUILTINS = {
    "AssertionError", "IndexError", "KeyError", "ValueError", "abs", "all", "any", "bool", "dict", "divmod",
    "enumerate", "float", "frozenset", "int", "isinstance", "len", "list", "max", "min", "object", "range",
    "reversed", "set", "sorted", "staticmethod", "str", "sum", "super", "tuple", "type", "zip",
}  # fmt: skip
DUNDERS = {"__new__", "__slots__", "__name__", "__all__"}
DUNDER = re.compile(r"__[a-z]+(_[a-z0-9]+)*__\Z")
NODES = (
    ast.Module, ast.Import, ast.ImportFrom, ast.alias, ast.ClassDef, ast.FunctionDef, ast.arguments, ast.arg,
    ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Assert, ast.Expr, ast.Return, ast.Pass, ast.Break,
    ast.Continue, ast.If, ast.For, ast.While, ast.Raise,
    ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.keyword, ast.Attribute,
    ast.Subscript, ast.Slice, ast.Name, ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Starred,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.comprehension, ast.NamedExpr,
    ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop,
)  # fmt: skip


def allow(text: str) -> None:
    """Fail on anything in a generated module that isn't of the kinds that modules are made of."""
    tree = ast.parse(text)
    bound = set(bindings(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):  # the ids of the contract's tests
            assert ast.unparse(node) == "lambda check: check.__name__"
            continue
        assert isinstance(node, NODES), f"{type(node).__name__} in line {getattr(node, 'lineno', 0)}"
        match node:
            case ast.Import(names):
                assert [(a.name, a.asname) for a in names] == [("pytest", None)]
            case ast.ImportFrom(module, names, level):
                assert module in IMPORTS if not level else (module, level) == ("engine", 1)
                assert all(alias.name != "*" for alias in names)
                assert module != "random" or [(a.name, a.asname) for a in names] == [("Random", "_Random")]
            case ast.FunctionDef() | ast.ClassDef():
                for one in node.decorator_list:
                    assert ast.unparse(one).startswith("pytest.mark.parametrize(")
                assert isinstance(node, ast.FunctionDef) or not node.keywords
            case ast.Attribute(_, name):
                assert not DUNDER.match(name) or name in DUNDERS, name
                assert not name.startswith("__") or name.endswith("__"), f"{name} is another one in a class"
            case ast.Name(name):
                assert name in bound or name in BUILTINS, name
            case ast.Call(func):
                assert isinstance(func, ast.Name | ast.Attribute | ast.Subscript), ast.unparse(func)
            case ast.Constant(value):
                assert value is None or value is ... or isinstance(value, str | int | float), repr(value)
    for name in bound:
        assert not hasattr(builtins, name) and name.isidentifier(), f"{name} is bound"
        assert not DUNDER.match(name) or name in DUNDERS, f"{name} is bound"


def bindings(tree: ast.AST) -> Iterator[str]:
    """Every name that a module gives to something."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.arg(name):
                yield name
            case ast.alias(name, other):
                yield other or name
            case ast.Name(name, ast.Store()):
                yield name


class _Masked(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name.startswith("test_"):
            node.name = "test_"
        return self.generic_visit(node)


def skeleton(text: str) -> str:
    """A module without what its texts say: all that could run."""
    return ast.dump(_Masked().visit(ast.parse(text)))


# ---- building, playing, comparing ------------------------------------------------------------

Played = list[tuple[int, tuple[int, ...], int]]


@dataclass(frozen=True, slots=True)
class Built:
    tables: Tables
    skeletons: dict[str, str]
    played: list[Played]


def run(*arguments: str, typed: str | None = None) -> Result:
    """A command, its output as a terminal would get it."""
    result = CliRunner().invoke(cli, list(arguments), input=typed, env={"NO_COLOR": "1"}, color=True)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    calm(result.output)
    return result


def calm(text: str) -> None:
    """Nothing in an output steers a terminal, or hides."""
    found = re.search("[^\n\x20-\x7e\xa0-\u200a\u2010-\u2027\u2030-\ud7ff\ue000-\U0001ffff]", text)
    assert found is None, f"{found[0]!r} in {text[max(0, found.start() - 60) : found.end() + 60]!r}"


def tree(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: the bytes of files, where links lead."""
    return {
        path.relative_to(folder).as_posix(): os.readlink(path)
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else ""
        for path in sorted(folder.rglob("*"))
        if "__pycache__" not in path.parts
    }


def build(spec: Path, out: Path) -> Built | None:
    """Build; None if it is refused, and nothing was written. What is written is looked at, then played."""
    around = spec.parent.parent
    before = tree(around)
    result = run("build", str(spec), "--out", str(out))
    if result.exit_code:
        assert result.exit_code == 1, result.output
        assert "error[" in result.output
        assert tree(around) == before
        return None
    after = tree(around)
    new = {name for name in after if after[name] != before.get(name)} | {n for n in before if n not in after}
    inside = out.relative_to(around).as_posix()
    package = f"{inside}/{NAMES['game']}"
    assert all(name in (inside, package) or name.startswith(f"{package}/") for name in new), new
    modules = {path.name: path.read_text(encoding="ascii") for path in (around / package).glob("*.py")}
    assert set(modules) == {"__init__.py", "engine.py", "test_examples.py", "test_contract.py"}
    for text in modules.values():
        allow(text)
    name, known = NAMES["game"], set(sys.modules)
    engine = load(name, root=out)
    try:
        for file in ("test_examples", "test_contract"):
            module = importlib.import_module(f"{engine.__name__}.{file}")
            for label in dir(module):
                if file == "test_examples" and label.startswith("test_"):
                    getattr(module, label)()
        played = [play(engine, option, seed) for option in (False, True) for seed in range(2)]
        tables = engine.engine.TABLES
    finally:
        for label in set(sys.modules) - known:
            if label.startswith("_generated_"):
                del sys.modules[label]
    assert tree(around) == after
    assert isinstance(tables, Tables)
    return Built(tables, {file: skeleton(text) for file, text in modules.items()}, played)


def play(module: object, option: bool, seed: int) -> Played:
    """A random game: the seat, what was legal, what was played; last the score of each seat."""
    engine = cast(Engine, module)
    tables: Tables = getattr(module, "engine").TABLES  # noqa: B009
    state = engine.Game(players=2, options={tables.options[0].name: option}).new_initial_state(seed=seed)
    chooser = random.Random(seed)
    played: Played = []
    while not state.is_terminal():
        seat = state.acting_players()[0]
        legal = state.legal_actions(seat)
        action = chooser.choice(legal)
        assert [a for a in range(6) if not state.why_not(a, seat)] == legal
        notation = state.action_to_string(seat, action)
        assert state.string_to_action(notation, seat) == action
        played.append((seat, tuple(legal), action))
        state.apply_action(action, seat)
    return [*played, *((seat, (), int(score)) for seat, score in enumerate(state.scores()))]


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("harmless")
    found = build(write(folder / "specs", {}), folder / "out")
    assert found is not None
    return found


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- texts -----------------------------------------------------------------------------------

# What anybody can see is let through; it must come out as it went in.
VISIBLE = [
    "'",
    '"',
    "'''",
    '"""',
    '""""',
    "\\",
    '\\"',
    '\\\\"""',
    "\\'''",
    "\\x27\\u0022\\N{QUOTATION MARK}",
    "\\n\\nimport os",
    '""" + __import__("os").system("touch owned") + """',
    "'); __import__('os').system('touch owned'); ('",
    "');\\nimport os#",
    "{{ 7 * 7 }}",
    "{% include 'engine.py.jinja' %}",
    "{# no comment #}",
    "{{ m.__class__.__mro__ }}",
    "{__import__('os')}",
    "{0.__class__} {x!r:>{y}} %s %(x)s $x ${x}",
    "# no comment",
    "x # y",
    "[red]x[/red] [/x] [link=file:///etc] :smile:",
    "<script>x</script> <!--",
    "../../etc/passwd",
    "!!python/object/apply:os.system [id]",
    "&a *a <<: - ? : | >",
    "- x: [y, {z",
    "№ 宝塔 ünïcödé e\u0301 \U0001f600",
    "ｅｖａｌ（）",
    "None",
    "@R-1 and @P-26 too",
    "\u00a0\u3000",
    "z" * 900,
]
# What nobody can see, or what hides other text, is refused wherever it stands.
HIDDEN = [
    "\0", "\x07", "\x08", "\t", "\x0b", "\x0c", "\r", "\x1b[31m", "\x1b]0;x\x07", "\x7f", "\x85", "\x9b31m",
    "\xad", "\u061c", "\u200b", "\u200f", "\u2028", "\u2029", "\u202e", "\u2066", "\ufeff", "\ufffe",
    "\ud800", "\udfff", "\U000e0041",
]  # fmt: skip


def everywhere(text: str) -> dict[str, str]:
    return dict.fromkeys((*TEXTS, *COMMENTS), text)


@pytest.mark.parametrize("raw", [False, True], ids=["escaped", "as it is"])
@pytest.mark.parametrize("text", VISIBLE, ids=ascii)
def test_visible_text_stays_text(inside: Path, harmless: Built, text: str, raw: bool) -> None:
    found = build(write(inside / "specs", everywhere(text), raw=raw), inside / "out")
    if found is None:  # a title in braces names parameters
        changes = {**everywhere(text), "action_title": "x"}
        found = build(write(inside / "specs", changes, raw=raw), inside / "out")
        assert "{" in text
    assert found is not None
    assert found.skeletons == harmless.skeletons
    assert found.played == harmless.played
    assert found.tables.title == text
    assert found.tables.actions[0].title in (text, "x")
    assert found.tables.clauses["R-1"] == " ".join(text.split())
    assert found.tables.rulings[0].question == text


@pytest.mark.parametrize("text", HIDDEN, ids=ascii)
def test_hidden_text_is_refused(inside: Path, text: str) -> None:
    assert build(write(inside / "specs", everywhere(f"x{text}y")), inside / "out") is None
    assert build(write(inside / "specs", everywhere(f"x{text}y"), raw=True), inside / "out") is None


@pytest.mark.parametrize("slot", TEXTS)
def test_each_place_refuses_hidden_text(inside: Path, slot: str) -> None:
    """However it is written: as an escape it becomes hidden only once YAML has read it."""
    for text in ("\x1b[31m", "\u2028", "\u202e", "\ud800"):
        for raw in (False, True):
            report = Report()
            assert compile_spec(write(inside / "specs", {slot: f"x{text}y"}, raw=raw), report) is None
            assert {d.code for d in report.diagnostics} <= {"wrong-character", "not-utf8"}


@pytest.mark.parametrize("slot", [*TEXTS, *COMMENTS])
def test_each_place_keeps_text_as_text(inside: Path, harmless: Built, slot: str) -> None:
    text = """'''"+'\\"" ''' {{ m }} # %s \\N{DIGIT ONE} __import__('os').system('touch owned')"""
    changes = {slot: text.replace("{", "(").replace("}", ")") if slot == "action_title" else text}
    found = build(write(inside / "specs", changes), inside / "out")
    assert found is not None
    assert (found.skeletons, found.played) == (harmless.skeletons, harmless.played)


@pytest.mark.parametrize(
    "slot", [s for s in TEXTS if s not in ("provenance", "source", "no_rule", "example")]
)
def test_lines_stay_in_their_text(inside: Path, harmless: Built, slot: str) -> None:
    text = "x\n\"\"\"\nimport os\n'''\nimport os\n"
    found = build(write(inside / "specs", {slot: text}), inside / "out")
    assert found is not None
    assert (found.skeletons, found.played) == (harmless.skeletons, harmless.played)


WORDS = st.text(st.sampled_from("'\"\\{}%#\n ()[];,.:@!&*|>-x_7eé宝\u200b\x1b"), min_size=1, max_size=24)


@settings(max_examples=40, deadline=None, derandomize=True, database=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
@given(text=WORDS, raw=st.booleans())
def test_any_text(inside: Path, harmless: Built, text: str, raw: bool) -> None:
    with tempfile.TemporaryDirectory(dir=inside) as scratch:
        found = build(write(Path(scratch) / "specs", everywhere(text), raw=raw), Path(scratch) / "out")
    if found is not None:
        assert (found.skeletons, found.played) == (harmless.skeletons, harmless.played)


# ---- names -----------------------------------------------------------------------------------

# No names at all. Fullwidth letters are: Python reads them as `eval`.
BROKEN = [
    "x'", 'x"""', "x\\", "'x'", "x; import os", "x\n    import os", "__import__('os').system('x')",
    "x.__class__", "{{ x }}", "x y", "ｅｖａｌ", "é", "x\x1b[31m", "[red]", "1x", "../x", "x(y", "lambda: x",
    "f'{x}'", "*x",
]  # fmt: skip


@pytest.mark.parametrize("slot", [slot for slot in NAMES if slot != "group"])
def test_what_is_no_name_is_refused(inside: Path, slot: str) -> None:
    for name in BROKEN:
        report = Report()
        compiled = compile_spec(write(inside / "specs", {slot: name}), report)
        assert compiled is None, f"{name!r} can be a {slot}"
        assert report.failed


def test_the_name_of_a_group_is_text(inside: Path, harmless: Built) -> None:
    """Nothing refers to it, so it may be anything; the compiler writes it nowhere."""
    for number, name in enumerate(BROKEN):
        folder = inside / str(number)
        found = build(write(folder / "specs", {"group": name}), folder / "out")
        assert found is None or (found.skeletons, found.played) == (harmless.skeletons, harmless.played)


# Names by the grammar that mean something in Python, in the runtime or in an engine.
LOADED = [
    "eval", "exec", "open", "compile", "print", "getattr", "int", "list", "range", "len", "super",
    "staticmethod", "type", "object", "self", "cls", "os", "sys", "__import__", "__builtins__", "__class__",
    "__dict__", "__init__", "__new__", "__slots__", "__name__", "__file__", "__annotations__", "_State",
    "_Game", "_STEPS", "_LEGAL", "_CLAUSES", "_apply", "_start", "_begin", "_nothing", "_legal_0", "_at_0",
    "_why_0", "_copy", "_", "s", "v", "k", "a", "c", "n", "pc", "out", "rng", "State", "Game", "Tables",
    "TABLES", "Action", "EDITION", "playout", "playouts", "rules", "y", "options", "numbers", "example",
    "pytest", "contract", "annotations", "Callable", "SupportsIndex", "clone", "apply_action",
    "legal_actions", "scores", "history", "legal_cache", "explicit", "past", "origin", "x_left", "x_s", "mro",
    "drawn", "kind", "left", "cells", "walk", "match", "case", "async", "await", "lambda", "None", "True",
    "nonlocal", "yield", "q" * 200,
]  # fmt: skip
# A game and a column of a table have rules of their own; ids have no letters to choose.
FREE = [slot for slot in NAMES if slot not in ("game", "attribute", "clause", "ruling")]


@pytest.mark.parametrize("start", range(0, len(LOADED), 4))
def test_names_that_mean_something_mean_nothing(inside: Path, harmless: Built, start: int) -> None:
    """Each name comes to stand in each place once, all places full at a time."""
    for shift in range(start, min(start + 4, len(LOADED))):
        changes = {slot: LOADED[(shift + number) % len(LOADED)] for number, slot in enumerate(FREE)}
        changes["action_title"] = "x"
        with tempfile.TemporaryDirectory(dir=inside) as scratch:
            found = build(write(Path(scratch) / "specs", changes), Path(scratch) / "out")
        assert found is not None, changes
        assert found.played == harmless.played, changes


# Names that differ by what the compiler itself adds to names.
NEAR = [
    {"loop": "s", "param": "s_", "variable": "s__"},
    {"variable": "k", "param": "k_"},
    {"variable": "v_", "param": "v"},
    {"variable": "c_", "param": "c"},
    {"plain": "clone_", "slot": "clone"},
    {"loop": "x_"},
    {"param": "x_"},
    {"variable": "drawn", "loop": "drawn_"},
    {"loop": "player_", "param": "seat_"},
    {"plain": "_x", "slot": "_x_"},
    {"phase": "phase_2", "effect": "phase"},
    {"plain": "x_s", "slot": "x_x_s"},
]
CONFUSED = [
    {"loop": "x"},
    {"param": "s_2"},
    {"chosen": "s_2"},
    {"variable": "s_2"},
    {"variable": "left_2", "param": "left"},
    {"plain": "__x"},
    {"plain": "clone", "spare": "clone_"},
]


@pytest.mark.parametrize(
    "changes",
    [*NEAR, *CONFUSED],
    ids=lambda changes: ",".join(changes.values()),
)
def test_names_that_are_nearly_the_same(inside: Path, harmless: Built, changes: dict[str, str]) -> None:
    found = build(write(inside / "specs", {**changes, "action_title": "x"}), inside / "out")
    assert found is not None
    assert found.played == harmless.played


def test_each_example_has_its_own_test(inside: Path) -> None:
    spec = write(inside / "specs", {"example": "E-1"})
    more = write(inside / "more", {"example": "E_1"}).with_name(FILES["examples_file"])
    compiled = compile_spec(spec, Report(), [more])
    assert compiled is not None
    module = ast.parse(compiled.files["test_examples.py"])
    assert len({node.name for node in module.body if isinstance(node, ast.FunctionDef)}) == 2


@pytest.mark.parametrize(
    "name", ["../x", "/x", "x/y", ".", "..", "x.y", "con", "os.path", "engine", "eval", "~"]
)
def test_a_game_is_no_path(inside: Path, name: str) -> None:
    spec = write(inside / "a" / "specs", {"game": name})
    assert build(spec, inside / "a" / "out") is None
    assert [path.name for path in inside.iterdir()] == ["a"]


# ---- files -----------------------------------------------------------------------------------

FILE_NAMES = [
    'x"""; import os; """.yaml', '"""\nimport os\n"""#.yaml', "'''.yaml", 'x".yaml', "x\\.yaml", "x\\",
    "{{ m }}.yaml", "{x}.yaml", "x\ny.yaml", "x\r.yaml", "\x1b[31mred\x1b]0;x\x07.yaml", "\u202ex.yaml",
    "\u2028.yaml", "# .yaml", "-x.yaml", "[red].yaml", "%s.yaml", " .yaml", "x\u200b.yaml", "\x9b31m.yaml",
]  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="most of these can't be names there")
@pytest.mark.parametrize("name", FILE_NAMES, ids=ascii)
def test_a_file_name_is_text(inside: Path, harmless: Built, name: str) -> None:
    spec = write(inside / "specs", {}, name)
    found = build(spec, inside / "out")
    assert found is not None
    assert (found.skeletons, found.played) == (harmless.skeletons, harmless.played)
    engine = (inside / "out" / "small" / "engine.py").read_text(encoding="ascii")
    assert f"generated by rulesc from {printable(name)}." in engine.splitlines()[0]
    path = str(spec)
    for words in (
        ["check"],
        ["show"],
        ["fmt"],
        ["build"],
        ["build", "--check"],
        ["trace"],
        ["simulate", "--games", "1"],
    ):
        out = ["--out", str(inside / "out")] if words[0] in ("build", "simulate") else []
        assert run(*words, *out, "--", path).exit_code in (0, 1)
    (inside / "out" / "small" / "engine.py").write_text("x = '\x1b[31m'\x07\n", encoding="ascii")
    assert run("build", "--check", "--out", str(inside / "out"), "--", path).exit_code == 1
    assert run("build", "--out", str(inside / "out"), "--", path).exit_code == 1
    spec.write_text("game: [", encoding="ascii")
    assert run("check", "--", path).exit_code == 1


@pytest.mark.skipif(os.name == "nt", reason="files are named otherwise there")
def test_a_file_name_may_be_in_any_script(inside: Path, harmless: Built) -> None:
    found = build(write(inside / "specs", {}, "Käse 宝塔.yaml"), inside / "out")
    assert found is not None
    assert found.skeletons == harmless.skeletons


@pytest.mark.skipif(os.name == "nt", reason="most of these can't be names there")
@pytest.mark.parametrize("slot", FILES)
def test_names_of_side_files_are_text(inside: Path, harmless: Built, slot: str) -> None:
    for number, name in enumerate(FILE_NAMES[:: 1 if slot == "table_file" else 3]):
        folder = inside / str(number)
        found = build(write(folder / "specs", {slot: name}), folder / "out")
        assert found is None or (found.skeletons, found.played) == (harmless.skeletons, harmless.played)


OUTSIDE = [
    "../x.yaml",
    "/etc/passwd",
    "a/../../x",
    "..",
    ".",
    "~/.profile",
    "C:/x",
    "C:x",
    "\\\\x\\y",
    "file:///etc/passwd",
]


@pytest.mark.parametrize("slot", FILES)
def test_side_files_stay_beside_the_spec(inside: Path, slot: str) -> None:
    (inside / "x.yaml").write_text("secret: words\n", encoding="ascii")
    for name in OUTSIDE:
        spec = write(inside / "specs", {slot: name})
        result = run("check", str(spec))
        assert result.exit_code == 1
        assert "secret" not in result.output and "root:" not in result.output


# ---- terminals -------------------------------------------------------------------------------


def test_commands_show_text_as_it_is(inside: Path) -> None:
    """The text of a spec is no markup either."""
    text = "[red]x[/red] [/y] :smile: \\"
    spec = str(write(inside / "specs", everywhere(text)))
    commands = [
        ["check", spec],
        *(["show", spec, "--stage", stage] for stage in ("document", "syntax", "typed", "machine")),
        *(["show", spec, name] for name in ("R-1", "Q-1", "worth", "play", "table", "points", text)),
        ["trace", spec],
        ["trace", spec, "--json"],
        ["explain", text],
        ["play", spec, "--seats", "random,random"],
        ["play", spec, "--ruling", f"Q-1={text}"],
        ["play", spec, "--option", f"{text}=1"],
    ]
    for words in commands:
        assert "internal" not in run(*words).output
    assert text in run("show", spec, "Q-1").output
    moves = ("announce(red)", "play(red)", "play(blue)", "play(green)", text)
    words = ["1", *(f"why {move}" for move in moves), text, "log", "show", "help", "quit"]
    lines = "".join(f"{line}\n" for line in words)
    told = run("play", spec, "--seed", "7", "--seats", "human,human", typed=lines).output
    assert f"R-1: {text}" in told
    assert f"  1  {text}" in told


CONTROLS = "\x1b[31m \x1b]0;owned\x07 \x9b31m \x08\x7f \u202e \u2028 \r"


@pytest.mark.parametrize("words", [["explain"], ["check"], ["build"], ["fmt"], ["trace"], ["init"], ["play"]])
def test_arguments_are_shown_harmless(inside: Path, words: list[str]) -> None:
    result = run(*words, CONTROLS)
    assert result.exit_code in (1, 2)
    assert tree(inside) == {}


def test_other_files_are_shown_harmless(inside: Path) -> None:
    """A source of the rulebook, a kept game, what is typed: none of them was read by the compiler."""
    spec = str(write(inside / "specs", {"source_file": "book.txt"}))
    (inside / "book.txt").write_text(f"one\n{CONTROLS}\n", encoding="utf-8", newline="\n")
    assert "is read by nothing" in run("trace", spec, "--sources", ".").output
    json.loads(run("trace", spec, "--sources", ".", "--json").output)
    assert run("play", spec, "--seats", "random,random", "--save", "kept.jsonl").exit_code == 0
    lines = Path("kept.jsonl").read_text(encoding="ascii").splitlines()
    header, first = json.loads(lines[0]), json.loads(lines[1])
    for damaged in (
        [{**header, "game": CONTROLS}],
        [{**header, "options": {CONTROLS: 1}}],
        [{**header, "rulings": {"Q-1": CONTROLS}}],
        [header, {**first, "move": CONTROLS}],
        [header, {**first, "seat": CONTROLS}],
    ):
        Path("bad.jsonl").write_text("".join(json.dumps(line) + "\n" for line in damaged), encoding="ascii")
        assert run("play", spec, "--replay", "bad.jsonl").exit_code in (1, 2)
    typed = f"{CONTROLS.strip()}\nwhy {CONTROLS.strip()}\nquit\n"
    assert run("play", spec, "--seats", "human,random", typed=typed).exit_code == 0


# ---- templates -------------------------------------------------------------------------------

TEMPLATE_FILES = sorted((COMPILER / "rulesc" / "python" / "templates").glob("*.jinja"))


def layout_only(node: nodes.Node, names: frozenset[str] = frozenset({"m"})) -> None:
    """Fail on anything in a template but texts, names, attributes, `for`, `if` on one of them, `include`."""
    match node:
        case nodes.TemplateData():
            pass
        case nodes.Template() | nodes.Output():
            for child in node.iter_child_nodes():
                layout_only(child, names)
        case nodes.Name():
            assert node.ctx == "load" and node.name in names, node.name
        case nodes.Getattr():
            assert isinstance(node.node, nodes.Name | nodes.Getattr)
            assert node.ctx == "load" and not node.attr.startswith("_"), node.attr
            layout_only(node.node, names)
        case nodes.For():
            assert (
                isinstance(node.target, nodes.Name)
                and not node.test
                and not node.recursive
                and not node.else_
            )
            assert isinstance(node.iter, nodes.Name | nodes.Getattr)
            layout_only(node.iter, names)
            for child in node.body:
                layout_only(child, names | {node.target.name})
        case nodes.If():
            assert isinstance(node.test, nodes.Name | nodes.Getattr) and not node.elif_
            layout_only(node.test, names)
            for child in (*node.body, *node.else_):
                layout_only(child, names)
        case nodes.Include():
            assert isinstance(node.template, nodes.Const)
        case _:
            raise AssertionError(f"{type(node).__name__} in line {node.lineno}")


def test_there_are_templates() -> None:
    assert len(TEMPLATE_FILES) >= 4
    assert {path.name for path in (COMPILER / "rulesc").rglob("*.jinja")} == {p.name for p in TEMPLATE_FILES}


@pytest.mark.parametrize("path", TEMPLATE_FILES, ids=lambda path: path.name)
def test_templates_only_lay_out(path: Path) -> None:
    layout_only(Environment().parse(path.read_text(encoding="utf-8")))


FORBIDDEN = [
    "{{ m.x | safe }}",
    "{{ m.x() }}",
    "{{ m['x'] }}",
    "{{ m.__class__ }}",
    "{% set x = m %}",
    "{{ 1 + 1 }}",
    "{{ x }}",
    "{% if m.x == 1 %}{% endif %}",
    "{% include m.x %}",
    "{% macro x() %}{% endmacro %}",
    "{% import 'x' as x %}",
    "{% for x in m.x if x %}{% endfor %}",
    "{% filter upper %}{% endfilter %}",
    "{% raw %}{% endraw %}{{ 'x' }}",
]


@pytest.mark.parametrize("text", FORBIDDEN)
def test_what_a_template_may_not_do(text: str) -> None:
    with pytest.raises(AssertionError):
        layout_only(Environment().parse(text))


def test_templates_are_never_made_of_text() -> None:
    """Every template is named by a constant; none is made while compiling."""
    for path in (COMPILER / "rulesc").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            assert called not in ("from_string", "Template", "DictLoader", "FunctionLoader"), path
            if called == "render" and isinstance(node.func, ast.Name):
                assert isinstance(node.args[0], ast.Constant), path


# ---- the target ------------------------------------------------------------------------------

TIC_TAC_TOE = ROOT / "specs" / "tic_tac_toe.yaml"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize(
    "link", ["out/small", "out/.rulesc-old-small", "out/small/engine.py", "out/small/notes"]
)
def test_a_link_in_the_target_leads_nowhere(inside: Path, link: str) -> None:
    """A link to a folder full of other people's files; it is never followed, with force or without."""
    elsewhere = inside / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "engine.py").write_text("precious", encoding="ascii")
    before = tree(elsewhere)
    spec = write(inside / "specs", {})
    if link.startswith("out/small/"):
        assert run("build", str(spec), "--out", "out").exit_code == 0
        (inside / link).unlink(missing_ok=True)
    (inside / link).parent.mkdir(exist_ok=True)
    (inside / link).symlink_to(elsewhere)
    spec.write_text(spec.read_text(encoding="utf-8").replace("0..60", "0..61"), encoding="utf-8")
    for force in ([], ["--force"]):
        code = run("build", str(spec), "--out", "out", *force).exit_code
        assert tree(elsewhere) == before
        if link == "out/small":
            assert code == 2
            assert (inside / link).is_symlink()


CHILD = """
import os, resource, signal, sys, tempfile
from rulesc.cli import cli
def build(spec, out):
    return cli.main(["build", spec, "--out", out], standalone_mode=False)
spec, out = sys.argv[1:]
build(spec, tempfile.mkdtemp())  # whatever is imported late is there now
"""


def child(code: str, spec: Path, out: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(COMPILER),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(spec.parents[1]),
    }
    words = [sys.executable, "-c", CHILD + code, str(spec), str(out)]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Path]:
    """A folder with the package of an older spec, where every user of the machine can look."""
    with tempfile.TemporaryDirectory(prefix="rulesc-test-") as scratch:
        folder = Path(scratch)
        folder.chmod(0o755)
        spec = write(folder / "specs", {"title": "Old"})
        assert run("build", str(spec), "--out", str(folder / "out")).exit_code == 0
        write(folder / "specs", {"title": "New"})
        yield folder


@pytest.mark.skipif(os.name == "nt", reason="rights are other there")
@pytest.mark.parametrize("deep", [False, True], ids=["the folder", "a folder to be made in it"])
def test_a_target_without_the_right_to_write(old: Path, deep: bool) -> None:
    """The superuser becomes nobody first: nothing is forbidden to the superuser."""
    (old / "out").chmod(0o555)
    before = tree(old / "out")
    nobody = "if os.geteuid() == 0: os.setegid(65534); os.seteuid(65534)\n"
    out = old / "out" / "new" if deep else old / "out"
    done = child(nobody + "sys.exit(build(spec, out))", old / "specs" / "small.yaml", out)
    (old / "out").chmod(0o755)
    assert done.returncode == 2, done.stderr
    assert "can't be written: Permission denied" in done.stderr
    assert "nothing was changed" in done.stderr
    assert tree(old / "out") == before


@pytest.mark.skipif(os.name == "nt", reason="needs limits on file sizes")
def test_a_target_that_runs_full(old: Path) -> None:
    """A limit on files stands for the disk's end: small files still go, the engine does not."""
    before = tree(old / "out")
    limit = """
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
sys.exit(build(spec, out))
"""
    done = child(limit, old / "specs" / "small.yaml", old / "out")
    assert done.returncode == 2, done.stderr
    assert "can't be written: File too large" in done.stderr
    assert tree(old / "out") == before


@pytest.mark.skipif(os.name == "nt", reason="signals are other there")
@pytest.mark.parametrize("dies_at", [1, 3, 5])
def test_a_build_that_was_killed_is_in_nobodys_way(old: Path, dies_at: int) -> None:
    """It leaves a folder beside the package. The next build succeeds, and says so again when asked."""
    before = tree(old / "out" / "small")
    kill = f"""
from rulesc import output
write, count = output._write, 0
def dying(path, content):
    global count
    count += 1
    if count == {dies_at}:
        os.kill(os.getpid(), signal.SIGKILL)
    write(path, content)
output._write = dying
build(spec, out)
"""
    spec, out = old / "specs" / "small.yaml", old / "out"
    assert child(kill, spec, out).returncode == -9
    assert tree(out / "small") == before
    assert [path.name[:18] for path in sorted(out.iterdir())] == [".rulesc-new-small-", "small"]
    assert run("build", str(spec), "--out", str(out), "--check").exit_code == 1
    assert run("build", str(spec), "--out", str(out)).exit_code == 0
    assert run("build", str(spec), "--out", str(out), "--check").exit_code == 0
    assert "'New'" in (out / "small" / "engine.py").read_text(encoding="ascii")
    assert not (out / ".rulesc-old-small").exists()


def test_the_spec_is_only_read(inside: Path) -> None:
    spec = write(inside / "specs", {})
    before = tree(inside)
    for words in (["check"], ["show"], ["trace"], ["test"], ["fmt", "--check"]):
        run(*words, str(spec))
        assert tree(inside) == before


def test_this_file_looks_at_the_compiler_beside_it() -> None:
    assert Path(rulesc.__file__).is_relative_to(COMPILER)
