"""Values of typed expressions, straight from the tree.

In: an expression, a state, the variables in scope. Out: its value, an int as `types` encodes it.
Nothing here changes a state.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import assert_never

from rulesc.typed import board_values, nodes
from rulesc.typed.closures import COMPARE, Value, closure
from rulesc.typed.state import Place, Setting, SpecFault, State, content, count
from rulesc.typed.types import Grid, Scalar, SetType, Type, lowest, size

Env = Mapping[str, int]
Trace = Callable[[str, object], None]
CanTest = Callable[[State, nodes.Can, Env], bool]

_ARITH: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
}


class Evaluator:
    """Evaluates under one setting; `trace` hears which arms of definitions gave values.

    If it hears all that is `tried`, it hears what is the same each time once.
    """

    def __init__(self, setting: Setting, can: CanTest, trace: Trace | None, tried: bool = False) -> None:
        self.tried = tried
        self.setting = setting
        self.can = can
        self.trace = trace
        self.closures: dict[int, Value] = {}

    def holds(self, guards: Iterable[nodes.Guard], state: State, env: Env) -> bool:
        return all(self.value(g.condition, state, env) for g in guards)

    def value(self, e: nodes.Expr, state: State, env: Env) -> int:
        match e:
            case nodes.Var(name):
                return env[name]
            case nodes.Const(value):
                return value
            case nodes.ReadSlot(slot, index):
                place = (slot, tuple([self.value(i, state, env) for i in index]))
                if place not in state.slots:
                    raise SpecFault(f"{slot} has no place {place[1]}", e.span)
                return state.slots[place]
            case nodes.Compare(op, left, right):
                return COMPARE[op](self.value(left, state, env), self.value(right, state, env))
            case nodes.CountIn(zone, kind):
                number = None if kind is None else self.value(kind, state, env)
                return count(self.setting, state, self.place(zone, state, env), number)
            case nodes.Logic(op, operands):
                for operand in operands:
                    if bool(self.value(operand, state, env)) == (op == "or"):
                        return op == "or"
                return op == "and"
            case nodes.PieceIn(zone):
                spot = self.place(zone, state, env)
                lying = state.rows.get(spot) or [k for k, _ in content(self.setting, state, spot)]
                return lying[0] if lying else -1
            case nodes.Lookup(table, index):
                found = self.setting.tables[table]
                return found.values[self.row(found.dims, index, state, env, e)]
            case nodes.InList(item, lists, index):
                listed = self.setting.lists[lists]
                wanted = self.value(item, state, env)
                return wanted in listed.rows[self.row(listed.dims, index, state, env, e)]
            case nodes.KindAttribute(kind, component, attribute):
                return self.attribute(self.value(kind, state, env), component, attribute, e)
            case nodes.CallDefine(name, args):
                return self.defined(name, [self.value(a, state, env) for a in args], state)
            case nodes.OneOfValues(item, values):
                wanted = self.value(item, state, env)
                return any(wanted == self.value(v, state, env) for v in values)
            case nodes.RulingIs(ruling, reading):
                return self.setting.rulings[ruling] == reading
            case nodes.Arith(op, left, right):
                divisor = self.value(right, state, env)
                if op in "/%" and divisor == 0:
                    raise SpecFault("division by zero", e.span)
                return _ARITH[op](self.value(left, state, env), divisor)
            case nodes.Not(operand):
                return not self.value(operand, state, env)
            case nodes.IfExpr(condition, then, otherwise):
                return self.value(then if self.value(condition, state, env) else otherwise, state, env)
            case nodes.MakeKind(component, args):
                attributes = tuple(self.value(a, state, env) for a in args)
                return self.setting.kinds.get((component, attributes), -1)
            case nodes.Can():
                return self.can(state, e, env)
            case nodes.Fold():
                return self.fold(e, state, env)
            case nodes.ReadOption(option):
                return self.setting.options[option]
            case nodes.NumPlayers():
                return self.setting.players
            case nodes.NextSeat(seat):
                return (self.value(seat, state, env) + 1) % self.setting.players
            case nodes.Negate(operand):
                return -self.value(operand, state, env)
            case nodes.InRange(item, low, high):
                here = self.value(item, state, env)
                return self.value(low, state, env) <= here <= self.value(high, state, env)
            case nodes.InSet(item, set_):
                member = _bit(set_.type, self.value(item, state, env))
                return self.value(set_, state, env) & member != 0
            case nodes.MakeSet(items, type_):
                made = 0
                for item in items:
                    made |= _bit(type_, self.value(item, state, env))
                return made
            case nodes.SetUnion(left, right):
                return self.value(left, state, env) | self.value(right, state, env)
            case nodes.SetMinus(left, right):
                return self.value(left, state, env) & ~self.value(right, state, env)
            case nodes.SetSize(set_):
                return self.value(set_, state, env).bit_count()
            case nodes.MakeCell(row, column, type_):
                return _cell(self.value(row, state, env), self.value(column, state, env), type_, e)
            case nodes.CellPart(cell, part):
                grid = cell.type
                assert isinstance(grid, Grid)
                where = divmod(self.value(cell, state, env), grid.columns)
                return where[0 if part == "row" else 1] + 1
            case nodes.Shown(pattern, drawing, cells):
                masks = [self.value(one, state, env) for one in cells]
                which = self.value(drawing, state, env)
                return board_values.shown(self.setting.patterns[pattern], which, masks)
            case nodes.CellSet(op, of):
                return board_values.cell_set(op, self.value(of, state, env), _grid(of))
            case nodes.RunFrom(of, cell, down, right):
                steps = self.value(down, state, env), self.value(right, state, env)
                mask, start = self.value(of, state, env), self.value(cell, state, env)
                return board_values.run(mask, start, *steps, _grid(of))
            case nodes.Reachable():
                return self.reached(e, state, env)
            case nodes.HasLine(cells, length):
                assert isinstance(cells.type, SetType) and isinstance(cells.type.of, Grid)
                return _has_line(self.value(cells, state, env), length, cells.type.of)
            case _:
                assert_never(e)

    def reached(self, e: nodes.Reachable, state: State, env: Env) -> int:
        """Steps are taken from everything found, until that brings nothing new."""
        found = self.value(e.start, state, env)
        while True:
            more = found
            for value in self.setting.values(e.loop.type):
                if found & _bit(e.type, value):
                    more |= self.value(e.step, state, {**env, e.loop.var: value})
            if more == found:
                return found
            found = more

    def row(
        self, dims: tuple[Scalar, ...], index: tuple[nodes.Expr, ...], state: State, env: Env, e: nodes.Expr
    ) -> int:
        """The place in constant data that an index names."""
        place = 0
        for dim, expr in zip(dims, index, strict=True):
            number = self.value(expr, state, env) - lowest(dim)
            if not 0 <= number < size(dim):
                raise SpecFault(f"the constants have no row {number + lowest(dim)}", e.span)
            place = place * size(dim) + number
        return place

    def attribute(self, kind: int, component: str, attribute: str, e: nodes.Expr) -> int:
        found = self.setting.components[component]
        if kind < 0:
            raise SpecFault(f"no {component} to ask for its {attribute}", e.span)
        return found.kinds[kind].values[[name for name, _ in found.attributes].index(attribute)]

    def tested(self, stmt: nodes.Stmt, condition: nodes.Expr, state: State, env: Env) -> bool:
        """The condition of a statement; whoever listens hears how it came out."""
        holds = bool(self.value(condition, state, env))
        if self.trace is not None:
            self.trace("true" if holds else "false", stmt)
        return holds

    def defined(self, name: str, args: list[int], state: State) -> int:
        """A definition's value; while nothing changes it stays the same, but some hear it each time."""
        if self.trace is not None and not self.tried:
            return self.worked_out(name, args, state)
        known, asked = state.known.setdefault(name, {}), tuple(args)
        if asked not in known:
            known[asked] = self.worked_out(name, args, state)
        return known[asked]

    def worked_out(self, name: str, args: list[int], state: State) -> int:
        """The value of the first arm whose condition holds."""
        define = self.setting.defines[name]
        inner = {p.name: a for p, a in zip(define.params, args, strict=True)}
        for arm in define.arms:
            if arm.condition is None or self.value(arm.condition, state, inner):
                if self.trace is not None:
                    self.trace("arm", arm)
                return self.value(arm.value, state, inner)
            if self.trace is not None:
                self.trace("passed over", arm)
        raise AssertionError(f"{name} has no base")

    def fold(self, e: nodes.Fold, state: State, env: Env) -> int:
        """A fold; over nothing `sum`, `count`, `min`, `max` are 0 and `best` is none."""
        if e.op == "set" and len(e.loops) == 1:
            return self.collected(e, e.loops[0], state, env)
        passes = self.passes(e.loops, state, env)
        match e.op:
            case "any":
                return any(self.value(e.body, state, inner) for inner in passes)
            case "all":
                return all(self.value(e.body, state, inner) for inner in passes)
            case "count":
                return sum(1 for _ in passes)
            case "sum":
                return sum(self.value(e.body, state, inner) for inner in passes)
            case "min":
                return min((self.value(e.body, state, inner) for inner in passes), default=0)
            case "max":
                return max((self.value(e.body, state, inner) for inner in passes), default=0)
            case "set":
                collected = 0
                for inner in passes:
                    collected |= _bit(e.type, self.value(e.body, state, inner))
                return collected
            case "best":
                best, most = -1, 0
                for i, inner in enumerate(passes):
                    here = self.value(e.body, state, inner)
                    if i == 0 or here > most:
                        best, most = inner[e.loops[0].var], here
                return best
            case _:
                raise AssertionError(f"no fold is called {e.op}")

    def collected(self, e: nodes.Fold, loop: nodes.Loop, state: State, env: Env) -> int:
        """A set over one loop, without a new scope for each pass: boards have many cells."""
        inner, made = dict(env), 0
        condition = None if loop.condition is None else self.quick(loop.condition)
        for x in self.domain(loop.domain, state, env):
            inner[loop.var] = x
            if condition is None or condition(state, inner):
                made |= _bit(e.type, self.value(e.body, state, inner))
        return made

    def quick(self, e: nodes.Expr) -> Value:
        """The expression as a closure; the tree lives as long as the program, so its place names it."""
        if id(e) not in self.closures:
            self.closures[id(e)] = closure(e, self)
        return self.closures[id(e)]

    def passes(self, loops: tuple[nodes.Loop, ...], state: State, env: Env) -> Iterator[Env]:
        """The variables of each pass through nested loops whose conditions hold."""
        if not loops:
            yield env
            return
        first, rest = loops[0], loops[1:]
        for value in self.domain(first.domain, state, env):
            inner = {**env, first.var: value}
            if first.condition is None or self.value(first.condition, state, inner):
                yield from self.passes(rest, state, inner)

    def domain(self, domain: nodes.Domain, state: State, env: Env) -> list[int]:
        """The values of a domain in the order in which they are visited."""
        match domain:
            case nodes.AllOf(type_):
                return list(self.setting.values(type_))
            case nodes.RangeOf(low, high):
                return list(range(self.value(low, state, env), self.value(high, state, env) + 1))
            case nodes.ItemsOf(items):
                return [self.value(i, state, env) for i in items]
            case nodes.ElementsOf(set_):
                mask = self.value(set_, state, env)
                base = _lowest_element(set_.type)
                return [base + i for i in range(mask.bit_length()) if mask >> i & 1]
            case nodes.KindsIn(zone):
                return [k for k, _ in content(self.setting, state, self.place(zone, state, env))]
            case nodes.ListedIn(lists, index):
                listed = self.setting.lists[lists]
                place = self.row(listed.dims, index, state, env, index[0])
                return list(listed.rows[place])
            case nodes.SeatsFrom(first):
                players = self.setting.players
                start = self.value(first, state, env)
                return [(start + i) % players for i in range(players)]
            case _:
                assert_never(domain)

    def read_once(self, domain: nodes.Domain, state: State, env: Env) -> nodes.Domain:
        """A statement's domain as its loop begins: bounds, listed values and the first seat stay as they are.

        What lies in a set or a zone is asked again at each step.
        """

        def now(e: nodes.Expr) -> nodes.Const:
            return nodes.Const(self.value(e, state, env), e.type, e.span)

        match domain:
            case nodes.RangeOf(low, high):
                return nodes.RangeOf(now(low), now(high))
            case nodes.ItemsOf(items):
                return nodes.ItemsOf(tuple([now(item) for item in items]))
            case nodes.SeatsFrom(first):
                return nodes.SeatsFrom(now(first))
            case nodes.ListedIn(lists, index):
                return nodes.ListedIn(lists, tuple([now(e) for e in index]))
            case _:
                return domain

    def place(self, ref: nodes.ZoneRef, state: State, env: Env) -> Place:
        """Which zone a reference names now."""
        match ref:
            case nodes.ZoneAt(zone, index):
                pass
            case nodes.ZoneChoice(selector, zones, index):
                zone = zones[self.value(selector, state, env)]
            case _:
                assert_never(ref)
        place = (zone, tuple([self.value(i, state, env) for i in index]))
        if place not in state.zones:
            raise SpecFault(f"{zone} has no place {place[1]}", ref.index[-1].span)
        return place


def _grid(cells: nodes.Expr) -> Grid:
    assert isinstance(cells.type, SetType) and isinstance(cells.type.of, Grid)
    return cells.type.of


def _lowest_element(type_: Type) -> int:
    assert isinstance(type_, SetType)
    return lowest(type_.of)


def _bit(set_type: Type, value: int) -> int:
    """The mask of one element; none and what the set's type does not hold has none."""
    place = value - _lowest_element(set_type)
    return 1 << place if place >= 0 else 0


def _cell(row: int, column: int, type_: Type, e: nodes.Expr) -> int:
    assert isinstance(type_, Grid)
    if not (1 <= row <= type_.rows and 1 <= column <= type_.columns):
        raise SpecFault(f"{type_.name} has no cell in row {row}, column {column}", e.span)
    return (row - 1) * type_.columns + column - 1


def _has_line(cells: int, length: int, grid: Grid) -> bool:
    inside = {divmod(c, grid.columns) for c in range(grid.rows * grid.columns) if cells >> c & 1}
    return any(
        all((row + step * down, column + step * right) in inside for step in range(length))
        for row, column in inside
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
