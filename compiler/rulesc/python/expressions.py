"""Typed expressions as Python text.

In: a typed expression whose variables are local variables of the function that is being written
(`s` the state, `v` its vector, `k` the game's parameters). Out: text with generous parentheses;
`tidy` rewrites it through Python's own parser, so that precedence cannot go wrong.
"""

from __future__ import annotations

from collections.abc import Callable

from rulesc.diagnostics.model import Excess
from rulesc.machine.substitute import substitute
from rulesc.python import board_sets
from rulesc.python.constants import Constants
from rulesc.python.domains import NO_SPAN, domain_text, own_value
from rulesc.python.folds import fold
from rulesc.python.known import arms_of, asks_some, divides_by_unknown, never_negative
from rulesc.python.layout import Layout, ZonePlace, bit
from rulesc.python.names import constant, local
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.types import Bool, Grid, Int, Scalar, SetType, Type, lowest
from rulesc_runtime.rows import width

MOST_INLININGS = 100_000  # of definitions, in a whole engine


class Expressions:
    """Writes expressions; collects the constant tables they need."""

    def __init__(self, layout: Layout, can: Callable[[typed.Can], str], in_full: bool = False) -> None:
        self.layout = layout
        self.can = can
        self.constants: dict[str, str] = {}
        self.data = Constants(layout.program, self.constants)
        self.settled: dict[str, dict[str, None]] = {}  # by text: what it is, for a comment
        self.in_full = in_full  # values are worked out where they stand, settled ones too
        self.inlinings = 0
        self.lines: set[tuple[str, int]] = set()
        self.helpers: set[str] = set()  # functions of the runtime
        self.defines = {d.name: d for d in layout.program.defines}

    # ---- values ----------------------------------------------------------------------------

    def value(self, e: typed.Expr) -> str:
        """The expression as an int."""
        if not self.in_full and isinstance(e, _SETTLED) and self.settles(e):
            return f"k[{self.settle(e)}]"
        return self.worked_out(e)

    def seats(self) -> str:
        """How many seats play."""
        fewest, most = self.layout.program.players
        return str(fewest) if fewest == most else "k[0]"

    def settles(self, e: typed.Expr) -> bool:
        """Whether the options, rulings and seats of a game settle a value, which is then worked out once."""
        asks = False
        for part in descend(self.inlined(e) if isinstance(e, typed.CallDefine) else e):
            if isinstance(part, typed.CallDefine):
                if not self.settles(part):
                    return False
                asks = True
            elif isinstance(part, typed.ReadOption | typed.RulingIs | typed.NumPlayers):
                asks = True
            elif not isinstance(part, _PLAIN) or divides_by_unknown(part):
                return False
        return asks

    def settle(self, e: typed.Expr) -> int:
        """The place in `k` of a value that is settled before the game."""
        self.in_full = True
        text = tidy(self.worked_out(e))
        self.in_full = False
        note = self.settled.setdefault(text, {})
        if isinstance(e, typed.CallDefine):
            note[e.define] = None
            note |= dict.fromkeys(c for arm in self.defines[e.define].arms for c in arm.clauses)
        first = 1 + len(self.layout.options) + len(self.layout.rulings)
        return first + list(self.settled).index(text)

    def worked_out(self, e: typed.Expr) -> str:
        """The expression as an int, worked out where it stands."""
        match e:
            case typed.Const(value, SetType() as type_):
                return str(board_sets.mask(type_, value))
            case typed.Const(value, type_):
                return str(value) if value >= 0 else f"({value})"
            case typed.Var(name):
                return local(name)
            case typed.ReadSlot(slot, index):
                return self.slot(slot, index)
            case typed.ReadOption(option):
                return f"k[{self.layout.options[option]}]"
            case typed.NumPlayers():
                return self.seats()
            case typed.NextSeat(seat):
                return f"(({self.value(seat)} + 1) % {self.seats()})"
            case typed.Arith("+" | "-"):
                return self.chain(e)
            case typed.Arith(op, left, right):
                return f"({self.value(left)} {'//' if op == '/' else op} {self.value(right)})"
            case typed.Negate(operand):
                return f"(-{self.value(operand)})"
            case typed.IfExpr():
                return self.cases(e, self.value)
            case typed.MakeSet(items, type_):
                return "(" + (" | ".join(self.bit_of(_element(type_), i) for i in items) or "0") + ")"
            case typed.SetUnion(left, right):
                return f"({self.value(left)} | {self.value(right)})"
            case typed.SetMinus(left, right):
                return f"({self.value(left)} & ~{self.value(right)})"
            case typed.SetSize(set_):
                return f"({self.value(set_)}).bit_count()"
            case typed.Fold():
                return self.fold(e)
            case typed.MakeKind(component, args):
                return self.data.kind(component, args, self.place_of)
            case typed.KindAttribute(kind, component, attribute):
                return f"{self.data.attribute(component, attribute)}[{self.value(kind)}]"
            case typed.PieceIn(zone):
                return self.piece(zone)
            case typed.Lookup():
                return self.data.value(e, self.value)
            case typed.CountIn(zone, kind):
                return self.count(zone, kind)
            case typed.CallDefine():
                return self.value(self.inlined(e))
            case typed.CellSet() | typed.RunFrom() | typed.Reachable():
                return board_sets.value(self, e)
            case typed.MakeCell(row, column, type_):
                assert isinstance(type_, Grid)
                return f"(({self.value(row)} - 1) * {type_.columns} + {self.value(column)} - 1)"
            case typed.CellPart(cell, part):
                grid = cell.type
                assert isinstance(grid, Grid)
                op = "//" if part == "row" else "%"
                return f"({self.value(cell)} {op} {grid.columns} + 1)"
            case _:
                return f"(1 if {self.test(e)} else 0)"

    def chain(self, e: typed.Expr) -> str:
        """A sum of however many terms in one pair of brackets."""
        terms = []
        while isinstance(e, typed.Arith) and e.op in "+-":
            terms.append(f"{e.op} {self.value(e.right)}")
            e = e.left
        return "(" + " ".join([self.value(e), *reversed(terms)]) + ")"

    def cases(self, e: typed.IfExpr, write: Callable[[typed.Expr], str]) -> str:
        """A conditional; of cases of one value, those that come to the same as the last are left out."""
        arms, last = arms_of(e)
        text = end = write(last)
        for condition, then in reversed([(c, write(t)) for c, t in arms]):
            if then != end or len(arms) == 1:
                text = f"({then} if {self.test(condition)} else {text})"
        return text

    def test(self, e: typed.Expr) -> str:
        """The expression as a condition."""
        match e:
            case typed.Const(value):
                return "True" if value else "False"
            case typed.Logic(op, operands):
                return "(" + f" {op} ".join(self.test(o) for o in operands) + ")"
            case typed.Not(operand):
                return f"(not {self.test(operand)})"
            case typed.Compare(op, left, right):
                return self.compare(op, left, right)
            case typed.RulingIs(ruling, reading):
                found = next(r for r in self.layout.program.rulings if r.id == ruling)
                return f"(k[{self.layout.rulings[ruling]}] == {found.readings.index(reading)})"
            case typed.OneOfValues(item, values):
                here = self.value(item)
                return "(" + " or ".join(f"{here} == {self.value(v)}" for v in values) + ")"
            case typed.InRange(item, low, high):
                return f"({self.value(low)} <= {self.value(item)} <= {self.value(high)})"
            case typed.InSet(item, set_):
                type_ = item.type
                if isinstance(type_, Grid):
                    return f"({self.value(set_)} & {self.bit_of(type_, item)})"
                return f"({self.value(set_)} >> {self.place_of(type_, item)} & 1)"
            case typed.InList(item, lists, at):
                return f"({self.value(item)} in {self.data.row(lists, at, self.value)})"
            case typed.HasLine(cells, length):
                type_ = cells.type
                assert isinstance(type_, SetType) and isinstance(type_.of, Grid)
                self.lines.add((type_.of.name, length))
                return f"{line_name(type_.of.name, length)}({self.value(cells)})"
            case typed.Shown():
                return board_sets.shown(self, e)
            case typed.Can():
                return self.can(e)
            case typed.CallDefine():
                return self.test(self.inlined(e))
            case typed.IfExpr(condition, then, otherwise) if isinstance(then.type, Bool):
                if isinstance(otherwise, typed.Const) and not otherwise.value:
                    return f"({self.test(condition)} and {self.test(then)})"
                return self.cases(e, self.test)
            case typed.Fold(op) if op in ("any", "all"):
                return self.fold(e)
            case _:
                return self.value(e)

    def in_line(self, e: typed.Expr) -> tuple[list[str], str]:
        """The expression as a condition, perhaps after lines that work out a part of it."""
        while isinstance(e, typed.CallDefine):
            e = self.inlined(e)
        if isinstance(e, typed.HasLine) and isinstance(e.cells.type, SetType):
            of = e.cells.type.of
            if isinstance(of, Grid) and of.name in self.layout.lined:
                lines, test = line_test("cells_", 1, e.length)
                return [f"cells_ = {tidy(self.value(e.cells))}", *lines], test
        return [], self.test(e)

    def compare(self, op: str, left: typed.Expr, right: typed.Expr) -> str:
        """A comparison; counts in masks are tests of bits, numbers that are never negative are tests."""
        if isinstance(right, typed.Const):
            some = asks_some(op, left, right.value)
            if some is not None:
                found = (
                    self.some(left.zone, left.kind) if isinstance(left, typed.CountIn) else self.value(left)
                )
                return found if some else f"(not {found})"
            if op == ">=" and right.value <= 0 and never_negative(left):
                return "True"
        return f"({self.value(left)} {op} {self.value(right)})"

    def inlined(self, call: typed.CallDefine) -> typed.Expr:
        """A definition's chain of arms as one conditional expression. Excess if there is no end of it."""
        self.inlinings += 1
        if self.inlinings > MOST_INLININGS:
            raise Excess
        define = self.defines[call.define]
        env = {p.name: a for p, a in zip(define.params, call.args, strict=True)}
        arms = define.arms
        out: typed.Expr = substitute(arms[-1].value, env)
        for arm in reversed(arms[:-1]):
            assert arm.condition is not None
            condition = substitute(arm.condition, env)
            out = typed.IfExpr(condition, substitute(arm.value, env), out, call.type, call.span)
        return out

    # ---- places ----------------------------------------------------------------------------

    def slot(self, name: str, index: tuple[typed.Expr, ...]) -> str:
        place = self.layout.slots[name]
        if place.attribute:
            return f"s.{place.attribute}"
        return f"v[{self.offset(place.base, place.slot.dims, place.weights, index)}]"

    def offset(
        self, base: int, dims: tuple[Scalar, ...], weights: tuple[int, ...], index: tuple[typed.Expr, ...]
    ) -> str:
        parts = []
        for dim, weight, e in zip(dims, weights, index, strict=True):
            base -= lowest(dim) * weight
            parts.append(f"{self.value(e)} * {weight}")
        return tidy(" + ".join([*parts, str(base)]) if base >= 0 else f"{' + '.join(parts)} - {-base}")

    def instance(self, place: ZonePlace, index: tuple[typed.Expr, ...], scale: int, base: int) -> str:
        weights = tuple(w * scale for w in place.weights)
        return self.offset(base, place.zone.dims, weights, index)

    def zones(self, ref: typed.ZoneRef) -> list[ZonePlace]:
        names = (ref.zone,) if isinstance(ref, typed.ZoneAt) else ref.zones
        return [self.layout.zones[n] for n in names]

    def pick_base(self, ref: typed.ZoneRef) -> str:
        """`a if zone == 0 else b`: the first place of a chosen zone."""
        assert isinstance(ref, typed.ZoneChoice)
        selector = self.value(ref.selector)
        bases = [self.layout.zones[z].base for z in ref.zones]
        step = bases[1] - bases[0]
        if all(b == bases[0] + i * step for i, b in enumerate(bases)):
            return f"({bases[0]} + {step} * {selector})"
        return f"{tuple(bases)}[{selector}]"

    def count_place(self, ref: typed.ZoneRef, kind: typed.Expr) -> str:
        """Where the count of a kind lies in `v`; only for zones of counts."""
        place = self.zones(ref)[0]
        if isinstance(ref, typed.ZoneAt):
            where = self.instance(place, ref.index, place.kinds, place.base)
            return tidy(f"{where} + {self.value(kind)}")
        where = self.instance(place, ref.index, place.kinds, 0)
        return tidy(f"{where} + {self.value(kind)} + {self.pick_base(ref)}")

    def count(self, ref: typed.ZoneRef, kind: typed.Expr | None) -> str:
        place = self.zones(ref)[0]
        if place.form == "endless":
            return "1000"
        if place.form == "counts":
            if kind is not None:
                return f"v[{self.count_place(ref, kind)}]"
            zero = typed.Const(0, Int(0, 0), NO_SPAN)
            first = self.count_place(ref, zero)
            if place.kinds <= 8:
                return "(" + " + ".join(f"v[{tidy(f'{first} + {i}')}]" for i in range(place.kinds)) + ")"
            return f"sum(v[{first} : {first} + {place.kinds}])"
        if place.form == "row":
            return self.in_row(place, self.mask_place(ref), kind)
        if place.form == "single":
            return f"(1 if {self.some(ref, kind)} else 0)"
        if place.form == "packed":
            here = self.mask_place(ref)
            if kind is None:
                return f"_packs.size({here}, {place.bits}, {place.kinds})"
            return f"({here} >> {self.value(kind)} * {place.bits} & {(1 << place.bits) - 1})"
        if place.form == "mask":
            mask = self.mask_place(ref)
            return f"({mask}).bit_count()" if kind is None else f"({mask} >> {self.value(kind)} & 1)"
        return f"({self.some(ref, kind)} != 0)"

    def in_row(self, place: ZonePlace, row: str, kind: typed.Expr | None) -> str:
        """How many pieces, or pieces of a kind, stand in a row."""
        if kind is None:
            return f"(({row}).bit_length() + {width(place.kinds) - 1}) // {width(place.kinds)}"
        return f"_rows.count({row}, {width(place.kinds)}, {self.value(kind)})"

    def mask_place(self, ref: typed.ZoneRef) -> str:
        place = self.zones(ref)[0]
        if isinstance(ref, typed.ZoneAt):
            return f"v[{self.instance(place, ref.index, 1, place.base)}]"
        return f"v[{tidy(f'{self.instance(place, ref.index, 1, 0)} + {self.pick_base(ref)}')}]"

    def some(self, ref: typed.ZoneRef, kind: typed.Expr | None) -> str:
        """Whether a zone holds a piece (of a kind), as a condition."""
        place = self.zones(ref)[0]
        if place.form == "endless":
            return "True"
        if place.form == "counts":
            if kind is not None:
                return f"v[{self.count_place(ref, kind)}]"
            return self.count(ref, None)
        if place.form == "row":
            return self.mask_place(ref) if kind is None else f"({self.count(ref, kind)} > 0)"
        if place.form == "single":
            here = self.mask_place(ref)
            return f"({here} >= 0)" if kind is None else f"({here} == {self.value(kind)})"
        if place.form == "packed":
            return self.mask_place(ref) if kind is None else f"({self.count(ref, kind)} > 0)"
        if place.form == "mask":
            mask = self.mask_place(ref)
            return mask if kind is None else f"({mask} >> {self.value(kind)} & 1)"
        assert isinstance(ref, typed.ZoneAt)
        cell = self.bit_of(place.zone.dims[0], ref.index[0])
        if kind is not None:
            return f"({self.board(place, kind)} & {cell})"
        return f"({self.occupied(place)} & {cell})"

    def piece(self, ref: typed.ZoneRef) -> str:
        """The kind in a zone of at most one piece, -1 if there is none."""
        place = self.zones(ref)[0]
        if place.form == "single":
            return self.mask_place(ref)
        if place.form == "row":
            return f"(({self.mask_place(ref)} & {(1 << width(place.kinds)) - 1}) - 1)"
        inside = self.some(ref, own_value(Int(0, place.kinds - 1)))
        return f"next((x_ for x_ in range({place.kinds}) if {inside}), -1)"

    def board(self, place: ZonePlace, kind: typed.Expr) -> str:
        return f"v[{tidy(f'{self.value(kind)} + {place.base}')}]"

    def occupied(self, place: ZonePlace) -> str:
        return "(" + " | ".join(f"v[{place.base + i}]" for i in range(place.kinds)) + ")"

    def bit_of(self, type_: Type, e: typed.Expr) -> str:
        """The one-bit mask of a value."""
        if isinstance(e, typed.Const):
            assert not isinstance(type_, SetType)
            if isinstance(type_, Grid):
                return str(self.layout.cell_bits(type_)[e.value])
            return str(1 << bit(type_, e.value - lowest(type_)))  # type: ignore[arg-type]
        if isinstance(type_, Grid):
            name = constant(type_.name, "bit")
            self.constants.setdefault(name, str(self.layout.cell_bits(type_)))
            return f"{name}[{self.value(e)}]"
        return f"(1 << {self.place_of(type_, e)})"

    def place_of(self, type_: Type, e: typed.Expr) -> str:
        low = lowest(type_)  # type: ignore[arg-type]
        return self.value(e) if low == 0 else f"({self.value(e)} - {low})"

    # ---- folds -----------------------------------------------------------------------------

    def fold(self, e: typed.Fold) -> str:
        return fold(self, e)

    def domain(self, domain: typed.Domain, type_: Scalar) -> str:
        """What a Python `for` runs over."""
        return domain_text(self, domain, type_)

    def inside(self, domain: typed.Domain, at: typed.Var) -> str | None:
        """The condition under which a value lies in a set or a zone; None: the domain is neither."""
        match domain:
            case typed.ElementsOf(set_):
                return f"({self.value(set_)} & {self.bit_of(at.type, at)})"
            case typed.KindsIn(zone):
                return self.some(zone, at)
            case _:
                return None


_SETTLED = (typed.IfExpr, typed.Arith, typed.CallDefine)
_PLAIN = (typed.Const, typed.IfExpr, typed.Arith, typed.Compare, typed.Logic, typed.Not, typed.Negate)


def line_test(cells: str, step: int, length: int) -> tuple[list[str], str]:
    """Whether a run of cells is so long: doubled until it is, for `run & run >> 1` holds where two stand."""
    steps = []
    have = 1
    while have < length:
        more = min(have, length - have)
        steps.append(step * more)
        have += more
    lines = []
    for shift in steps[:-1]:
        lines.append(f"run_ = {cells} & {cells} >> {shift}")
        cells = "run_"
    return lines, f"{cells} & {cells} >> {steps[-1]}"


def line_name(grid: str, length: int) -> str:
    return f"_line_{grid.lower()}_{length}"


def _element(type_: Type) -> Type:
    return type_.of if isinstance(type_, SetType) else type_
