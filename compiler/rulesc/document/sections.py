"""From the checked tree of a spec to the entries of its sections; groups are spread over them.

In: a tree that fits `schema.SPEC`. Out: `Sections`, and the entry of a component.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesc.document import nodes as doc
from rulesc.document.tree import Mapping, Node, Scalar, Sequence
from rulesc.source import Text

COMPONENT_KEYS = ("table", "copies", "start", "rules")


@dataclass(slots=True)
class Sections:
    """The sections of a spec while they are gathered."""

    game: Text
    title: tuple[doc.Entry, ...]
    players: Text
    longest: Text | None
    teams: Text | None
    options: list[doc.Entry] = field(default_factory=list)
    types: list[doc.Entry] = field(default_factory=list)
    zones: list[doc.Entry] = field(default_factory=list)
    state: list[doc.Entry] = field(default_factory=list)
    define: list[doc.Entry | doc.TableEntry] = field(default_factory=list)
    actions: list[doc.ActionEntry] = field(default_factory=list)
    effects: list[doc.Entry] = field(default_factory=list)
    phases: list[doc.Entry] = field(default_factory=list)
    scoring: list[doc.Entry] = field(default_factory=list)
    ties: tuple[Text, ...] = ()
    returns: Text | None = None
    groups: list[doc.Entry] = field(default_factory=list)


def of_spec(spec: Mapping) -> Sections:
    """Every section, first the spec's own entries, then those of its groups."""
    title = titles(spec.get("title"))
    longest, teams = text(spec, "longest"), text(spec, "teams")
    out = Sections(text_at(spec, "game"), title, text_at(spec, "players"), longest, teams)
    out.options += entries(spec.get("options"))
    out.types += entries(spec.get("types"))
    out.zones += entries(spec.get("zones"))
    out.phases += entries(spec.get("phases"))
    _add(out, spec, "")
    for name, group in pairs(spec.get("groups")):
        assert isinstance(group, Mapping)
        out.groups.append(doc.Entry(name.text, text(group, "title") or name.text))
        _add(out, group, name.value)
    return out


def _add(out: Sections, node: Mapping, group: str) -> None:
    """The sections that a group may have too."""
    out.state += entries(node.get("state"), group)
    out.effects += entries(node.get("effects"), group)
    out.define += [definition(k, v, group) for k, v in pairs(node.get("define"))]
    out.actions += [action(k, v, group) for k, v in pairs(node.get("actions"))]
    for key, value in pairs(node.get("scoring")):
        if group or key.value not in ("ties", "returns"):
            out.scoring.append(doc.Entry(key.text, _scalar(value), group))
        elif key.value == "returns":
            out.returns = _scalar(value)
        else:
            out.ties = tuple(texts(value)) if isinstance(value, Sequence) else (_scalar(value),)


def component(key: Scalar, node: Mapping, table: doc.Csv | None) -> doc.ComponentEntry:
    attributes = tuple(doc.Entry(k.text, _scalar(v)) for k, v in node.pairs if k.value not in COMPONENT_KEYS)
    return doc.ComponentEntry(
        key.text, attributes, text(node, "copies"), text(node, "start"), text(node, "rules"), table
    )


def map_entry(key: Scalar, node: Mapping, table: doc.Csv | None) -> doc.MapEntry:
    over = text_at(node, "over")
    return doc.MapEntry(key.text, over, table, text(node, "among"), text(node, "along"), text(node, "rules"))


def payment(key: Scalar, node: Mapping) -> doc.PaymentEntry:
    ways, least = texts(node.get("ways")), text(node, "least")
    return doc.PaymentEntry(key.text, text_at(node, "of"), ways, least, text(node, "rules"))


def board(key: Scalar, node: Mapping, table: doc.Csv | None) -> doc.BoardEntry:
    rest = [text(node, name) for name in ("drawing", "letters", "turns", "rules")]
    return doc.BoardEntry(key.text, text_at(node, "over"), text(node, "per"), table, *rest)


def titles(node: Node | None) -> tuple[doc.Entry, ...]:
    """The title by language; a bare one is English."""
    if isinstance(node, Scalar):
        return (doc.Entry(Text("en", node.span), node.text),)
    return entries(node)


def definition(key: Scalar, value: Node, group: str) -> doc.Entry | doc.TableEntry:
    if isinstance(value, Mapping):
        return doc.TableEntry(key.text, entries(value), key.span, group)
    return doc.Entry(key.text, _scalar(value), group)


def action(key: Scalar, node: Node, group: str) -> doc.ActionEntry:
    if not isinstance(node, Mapping):  # nothing stands below it
        return doc.ActionEntry(key.text, None, None, (), None, (), group)
    return doc.ActionEntry(
        key.text,
        text(node, "rules"),
        text(node, "title"),
        entries(node.get("when")),
        text(node, "do"),
        entries(node.get("leaves")),
        group,
    )


# ---- parts ---------------------------------------------------------------------------------


def pairs(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    """What a mapping holds; a key without a value holds nothing."""
    return node.pairs if isinstance(node, Mapping) else ()


def entries(node: Node | None, group: str = "") -> tuple[doc.Entry, ...]:
    return tuple(doc.Entry(k.text, _scalar(v), group) for k, v in pairs(node))


def texts(node: Node | None) -> tuple[Text, ...]:
    return tuple(_scalar(item) for item in node.items) if isinstance(node, Sequence) else ()


def text(node: Mapping, key: str) -> Text | None:
    found = node.get(key)
    return None if found is None else _scalar(found)


def text_at(node: Mapping, key: str) -> Text:
    found = text(node, key)
    assert found is not None
    return found


def _scalar(node: Node) -> Text:
    assert isinstance(node, Scalar)
    return node.text
