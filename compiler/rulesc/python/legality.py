"""Decisions as Python functions: what is legal, why something is not, and what an action does.

In: a decision of the machine. Out: `_legal_N(s)` (sorted ids), `_why_N(s, a)` (the guards that an id
fails, as places in the table of guards) and `_at_N(s, a)` (apply an action). Guards stand in the
outermost loop that binds their parameters; a guard that fixes a parameter takes the place of its loop.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesc.machine import flow, nodes
from rulesc.machine.substitute import variables
from rulesc.python.boards import board_table, changed_only
from rulesc.python.forwarding import forwarded
from rulesc.python.function import INDENT, Function
from rulesc.python.functions import Functions, reads
from rulesc.python.known import may_divide
from rulesc.python.names import local, spill
from rulesc.python.options import each, falls
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import Seat, lowest, size


@dataclass(slots=True)
class Guards:
    """The table of guards, filled as they are met."""

    rows: list[tuple[str, str, tuple[str, ...]]]

    def place(self, guard: typed.Guard) -> int:
        text = " ".join(line.split(" @")[0].strip() for line in guard.span.text.splitlines())
        row = (guard.label, text.split(" @")[0].strip(), guard.clauses)
        if row not in self.rows:
            self.rows.append(row)
        return self.rows.index(row)


def decode(fn: Functions, option: nodes.Option, name: str = "a") -> list[str]:
    """Lines that set an option's parameters from an action id."""
    action = fn.actions[option.action]
    digits = [(i, size(action.params[i].type), lowest(action.params[i].type)) for i in action.digits]
    lines = []
    weight = 1
    weights: dict[int, int] = {}
    for i, count, _ in reversed(digits):
        weights[i] = weight
        weight *= count
    rest = f"({name} - {action.first_id})" if action.first_id else name
    for n, (i, count, low) in enumerate(digits):
        param = option.params[i]
        if param.bound is not None:
            continue
        text = f"{rest} // {weights[i]}" if weights[i] > 1 else rest
        if n > 0:
            text = f"({text}) % {count}"
        if low:
            text = f"{text} + {low}"
        lines.append(f"{local(param.var)} = {tidy(text)}")
    for param in option.params:
        if param.bound is not None and param.var in _used(fn, option):
            lines.append(f"{local(param.var)} = {tidy(fn.expressions.value(param.bound))}")
    return lines


def id_text(fn: Functions, option: nodes.Option) -> str:
    """The action id of an option's parameters."""
    action = fn.actions[option.action]
    text = "0"
    for i in action.digits:
        param, type_ = option.params[i], action.params[i].type
        here = local(param.var) if param.bound is None else fn.expressions.value(param.bound)
        low = lowest(type_)
        text = f"({text}) * {size(type_)} + ({here}{f' - {low}' if low else ''})"
    return tidy(f"{text} + {action.first_id}")


def last_id(fn: Functions, action: typed.Action) -> int:
    count = 1
    for i in action.digits:
        count *= size(action.params[i].type)
    return action.first_id + count - 1


def decision_functions(fn: Functions, decision: nodes.Decision, guards: Guards) -> list[Function]:
    return [legal_function(fn, decision), why_function(fn, decision, guards), at_function(fn, decision)]


def legal_function(fn: Functions, decision: nodes.Decision) -> Function:
    table = board_table(fn, decision)
    if table is not None:
        found = [f"return {table.text}"]
        return Function(
            f"_legal_{decision.id}", (), "list[int]", _about(fn, decision, "What is legal"), found
        )
    need: set[str] = set()
    body: list[str] = []
    falling = len(decision.options) > 0 and all(falls(o) for o in decision.options)
    for option in decision.options[::-1] if falling else decision.options:
        need |= set(fn.ahead.option_needs(option))
        body += each(fn, option, [f"out.append({id_text(fn, option)})"], falling)
    names = [o.action for o in decision.options]
    used = {x for x in need if reads("\n".join(body), local(x))}
    lines = [*fn.restore(used, decision.seat), "out: list[int] = []", *body]
    if falling:
        lines.append("out.reverse()")
    twice = {n for n in names if names.count(n) > 1 and fn.actions[n].role != "pick"}
    lines.append("return sorted(set(out))" if twice else "return out")
    about = _about(fn, decision, "What is legal")
    return Function(f"_legal_{decision.id}", (), "list[int]", about, lines, asks=True)


def _about(fn: Functions, decision: nodes.Decision, what: str) -> str:
    clauses: dict[str, None] = dict.fromkeys(decision.clauses)
    for option in decision.options:
        for guard in option.guards:
            clauses.update(dict.fromkeys(guard.clauses))
    names = list(dict.fromkeys(o.action for o in decision.options))
    text = f"{what}: {', '.join(names)}."
    return text + (f" Clauses: {', '.join(clauses)}." if clauses else "")


def arms(fn: Functions, decision: nodes.Decision) -> list[tuple[str, list[nodes.Option]]]:
    """The options by action, with the condition that tells an id's action."""
    groups: dict[str, list[nodes.Option]] = {}
    for option in decision.options:
        groups.setdefault(option.action, []).append(option)
    out = []
    for name, options in groups.items():
        action = fn.actions[name]
        first, last = action.first_id, last_id(fn, action)
        out.append((f"a == {first}" if first == last else f"{first} <= a <= {last}", options))
    return out


def at_function(fn: Functions, decision: nodes.Decision) -> Function:
    body: list[str] = []
    groups = arms(fn, decision)
    for n, (_, options) in enumerate(groups):
        alone = n == len(groups) - 1
        if not alone:
            upper = max(last_id(fn, fn.actions[o.action]) for o in options)
            body.append(f"if a <= {upper}:")
        pad = "" if alone else INDENT
        apart = _apart(fn, options)
        for m, option in enumerate(options):
            keep = [p.var for p in option.params if p.var in fn.kept & fn.live[option.target]]
            values = decode(fn, option)
            lines = [*(f"s.{spill(x)} = {local(x)}" for x in keep), *fn.jump(option.target, -1)]
            if m < len(options) - 1:
                tests = _bound_tests(fn, option)
                if not apart:
                    tests += [fn.expressions.test(g.condition) for g in option.guards]
                lines = [f"if {tidy(' and '.join(tests) or 'True')}:", *(INDENT + x for x in lines)]
            body += [pad + x for x in [*values, *lines]]
    need = flow.live_at_decision(decision, fn.live)
    used = {x for x in need if reads("\n".join(body), local(x))}
    params = Function(f"_at_{decision.id}", ("a",), "None", _about(fn, decision, "Apply"), [])
    bounds = _bounds(fn, decision)
    body = forwarded(_changes(body, decision.id), bounds)
    table = board_table(fn, decision)
    if table is not None:
        body = changed_only(table, body, bounds)
    params.body = [*fn.restore(used, decision.seat), *body]
    return params


def _bounds(fn: Functions, decision: nodes.Decision) -> dict[str, tuple[int, int]]:
    """The least and greatest values of a decision's parameters and of its seat."""
    found = {}
    for option in decision.options:
        for param in option.params:
            if not isinstance(param.type, Seat):
                found[local(param.var)] = (lowest(param.type), lowest(param.type) + size(param.type) - 1)
    if isinstance(decision.seat, typed.Var):
        found[local(decision.seat.name)] = (0, fn.program.players[1] - 1)
    return found


def _changes(body: list[str], number: int) -> list[str]:
    """The lines of a step without the one that says that the same decision is asked again.

    It is so already where every line that says what is asked comes right before the stop.
    """
    if any(line.strip().startswith("legal = ") for line in body):
        return body
    return [line for line in body if line.strip() != f"s.pc = {number}"]


def _apart(fn: Functions, options: list[nodes.Option]) -> bool:
    """Whether a constant parameter tells the options of an action from each other."""
    for i in fn.actions[options[0].action].digits:
        bounds = [o.params[i].bound for o in options]
        values = {b.value for b in bounds if isinstance(b, typed.Const)}
        if len(values) == len(options):
            return True
    return False


def _bound_tests(fn: Functions, option: nodes.Option) -> list[str]:
    """Conditions on an id: it has the values of the option's bound parameters."""
    action = fn.actions[option.action]
    tests = []
    weight = 1
    for i in reversed(action.digits):
        bound, type_ = option.params[i].bound, action.params[i].type
        if bound is not None:
            place = f"((a - {action.first_id}) // {weight})"
            if i != action.digits[0]:
                place = f"({place} % {size(type_)})"
            elif isinstance(bound, typed.Const) and bound.value == lowest(type_):
                tests.append(f"(a < {action.first_id + weight})")
                continue
            tests.append(f"({place} + {lowest(type_)} == {fn.expressions.value(bound)})")
        weight *= size(type_)
    return tests


def why_function(fn: Functions, decision: nodes.Decision, guards: Guards) -> Function:
    body: list[str] = []
    for test, options in arms(fn, decision):
        inner: list[str] = []
        for option in options:
            inner += _reasons(fn, option, guards, first=not inner)
        body += [f"if {test}:", *(INDENT + x for x in inner or ["pass"])]
    need = flow.live_at_decision(decision, fn.live)
    used = {x for x in need if reads("\n".join(body), local(x))}
    lines = [*fn.restore(used, decision.seat), "out: list[int] = []", *body, "return out"]
    return Function(
        f"_why_{decision.id}", ("a",), "list[int]", "The guards that an action fails here.", lines
    )


def _reasons(fn: Functions, option: nodes.Option, guards: Guards, first: bool) -> list[str]:
    """Lines that say why an option does not allow an id; an option that is not offered says nothing."""
    offered = [] if first else ["(not out)"]
    offered += _bound_tests(fn, option)
    offered += [fn.expressions.test(g.condition) for g in option.guards if not g.label]
    lines: list[str] = []
    for guard in option.guards:
        if guard.label:
            test = f"(not {fn.expressions.test(guard.condition)})"
            if may_divide(guard.condition):
                test = f"((not out) and {test})"
            lines += [f"if {tidy(test)}:", f"{INDENT}out.append({guards.place(guard)})"]
    later = fn.ahead.completes(option)
    if later is not None:
        inner, leaves = _later(fn, option, guards)
        test = tidy(f"(not out) and (not {fn.ahead.text(later)})")
        lines += [f"if {test}:", *(INDENT + x for x in _later_reasons(fn, option, inner, leaves))]
    values = decode(fn, option) if lines or offered else []
    if offered and lines:
        lines = [f"if {tidy(' and '.join(offered))}:", *(INDENT + x for x in lines)]
    return [*values, *lines]


def _later(fn: Functions, option: nodes.Option, guards: Guards) -> tuple[list[int], list[int]]:
    """The guards for which an action can fail after its own: those of its first inner decisions, `leaves`."""
    first: list[int] = []
    leaves: list[int] = []
    for block in flow.action_blocks(fn.machine, option.target):
        for stmt in block.body:
            if isinstance(stmt, nodes.EndAction):
                leaves += [guards.place(g) for g in stmt.leaves]
        if isinstance(block.end, nodes.Ask):
            for later in fn.machine.decisions[block.end.decision].options:
                first += [guards.place(g) for g in later.guards if g.label]
    return sorted(set(first)), sorted(set(leaves))


def _later_reasons(fn: Functions, option: nodes.Option, first: list[int], leaves: list[int]) -> list[str]:
    """Lines that say why an action can't be completed: `leaves`, if its inner decisions have options."""
    if not leaves or not first:
        return [f"out += {leaves or first}"]
    block = option.target
    test = fn.ahead.asked(block, "guards", {}) or fn.ahead.reaches(block, "pay", {})
    reasons = tidy(f"({leaves} if {fn.ahead.text(test)} else {first})")
    return [f"out += {reasons}"]


def _used(fn: Functions, option: nodes.Option) -> frozenset[str]:
    return variables(option.guards) | fn.live[option.target] | fn.ahead.needs["all"][option.target]
