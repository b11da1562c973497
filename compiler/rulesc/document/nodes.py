"""The document tree: what the YAML and CSV files hold, by section, with the place of every scalar.

Compared with the files it lacks comments, quoting and the order of sections; `groups` are spread
over the sections they belong to. Every rule is still text (`Text`), sliced from the file as written.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesc.source import Source, Span, Text


@dataclass(frozen=True, slots=True)
class Entry:
    """`key: value`, both in the rules language; `group` is the name of the group it stood in."""

    key: Text
    value: Text
    group: str = ""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A definition given as a table: `rounds by players: {2: 7, 3: 6}`."""

    key: Text
    rows: tuple[Entry, ...]
    span: Span
    group: str = ""


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """One action, or a member or the head of a family of actions."""

    key: Text
    rules: Text | None  # clauses of the action as a whole
    title: Text | None  # words for people: "build a {color} column on lot {lot}"
    when: tuple[Entry, ...]  # label: condition
    do: Text | None
    leaves: tuple[Entry, ...]  # label: condition that must hold afterwards
    group: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Csv:
    """A component table: header names, then rows of as many cells."""

    source: Source
    header: tuple[Text, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ComponentEntry:
    """A component: attributes (`color: Color`), how many copies of each kind, where they start."""

    key: Text
    attributes: tuple[Entry, ...]
    copies: Text | None
    start: Text | None
    rules: Text | None
    table: Csv | None


@dataclass(frozen=True, slots=True)
class MapEntry:
    """Links between the values of a type: rows of a table, places that are all linked, an attribute."""

    key: Text
    over: Text
    table: Csv | None
    among: Text | None
    along: Text | None
    rules: Text | None


@dataclass(frozen=True, slots=True)
class PaymentEntry:
    """Payments for ways: `of` the carriers, `ways` the maps over which a way may go.

    `least` names the list of those payments that are least on the whole way.
    """

    key: Text
    of: Text
    ways: tuple[Text, ...]
    least: Text | None
    rules: Text | None


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A pattern or a layout over the cells of a grid."""

    key: Text
    over: Text
    per: Text | None
    table: Csv | None
    drawing: Text | None
    letters: Text | None
    turns: Text | None
    rules: Text | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """An open question of the rulebook: its readings and the one chosen."""

    id: Text
    question: Text
    readings: tuple[Entry, ...]  # label: sentence; the first is not special, `chosen` is
    chosen: Text
    why: Text
    cite: Text | None


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of the rulebook: a sentence in our own words and where it comes from."""

    id: Text
    text: Text
    cite: Text | None
    status: Text | None  # None: has an effect; "no effect"; "unspecified": known but ruleless


@dataclass(frozen=True, slots=True)
class RulebookSource:
    letter: Text
    file: Text
    language: Text | None
    title: Text | None


@dataclass(frozen=True, slots=True)
class Rulebook:
    sources: tuple[RulebookSource, ...]
    clauses: tuple[Clause, ...]
    no_rule: tuple[Entry, ...]  # "Z1-12": why these lines hold no rule


@dataclass(frozen=True, slots=True)
class PlayLine:
    """One line of an example's play: `p1: moves`, `cannot p1: move @P-26`, `can p1: move`,
    `draw: outcomes`, `expect: condition`."""

    who: Text  # the key as written
    text: Text


@dataclass(frozen=True, slots=True)
class Example:
    """An example turn: a partial position, what is played, what must hold then."""

    id: Text
    title: Text | None
    rules: Text | None
    cite: Text | None  # where it is printed; None: derived
    players: Text | None
    options: tuple[Entry, ...]
    rulings: tuple[Entry, ...]
    at: Text | None  # the phase at whose first start `given` holds; default `turn`
    given: Text | None
    play: tuple[PlayLine, ...]
    expect: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What a layer does to one construct: `add`, `replace` or `remove`, in a section, by its names."""

    verb: str
    section: str  # as in the layer: "define", "guards", "rows", ...
    path: tuple[str, ...]  # ("limit", "lantern"), ("build", "room"): what stands between the slashes
    span: Span

    @property
    def told(self) -> str:
        """What is changed, in words, such as: guard `build / room`."""
        return f"{self.noun} {self.named}" if self.path else self.noun

    @property
    def noun(self) -> str:
        return SINGULAR.get(self.section, self.section)

    @property
    def named(self) -> str:
        return f"`{' / '.join(self.path)}`"


SINGULAR = {
    "options": "option",
    "types": "type",
    "tables": "table",
    "maps": "map",
    "payments": "payment",
    "patterns": "pattern",
    "layouts": "layout",
    "components": "component",
    "zones": "zone",
    "state": "slot",
    "define": "definition",
    "actions": "action",
    "guards": "guard",
    "leaves": "line of `leaves`",
    "scoring": "scoring item",
    "effects": "effect",
    "phases": "phase",
    "rows": "row",
    "clauses": "clause",
    "rulings": "ruling",
    "examples": "example",
}


@dataclass(frozen=True, slots=True)
class Layer:
    """An erratum that is laid over a spec: where it comes from, and what it changes."""

    id: Text
    title: Text | None
    date: Text
    source: Text
    after: tuple[Text, ...]  # layers over which this one lies
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole spec with the files it names; of an edition, with its layers laid over the base."""

    source: Source
    game: Text
    title: tuple[Entry, ...]  # language: text; a bare title has the language "en"
    players: Text
    options: tuple[Entry, ...]
    types: tuple[Entry, ...]
    tables: tuple[ComponentEntry, ...]
    maps: tuple[MapEntry, ...]
    payments: tuple[PaymentEntry, ...]
    patterns: tuple[BoardEntry, ...]
    layouts: tuple[BoardEntry, ...]
    components: tuple[ComponentEntry, ...]
    zones: tuple[Entry, ...]
    state: tuple[Entry, ...]
    define: tuple[Entry | TableEntry, ...]
    actions: tuple[ActionEntry, ...]
    effects: tuple[Entry, ...]
    phases: tuple[Entry, ...]
    scoring: tuple[Entry, ...]
    ties: tuple[Text, ...]  # () or ("shared",) or expressions, the first decides first
    returns: Text | None
    longest: Text | None  # bound on the number of decisions of a game
    teams: Text | None  # how many there are
    rulebook: Rulebook | None
    rulings: tuple[Ruling, ...]
    examples: tuple[Example, ...]
    groups: tuple[Entry, ...]  # name: title
    files: tuple[Source, ...]  # every file read, the spec first
    edition: str = "standard"
    layers: tuple[Layer, ...] = ()  # in the order in which they lie
