"""The machine as stable text: what `rulesc show --stage machine` prints and golden tests compare."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from rulesc.machine import flow, nodes
from rulesc.source import Span
from rulesc.typed import nodes as typed


def show_machine(machine: nodes.Machine) -> str:
    """Blocks that can run, in order, then decisions."""
    alive = flow.reachable(machine)
    out = [f"machine {machine.program.game}", f"entry b{machine.entry}"]
    for block in machine.blocks:
        if block.id not in alive:
            continue
        out += ["", f"b{block.id} {block.name}" + (f" phase {block.phase}" if block.phase else "")]
        out += [f"  {_stmt(s)}" for s in block.body]
        out.append(f"  {_end(block.end)}")
    for d in machine.decisions:
        out += ["", f"decision {d.id} {d.name} seat {_text(d.seat)}"]
        for o in d.options:
            params = ", ".join(p.var if p.bound is None else f"{p.var}={_text(p.bound)}" for p in o.params)
            out.append(f"  {o.action}({params}) -> b{o.target}")
            out += [f"    {g.label}: {_text(g.condition)}" for g in o.guards]
    return "\n".join(out) + "\n"


def _end(end: nodes.Terminator) -> str:
    match end:
        case nodes.Goto(target):
            return f"goto b{target}"
        case nodes.Branch(condition, then, otherwise):
            return f"if {_text(condition)} goto b{then} else b{otherwise}"
        case nodes.Ask(decision, otherwise):
            return f"ask {decision}" + ("" if otherwise is None else f" otherwise b{otherwise}")
        case nodes.Chance():
            return f"chance {end.point} {end.var} from {end.zone.zone} goto b{end.found} empty b{end.empty}"
        case nodes.Together():
            return f"together {end.point} {end.seat.name} goto b{end.body} then b{end.after}"
        case nodes.Done():
            return f"done {end.point}"
        case _:
            return "end"


def _stmt(stmt: object) -> str:
    return _text(stmt)


def _text(node: object) -> str:
    match node:
        case typed.Const(value):
            return str(value)
        case typed.Var(name):
            return name
        case tuple():
            return "(" + ", ".join(_text(n) for n in node) + ")"
        case Span():
            return ""
    if is_dataclass(node) and not isinstance(node, type):
        inside = [
            _text(getattr(node, f.name)) for f in fields(node) if f.name not in ("type", "span", "clauses")
        ]
        return f"{type(node).__name__}({', '.join(inside)})"
    return str(node)
