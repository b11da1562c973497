"""From files to the document.

In: the path of a spec. Out: the document tree of the spec and of the files it names, or None when
something is wrong; every fault is in the report, with its place. Files are read here; what is made of
their text is made without them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PureWindowsPath

from rulesc.diagnostics import Report
from rulesc.document import edition_errors, errors, schema, sections
from rulesc.document import nodes as doc
from rulesc.document.characters import printable
from rulesc.document.check import check_shape
from rulesc.document.editions import Written, edition_of
from rulesc.document.files import read_source
from rulesc.document.game_name import NAME, check_name
from rulesc.document.layers import layer
from rulesc.document.sections import pairs, texts
from rulesc.document.side_files import examples, rulebook, rulings
from rulesc.document.tables import read_table
from rulesc.document.tree import Mapping, Node, Scalar, parse
from rulesc.source import Source, Span, Text

STANDARD = "standard"  # the base without any layer


def read_document(path: Path, report: Report, edition: str = STANDARD) -> doc.Document | None:
    """A whole spec, or an edition of it; paths in it are relative to its folder and stay inside it."""
    before = len(report.errors)
    reader = _Reader(path.parent, report)
    spec = reader.tree(path, printable(path.name), schema.SPEC, "the spec")
    if spec is None:
        return None
    document = reader.document(spec)
    if edition == STANDARD and STANDARD in editions_of(path):
        report.add(edition_errors.standard(document.game.span, STANDARD))
    if len(report.errors) > before or edition == STANDARD:
        return document if len(report.errors) == before else None
    layers = reader.edition(edition, path.stem, document.game.span)
    if layers is None or len(report.errors) > before:
        return None
    found = edition_of(document, edition, layers, report)
    return None if found is None else replace(found, files=tuple(reader.sources.values()))


def editions_of(path: Path) -> dict[str, tuple[str, ...]]:
    """The editions of a spec that can be built, each with the errata it names; damaged files count not."""
    reader = _Reader(path.parent, Report())
    named = reader.named_editions(path.stem)
    single = {name: (name,) for name in reader.errata(path.stem)}
    return {**single, **{name: tuple(text.value for text in layers) for name, layers in named.items()}}


def read_examples(path: Path, report: Report) -> tuple[doc.Example, ...]:
    """Further examples from a file of their own."""
    found = _Reader(path.parent, report).tree(path, printable(path.name), schema.EXAMPLES, "the examples")
    return () if found is None else examples(found)


class _Reader:
    """Reads a spec and the files that it names, each of them once."""

    def __init__(self, folder: Path, report: Report) -> None:
        self.folder = folder
        self.report = report
        self.sources: dict[str, Source] = {}

    def document(self, spec: Mapping) -> doc.Document:
        found = sections.of_spec(spec)
        check_name(found.game, self.report)
        clauses = self.side(spec, "rulebook", schema.RULEBOOK)
        questions = self.side(spec, "rulings", schema.RULINGS)
        turns = self.side(spec, "examples", schema.EXAMPLES)
        tables = self.components(spec.get("tables"))
        maps = self.maps(spec.get("maps"))
        layouts = self.boards(spec.get("layouts"))
        components = self.components(spec.get("components"))
        return doc.Document(
            source=spec.span.source,
            game=found.game,
            title=found.title,
            players=found.players,
            options=tuple(found.options),
            types=tuple(found.types),
            tables=tables,
            maps=maps,
            payments=self.payments(spec.get("payments")),
            patterns=self.boards(spec.get("patterns")),
            layouts=layouts,
            components=components,
            zones=tuple(found.zones),
            state=tuple(found.state),
            define=tuple(found.define),
            actions=tuple(found.actions),
            effects=tuple(found.effects),
            phases=tuple(found.phases),
            scoring=tuple(found.scoring),
            ties=found.ties,
            returns=found.returns,
            longest=found.longest,
            teams=found.teams,
            rulebook=None if clauses is None else rulebook(clauses),
            rulings=() if questions is None else rulings(questions),
            examples=() if turns is None else examples(turns),
            groups=tuple(found.groups),
            files=tuple(self.sources.values()),
        )

    # ---- editions --------------------------------------------------------------------------

    def edition(self, name: str, stem: str, asked: Span) -> list[Written] | None:
        """The layers that an edition names; a single erratum is an edition by itself."""
        known = self.errata(stem)
        named = self.named_editions(stem)
        if name in named and (not NAME.match(name) or not named[name]):
            self.report.add(edition_errors.no_edition(asked, name, named=bool(named[name])))
            return None
        if name in named and name in known and [t.value for t in named[name]] != [name]:
            self.report.add(edition_errors.both(named[name][0].span, name))
            return None
        if name not in named and (name not in known or not NAME.match(name)):
            self.report.add(edition_errors.unknown_edition(asked, name, list(named), known))
            return None
        chosen = named.get(name, (Text(name, asked),))
        for layer_id in chosen:
            if layer_id.value not in known:
                self.report.add(edition_errors.unknown_layer(layer_id.span, layer_id.value, known))
        found = [self.layer(one.value, stem) for one in chosen if one.value in known]
        written = [one for one in found if one is not None]
        for after in (after for one, _ in written for after in one.after if after.value not in known):
            self.report.add(edition_errors.unknown_layer(after.span, after.value, known))
        return written if None not in found else None

    def errata(self, stem: str) -> list[str]:
        """The errata of a spec, by the names of their files."""
        folder = self.folder / stem / "errata"
        files = sorted(folder.glob("*.yaml")) if folder.is_dir() else []
        return [file.stem for file in files if file.stem != "editions"]

    def named_editions(self, stem: str) -> dict[str, tuple[Text, ...]]:
        """The editions listed beside the errata, with the layers that each names."""
        name = f"{stem}/errata/editions.yaml"
        if not (self.folder / name).is_file():
            return {}
        tree = self.tree(self.folder / name, name, schema.EDITIONS, "the editions")
        return {key.value: texts(value) for key, value in pairs(tree)}

    def layer(self, stem: str, spec: str) -> Written | None:
        name = f"{spec}/errata/{stem}.yaml"
        tree = self.tree(self.folder / name, printable(name), schema.ERRATUM, "the erratum")
        if tree is None:
            return None
        found = layer(tree, self.table)
        if found[0].id.value != stem:
            self.report.add(edition_errors.other_id(found[0].id.span, found[0].id.value, stem))
            return None
        return found

    # ---- parts of a spec -------------------------------------------------------------------

    def components(self, node: Node | None) -> tuple[doc.ComponentEntry, ...]:
        return tuple(
            sections.component(k, v, self.table(v)) for k, v in pairs(node) if isinstance(v, Mapping)
        )

    def maps(self, node: Node | None) -> tuple[doc.MapEntry, ...]:
        return tuple(
            sections.map_entry(k, v, self.table(v)) for k, v in pairs(node) if isinstance(v, Mapping)
        )

    def payments(self, node: Node | None) -> tuple[doc.PaymentEntry, ...]:
        return tuple(sections.payment(k, v) for k, v in pairs(node) if isinstance(v, Mapping))

    def boards(self, node: Node | None) -> tuple[doc.BoardEntry, ...]:
        return tuple(sections.board(k, v, self.table(v)) for k, v in pairs(node) if isinstance(v, Mapping))

    def table(self, node: Mapping) -> doc.Csv | None:
        """The table that an entry names, if it does."""
        named = node.get("table")
        if not isinstance(named, Scalar):
            return None
        asked = named.text
        source = self.source(asked)
        return None if source is None else read_table(source, self.report)

    def side(self, spec: Mapping, key: str, rules: schema.Rules) -> Mapping | None:
        """The tree of a side file, if the spec names one."""
        asked = spec.get(key)
        source = self.source(asked.text) if isinstance(asked, Scalar) else None
        return None if source is None else self.checked(source, rules, f"the {key}")

    def source(self, asked: Text) -> Source | None:
        """A file that the spec names; it has to be inside the folder of the spec."""
        name, path = asked.value, self.folder / asked.value
        if "\\" in name:
            self.report.add(errors.backslash(asked.span, name))
            return None
        absolute = Path(name).is_absolute() or PureWindowsPath(name).drive
        if absolute or not path.resolve().is_relative_to(self.folder.resolve()):
            self.report.add(errors.outside_path(asked.span, name))
            return None
        return self.read(path, name, asked)

    def tree(self, path: Path, name: str, rules: schema.Rules, whole: str) -> Mapping | None:
        source = self.read(path, name, None)
        return None if source is None else self.checked(source, rules, whole)

    def read(self, path: Path, name: str, asked: Text | None) -> Source | None:
        if name not in self.sources:
            source = read_source(path, name, self.report, None if asked is None else asked.span)
            if source is None:
                return None
            self.sources[name] = source
        return self.sources[name]

    def checked(self, source: Source, rules: schema.Rules, whole: str) -> Mapping | None:
        """The tree of a file, if it has the shape; refused parts of it fail it too."""
        before = len(self.report.errors)
        found = parse(source, self.report)
        if found is None or not check_shape(found, rules, whole, self.report):
            return None
        return found if isinstance(found, Mapping) and len(self.report.errors) == before else None
