"""The words of this stage: what is wrong with a file, its YAML, its shape or a table.

In: a place and what was found there. Out: a `Diagnostic`. What PyYAML has to say is in `yaml_errors`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesc.diagnostics import Diagnostic, Label
from rulesc.diagnostics.suggest import did_you_mean
from rulesc.source import Span

# ---- files ---------------------------------------------------------------------------------


def missing_file(span: Span, name: str, known: Sequence[str], around: str = "") -> Diagnostic:
    """`around`: what to do, if the file was named by the user and not by another file."""
    hint = around or did_you_mean(name, known)
    if not hint and span.source.text:
        hint = "paths are relative to the folder of the spec"
    return Diagnostic("unreadable-file", f"there is no file `{name}`", span, hint=hint)


def unreadable_file(span: Span, name: str, why: str, hint: str = "") -> Diagnostic:
    return Diagnostic(
        "unreadable-file",
        f"the file `{name}` can't be read: {why}",
        span,
        hint=hint or "it has to be a plain file that you may read",
    )


def outside_path(span: Span, name: str) -> Diagnostic:
    hint = "put the file beside the spec or into a folder there"
    return Diagnostic("outside-path", f"`{name}` is outside the folder of the spec", span, hint=hint)


def backslash(span: Span, name: str) -> Diagnostic:
    hint = f"write `{name.replace(chr(92), '/')}`"
    return Diagnostic("outside-path", "folders in a path are separated by `/`", span, hint=hint)


def too_large(span: Span, name: str, limit: int) -> Diagnostic:
    return Diagnostic(
        "too-large",
        f"the file `{name}` is larger than {limit:,} bytes",
        span,
        hint="long data belongs into CSV files beside the spec, of which each may be as large",
    )


def empty_file(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "empty-file",
        f"the file `{name}` holds nothing but blanks and comments",
        span,
        hint="write what it should hold, or delete the line that names it",
    )


def not_utf8(span: Span, name: str, encoding: str) -> Diagnostic:
    if encoding:
        message, hint = f"the file `{name}` is in {encoding}, not in UTF-8", "save it as UTF-8"
    else:
        message, hint = f"the file `{name}` is not text", "name a text file in UTF-8"
    return Diagnostic("not-utf8", message, span, hint=hint)


def wrong_byte(span: Span, name: str, byte: int) -> Diagnostic:
    message = f"the file `{name}` is not in UTF-8: the byte {byte:#04x} can't stand here"
    return Diagnostic("not-utf8", message, span, hint="save it as UTF-8")


def tab(span: Span, lines: int) -> Diagnostic:
    message = "a tab stands here" if lines == 1 else f"there are tabs on {lines} lines, the first one here"
    return Diagnostic("wrong-character", message, span, hint="indent and align with spaces")


def wrong_character(span: Span, code: int) -> Diagnostic:
    message = f"the character U+{code:04X} stands here, and nobody can see it"
    return Diagnostic("wrong-character", message, span, hint="delete it")


# ---- YAML ----------------------------------------------------------------------------------


def refused(span: Span, what: str, hint: str) -> Diagnostic:
    return Diagnostic("refused-yaml", f"{what} are not used in specs", span, hint=hint)


def anchor(span: Span) -> Diagnostic:
    return refused(span, "anchors (`&name`)", "if a text is meant, put it into a `|` block")


def alias(span: Span, anchored: Span | None) -> Diagnostic:
    others = () if anchored is None else (Label(anchored, "its anchor"),)
    hint = "write out what it stands for; if a text is meant, put it into a `|` block"
    message = "aliases (`*name`) are not used in specs"
    return Diagnostic("refused-yaml", message, span, hint=hint, others=others)


def tag(span: Span) -> Diagnostic:
    return refused(span, "tags (`!name`)", "leave it out; if a text is meant, put it into a `|` block")


def duplicate_key(span: Span, key: str, first: Span) -> Diagnostic:
    others = (Label(first, "first here"),)
    return Diagnostic(
        "duplicate-key",
        f"`{key}` stands here a second time",
        span,
        others=others,
        hint="delete one of the two, or give one another name",
    )


def too_deep(span: Span, limit: int) -> Diagnostic:
    message = f"more than {limit} lists and mappings stand inside each other"
    return Diagnostic("too-deep", message, span, hint="close the brackets that are open, or write it flatter")


# ---- shape ---------------------------------------------------------------------------------


def unknown_key(span: Span, key: str, known: Sequence[str], where: str) -> Diagnostic:
    hint = did_you_mean(key, known) or "one of " + ", ".join(f"`{k}`" for k in known)
    return Diagnostic("unknown-key", f"there is no key `{key}` in {where}", span, hint=hint)


def missing_key(span: Span, keys: Sequence[str], where: str) -> Diagnostic:
    *most, last = [f"`{key}`" for key in keys]
    what = f"the keys {', '.join(most)} and {last} are" if most else f"the key {last} is"
    hint = "add " + ", ".join(f"`{key}: ...`" for key in keys)
    return Diagnostic("missing-key", f"{what} missing in {where}", span, hint=hint)


def missing_value(span: Span, what: str, wanted: str) -> Diagnostic:
    return Diagnostic(
        "missing-value",
        f"{what} has no value, but needs {wanted}",
        span,
        hint="write it behind the colon, or on the lines below, indented further",
    )


def wrong_shape(span: Span, what: str, wanted: str, found: str, hint: str = "") -> Diagnostic:
    hint = hint or f"write {wanted}"
    return Diagnostic("wrong-shape", f"{what} needs {wanted}, and this is {found}", span, hint=hint)


def wrong_length(span: Span, what: str, wanted: str) -> Diagnostic:
    return Diagnostic(
        "wrong-shape",
        f"{what} needs {wanted}",
        span,
        hint="write one `key: value` for each item, each on a line of its own",
    )


WRITTEN = {
    "quoted": ("stands in quotes", "leave the quotes out, or write it as lines below a `|`"),
    "folded": ("is folded by YAML", "write `|` instead of `>`"),
    "lines": ("is folded by YAML into one line", "write it on one line, or as lines below a `|`"),
    "digit": ("stands below a `|` with a digit", "write `|` alone"),
}


def quoted_rule(span: Span, what: str, style: str) -> Diagnostic:
    how, hint = WRITTEN[style]
    message = f"{what} is a text of the rules language, but {how}"
    return Diagnostic("quoted-rule", message, span, hint=hint)


def bad_text(span: Span, value: str, wanted: str, near: str) -> Diagnostic:
    hint = near or f"write {wanted}"
    return Diagnostic("bad-text", f"`{value}` can't stand here; it needs {wanted}", span, hint=hint)


def bad_name(span: Span, message: str, hint: str) -> Diagnostic:
    return Diagnostic("bad-name", message, span, hint=hint)


# ---- tables --------------------------------------------------------------------------------


def wrong_width(span: Span, have: int, want: int, header: Span, separator: str) -> Diagnostic:
    message = f"this row has {cells(have)}, and the header has {want}"
    if separator:
        hint = f"separate cells by commas, not by `{separator}`"
    elif have > want:
        hint = 'put a cell that holds a comma into quotes: `"a, b"`'
    else:
        hint = "a cell may be empty, but not its comma"
    return Diagnostic("wrong-width", message, span, hint=hint, others=(Label(header, "the header"),))


def cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def unclosed_quote(span: Span) -> Diagnostic:
    hint = 'end the cell with `"` on the same line; a quote inside is written `""`'
    return Diagnostic("unclosed-quote", "this quoted cell does not end", span, hint=hint)


def after_quote(span: Span) -> Diagnostic:
    hint = 'put the whole cell into quotes; a quote inside is written `""`'
    return Diagnostic("unclosed-quote", "something follows the quoted cell", span, hint=hint)


def bad_column(span: Span, name: str, separator: str) -> Diagnostic:
    if separator:
        hint = f"separate the columns by commas, not by `{separator}`"
    else:
        hint = "a name is a letter, then letters, digits and `_`"
    message = f"`{name}` is no name of a column" if name else "this column has no name"
    return Diagnostic("bad-text", message, span, hint=hint)


def no_rows(span: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "empty-file",
        f"the table `{name}` has no rows below its header",
        span,
        hint="write a row for each kind, or leave `table:` out",
    )
