"""Decisions as Python functions: what is legal, why something is not, and what an action does.

In: a decision of the machine. Out: `_legal_N(s)` (sorted ids), `_why_N(s, a)` (the guards that an id
fails, as places in the table of guards) and `_at_N(s, a)` (apply an action). Guards stand in the
outermost loop that binds their parameters; a guard that fixes a parameter takes the place of its loop.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulesc.machine import flow, nodes
from rulesc.machine.substitute import variables
from rulesc.python.boards import board_table
from rulesc.python.function import INDENT, Function
from rulesc.python.functions import Functions, reads
from rulesc.python.names import local, spill
from rulesc.python.options import each
from rulesc.python.tidying import tidy
from rulesc.typed import nodes as typed
from rulesc.typed.types import lowest, size


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
        table = f"return {table}"
        return Function(
            f"_legal_{decision.id}", (), "list[int]", _about(fn, decision, "What is legal"), [table]
        )
    need: set[str] = set()
    body: list[str] = []
    for option in decision.options:
        need |= set(fn.ahead.option_needs(option))
        body += each(fn, option, [f"out.append({id_text(fn, option)})"])
    names = [o.action for o in decision.options]
    used = {x for x in need if reads("\n".join(body), local(x))}
    lines = [*fn.restore(used, decision.seat), "out: list[int] = []", *body]
    twice = {n for n in names if names.count(n) > 1 and fn.actions[n].role != "pick"}
    lines.append("return sorted(set(out))" if twice else "return out")
    return Function(f"_legal_{decision.id}", (), "list[int]", _about(fn, decision, "What is legal"), lines)


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
        for m, option in enumerate(options):
            keep = [p.var for p in option.params if p.var in fn.kept & fn.live[option.target]]
            lines = [*decode(fn, option), *(f"s.{spill(x)} = {local(x)}" for x in keep)]
            lines += fn.jump(option.target, -1)
            if m < len(options) - 1:
                condition = _tells(fn, option)
                body.append(f"{pad}if {condition}:")
                body += [pad + INDENT + x for x in lines]
            else:
                body += [pad + x for x in lines]
    need = flow.live_at_decision(decision, fn.live)
    used = {x for x in need if reads("\n".join(body), local(x))}
    params = Function(f"_at_{decision.id}", ("a",), "None", _about(fn, decision, "Apply"), [])
    params.body = [*fn.restore(used, decision.seat), *body]
    return params


def _tells(fn: Functions, option: nodes.Option) -> str:
    """A condition on an id that only this option of an action fits."""
    action = fn.actions[option.action]
    for i in action.digits:
        bound = option.params[i].bound
        if isinstance(bound, typed.Const):
            rest = 1
            for j in action.digits[action.digits.index(i) + 1 :]:
                rest *= size(action.params[j].type)
            low = lowest(action.params[i].type)
            text = (
                f"((a - {action.first_id}) // {rest}) % {size(action.params[i].type)} == {bound.value - low}"
            )
            return tidy(text)
    tests = [fn.expressions.test(g.condition) for g in option.guards]
    return tidy(" and ".join(tests) or "True")


def why_function(fn: Functions, decision: nodes.Decision, guards: Guards) -> Function:
    body: list[str] = []
    for test, options in arms(fn, decision):
        body.append(f"if {test}:")
        inner: list[str] = []
        for option in options:
            lines = decode(fn, option)
            telling = len(options) > 1 and "//" in _tells(fn, option)
            for guard in option.guards:
                place = guards.place(guard)
                lines += [
                    f"if not ({tidy(fn.expressions.test(guard.condition))}):",
                    f"{INDENT}out.append({place})",
                ]
            later = fn.ahead.completes(option)
            if later is not None:
                first, leaves = _later(fn, option, guards)
                test = tidy(f"not out and not {fn.ahead.text(later)}")
                lines.append(f"if {test}:")
                lines += [INDENT + x for x in _later_reasons(fn, option, first, leaves)]
            if telling:
                lines = [f"if {_tells(fn, option)}:", *(INDENT + x for x in lines or ["pass"])]
            inner += lines
        body += [INDENT + x for x in inner or ["pass"]]
    need = flow.live_at_decision(decision, fn.live)
    used = {x for x in need if reads("\n".join(body), local(x))}
    lines = [*fn.restore(used, decision.seat), "out: list[int] = []", *body, "return out"]
    return Function(
        f"_why_{decision.id}", ("a",), "list[int]", "The guards that an action fails here.", lines
    )


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
                first += [guards.place(g) for g in later.guards]
    return sorted(set(first)), sorted(set(leaves))


def _later_reasons(fn: Functions, option: nodes.Option, first: list[int], leaves: list[int]) -> list[str]:
    """Lines that say why an action can't be completed: `leaves`, if its inner decisions have options."""
    if not leaves or not first:
        return [f"out += {leaves or first}"]
    tests = _open_tests(fn, option.target)
    if tests is None:
        return [f"out += {leaves}"]
    return [f"out += {leaves} if {tests} else {first}"]


def _used(fn: Functions, option: nodes.Option) -> frozenset[str]:
    return variables(option.guards) | fn.live[option.target] | fn.ahead.needs["all"][option.target]


def _open_tests(fn: Functions, block: int) -> str | None:
    """A condition: whether the first inner decision has an option by its own guards; None: not known."""
    test = fn.ahead.asked(block, "guards", {})
    return None if test is None else fn.ahead.text(test)
