"""Random expressions of the rules language, each by its sort; what forms are, of which a text is one.

In: what may be named where a text stands (`Scope`), and how deep it may go. Out: text. The names are those
that `tests/random_specs.py` declares.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

Build = TypeVar("Build", bound=Callable[..., object])


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
                return self.one("Tool", "Held"), "other"

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
