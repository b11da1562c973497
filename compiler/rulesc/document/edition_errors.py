"""The words for what is wrong with editions and their layers.

In: places and what was found there. Out: a `Diagnostic`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulesc.diagnostics import Diagnostic, Label
from rulesc.diagnostics.model import Severity
from rulesc.diagnostics.suggest import did_you_mean
from rulesc.document import nodes as doc
from rulesc.source import Span

VERBS = {"add": "adds", "replace": "replaces", "remove": "removes"}


def unknown_edition(span: Span, name: str, editions: Sequence[str], layers: Sequence[str]) -> Diagnostic:
    known = [*editions, *(layer for layer in layers if layer not in editions)]
    hint = did_you_mean(name, known) or (f"one of {_listed(known)}" if known else "it has no errata yet")
    message = f"there is no edition `{name}`" if name else "the name of an edition is missing after `@`"
    return Diagnostic("unknown-edition", message, span, hint=hint)


def unknown_layer(span: Span, name: str, layers: Sequence[str]) -> Diagnostic:
    hint = did_you_mean(name, layers) or (f"one of {_listed(layers)}" if layers else "")
    return Diagnostic("unknown-edition", f"there is no erratum `{name}`", span, hint=hint)


def other_id(span: Span, name: str, stem: str) -> Diagnostic:
    hint = f"write `id: {stem}`, or rename the file"
    message = f"the erratum calls itself `{name}`, and its file `{stem}`"
    return Diagnostic("unknown-edition", message, span, hint=hint)


def both(span: Span, name: str) -> Diagnostic:
    message = f"`{name}` is the name of an edition and of an erratum that isn't the whole of it"
    return Diagnostic("unknown-edition", message, span, hint="give the edition another name")


def no_edition(span: Span, name: str, named: bool) -> Diagnostic:
    if named:
        message = f"`{name}` can't be the name of an edition"
        hint = "a small letter, then small letters, digits and `_`: it becomes part of the package's name"
    else:
        message = f"the edition `{name}` has no errata"
        hint = "name at least one; the spec without any needs no name"
    return Diagnostic("unknown-edition", message, span, hint=hint)


def standard(span: Span, name: str) -> Diagnostic:
    message = f"`{name}` is what the spec without errata is called, and an edition or an erratum is, too"
    return Diagnostic("unknown-edition", message, span, hint="give that another name, in `errata/`")


def not_there(
    change: doc.Change, layer: doc.Layer, name: str, known: Sequence[str], kind: str = ""
) -> Diagnostic:
    what = f"there is no {kind} `{name}`" if kind else f"there is no {change.told}"
    verb = "adds to" if change.verb == "add" else VERBS[change.verb]
    message = f"{what} that the erratum `{layer.id.value}` {verb}"
    hint = did_you_mean(name, known) or "an erratum changes what the spec or an earlier erratum has"
    return Diagnostic("no-such-construct", message, change.span, hint=hint)


def there_already(change: doc.Change, layer: doc.Layer) -> Diagnostic:
    message = f"the erratum `{layer.id.value}` adds the {change.told}, which is there already"
    return Diagnostic("no-such-construct", message, change.span, hint="put it under `replace:`")


def no_column(span: Span, column: str, header: Sequence[str], layer: doc.Layer) -> Diagnostic:
    message = f"there is no column `{column}` in the table that the erratum `{layer.id.value}` changes"
    hint = did_you_mean(column, header) or f"its columns are {_listed(header)}"
    return Diagnostic("no-such-construct", message, span, hint=hint)


def collide(first: doc.Change, second: doc.Change, one: doc.Layer, other: doc.Layer) -> Diagnostic:
    message = (
        f"the errata `{one.id.value}` and `{other.id.value}` are both about the {_shorter(first, second)}, "
        "and nothing says which comes first"
    )
    hint = f"write `after: [{one.id.value}]` in `{other.id.value}`, or the other way round"
    others = (Label(first.span, f"here in `{one.id.value}`"),)
    return Diagnostic("layers-collide", message, second.span, hint=hint, others=others)


def twice_in_layer(first: doc.Change, second: doc.Change, layer: doc.Layer) -> Diagnostic:
    message = f"the erratum `{layer.id.value}` is twice about the {_shorter(first, second)}"
    others = (Label(first.span, "first here"),)
    return Diagnostic("layers-collide", message, second.span, hint="change it once", others=others)


def circle(layers: Sequence[doc.Layer]) -> Diagnostic:
    if len(layers) == 1:
        message = f"the erratum `{layers[0].id.value}` is to come after itself"
        return Diagnostic("layers-collide", message, layers[0].after[0].span, hint="leave it out")
    names = " and ".join(f"`{layer.id.value}`" for layer in layers)
    others = tuple(Label(layer.after[0].span) for layer in layers[1:])
    message = f"the errata {names} are to come after each other"
    hint = "leave one of the two `after:` out"
    return Diagnostic("layers-collide", message, layers[0].after[0].span, hint=hint, others=others)


def in_edition(fault: Diagnostic, layers: Sequence[doc.Layer]) -> Diagnostic:
    """A fault that an edition has, with what its errata did to a name in it, or that they are in force."""
    there = any(fault.span.source == layer.id.span.source for layer in layers)
    if there or fault.severity is Severity.WARNING:
        return fault
    changes = [
        Label(change.span, f"`{layer.id.value}` {VERBS[change.verb]} it")
        for layer in layers
        for change in layer.changes
        if change.path and f"`{change.path[-1]}`" in fault.message
    ]
    in_force = [Label(layer.id.span, f"`{layer.id.value}` is in force") for layer in layers]
    return replace(fault, others=(*fault.others, *(changes or in_force)))


def _shorter(first: doc.Change, second: doc.Change) -> str:
    """The construct that both are about: the part of it if one is about a part."""
    return max(first.told, second.told, key=len)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
