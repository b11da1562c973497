"""What the document stage says. Wording is here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable

from rulesc.diagnostics import Diagnostic, Label
from rulesc.diagnostics.suggest import did_you_mean
from rulesc.source import Span


def _said(code: str, message: str, span: Span, note: str = "", hint: str = "", others: tuple[Label, ...] = ()) -> Diagnostic:
    return Diagnostic(code, message, span, note, hint, others)


def unreadable(span: Span, name: str, why: str) -> Diagnostic:
    return _said("unreadable-file", f"the file {name} can't be read: {why}", span, "", "check the path and its rights")


def not_utf8(span: Span, name: str, line: int, column: int) -> Diagnostic:
    message = f"the file {name} is not UTF-8: the first wrong byte is at line {line}, column {column}"
    return _said("not-utf8", message, span, "", "save the file as UTF-8 without a byte order mark")


def too_large(span: Span, name: str, limit: int) -> Diagnostic:
    return _said("too-large", f"the file {name} is larger than {limit:,} bytes", span, "", "no spec needs that much")


def empty(span: Span, name: str) -> Diagnostic:
    return _said("empty-file", f"the file {name} holds nothing", span, "", "start with `rulesc init my_game`")


def wrong_character(span: Span, name: str) -> Diagnostic:
    return _said("wrong-character", f"{name} is not allowed in a spec", span, "here", "delete it")


def yaml_fault(span: Span, problem: str) -> Diagnostic:
    return _said("yaml-error", f"this is no valid YAML: {problem}", span, "", "a text with `: ` or ` #` needs a `|` block")


def duplicate(span: Span, key: str, first: Span) -> Diagnostic:
    return _said("duplicate-key", f"`{key}` stands here twice", span, "again", "", (Label(first, "first here"),))


def refused(span: Span, what: str, hint: str) -> Diagnostic:
    return _said("refused-yaml", f"{what} are not used in specs", span, "", hint)


def too_deep(span: Span, limit: int) -> Diagnostic:
    return _said("too-deep", f"this is nested more than {limit} levels deep", span)


def not_plain(span: Span, style: str) -> Diagnostic:
    hint = "write it on one line without quotes, or as a `|` block"
    return _said("quoted-rule", f"rule text stands here as a {style} text", span, "", hint)


def unknown_key(span: Span, key: str, known: Iterable[str], where: str) -> Diagnostic:
    known = sorted(known)
    hint = did_you_mean(key, known) or f"known here: {', '.join(known)}"
    return _said("unknown-key", f"there is no `{key}` {where}", span, "", hint)


def missing_key(span: Span, key: str, where: str) -> Diagnostic:
    return _said("missing-key", f"`{key}:` is missing {where}", span, "", f"add a line `{key}: ...`")


def wrong_shape(span: Span, key: str, wanted: str) -> Diagnostic:
    return _said("wrong-shape", f"`{key}` should be {wanted}", span)


def bad_name(span: Span, name: str, why: str) -> Diagnostic:
    return _said("bad-name", f"a game can't be called `{name[:60]}`: {why}", span, "", "use lower-case letters, digits and _")


def outside(span: Span, name: str) -> Diagnostic:
    return _said("outside-path", f"`{name}` is outside the folder of the spec", span, "", "put the file beside the spec")


def wrong_width(span: Span, have: int, want: int) -> Diagnostic:
    return _said("wrong-width", f"this row has {have} cells, the header has {want}", span, "", "quote a cell with commas")


def unclosed_quote(span: Span) -> Diagnostic:
    return _said("unclosed-quote", "this quoted cell does not end", span, "it begins here", 'end it with `"`')
