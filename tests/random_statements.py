"""Random statements, decisions and branches of the rules language.

In: what may be named and done where a text stands (`Scope`), and how deep it may go. Out: lines. Numbers are
clamped to their slot, pieces are moved only where they lie, loops are counted, so that what is written keeps
to the rules that only show in play.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.random_expressions import Expressions, Scope, form


@dataclass(slots=True)
class Lines:
    """A statement, and the variables that it adds to the rest of its block."""

    text: list[str]
    binds: list[tuple[str, str]] = field(default_factory=list)


def indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


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

    def in_loop(self, scope: Scope) -> Scope:
        """Loops ask seldom, and never where a look-ahead would have to follow every round."""
        return replace(scope, decisions=scope.decisions and not scope.ahead and self.maybe(0.3))

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
                    f"spot = {self.text('town', scope, 2)}",
                    f"met[{self.text('town', scope, 1)}] = {self.between(0, 3, scope, 1)}",
                    f"shelf = {self.variable('held', scope, 'hand', 'barn')}",
                    f"{self.owned('fav', scope)} = {self.one('none', color)}",
                    f"held = {self.one('none', self.between(0, 3, scope, 1))}",
                    f"whisper[{self.text('seat', scope, 0)}] = {color}",
                )
            ]
        )

    @form("statement")
    def let(self, scope: Scope, depth: int) -> Lines:
        name, sort = self.fresh("w"), self.one("number", "color", "cell", "seat", "town")
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
        return Lines([loop, *indented(self.block(self.in_loop(inner), depth))])

    @form("statement", 1)
    def asking_loop(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.decisions:
            return None
        name = self.fresh("v")
        domain, sort = self.random.choice([("1..2", "number"), ("[red, blue]", "color"), ("seats", "seat")])
        inner = scope.having((name, sort))
        only = f" if {self.condition(inner, 1)}" if self.maybe(0.6) else ""
        return Lines([f"for {name} in {domain}{only}", *indented(self.block(inner, 0))])

    @form("statement", 1)
    def while_loop(self, scope: Scope, depth: int) -> Lines:
        turns = self.counter()
        body = self.block(self.in_loop(scope), depth)
        head = f"while {turns} < 2 and {self.condition(scope, 1)}"
        return Lines([f"{turns} = 0", head, *indented([f"{turns} += 1", *body])])

    @form("statement", 1)
    def repeat_until(self, scope: Scope, depth: int) -> Lines:
        turns = self.counter()
        body = self.block(self.in_loop(scope), depth)
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
        if not scope.secrets:
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

    @form("statement")
    def roll(self, scope: Scope, depth: int) -> Lines:
        if self.maybe(0.5):
            return Lines([f"roll {self.one('0', '1', '3')} from cup to {self.owned('under', scope)}"])
        name = self.fresh("die")
        return Lines([f"roll 1 from cup to thrown as {name}", f"m = {name}.pips"])

    @form("statement")
    def pass_round(self, scope: Scope, depth: int) -> Lines:
        zone, way = self.one("hand", "barn", "under"), self.one("clockwise", "counterclockwise")
        return Lines([f"pass {zone} {way}"])

    # ---- decisions in passing

    @form("statement")
    def bidding(self, scope: Scope, depth: int) -> Lines | None:
        """Acts are counted, so that it ends; the condition reads what everybody sees."""
        if not scope.decisions or scope.ahead:
            return None
        turns, name = self.counter(), self.fresh("s")
        order = self.one("clockwise(starter)", "[p2, p1]", "clockwise(p2)")
        more = self.one("", f" and {name}.hand.size > 0", f" and {name} != starter")
        act = [
            f"if {turns} < 2",
            f"  choose {self.fresh('v')} in 1..3 as {self.fresh('lab')}",
            f"  {turns} += 1",
        ]
        head = f"bidding by {name} for {name} in {order} if {turns} < 2{more}"
        return Lines([f"{turns} = 0", head, *indented(act)])

    @form("statement")
    def offer_to(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.decisions or not scope.player or scope.ahead:
            return None
        where = f" where {self.one('hand.size > 1', 'flag', 'n < 3')}" if self.maybe(0.5) else ""
        lines = [f"offer {self.fresh('lab')} to next(player){where}", "  flag = not flag"]
        return Lines([*lines, "otherwise", "  m = 1"] if self.maybe(0.5) else lines)

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
                ("town", f"neighbours({self.text('town', scope, 1)}, Road)"),
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
