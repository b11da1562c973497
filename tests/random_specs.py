"""Random specs in the rules language, for tests that compare two ways to play them.

In: a seed. Out: the files of a spec that compiles and whose games end. The declarations are the same in
every spec but for bounds, traits and order; what is random is what they say: guards, bodies, phases,
definitions, scoring.

    python -m tests.random_specs SEED

A construct of the language is a method marked with what it is a `form` of: an expression of some sort, a
statement, a decision, or a branch of one. A new construct is a new method, in `random_expressions.py` or
`random_statements.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

from tests.random_expressions import Scope
from tests.random_statements import Statements

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

TOWNS = """\
name,color,next
Arden,red,Brook
Brook,blue,Combe
Combe,red,Dell
Dell,green,
"""

ROADS = """\
from,to
Arden,Brook
Brook,Combe
Brook,Dell
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
        tables = {"tools.csv": TOOLS, "towns.csv": TOWNS, "roads.csv": ROADS, "rulings.yaml": RULINGS}
        return {f"{name}.yaml": spec} | {f"{name}/{file}": text for file, text in tables.items()}

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
            "tables:",
            "  Town:",
            f"    table: {self.name}/towns.csv",
            "    color: Color",
            "    next: Town?",
            "maps:",
            f"  Road: {{over: Town, table: {self.name}/roads.csv}}",
            "components:",
            "  Card: {color: Color, val: 1..2, copies: 2, start: deck}",
            "  Mark: {owner: Seat, copies: 6, start: stock}",
            f"  Tool: {{table: {self.name}/tools.csv, color: Color, cost: 1..3, start: shed}}",
            "  Chip: {copies: unlimited, start: mint}",
            "  Cloud: {size: small | large, copies: 2, start: sky}",
            "  Die: {pips: 1..3, copies: unlimited, start: cup}",
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
            "  cup: dice of Die",
            "  thrown: one Die",
            "  under per Seat: Die",
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
            "  spot: Town = Brook",
            "  met per Town: 0..3",
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
            *(["    deal 1 from sky to well"] if self.players == "2" else []),
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
