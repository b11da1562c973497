"""Facts about a machine's blocks: which blocks follow, what is live, what must be looked ahead for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulesc.machine import nodes
from rulesc.machine.effects import reads, writes
from rulesc.machine.substitute import variables
from rulesc.typed import nodes as typed


def successors(machine: nodes.Machine, block: nodes.Block) -> tuple[int, ...]:
    """The blocks that can run next, through decisions and chance points."""
    match block.end:
        case nodes.Goto(target):
            return (target,)
        case nodes.Branch(_, then, otherwise):
            return (then, otherwise)
        case nodes.Ask(decision, otherwise):
            targets = tuple(o.target for o in machine.decisions[decision].options)
            return targets if otherwise is None else (*targets, otherwise)
        case nodes.Chance(found=found, empty=empty):
            return (found, empty)
        case nodes.Together(body=body, after=after):
            return (body, after)
        case nodes.Done() | nodes.End():
            return ()


def threaded(machine: nodes.Machine) -> nodes.Machine:
    """The machine without jumps to blocks that only jump on, and without unreachable blocks' bodies."""

    def final(target: int) -> int:
        seen = set()
        while target not in seen:
            seen.add(target)
            block = machine.blocks[target]
            if block.body or block.phase or not isinstance(block.end, nodes.Goto):
                return target
            target = block.end.target
        return target

    def redirect(end: nodes.Terminator) -> nodes.Terminator:
        match end:
            case nodes.Goto(target):
                return nodes.Goto(final(target))
            case nodes.Branch(condition, then, otherwise):
                return nodes.Branch(condition, final(then), final(otherwise))
            case nodes.Ask(decision, otherwise):
                return nodes.Ask(decision, None if otherwise is None else final(otherwise))
            case nodes.Chance():
                return replace(end, found=final(end.found), empty=final(end.empty))
            case nodes.Together():
                return replace(end, body=final(end.body), after=final(end.after))
            case _:
                return end

    def decided(block: nodes.Block) -> nodes.Block:
        """The block with a jump past branches that what it has just set decides."""
        known = {s.var: s.value for s in block.body if isinstance(s, typed.Let)}
        end, seen = block.end, set[int]()
        while isinstance(end, nodes.Goto) and end.target not in seen:
            seen.add(end.target)
            there = machine.blocks[end.target]
            if there.body or there.phase or not isinstance(there.end, nodes.Branch):
                break
            holds = truth(there.end.condition, known, machine.program.players)
            if holds is None:
                break
            chosen = final(there.end.then if holds else there.end.otherwise)
            if not isinstance(machine.blocks[chosen].end, nodes.Ask):
                break  # a longer way would have to stand in two places
            end = nodes.Goto(chosen)
        return replace(block, end=end)

    blocks = tuple(decided(replace(b, end=redirect(b.end))) for b in machine.blocks)
    decisions = tuple(
        replace(d, options=tuple(replace(o, target=final(o.target)) for o in d.options))
        for d in machine.decisions
    )
    return replace(machine, blocks=blocks, decisions=decisions, entry=final(machine.entry))


def truth(e: typed.Expr, known: Mapping[str, typed.Expr], players: tuple[int, int]) -> bool | None:
    """Whether `a < b` holds, where numbers and the bounds of the number of players tell."""
    match e:
        case typed.Compare("<", left, right):
            low, high = _bounds(left, known, players), _bounds(right, known, players)
        case _:
            return None
    if low is None or high is None:
        return None
    return True if low[1] < high[0] else False if low[0] >= high[1] else None


def _bounds(
    e: typed.Expr, known: Mapping[str, typed.Expr], players: tuple[int, int]
) -> tuple[int, int] | None:
    """The least and the greatest that a number can be."""
    match e:
        case typed.Var(name) if isinstance(known.get(name), typed.Const):
            return _bounds(known[name], {}, players)
        case typed.Const(value):
            return value, value
        case typed.NumPlayers():
            return players
        case _:
            return None


def reachable(machine: nodes.Machine) -> frozenset[int]:
    """Blocks that can run, also those behind a decision that is never asked but for `can`."""
    found: set[int] = set()
    todo = [machine.entry, *(o.target for d in machine.decisions for o in d.options)]
    while todo:
        block = todo.pop()
        if block not in found:
            found.add(block)
            todo.extend(successors(machine, machine.blocks[block]))
    return frozenset(found)


def predecessors(machine: nodes.Machine) -> dict[int, int]:
    """How many places lead to each block; an option of two decisions counts twice."""
    count = {b.id: 0 for b in machine.blocks}
    alive = reachable(machine)
    for block in machine.blocks:
        if block.id in alive:
            for target in successors(machine, block):
                count[target] += 1
    return count


def live_in(machine: nodes.Machine) -> dict[int, frozenset[str]]:
    """The variables that each block needs when it begins."""
    live: dict[int, frozenset[str]] = {b.id: frozenset() for b in machine.blocks}
    read = _read_backwards(machine)
    changed = True
    while changed:
        changed = False
        for block in reversed(machine.blocks):
            need = set(live_at_end(machine, block, live))
            for stmt, names in read[block.id]:
                if isinstance(stmt, typed.Let):
                    need.discard(stmt.var)
                need |= names
            if need != live[block.id]:
                live[block.id] = frozenset(need)
                changed = True
    return live


def _read_backwards(machine: nodes.Machine) -> dict[int, list[tuple[nodes.Stmt, set[str]]]]:
    """The statements of each block, the last first, with the variables they read."""
    return {b.id: [(stmt, _uses(stmt)) for stmt in reversed(b.body)] for b in machine.blocks}


def live_at_end(
    machine: nodes.Machine, block: nodes.Block, live: dict[int, frozenset[str]]
) -> frozenset[str]:
    """The variables that a block's end needs."""
    match block.end:
        case nodes.Goto(target):
            return live[target]
        case nodes.Branch(condition, then, otherwise):
            return variables(condition) | live[then] | live[otherwise]
        case nodes.Ask(decision, otherwise):
            need = live_at_decision(machine.decisions[decision], live)
            return need if otherwise is None else need | live[otherwise]
        case nodes.Chance():
            return chance_needs(block.end, live) | live[block.end.empty]
        case nodes.Together():
            return together_needs(block.end, live)
        case _:
            return frozenset()


def chance_needs(chance: nodes.Chance, live: dict[int, frozenset[str]]) -> frozenset[str]:
    """The variables that must be kept while the game waits for chance."""
    return (live[chance.found] - {chance.var}) | variables(chance.zone)


def only_draws(machine: nodes.Machine, loop: int, chance: nodes.Chance, apart: frozenset[int]) -> bool:
    """Whether a loop of blocks comes back to its draw with the pile changed by nothing but the draw.

    Blocks that stand `apart` don't belong to the loop.
    """
    seen: set[int] = set(apart - {loop})
    todo = [loop]
    back = False
    targets: tuple[int, ...]
    while todo:
        block = machine.blocks[todo.pop()]
        if block.id in seen:
            continue
        seen.add(block.id)
        changing = [s for s in block.body if not _takes(s, chance)]
        if chance.zone.zone in writes(tuple(changing)):
            return False
        match block.end:
            case nodes.Chance(zone=zone) if block.end != chance and zone.zone == chance.zone.zone:
                return False
            case nodes.Ask(_, otherwise):
                targets = () if otherwise is None else (otherwise,)
            case nodes.Together() | nodes.Done() | nodes.End():
                targets = ()
            case _:
                targets = successors(machine, block)
        todo += targets
        back = back or loop in targets
    return back


def _takes(stmt: nodes.Stmt, chance: nodes.Chance) -> bool:
    """Whether a statement takes the piece that was drawn out of its pile."""
    match stmt:
        case typed.MoveKind(typed.Const(1), typed.Var(kind), source, target):
            return kind == chance.var and source == chance.zone and target != chance.zone
        case _:
            return False


def together_needs(end: nodes.Together, live: dict[int, frozenset[str]]) -> frozenset[str]:
    """The variables that must be kept while seats decide at the same time."""
    asked = frozenset() if end.asked is None else variables(end.asked)
    return ((live[end.body] | asked) - {end.seat.name}) | live[end.after]


def live_at_decision(decision: nodes.Decision, live: dict[int, frozenset[str]]) -> frozenset[str]:
    """The variables that must be kept while the game waits for a decision."""
    need = set(variables(decision.seat))
    for option in decision.options:
        need |= needed_by(option, live[option.target])
    return frozenset(need)


def needed_by(option: nodes.Option, later: frozenset[str]) -> frozenset[str]:
    """The variables that an option reads: for its bound parameters, its guards, and what comes `later`."""
    free = {p.var for p in option.params}
    bounds = tuple(p.bound for p in option.params if p.bound is not None)
    return variables(bounds) | (variables(option.guards) | later) - free


def _uses(stmt: object) -> set[str]:
    """The variables a statement reads from outside; its own loops and lets are not among them."""
    match stmt:
        case typed.For(loop, body):
            inside = set().union(*(_uses(s) for s in body)) if body else set()
            condition = set() if loop.condition is None else set(variables(loop.condition))
            return (inside | condition) - {loop.var} - _lets(body) | set(variables(loop.domain))
        case typed.If(condition, then, otherwise):
            out = set(variables(condition))
            for body in (then, otherwise):
                for s in body:
                    out |= _uses(s)
                out -= _lets(body)
            return out
        case typed.While(condition, body) | typed.RepeatTimes(condition, body):
            inside = set().union(*(_uses(s) for s in body)) if body else set()
            return (inside - _lets(body)) | set(variables(condition))
        case typed.RepeatUntil(body, until):
            inside = set().union(*(_uses(s) for s in body)) if body else set()
            return (inside | (set() if until is None else set(variables(until)))) - _lets(body)
        case _:
            return set(variables(stmt))


def _lets(body: tuple[object, ...]) -> set[str]:
    return {s.var for s in body if isinstance(s, typed.Let)}


def action_blocks(machine: nodes.Machine, start: int) -> tuple[nodes.Block, ...]:
    """The blocks from an option's target to the end of the outermost action around it.

    Not those behind a piece that chance brings: what comes then is not looked ahead for.
    """
    found: dict[int, nodes.Block] = {}
    todo = [start]
    while todo:
        block = machine.blocks[todo.pop()]
        if block.id in found:
            continue
        found[block.id] = block
        if any(isinstance(s, nodes.EndAction) and s.outermost for s in block.body):
            continue
        todo.extend(foreseen(machine, block))
    return tuple(found.values())


def foreseen(machine: nodes.Machine, block: nodes.Block) -> tuple[int, ...]:
    """The blocks with which look-ahead goes on."""
    match block.end:
        case nodes.Chance(empty=empty):
            return (empty,)
        case nodes.Together():
            return ()
        case _:
            return successors(machine, block)


def leaves(machine: nodes.Machine, start: int) -> tuple[typed.Guard, ...]:
    """What must hold when the outermost action around a block is done."""
    return tuple(
        guard
        for block in action_blocks(machine, start)
        for stmt in block.body
        if isinstance(stmt, nodes.EndAction) and stmt.outermost
        for guard in stmt.leaves
    )


def needs_look_ahead(machine: nodes.Machine, option: nodes.Option, leaves: bool) -> bool:
    """Whether an option can fail later in its action: a decision (or what it `leaves`) is still to come.

    A pick of several leaves its own decision with an option by its guards, so that one is no risk.
    """
    picks = any(a.name == option.action and a.role == "pick" for a in machine.program.actions)
    for block in action_blocks(machine, option.target):
        ended = False
        for stmt in block.body:
            if isinstance(stmt, nodes.EndAction):
                if stmt.leaves and (leaves or not stmt.outermost):
                    return True
                ended = ended or stmt.outermost
        if not ended and isinstance(block.end, nodes.Ask):
            asked = machine.decisions[block.end.decision]
            if not (picks and any(o.action == option.action for o in asked.options)):
                return True
    return False


def needed_ahead(machine: nodes.Machine, leaves: bool) -> dict[int, frozenset[str]]:
    """The variables that each block needs for the question whether its action can be completed."""
    need: dict[int, frozenset[str]] = {b.id: frozenset() for b in machine.blocks}
    looking = {
        (d.id, i): needs_look_ahead(machine, o, leaves)
        for d in machine.decisions
        for i, o in enumerate(d.options)
    }
    read = _read_backwards(machine)
    changed = True
    while changed:
        changed = False
        for block in reversed(machine.blocks):
            here = _needed_at_end(machine, block, need, looking)
            for stmt, names in read[block.id]:
                if isinstance(stmt, nodes.EndAction) and stmt.outermost:
                    here.clear()
                    here |= names if leaves else set()
                    continue
                if isinstance(stmt, typed.Let):
                    here.discard(stmt.var)
                here |= names
            if here != need[block.id]:
                need[block.id] = frozenset(here)
                changed = True
    return need


def _needed_at_end(
    machine: nodes.Machine,
    block: nodes.Block,
    need: dict[int, frozenset[str]],
    looking: dict[tuple[int, int], bool],
) -> set[str]:
    match block.end:
        case nodes.Goto(target):
            return set(need[target])
        case nodes.Branch(condition, then, otherwise):
            return set(variables(condition) | need[then] | need[otherwise])
        case nodes.Ask(decision, after):
            found: set[str] = set() if after is None else set(need[after])
            for i, option in enumerate(machine.decisions[decision].options):
                found |= needed_by(option, need[option.target] if looking[decision, i] else frozenset())
            return found
        case nodes.Chance(zone=zone, empty=empty):
            return set(variables(zone) | need[empty])
        case _:
            return set()


def known_before(machine: nodes.Machine, start: int) -> tuple[typed.Expr, ...]:
    """The alternatives of what an action must leave whose truth the action itself cannot change."""
    guards = leaves(machine, start)
    if len(guards) != 1:
        return ()
    condition = guards[0].condition
    either = isinstance(condition, typed.Logic) and condition.op == "or"
    parts = condition.operands if isinstance(condition, typed.Logic) and either else (condition,)
    written: set[str] = set()
    for block in action_blocks(machine, start):
        written |= writes(block.body)
    known = []
    for part in parts:
        read = reads(machine.program, part)
        if read is not None and not read & written and not variables(part):
            known.append(part)
    return tuple(known)
