"""Random specs in the rules language, for tests that compare two ways to play them.

In: a seed. Out: the files of a spec that compiles and whose games end. The declarations are the same in
every spec but for bounds, traits and order; what is random is what they say: guards, bodies, phases,
definitions, scoring.

    python -m tests.random_specs SEED

A construct of the language is a method marked with what it is a `form` of: an expression of some sort, a
statement, a decision, or a branch of one. A new construct is a new method. Whatever is generated keeps to
the rules that only show in play: numbers are clamped to their slot, pieces are moved only where they lie,
loops are counted.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

Build = TypeVar("Build", bound=Callable[..., object])

# ---- forms -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Form:
    """`depth`: how much deeper there must be room for; `weight`: how often it is chosen."""

    method: str
    depth: int
    weight: int


FORMS: dict[str, list[Form]] = {}


def form(sort: str, depth: int = 0, weight: int = 1) -> Callable[[Build], Build]:
    def add(method: Build) -> Build:
        FORMS.setdefault(sort, []).append(Form(method.__name__, depth, weight))
        return method

    return add


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be named where a text stands."""

    names: tuple[tuple[str, str], ...] = ()  # variables with their sorts
    player: bool = False  # there is a seat in whose name the text runs
    secrets: bool = False  # what only that seat sees may be read
    decisions: bool = False  # somebody may be asked
    ahead: bool = False  # inside an action, so a look-ahead runs through it
    actions: tuple[str, ...] = ()  # may be offered
    asked: tuple[str, ...] = ()  # may stand in `can`
    effects: tuple[str, ...] = ()  # may be called
    helpers: bool = True  # definitions may be used

    def of(self, sort: str) -> list[str]:
        return [name for name, s in self.names if s == sort]

    def having(self, *names: tuple[str, str]) -> Scope:
        return replace(self, names=(*self.names, *names))


@dataclass(slots=True)
class Lines:
    """A statement, and the variables that it adds to the rest of its block."""

    text: list[str]
    binds: list[tuple[str, str]] = field(default_factory=list)


def indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


class Chooser:
    """Chance, fresh names, and the choice among forms."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.numbers: dict[str, int] = {}

    def one(self, *values: str) -> str:
        return self.random.choice(values)

    def maybe(self, likelihood: float) -> bool:
        return self.random.random() < likelihood

    def fresh(self, prefix: str) -> str:
        self.numbers[prefix] = self.numbers.get(prefix, 0) + 1
        return f"{prefix}{self.numbers[prefix]}"

    def chosen(self, sort: str, scope: Scope, depth: int) -> object:
        """What one of the forms of a sort builds; a form that doesn't fit the scope gives None."""
        forms = [f for f in FORMS[sort] if f.depth <= depth]
        while True:
            picked = self.random.choices(forms, [f.weight for f in forms])[0]
            built = getattr(self, picked.method)(scope, depth - picked.depth)
            if built is not None:
                return built


# ---- expressions -----------------------------------------------------------------------------


class Expressions(Chooser):
    """Expressions by sort: condition, number, color, colors, cell, cells, seat, card, tool, zone."""

    def text(self, sort: str, scope: Scope, depth: int) -> str:
        built = self.chosen(sort, scope, depth)
        assert isinstance(built, str)
        return built

    def condition(self, scope: Scope, depth: int = 2) -> str:
        return self.text("condition", scope, depth)

    def number(self, scope: Scope, depth: int = 2) -> str:
        return self.text("number", scope, depth)

    def between(self, low: int | str, high: int | str, scope: Scope, depth: int = 2) -> str:
        return f"max({low}, min({high}, {self.number(scope, depth)}))"

    def variable(self, sort: str, scope: Scope, *others: str) -> str:
        return self.one(*scope.of(sort), *others)

    def conditional(self, sort: str, scope: Scope, depth: int) -> str:
        then, otherwise = self.text(sort, scope, depth), self.text(sort, scope, depth)
        return f"(if {self.condition(scope, depth)} then {then} else {otherwise})"

    def each(self, scope: Scope, depth: int, likelihood: float = 0.4) -> tuple[str, str, Scope]:
        """`for x in S if C`, the sort of x, and the scope in which x is known."""
        name = self.fresh("v")
        domain, sort = self.domain(scope)
        inner = scope.having((name, sort))
        only = f" if {self.condition(inner, max(0, depth - 1))}" if self.maybe(likelihood) else ""
        return f"for {name} in {domain}{only}", name, inner

    def domain(self, scope: Scope) -> tuple[str, str]:
        match self.random.randrange(12):
            case 0:
                return "Color", "color"
            case 1:
                return "Cell", "cell"
            case 2:
                return self.one("1..3", "-1..1", "0..2"), "number"
            case 3:
                return "seats", "seat"
            case 4:
                return f"clockwise({self.text('seat', scope, 0)})", "seat"
            case 5:
                return self.text("colors", scope, 1), "color"
            case 6:
                return f"[{self.text('color', scope, 0)}, {self.text('color', scope, 0)}, red]", "color"
            case 7:
                return self.text("zone", scope, 0), "card"
            case 8:
                return "shed", "tool"
            case 9:
                return f"0..{self.between(0, 3, scope, 0)}", "number"
            case 10:
                return self.text("cells", scope, 0), "cell"
            case _:
                return self.one("Card", "Held"), "unused"

    # ---- conditions

    @form("condition")
    def simple_condition(self, scope: Scope, depth: int) -> str:
        return self.one("flag", "opt", f"{self.number(scope, 0)} {self.one('<', '>', '==')} 1")

    @form("condition", 1)
    def both(self, scope: Scope, depth: int) -> str:
        return f"({self.condition(scope, depth)} and {self.condition(scope, depth)})"

    @form("condition", 1)
    def either(self, scope: Scope, depth: int) -> str:
        return f"({self.condition(scope, depth)} or {self.condition(scope, depth)})"

    @form("condition", 1)
    def negation(self, scope: Scope, depth: int) -> str:
        return f"(not {self.condition(scope, depth)})"

    @form("condition", 1, weight=2)
    def comparison(self, scope: Scope, depth: int) -> str:
        sort = self.one("number", "number", "color", "seat")
        relation = self.one("==", "!=") if sort == "seat" else self.one("==", "!=", "<", "<=", ">", ">=")
        return f"{self.text(sort, scope, depth)} {relation} {self.text(sort, scope, depth)}"

    @form("condition", 1)
    def member_of_set(self, scope: Scope, depth: int) -> str:
        sort, sets = self.random.choice([("color", "colors"), ("cell", "cells")])
        return f"{self.text(sort, scope, depth)} {self.one('in', 'not in')} {self.text(sets, scope, depth)}"

    @form("condition", 1)
    def member_of_range(self, scope: Scope, depth: int) -> str:
        return f"{self.number(scope, depth)} {self.one('in', 'not in')} {self.one('1..3', '-1..1', '0..6')}"

    @form("condition", 1)
    def member_of_list(self, scope: Scope, depth: int) -> str:
        values = f"{self.text('color', scope, depth)}, {self.text('color', scope, 0)}"
        return f"{self.text('color', scope, depth)} in {self.one(f'[{values}]', f'{{{values}}}')}"

    @form("condition", 1)
    def lies_in_zone(self, scope: Scope, depth: int) -> str:
        zone = self.text("zone", scope, depth)
        return f"{self.text('card', scope, depth)} {self.one('in', 'not in')} {zone}"

    @form("condition")
    def tool_in_zone(self, scope: Scope, depth: int) -> str:
        return f"{self.text('tool', scope, depth)} in {self.one('shed', self.owned('tools', scope))}"

    @form("condition", 1, weight=2)
    def some_or_all(self, scope: Scope, depth: int) -> str:
        loop, _, inner = self.each(scope, depth)
        return f"{self.one('any', 'all')}({self.condition(inner, depth)} {loop})"

    @form("condition", 1)
    def two_loops(self, scope: Scope, depth: int) -> str:
        first, _, inner = self.each(scope, 0)
        second, _, inner = self.each(inner, 0)
        return f"any({self.condition(inner, depth)} {first} {second})"

    @form("condition", 1)
    def conditional_condition(self, scope: Scope, depth: int) -> str:
        return self.conditional("condition", scope, depth)

    @form("condition", 1)
    def straight_line(self, scope: Scope, depth: int) -> str:
        return f"line({self.text('cells', scope, depth)}, {self.one('2', '3')})"

    @form("condition")
    def known_or_none(self, scope: Scope, depth: int) -> str:
        slot = self.owned("fav", scope)
        return self.one(
            f"{slot} == none", f"{slot} == {self.text('color', scope, depth)}", f"{slot} in Color"
        )

    @form("condition")
    def narrowed(self, scope: Scope, depth: int) -> str:
        number = self.number(scope, depth)
        return self.one(
            f"(fav[p1] != none and fav[p1] == {self.text('color', scope, 0)})",
            f"(held != none and held < {number})",
            f"(fav[p2] == none or count({{fav[p2]}} + picked) > {number})",
        )

    @form("condition")
    def helper_call(self, scope: Scope, depth: int) -> str | None:
        if not scope.helpers:
            return None
        return f"helper({self.between(-1, 3, scope, 0)}, {self.text('color', scope, depth)})"

    @form("condition")
    def of_player(self, scope: Scope, depth: int) -> str | None:
        if not (scope.helpers and scope.player):
            return None
        return self.one("rich", "next(player).rich")

    @form("condition")
    def ruling(self, scope: Scope, depth: int) -> str:
        return f"U-1 is {self.one('strict', 'mild')}"

    @form("condition", weight=2)
    def can(self, scope: Scope, depth: int) -> str | None:
        if not scope.asked:
            return None
        return f"can({self.offer(scope, self.random.choice(scope.asked))})"

    @form("condition", weight=2)
    def secret_condition(self, scope: Scope, depth: int) -> str | None:
        if not scope.secrets:
            return None
        return self.one("secret.size > 1", f"{self.text('card', scope, 0)} in secret", "whisper == red")

    # ---- numbers

    @form("number", weight=2)
    def simple_number(self, scope: Scope, depth: int) -> str:
        return self.variable("number", scope, "n", "m", "0", "1", "2", "players", "num[red]", "lim")

    @form("number", 1)
    def arithmetic(self, scope: Scope, depth: int) -> str:
        return f"({self.number(scope, depth)} {self.one('+', '-', '*')} {self.number(scope, depth)})"

    @form("number", 1)
    def division(self, scope: Scope, depth: int) -> str:
        by = self.one("2", "3", "(1 + max(0, n))", "(-2)")
        return f"(({self.number(scope, depth)}) {self.one('/', '%')} {by})"

    @form("number", 1)
    def negative(self, scope: Scope, depth: int) -> str:
        return f"(-{self.number(scope, depth)})"

    @form("number", 1)
    def conditional_number(self, scope: Scope, depth: int) -> str:
        return self.conditional("number", scope, depth)

    @form("number", 1, weight=2)
    def folded(self, scope: Scope, depth: int) -> str:
        loop, _, inner = self.each(scope, depth)
        return f"{self.one('sum', 'min', 'max')}({self.number(inner, depth)} {loop})"

    @form("number", 1)
    def counted(self, scope: Scope, depth: int) -> str:
        loop, name, inner = self.each(scope, depth, 0.0)
        return f"count({name} {loop} if {self.condition(inner, depth)})"

    @form("number", 1)
    def smaller_or_larger(self, scope: Scope, depth: int) -> str:
        return f"{self.one('min', 'max')}({self.number(scope, depth)}, {self.number(scope, depth)})"

    @form("number", 1)
    def slot_with_index(self, scope: Scope, depth: int) -> str:
        color, seat = self.text("color", scope, depth), self.text("seat", scope, 0)
        return self.one(f"num[{color}]", f"{self.owned('pts', scope)}", f"pair[{seat}, {color}]")

    @form("number", 1)
    def size_of_set(self, scope: Scope, depth: int) -> str:
        return f"count({self.text(self.one('colors', 'cells'), scope, depth)})"

    @form("number", 1)
    def pieces(self, scope: Scope, depth: int) -> str:
        zone = self.text("zone", scope, depth)
        return self.one(f"{zone}.size", f"{zone}.count({self.text('card', scope, depth)})")

    @form("number", 1)
    def other_pieces(self, scope: Scope, depth: int) -> str:
        cell, seat = self.text("cell", scope, depth), self.text("seat", scope, 0)
        return self.one(f"board[{cell}].size", f"stock.count(Mark({seat}))", "weather.size", "shed.size")

    @form("number", 1)
    def attribute(self, scope: Scope, depth: int) -> str:
        cell = self.text("cell", scope, depth)
        card, tool = self.text("card", scope, depth), self.text("tool", scope, depth)
        return self.one(f"{cell}.row", f"{cell}.column", f"{card}.val", f"{tool}.cost")

    @form("number")
    def from_table(self, scope: Scope, depth: int) -> str | None:
        return self.one("base", "limit") if scope.helpers else None

    @form("number")
    def secret_number(self, scope: Scope, depth: int) -> str | None:
        return "secret.size" if scope.secrets else None

    # ---- colors, cells, seats, kinds, zones

    @form("color", weight=3)
    def simple_color(self, scope: Scope, depth: int) -> str:
        return self.variable("color", scope, "red", "blue", "green", "col")

    @form("color", 1)
    def conditional_color(self, scope: Scope, depth: int) -> str:
        return self.conditional("color", scope, depth)

    @form("color", 1)
    def color_of_kind(self, scope: Scope, depth: int) -> str:
        return f"{self.text(self.one('card', 'tool'), scope, depth)}.color"

    @form("color", 1)
    def best_color(self, scope: Scope, depth: int) -> str:
        name = self.fresh("v")
        return f"best({self.number(scope.having((name, 'color')), depth)} for {name} in Color)"

    @form("color", 1)
    def best_listed(self, scope: Scope, depth: int) -> str:
        name = self.fresh("v")
        number = self.number(scope.having((name, "color")), depth)
        return f"best({number} for {name} in [green, {self.text('color', scope, 0)}, red])"

    @form("color")
    def color_if_known(self, scope: Scope, depth: int) -> str:
        return "(if fav[p1] != none then fav[p1] else col)"

    @form("colors", weight=3)
    def simple_colors(self, scope: Scope, depth: int) -> str:
        return self.one("picked", "{red}", "{red, green}", "{blue}")

    @form("colors", 1)
    def joined_colors(self, scope: Scope, depth: int) -> str:
        one, two = self.text("colors", scope, depth), self.text("colors", scope, depth)
        return f"({one} {self.one('+', '-')} {two})"

    @form("colors", 1)
    def colors_with(self, scope: Scope, depth: int) -> str:
        name = self.fresh("v")
        return f"set({name} for {name} in Color if {self.condition(scope.having((name, 'color')), depth)})"

    @form("colors", 1)
    def listed_colors(self, scope: Scope, depth: int) -> str:
        return f"{{{self.text('color', scope, depth)}, {self.text('color', scope, depth)}}}"

    @form("cell", weight=3)
    def simple_cell(self, scope: Scope, depth: int) -> str:
        return self.variable("cell", scope, "r1c1", "r2c3", "here", "r3c2")

    @form("cell", 1)
    def conditional_cell(self, scope: Scope, depth: int) -> str:
        return self.conditional("cell", scope, depth)

    @form("cell", 1)
    def cell_by_numbers(self, scope: Scope, depth: int) -> str:
        return f"cell(1 + ({self.number(scope, depth)}) % 3, 1 + ({self.number(scope, 0)}) % 3)"

    @form("cells", weight=3)
    def simple_cells(self, scope: Scope, depth: int) -> str:
        return self.one("area", "{r1c1}", "{r1c1, r2c2, r3c3}")

    @form("cells", 1)
    def joined_cells(self, scope: Scope, depth: int) -> str:
        one, two = self.text("cells", scope, depth), self.text("cells", scope, depth)
        return f"({one} {self.one('+', '-')} {two})"

    @form("cells", 1)
    def cells_with(self, scope: Scope, depth: int) -> str:
        name = self.fresh("v")
        condition = self.condition(scope.having((name, "cell")), depth)
        taken = f"Mark({self.text('seat', scope.having((name, 'cell')), depth)}) in board[{name}]"
        return f"set({name} for {name} in Cell if {self.one(condition, taken)})"

    @form("seat", weight=3)
    def simple_seat(self, scope: Scope, depth: int) -> str:
        return self.variable("seat", scope, "p1", "p2", "starter")

    @form("seat", 1)
    def next_seat(self, scope: Scope, depth: int) -> str:
        return f"next({self.text('seat', scope, depth)})"

    @form("seat", 1)
    def conditional_seat(self, scope: Scope, depth: int) -> str:
        return self.conditional("seat", scope, depth)

    @form("seat", 1)
    def best_seat(self, scope: Scope, depth: int) -> str:
        name = self.fresh("v")
        seats = self.one("seats", f"clockwise({self.text('seat', scope, depth)})")
        return f"best({self.number(scope.having((name, 'seat')), depth)} for {name} in {seats})"

    @form("card", weight=2)
    def known_card(self, scope: Scope, depth: int) -> str | None:
        known = scope.of("card")
        return self.random.choice(known) if known else None

    @form("card")
    def made_card(self, scope: Scope, depth: int) -> str:
        return f"Card({self.text('color', scope, depth)}, {self.one('1', '2')})"

    @form("tool")
    def known_tool(self, scope: Scope, depth: int) -> str:
        return self.variable("tool", scope, "sickle", "press")

    @form("tool")
    def made_tool(self, scope: Scope, depth: int) -> str:
        return self.one("Tool(red, 1)", "Tool(blue, 2)", "sickle")

    @form("zone", weight=2)
    def zone_of_cards(self, scope: Scope, depth: int) -> str:
        places = ("pub", "single", "capped", self.owned("hand", scope), self.owned("barn", scope))
        return self.one(*places)

    @form("zone")
    def chosen_zone(self, scope: Scope, depth: int) -> str:
        """A zone named by a value."""
        return self.owned(self.variable("held", scope, "shelf"), scope)

    def owned(self, name: str, scope: Scope) -> str:
        """What is declared `per Seat`, of some seat."""
        seat = self.text("seat", scope, int(self.maybe(0.2)))
        written = f"{name}[{seat}]", f"{seat}.{name}"
        return self.one(*written, name) if scope.player else self.one(*written)

    def offer(self, scope: Scope, action: str) -> str:
        """An action with some of its parameters given."""
        match action:
            case "paint" if self.maybe(0.5):
                return f"paint({self.text('color', scope, 1)})"
            case "settle" if self.maybe(0.3):
                return f"settle({self.between(1, 2, scope, 0)})"
            case "trade" if self.maybe(0.3):
                return f"trade({self.text('card', scope, 1)})"
            case "trade" if self.maybe(0.3):
                return f"trade({self.text('card', scope, 1)}, {self.one('hand', 'barn')})"
            case _:
                return action


# ---- statements ------------------------------------------------------------------------------


class Statements(Expressions):
    """Statements, decisions and their branches."""

    def block(self, scope: Scope, depth: int, most: int = 2) -> list[str]:
        """Up to so many statements, what the earlier ones bind known to the later ones."""
        lines: list[str] = []
        for _ in range(self.random.randint(1, most)):
            built = self.chosen("statement", scope, depth)
            assert isinstance(built, Lines)
            lines += built.text
            scope = scope.having(*built.binds)
        return lines

    def decision(self, scope: Scope, depth: int) -> list[str]:
        built = self.chosen("decision", scope, depth)
        assert isinstance(built, Lines)
        return built.text

    def branch(self, scope: Scope, depth: int) -> list[str]:
        built = self.chosen("branch", scope, depth)
        assert isinstance(built, Lines)
        return built.text

    def branches(self, scope: Scope, depth: int, most: int) -> list[str]:
        """Branches one below the other; each is one statement."""
        return [line for _ in range(self.random.randint(1, most)) for line in self.branch(scope, depth)]

    def counter(self) -> str:
        """A slot of its own, so that a loop ends whatever its body does."""
        return self.fresh("turns")

    # ---- values

    @form("statement", weight=2)
    def set_number(self, scope: Scope, depth: int) -> Lines:
        color, seat = self.text("color", scope, 1), self.text("seat", scope, 1)
        return Lines(
            [
                self.one(
                    f"n = {self.between(-3, 9, scope)}",
                    f"m = {self.between(0, 'max(1, lim)', scope)}",
                    f"num[{color}] = {self.between(0, 5, scope)}",
                    f"pts[{seat}] = {self.between(-5, 20, scope)}",
                    f"{self.owned('pts', scope)} = {self.between(-5, 20, scope)}",
                    f"pair[{seat}, {color}] = {self.between(0, 3, scope)}",
                )
            ]
        )

    @form("statement")
    def change_number(self, scope: Scope, depth: int) -> Lines:
        up, down = self.random.choice([("n < 9", "n += 1"), ("n > -3", "n -= 1"), ("m < 8", "m += 2")])
        return Lines([f"if {up}", f"  {down}"])

    @form("statement", weight=2)
    def set_value(self, scope: Scope, depth: int) -> Lines:
        color, change = self.text("color", scope, 2), self.one("=", "+=", "-=")
        return Lines(
            [
                self.one(
                    f"flag = {self.condition(scope)}",
                    f"col = {color}",
                    f"picked {change} {self.text('colors', scope, 2)}",
                    f"area {change} {self.text('cells', scope, 2)}",
                    f"here = {self.text('cell', scope, 2)}",
                    f"shelf = {self.variable('held', scope, 'hand', 'barn')}",
                    f"{self.owned('fav', scope)} = {self.one('none', color)}",
                    f"held = {self.one('none', self.between(0, 3, scope, 1))}",
                    f"whisper[{self.text('seat', scope, 0)}] = {color}",
                )
            ]
        )

    @form("statement")
    def let(self, scope: Scope, depth: int) -> Lines:
        name, sort = self.fresh("w"), self.one("number", "color", "cell", "seat")
        return Lines([f"let {name} = {self.text(sort, scope, 2)}"], [(name, sort)])

    # ---- flow

    @form("statement", 1, weight=2)
    def if_else(self, scope: Scope, depth: int) -> Lines:
        lines = [f"if {self.condition(scope)}", *indented(self.block(scope, depth))]
        if self.maybe(0.25):
            lines += [f"elif {self.condition(scope)}", *indented(self.block(scope, depth))]
        if self.maybe(0.4):
            lines += ["else", *indented(self.block(scope, depth))]
        return Lines(lines)

    @form("statement", 1, weight=2)
    def for_loop(self, scope: Scope, depth: int) -> Lines:
        loop, _, inner = self.each(scope, 2)
        return Lines([loop, *indented(self.block(replace(inner, decisions=False), depth))])

    @form("statement", 1)
    def asking_loop(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.decisions:
            return None
        name, sort = self.fresh("v"), self.random.choice([("1..2", "number"), ("[red, blue]", "color")])
        inner = scope.having((name, sort[1]))
        only = f" if {self.condition(inner, 1)}" if self.maybe(0.6) else ""
        return Lines([f"for {name} in {sort[0]}{only}", *indented(self.block(inner, 0))])

    @form("statement", 1)
    def while_loop(self, scope: Scope, depth: int) -> Lines:
        turns = self.counter()
        body = self.block(replace(scope, decisions=False), depth)
        head = f"while {turns} < 2 and {self.condition(scope, 1)}"
        return Lines([f"{turns} = 0", head, *indented([f"{turns} += 1", *body])])

    @form("statement", 1)
    def repeat_until(self, scope: Scope, depth: int) -> Lines:
        turns = self.counter()
        body = self.block(replace(scope, decisions=False), depth)
        until = f"until {turns} == 2 or {self.condition(scope, 1)}"
        return Lines([f"{turns} = 0", "repeat", *indented([f"{turns} += 1", *body]), until])

    @form("statement", 1)
    def repeat_times(self, scope: Scope, depth: int) -> Lines:
        times = self.one("1", "2", self.between(0, 2, scope, 1))
        return Lines([f"repeat {times} times", *indented(self.block(scope, depth))])

    @form("statement", 1)
    def call(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.effects:
            return None
        match effect := self.random.choice(scope.effects):
            case "gift":
                called = f"gift({self.text('seat', scope, 1)}, {self.between(0, 2, scope, 1)})"
            case "ritual":
                by = "" if scope.player and self.maybe(0.5) else f" by {self.text('seat', scope, 1)}"
                called = f"ritual({self.text('color', scope, 1)}){by}"
            case _:
                called = effect if scope.player else f"{effect} by {self.text('seat', scope, 1)}"
        return Lines([f"{called} if {self.condition(scope, 1)}" if self.maybe(0.4) else called])

    @form("statement")
    def end_game(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.player or self.maybe(0.7):
            return None
        return Lines([f"end game if rounds > 1 and {self.condition(scope, 1)}"])

    # ---- pieces

    def ways(self, scope: Scope) -> tuple[str, str, str]:
        """A zone, another, and what must hold so that the other takes one more piece."""
        hand, barn = self.owned("hand", scope), self.owned("barn", scope)
        taken = [("single", "single.size == 0"), ("capped", "capped.size < 2"), ("pub", "true")]
        target, room = self.random.choice([*taken, (hand, "true"), (barn, "true")])
        source = self.one("pub", "pub", hand, barn, "single", "capped", self.text("zone", scope, 0))
        return source, target, room

    @form("statement", weight=2)
    def move_card(self, scope: Scope, depth: int) -> Lines:
        card = self.text("card", scope, 1)
        source, target, room = self.ways(scope)
        return Lines([f"if {card} in {source} and {room}", f"  move {card} from {source} to {target}"])

    @form("statement")
    def move_many(self, scope: Scope, depth: int) -> Lines:
        card, hand = self.text("card", scope, 1), self.owned("hand", scope)
        number = f"min({hand}.count({card}), {self.between(0, 2, scope, 1)})"
        return Lines([f"move {self.one(number, 'all')} of {card} from {hand} to pub"])

    @form("statement")
    def move_all(self, scope: Scope, depth: int) -> Lines:
        source = self.one("pub", "single", self.owned("hand", scope), self.owned("barn", scope))
        target = self.owned("barn", scope)
        return Lines([f"move all from {source} to {target}"])

    @form("statement")
    def move_secretly(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.player:
            return None
        way = self.one("from hand to secret", "from secret to barn", "from pub to secret")
        return Lines([f"move all of {self.text('card', scope, 1)} {way}"])

    @form("statement")
    def move_tool(self, scope: Scope, depth: int) -> Lines:
        tool, tools = self.text("tool", scope, 0), self.owned("tools", scope)
        return Lines([f"if {tool} in shed and {tools}.size < 2", f"  move {tool} from shed to {tools}"])

    @form("statement")
    def move_mark(self, scope: Scope, depth: int) -> Lines:
        cell, mark = self.text("cell", scope, 1), f"Mark({self.text('seat', scope, 0)})"
        condition = f"board[{cell}].size == 0 and {mark} in stock"
        return Lines([f"if {condition}", f"  move {mark} from stock to board[{cell}]"])

    @form("statement")
    def move_chip(self, scope: Scope, depth: int) -> Lines:
        number, seat = self.between(0, 2, scope, 1), self.text("seat", scope, 0)
        return Lines([f"move {number} of Chip from mint to chips[{seat}]"])

    @form("statement", weight=2)
    def draw(self, scope: Scope, depth: int) -> Lines:
        number = self.one("1", "1", "2", self.between(0, 2, scope, 1))
        return Lines([f"draw {number} from deck to {self.one('pub', self.owned('hand', scope))}"])

    @form("statement")
    def draw_as(self, scope: Scope, depth: int) -> Lines:
        name, flag = self.fresh("drawn"), self.condition(scope, 1)
        lines = [
            f"draw 1 from sky to weather as {name}",
            f"if {name} == none",
            "  move all from weather to sky",
            f"elif {name} == small",
            f"  flag = {flag}",
        ]
        return Lines(lines)

    @form("statement")
    def draw_own(self, scope: Scope, depth: int) -> Lines:
        """From a bag `per Seat`."""
        well, spent = self.owned("well", scope), self.owned("spent", scope)
        draw = f"draw {self.one('1', '2')} from {well} to {spent}"
        return Lines(
            [self.one(f"move all from weather to {well}", f"move all from {spent} to weather"), draw]
        )

    @form("statement")
    def refill(self, scope: Scope, depth: int) -> Lines:
        size = self.one("1", "3", self.between(0, 3, scope, 1))
        return Lines([f"refill {self.owned('hand', scope)} to {size} from deck"])

    @form("statement")
    def shuffle(self, scope: Scope, depth: int) -> Lines:
        return Lines([self.one("shuffle deck", "shuffle pub into deck", "shuffle weather into sky")])

    # ---- decisions in passing

    @form("statement", weight=2)
    def choose(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.decisions:
            return None
        name = self.fresh("v")
        sort, domain = self.random.choice(
            [
                ("color", "Color"),
                ("color", "{red, blue}"),
                ("color", self.text("colors", scope, 1)),
                ("cell", "Cell"),
                ("number", "1..3"),
                ("seat", "seats"),
                ("card", "hand"),
                ("held", "Held"),
            ]
        )
        inner = scope.having((name, sort))
        where = f" where {self.condition(inner)}" if self.maybe(0.6) else ""
        return Lines([f"choose {name} in {domain}{where} as {self.fresh('lab')}"], [(name, sort)])

    @form("statement")
    def ask(self, scope: Scope, depth: int) -> Lines | None:
        return Lines(self.decision(scope, min(depth, 1))) if scope.decisions and scope.actions else None

    # ---- decisions

    @form("decision", weight=2)
    def one_of(self, scope: Scope, depth: int) -> Lines:
        lines = ["one of", *indented(self.branches(scope, depth, 3))]
        otherwise = ["rest"] if "rest" in scope.actions and self.maybe(0.7) else ["n = 1"]
        return Lines([*lines, "otherwise", *indented(otherwise)])

    @form("decision")
    def optional_action(self, scope: Scope, depth: int) -> Lines:
        return Lines([f"optional {self.offer(scope, self.random.choice(scope.actions))}"])

    @form("decision")
    def optional_block(self, scope: Scope, depth: int) -> Lines:
        after = self.block(replace(scope, decisions=False), 0) if self.maybe(0.4) else []
        return Lines(["optional", *indented([*self.branch(scope, depth), *after])])

    @form("decision")
    def optional_line(self, scope: Scope, depth: int) -> Lines:
        pick = self.move_chosen(scope, depth)
        return Lines([f"optional {pick.text[0]}"])

    @form("decision")
    def up_to(self, scope: Scope, depth: int) -> Lines:
        limit = self.one("1", "2", "3", self.between(0, 2, scope, 1))
        stop = f", stop when {self.condition(scope, 1)}" if self.maybe(0.3) else ""
        return Lines([f"up to {limit} of{stop}", *indented(self.branches(scope, depth, 2))])

    @form("decision")
    def any_number(self, scope: Scope, depth: int) -> Lines | None:
        """Each round takes a piece from the hand, so there is an end."""
        if "discard" not in scope.actions:
            return None
        stop = f", stop when hand.size == 0 or {self.condition(scope, 1)}" if self.maybe(0.4) else ""
        return Lines([f"any number of{stop}", "  discard"])

    @form("decision", weight=2)
    def move_chosen(self, scope: Scope, depth: int) -> Lines:
        sources = self.one("hand", "barn", "hand, barn")
        number = self.one("up to 1", "up to 2", f"up to {self.between(0, 2, scope, 1)}", "0..2")
        return Lines([f"move {number} chosen from {sources} to pub as {self.fresh('mv')}"])

    @form("decision")
    def move_exactly(self, scope: Scope, depth: int) -> Lines:
        number, least = self.random.choice([("1", 1), ("2", 2), ("1 or more", 1), ("1..2", 1)])
        move = f"move {number} chosen from hand to {self.one('pub', 'barn')} as {self.fresh('mv')}"
        return Lines([f"if hand.size >= {least}", f"  {move}"])

    @form("decision")
    def fallback(self, scope: Scope, depth: int) -> Lines:
        """An action inside of another, if there is one to do."""
        return Lines(["one of", f"  {self.random.choice(scope.actions)}", "otherwise", "  m = 1"])

    # ---- branches

    @form("branch", weight=4)
    def offer_branch(self, scope: Scope, depth: int) -> Lines:
        return Lines([self.offer(scope, self.random.choice(scope.actions))])

    @form("branch", weight=2)
    def conditional_branch(self, scope: Scope, depth: int) -> Lines:
        lines = [
            f"if {self.condition(scope, 1)}",
            f"  {self.offer(scope, self.random.choice(scope.actions))}",
        ]
        if self.maybe(0.5):
            lines += ["else", f"  {self.offer(scope, self.random.choice(scope.actions))}"]
        return Lines(lines)

    @form("branch")
    def choosing_branch(self, scope: Scope, depth: int) -> Lines:
        name = self.fresh("v")
        where = f" where {self.condition(scope.having((name, 'color')), 1)}" if self.maybe(0.5) else ""
        return Lines([f"choose {name} in Color{where} as {self.fresh('lab')}"])

    @form("branch")
    def picking_branch(self, scope: Scope, depth: int) -> Lines:
        return Lines([f"move 1 chosen from hand to pub as {self.fresh('mv')}"])

    @form("branch")
    def effect_branch(self, scope: Scope, depth: int) -> Lines | None:
        return Lines(["wish"]) if "wish" in scope.effects else None

    @form("branch", 1)
    def repeated_branch(self, scope: Scope, depth: int) -> Lines:
        return Lines([f"up to {self.one('1', '2')} of", *indented(self.branches(scope, depth, 2))])

    @form("branch", 1)
    def joined_branch(self, scope: Scope, depth: int) -> Lines:
        return Lines(["one of", *indented(self.branches(scope, depth, 2))])


# ---- the spec --------------------------------------------------------------------------------

ACTIONS = {
    "discard": "(card)",
    "work": "",
    "paint": "(color)",
    "settle": "(many in 1..2, cell)",
    "trade": "(card, zone in Held)",
    "equip": "(tool)",
}
PARAMETERS = {
    "(card)": (("card", "card"),),
    "": (),
    "(color)": (("color", "color"),),
    "(many in 1..2, cell)": (("many", "number"), ("cell", "cell")),
    "(card, zone in Held)": (("card", "card"), ("zone", "held")),
    "(tool)": (("tool", "tool"),),
}
EFFECTS = ("gift", "ritual", "hush", "wish")

TOOLS = """\
name,color,cost,copies,note
sickle,red,1,2,
press,blue,2,1,heavy
"""

RULINGS = """\
U-1:
  question: How strict is the rule?
  readings:
    strict: Very.
    mild: Less so.
  chosen: strict
  why: Somebody has to say.
"""


class Spec(Statements):
    """A whole spec, section by section."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.name = f"random_{seed}"
        self.players = self.one("2", "2", "2..3")

    def files(self) -> dict[str, str]:
        """The texts of the spec's files by name, the spec first."""
        spec = "\n".join(self.lines()) + "\n"
        name = self.name
        return {f"{name}.yaml": spec, f"{name}/tools.csv": TOOLS, f"{name}/rulings.yaml": RULINGS}

    def lines(self) -> Iterator[str]:
        rules = [
            *self.definitions(),
            *self.actions(),
            *self.effects(),
            *self.phases(),
            *self.scoring(),
        ]
        yield from self.setting()
        yield from self.zones()
        yield from self.state()  # behind the rules, which say how many counters they need
        yield from rules

    def setting(self) -> Iterator[str]:
        low = self.one("0", "1", "-2")
        yield from (
            f"game: {self.name}",
            "title: Random",
            f"players: {self.players}",
            "longest: 3000",
            f"rulings: {self.name}/rulings.yaml",
            "options:",
            f"  opt: bool = {self.one('true', 'false')}",
            f"  lim: {low}..4 = {self.one('1', '2', '4')}",
            f"  starter: Seat = {self.one('p1', 'p2')}",
            "types:",
            "  Color: red | blue | green",
            "  Cell: grid 3 x 3",
            "  Held: hand | barn",
            "components:",
            "  Card: {color: Color, val: 1..2, copies: 2, start: deck}",
            "  Mark: {owner: Seat, copies: 6, start: stock}",
            f"  Tool: {{table: {self.name}/tools.csv, color: Color, cost: 1..3, start: shed}}",
            "  Chip: {copies: unlimited, start: mint}",
            "  Cloud: {size: small | large, copies: 2, start: sky}",
        )

    def zones(self) -> Iterator[str]:
        refilled = self.one("", ", refilled from pub")
        yield from (
            "zones:",
            f"  deck: {self.one('pile', 'bag')} of Card, seen by nobody{refilled}",
            "  pub: Card",
            "  hand per Seat: Card",
            "  barn per Seat: Card",
            f"  secret per Seat: Card, seen by owner{self.one('', ', count hidden')}",
            "  single: one Card",
            "  capped: Card, at most 2",
            "  stock: Mark",
            "  board per Cell: one Mark",
            "  shed: Tool",
            "  tools per Seat: Tool, at most 2",
            "  mint: Chip, unlimited",
            "  chips per Seat: Chip",
            "  sky: bag of Cloud, seen by nobody",
            "  weather: Cloud",
            "  well per Seat: bag of Cloud, seen by nobody, refilled from weather",
            "  spent per Seat: Cloud",
        )

    def state(self) -> Iterator[str]:
        yield from (
            "state:",
            "  n: -3..9 = 0",
            "  m: 0..9 = 1",
            "  flag: bool = opt",
            "  col: Color",
            "  num per Color: 0..5 = 1",
            "  pts per Seat: -5..20",
            "  pair per Seat, Color: 0..3 = 2",
            "  picked: set of Color",
            "  area: set of Cell",
            "  here: Cell",
            "  shelf: Held = barn",
            "  held: 0..3? = none",
            "  fav per Seat: Color? = none",
            "  whisper per Seat: Color? = none, seen by owner",
            "  rounds: 0..4",
            *(f"  turns{i + 1}: 0..2" for i in range(self.numbers.get("turns", 0))),
        )

    # ---- rules

    def definitions(self) -> Iterator[str]:
        scope = Scope((("x", "number"), ("q", "color")), helpers=False)
        own = Scope(player=True, helpers=False, asked=("discard",))
        yield from (
            "define:",
            f"  helper(x in -1..3, q in Color): {self.condition(scope, 2)}",
            f"  base by players: {{{'2: 1, 3: 2' if self.players == '2..3' else '2: 1'}}}",
            "  limit: 2",
            f"  rich: {self.condition(own, 2)} or hand.size > 2",
            "groups:",
            "  storm:",
            "    define:",
            f"      limit / storm: {self.number(Scope(helpers=False), 1)} if flag",
            f"      limit / storm / gale: 3 if {self.condition(Scope(helpers=False), 1)} and n != 1",
            f"      helper / storm: {self.condition(scope, 1)} if {self.condition(scope, 1)} or m == 7",
        )

    def actions(self) -> Iterator[str]:
        yield "actions:"
        for number, (name, head) in enumerate(ACTIONS.items()):
            known = PARAMETERS[head]
            earlier = tuple(ACTIONS)[:number]
            guarding = Scope((*known, ("player", "seat")), player=True, secrets=True, asked=earlier[:2])
            yield from (f"  {name}{head}:", f"    title: {name}", "    when:")
            yield from (f"      {label}: {text}" for label, text in self.guards(name, guarding))
            doing = replace(
                guarding, decisions=number > 1, ahead=True, actions=earlier[:3], effects=("gift", "ritual")
            )
            yield from ("    do: |", *(f"      {line}" for line in self.body(name, doing)))
            if name != "discard" and self.maybe(0.5):
                yield from ("    leaves:", f"      after: {self.condition(guarding, 2)}")
        yield "  rest: {title: rest}"

    def guards(self, name: str, scope: Scope) -> Iterator[tuple[str, str]]:
        match name:
            case "discard":
                yield "there", "card in hand"
            case "trade":
                yield "there", "card in zone"
            case "equip":
                yield "there", "tool in shed and tools.size < 2"
        if name != "discard":
            for i in range(self.random.randint(1, 2)):
                yield f"{name}_{i}", self.condition(scope, 2)

    def body(self, name: str, scope: Scope) -> Iterator[str]:
        match name:
            case "discard":
                yield "move card from hand to pub"
                return
            case "trade":
                yield "move card from zone to pub"
            case "equip":
                yield "move tool from shed to tools"
        yield from self.block(replace(scope, decisions=False), 2)
        if scope.decisions and self.maybe(0.6):
            yield from self.decision(scope, 0) if self.maybe(0.5) else self.block(scope, 1, 1)
        if self.maybe(0.3):
            yield from self.block(replace(scope, decisions=False), 1, 1)

    def effects(self) -> Iterator[str]:
        gift = Scope((("s", "seat"), ("many", "number")))
        ritual = Scope(
            (("color", "color"), ("player", "seat")), player=True, effects=("gift",), asked=("discard",)
        )
        hush = Scope((("player", "seat"),), player=True, effects=("gift",))
        name = self.fresh("v")
        wish = Scope((("player", "seat"), (name, "color")), player=True)
        where = f" where {self.condition(wish, 1)}" if self.maybe(0.5) else ""
        bodies = {
            "gift(s in Seat, many in 0..2)": ["move many of Chip from mint to s.chips", *self.block(gift, 1)],
            "ritual(color) by player": self.block(ritual, 2),
            "hush": ["pts = min(20, pts + 1)", *self.block(hush, 1)],
            "wish": [f"choose {name} in Color{where} as wishing", *self.block(wish, 1)],
        }
        yield "effects:"
        for head, body in bodies.items():
            yield from (f"  {head}: |", *(f"    {line}" for line in body))

    def phases(self) -> Iterator[str]:
        everybody = Scope(effects=("gift", "ritual", "hush"))
        player = Scope(
            (("player", "seat"),),
            player=True,
            secrets=True,
            decisions=True,
            actions=(*ACTIONS, "rest"),
            asked=tuple(ACTIONS),
            effects=EFFECTS,
        )
        yield from (
            "phases:",
            "  game: |",
            "    for s in seats",
            "      draw 2 from deck to s.hand",
            f"      draw {self.one('1', '2')} from deck to s.{self.one('secret', 'barn')}",
            "    draw 2 from deck to pub",
            "    repeat",
            "      rounds += 1",
            "      for s in clockwise(starter)",
            "        turn by s",
            f"        extra({self.text('color', everybody, 0)}) by next(s) if {self.condition(everybody, 1)}",
            *(f"      {line}" for line in self.block(everybody, 1)),
            f"      gift(starter, {self.one('1', '2')})",
            f"      ritual({self.text('color', everybody, 1)}) by {self.text('seat', everybody, 1)}",
            f"      hush by {self.text('seat', everybody, 1)}",
            f"    until rounds == {self.one('2', '3')}",
            "  turn by player: |",
            *(f"    {line}" for line in self.turn(player)),
        )
        colored = player.having(("color", "color"))
        yield from ("  extra(color) by player: |", *(f"    {line}" for line in self.decision(colored, 1)))

    def turn(self, scope: Scope) -> Iterator[str]:
        yield from self.block(replace(scope, decisions=self.maybe(0.5)), 2)
        yield from self.decision(scope, 2)
        yield from self.block(replace(scope, decisions=False), 1, 1)
        if self.maybe(0.5):
            yield from self.decision(scope, 2)
        yield from ("one of", *(f"  {name}" for name in ACTIONS), "  wish", "otherwise", "  rest")

    def scoring(self) -> Iterator[str]:
        scope = Scope((("seat", "seat"),))
        yield from (
            "scoring:",
            f"  first: {self.number(scope, 2)}",
            "  points: pts[seat]",
            f"  bonus: 2 if {self.condition(scope, 2)}",
            *self.random.choice([["  ties: shared"], ["  ties:", "    - chips[seat].size"]]),
        )


def files(seed: int) -> dict[str, str]:
    """The files of a random spec by name, the spec itself first; the game is called `random_SEED`."""
    return Spec(seed).files()


def main() -> None:
    for name, text in files(int(sys.argv[1])).items():
        print(f"# ---- {name}\n{text}")


if __name__ == "__main__":
    main()
