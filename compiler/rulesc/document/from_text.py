"""From files to the document.

In: the path of a spec. Out: the document tree of the spec and of the files it names, or None when
something is wrong; every fault is in the report, with its place.
"""

from __future__ import annotations

import builtins
import keyword
import re
from pathlib import Path

from rulesc.diagnostics import Report
from rulesc.document import errors, schema, sections
from rulesc.document import nodes as doc
from rulesc.document.check import check_each, check_shape
from rulesc.document.files import read_source
from rulesc.document.tables import read_table
from rulesc.document.tree import Mapping, Scalar, parse
from rulesc.source import Source, Text

NAME = re.compile(r"[a-z][a-z0-9_]{0,62}\Z")
DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{n}{i}" for n in ("com", "lpt") for i in range(1, 10))})
OWN = frozenset({"engine", "test_examples", "test_contract", "manifest", "generated", "rulesc", "rulesc_runtime"})


def read_document(path: Path, report: Report) -> doc.Document | None:
    """A whole spec; paths in it are relative to its folder and stay inside it."""
    source = read_source(path, path.name, report)
    if source is None:
        return None
    tree = parse(source, report)
    if tree is None or not check_shape(tree, schema.SPEC, "the spec", report):
        return None
    assert isinstance(tree, Mapping)
    reader = _Reader(path.parent, report, [source])
    document = reader.document(source, tree)
    return None if report.failed else document


def read_examples(path: Path, report: Report) -> tuple[doc.Example, ...]:
    """Further examples from a file of their own."""
    source = read_source(path, path.name, report)
    tree = None if source is None else parse(source, report)
    if tree is None or not check_each(tree, schema.EXAMPLE, "example", report):
        return ()
    assert isinstance(tree, Mapping)
    return sections.examples(tree, report)


class _Reader:
    """Reads the files that a spec names."""

    def __init__(self, folder: Path, report: Report, sources: list[Source]) -> None:
        self.folder = folder
        self.report = report
        self.sources = sources

    def file(self, asked: Scalar | Text) -> Source | None:
        name = asked.value
        path = (self.folder / name).resolve()
        if Path(name).is_absolute() or not path.is_relative_to(self.folder.resolve()):
            self.report.add(errors.outside(asked.span, name))
            return None
        source = read_source(path, name, self.report, asked.span)
        if source is not None:
            self.sources.append(source)
        return source

    def side(self, tree: Mapping, key: str) -> Mapping | None:
        """The tree of a side file, if the spec names one."""
        asked = tree.get(key)
        if not isinstance(asked, Scalar):
            return None
        source = self.file(asked)
        found = None if source is None else parse(source, self.report)
        if found is None:
            return None
        match key:
            case "rulebook":
                fine = check_shape(found, schema.RULEBOOK, "the rulebook", self.report)
            case "rulings":
                fine = check_each(found, schema.RULING, "ruling", self.report)
            case _:
                fine = check_each(found, schema.EXAMPLE, "example", self.report)
        return found if fine and isinstance(found, Mapping) else None

    def document(self, source: Source, tree: Mapping) -> doc.Document:
        found = sections.Sections(self.report)
        found.add(tree)
        game = found.rule(_get(tree, "game"))
        self.name(game)
        components = tree.get("components")
        assert isinstance(components, Mapping)
        parts = tuple(self.component(k, v, found) for k, v in components.pairs)
        rulebook, rulings = self.side(tree, "rulebook"), self.side(tree, "rulings")
        examples = self.side(tree, "examples")
        return doc.Document(
            source,
            game,
            sections.titles(tree.get("title")),
            found.rule(_get(tree, "players")),
            tuple(found.options),
            tuple(found.types),
            parts,
            tuple(found.zones),
            tuple(found.state),
            tuple(found.define),
            tuple(found.actions),
            tuple(found.effects),
            tuple(found.phases),
            tuple(found.scoring),
            found.ties,
            found.returns,
            found.optional(tree, "longest"),
            None if rulebook is None else sections.rulebook(rulebook),
            () if rulings is None else sections.rulings(rulings),
            () if examples is None else sections.examples(examples, self.report),
            tuple(found.groups),
            tuple(self.sources),
        )

    def component(self, key: Scalar, node: object, found: sections.Sections) -> doc.ComponentEntry:
        assert isinstance(node, Mapping)
        asked = node.get("table")
        table = None
        if isinstance(asked, Scalar):
            source = self.file(asked)
            table = None if source is None else read_table(source, self.report)
        own = ("table", "copies", "start", "rules")
        attributes = tuple(
            doc.Entry(found.rule(k), found.rule(v)) for k, v in node.pairs if k.value not in own
        )
        return doc.ComponentEntry(
            found.rule(key),
            attributes,
            found.optional(node, "copies"),
            found.optional(node, "start"),
            found.optional(node, "rules"),
            table,
        )

    def name(self, game: Text) -> None:
        """A game's name becomes a folder and a module: it must be harmless as both."""
        name = game.value
        if not NAME.match(name):
            self.report.add(errors.bad_name(game.span, name, "a name is lower-case letters, digits and _"))
        elif keyword.iskeyword(name) or keyword.issoftkeyword(name) or hasattr(builtins, name):
            self.report.add(errors.bad_name(game.span, name, "Python uses this word itself"))
        elif name in DEVICES:
            self.report.add(errors.bad_name(game.span, name, "some systems keep this name for a device"))
        elif name in OWN:
            self.report.add(errors.bad_name(game.span, name, "the generated package uses this name itself"))


def _get(tree: Mapping, key: str) -> Scalar:
    found = tree.get(key)
    assert isinstance(found, Scalar)
    return found
