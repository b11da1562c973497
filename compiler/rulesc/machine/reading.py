"""Which slots and zones look-ahead reads.

In: a machine. Out: for a place in a block, the names that are read from there on until it is known whether
the action can be completed. What is written and not read again can be left out of look-ahead.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesc.machine import nodes
from rulesc.machine.effects import names_and_cans
from rulesc.machine.flow import action_blocks, foreseen
from rulesc.typed import nodes as typed

NOTHING: frozenset[str] = frozenset()
Read = tuple[object, frozenset[str]]  # a node, and names that it reads in vain


class Reading:
    """Answers for one machine, with or without what actions must leave; each answer is worked out once."""

    def __init__(self, machine: nodes.Machine, leaves: bool) -> None:
        self.machine = machine
        self.leaves = leaves
        self.known: dict[tuple[int, int], frozenset[str]] = {}

    def after(self, block: nodes.Block, place: int) -> frozenset[str]:
        """The names that are read once the statement at a place of a block has run."""
        if (block.id, place) not in self.known:
            rest = block.body[place + 1 :]
            read = [_read_by(stmt, self.leaves) for stmt in rest]
            starts: tuple[int, ...] = ()
            if not any(isinstance(s, nodes.EndAction) and s.outermost for s in rest):
                read.append((tuple(_asked(self.machine, block.end)), NOTHING))
                starts = foreseen(self.machine, block)
            self.known[block.id, place] = self.closure(read, starts)
        return self.known[block.id, place]

    def closure(self, read: list[Read], starts: tuple[int, ...]) -> frozenset[str]:
        """The names read by some nodes and from some blocks on, and by whatever `can` asks there."""
        found: set[str] = set()
        todo, blocks = list(read), list(starts)
        seen: set[object] = set()
        while todo or blocks:
            if blocks:
                start = blocks.pop()
                if start not in seen:
                    seen.add(start)
                    for block in action_blocks(self.machine, start):
                        todo += [_read_by(stmt, self.leaves) for stmt in block.body]
                        todo.append((tuple(_asked(self.machine, block.end)), NOTHING))
                continue
            node, apart_from = todo.pop()
            names, cans = names_and_cans(self.machine.program, node)
            found |= names - apart_from
            for option in (o for can in cans for o in self.possible(can)):
                if (option.action, option.target) not in seen:
                    seen.add((option.action, option.target))
                    todo.append((tuple(_read(option)), NOTHING))
                    blocks.append(option.target)
        return frozenset(found)

    def possible(self, can: typed.Can) -> Iterator[nodes.Option]:
        """What a `can` asks of."""
        names = {o.action for o in can.options}
        for p in self.machine.possible:
            if p.action in names:
                yield self.machine.decisions[p.decision].options[p.place]


def _read_by(stmt: nodes.Stmt, leaves: bool) -> Read:
    """What a statement reads for more than to change it."""
    match stmt:
        case typed.SetSlot(slot, index, value):
            return (index, value), frozenset([slot])
        case typed.MoveKind(count, kind, source, target):
            return (count, kind, _where(source), _where(target)), NOTHING
        case typed.MoveAll(source, target):
            return (source, _where(target)), NOTHING
        case nodes.EndAction() if stmt.outermost and not leaves:
            return (), NOTHING
        case _:
            return stmt, NOTHING


def _where(ref: typed.ZoneRef) -> object:
    return ref.index if isinstance(ref, typed.ZoneAt) else (ref.index, ref.selector)


def _asked(machine: nodes.Machine, end: nodes.Terminator) -> Iterator[object]:
    """What is read to know how to go on."""
    match end:
        case nodes.Branch(condition):
            yield condition
        case nodes.Ask(decision):
            for option in machine.decisions[decision].options:
                yield from _read(option)
        case nodes.Chance(zone=zone, refill=refill):
            yield zone
            if refill is not None:
                yield refill
        case _:
            pass


def _read(option: nodes.Option) -> Iterator[object]:
    """What an option reads before it is taken."""
    yield option.guards
    for param in option.params:
        yield (param.bound,) if param.bound is not None else ()
        yield (param.domain,) if param.domain is not None else ()
