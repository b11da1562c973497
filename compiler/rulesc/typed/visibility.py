"""Who may know an expression.

In: typed expressions. Out: the hidden things they read, each with the seat that sees it. A guard or
a domain that reads what the deciding seat may not see is an error; where nothing hidden is read,
a choice that nobody has may be passed over in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import TypeVar, cast

from rulesc.diagnostics.model import Report
from rulesc.source import Span
from rulesc.typed import flow_errors
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.openings import beginnings, branches
from rulesc.typed.scope import PLAYER
from rulesc.typed.types import Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Secret:
    """A zone's content or a slot that only `owner` sees; None: nobody does."""

    name: str
    owner: typed.Expr | None

    def known_to_player(self) -> bool:
        return isinstance(self.owner, typed.Var) and self.owner.name == PLAYER


Secrets = frozenset[Secret]
NONE: Secrets = frozenset()


@dataclass(slots=True)
class Knowledge:
    zones: Mapping[str, typed.Zone]
    slots: Mapping[str, typed.Slot]
    defines: Mapping[str, typed.Define]
    procedures: Mapping[str, typed.Procedure]
    actions: Mapping[str, typed.Action]
    lets: dict[str, Secrets] = field(default_factory=dict)  # what `let` variables of this body tell
    _memo: dict[str, Secrets] = field(default_factory=dict)

    def secrets(self, node: object) -> Secrets:
        """What hidden things a node reads, calls and offers included."""
        found: Secrets = NONE
        for part in descend(node):
            match part:
                case typed.CountIn(zone, kind):
                    found |= self.content(zone, kind is None)
                case typed.Var(name) if name in self.lets:
                    found |= self.lets[name]
                case typed.KindsIn(zone) | typed.PieceIn(zone):
                    found |= self.content(zone, False)
                case typed.ReadSlot(slot, index):
                    declared = self.slots[slot]
                    found |= _secret(slot, declared.seen_by, declared.dims, index)
                case typed.CallDefine(name, args) if name in self.defines:
                    define = self.defines[name]
                    found |= _passed(self._of(f"define {name}", define.arms), define.params, args)
                case typed.Run(name, args) if name in self.procedures:
                    procedure = self.procedures[name]
                    inner = self._of(f"procedure {name}", procedure.body)
                    found |= _passed(inner, procedure.params, args)
                case typed.OfferOption(name) if name in self.actions:
                    action = self.actions[name]
                    found |= self._of(f"action {name}", (action.guards, action.body, action.leaves))
        return found

    def _of(self, key: str, node: object) -> Secrets:
        if key not in self._memo:
            self._memo[key] = NONE  # of a cycle, which `can` allows: the rest of it is counted elsewhere
            outside, self.lets = self.lets, {}
            self._memo[key] = self.secrets(node)
            self.lets = outside
        return self._memo[key]

    def content(self, ref: typed.ZoneRef, count_only: bool) -> Secrets:
        """What a zone's content, or its count, tells that not everybody sees."""
        names = (ref.zone,) if isinstance(ref, typed.ZoneAt) else ref.zones
        found: Secrets = NONE
        for name in names:
            zone = self.zones[name]
            if zone.count_hidden or not count_only:
                found |= _secret(name, zone.seen_by, zone.dims, ref.index)
        return found


def _secret(name: str, seen_by: str, dims: tuple[object, ...], index: tuple[typed.Expr, ...]) -> Secrets:
    match seen_by:
        case "owner":
            owner = next((at for dim, at in zip(dims, index, strict=True) if isinstance(dim, Seat)), None)
            return frozenset({Secret(name, owner)})
        case "nobody":
            return frozenset({Secret(name, None)})
        case _:
            return NONE


def _passed(secrets: Secrets, params: tuple[typed.Param, ...], args: tuple[typed.Expr, ...]) -> Secrets:
    """Secrets of something called, in the words of the caller."""
    given = {param.name: arg for param, arg in zip(params, args, strict=False)}
    return frozenset(
        replace(secret, owner=given.get(secret.owner.name, secret.owner))
        if isinstance(secret.owner, typed.Var)
        else secret
        for secret in secrets
    )


# ---- errors --------------------------------------------------------------------------------


def check(knowledge: Knowledge, report: Report) -> None:
    """Each decision may read only what its seat sees."""
    for action in knowledge.actions.values():
        for guard in (*action.guards, *action.leaves):
            what = f"guard `{guard.label}` of `{action.name}`"
            _decided(knowledge.secrets(guard.condition), what, guard.condition.span, report)
    for body in _bodies(knowledge):
        knowledge.lets.clear()
        for node in descend(body):
            match node:
                case typed.Let(var, value):
                    knowledge.lets[var] = knowledge.lets.get(var, NONE) | knowledge.secrets(value)
                case typed.Choose():
                    read = knowledge.secrets((node.domain, node.where))
                    _decided(read, f"choice `{node.choice}`", node.span, report)
                case typed.MoveChosen():
                    read = frozenset().union(*(knowledge.content(source, False) for source in node.sources))
                    _decided(read, f"choice `{node.pick}`", node.span, report)
                case typed.Offer():
                    args = tuple(option.args for option in node.options)
                    _decided(knowledge.secrets(args), "offer", node.span, report)
                case typed.Window():
                    hidden = knowledge.secrets((node.loop, node.seat))
                    _public(hidden, "`bidding`" if node.final else "`window`", node.span, report)
                case typed.AnyNumber() if node.stop is not None:
                    _decided(knowledge.secrets(node.stop), "`stop when`", node.stop.span, report)
            for branch in branches(node):
                for first in beginnings(branch, knowledge.procedures):
                    if isinstance(first, typed.If):
                        read = knowledge.secrets(first.condition)
                        _decided(read, "condition of a branch", first.condition.span, report)
    knowledge.lets.clear()


def _bodies(knowledge: Knowledge) -> Iterator[tuple[typed.Stmt, ...]]:
    for action in knowledge.actions.values():
        yield action.body
    for procedure in knowledge.procedures.values():
        yield procedure.body


def _decided(secrets: Secrets, what: str, span: Span, report: Report) -> None:
    hidden = sorted((s for s in secrets if not s.known_to_player()), key=lambda s: s.name)
    if hidden:
        report.add(flow_errors.hidden_information(span, what, hidden[0].name, hidden[0].owner is not None))


def _public(secrets: Secrets, what: str, span: Span, report: Report) -> None:
    """Who is asked in a window or a bidding, everybody sees."""
    for secret in sorted(secrets, key=lambda s: s.name)[:1]:
        report.add(flow_errors.hidden_information(span, what, secret.name, secret.owner is not None))


# ---- silence -------------------------------------------------------------------------------


def silenced(knowledge: Knowledge, node: T) -> T:
    """The tree with `silent` set on each `Optional` whose options rest on public knowledge."""
    return cast(T, _silenced(knowledge, node))


def _silenced(knowledge: Knowledge, node: object) -> object:
    if isinstance(node, tuple):
        return tuple(_silenced(knowledge, item) for item in node)
    if not is_dataclass(node) or isinstance(node, (type, Span)):
        return node
    changes: dict[str, object] = {}
    for part in fields(node):
        value = getattr(node, part.name)
        if part.name not in ("type", "span") and isinstance(value, tuple):
            changes[part.name] = _silenced(knowledge, value)
    if isinstance(node, typed.Optional):
        changes["silent"] = not knowledge.secrets(node.body)
    return replace(node, **changes) if changes else node
