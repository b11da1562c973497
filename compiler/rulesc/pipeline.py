"""The passes in order. Read this file first.

    specs/GAME.yaml
      document   read_document   YAML and CSV with positions, shape-checked
      syntax     parse_spec      every rule line parsed, names still strings
      typed      check_spec      names resolved, types, ids; the reference interpreter runs on this
      machine    lower           one control-flow graph: blocks, decisions, chance points
      python     engine, tests   the text of the generated package

Each pass maps one frozen tree to the next. Faults of a spec are put into the `Report`; a pass that
reported errors ends the run. Nothing here writes a file.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rulesc.diagnostics import Report
from rulesc.diagnostics.model import Diagnostic, Excess
from rulesc.document import nodes as document_nodes
from rulesc.document.edition_errors import in_edition
from rulesc.document.from_text import STANDARD, read_document, read_examples
from rulesc.machine import nodes as machine_nodes
from rulesc.machine.flow import threaded
from rulesc.machine.from_typed import lower
from rulesc.python.examples import contract_module, examples_module
from rulesc.python.from_machine import engine
from rulesc.python.package import initial_module
from rulesc.source import Span
from rulesc.syntax import nodes as syntax_nodes
from rulesc.syntax.from_document import parse_spec
from rulesc.typed import nodes as typed_nodes
from rulesc.typed.broken_examples import broken_examples
from rulesc.typed.from_syntax import check_spec

NESTED_LOOPS = 19  # Python's own limit is 20
DEEP = " " * 64  # an indentation from which on Python may refuse a block
FORMAT = 2  # raised by hand when the same spec gives other files


@dataclass(frozen=True, slots=True)
class Compiled:
    """Every tree of a spec, and the files of its package."""

    document: document_nodes.Document
    spec: syntax_nodes.Spec
    program: typed_nodes.Program
    machine: machine_nodes.Machine
    files: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Checked:
    document: document_nodes.Document
    spec: syntax_nodes.Spec
    program: typed_nodes.Program


def check_all(path: Path, report: Report, examples: Sequence[Path] = (), held: bool = True) -> Checked | None:
    """The trees up to the typed one, with further files of examples; None if the spec has errors.

    A path may name an edition: `specs/GAME.yaml@EDITION`. Its examples have to pass unless `held` is
    False. What an earlier spec of the same report did wrong does not count.
    """
    own = Report()
    file, edition = spec_and_edition(path)
    found = _check_all(file, edition, own, examples)
    if found is not None and found.document.layers and held:
        for diagnostic in broken_examples(found.program, found.document):
            own.add(diagnostic)
        found = None if own.failed else found
    for diagnostic in own.diagnostics:
        report.add(diagnostic)
    return found


def spec_and_edition(path: Path) -> tuple[Path, str]:
    """The file of a spec and the edition behind it, if one is named."""
    stem, at, edition = path.name.rpartition("@")
    if not at or not stem or path.exists():
        return path, STANDARD
    return path.with_name(stem), edition


def _check_all(path: Path, edition: str, report: Report, examples: Sequence[Path]) -> Checked | None:
    document = read_document(path, report, edition)
    if document is None or report.failed:
        return None
    further = tuple(e for file in examples for e in read_examples(file, report))
    if report.failed:
        return None
    document = replace(document, examples=document.examples + further)
    own = Report()
    spec = parse_spec(document, own)
    program = None if spec is None or own.failed else check_spec(spec, document, own)
    for diagnostic in own.diagnostics:
        report.add(in_edition(diagnostic, document.layers) if document.layers else diagnostic)
    if spec is None or program is None or own.failed:
        return None
    return Checked(document, spec, program)


def check(path: Path, report: Report) -> typed_nodes.Program | None:
    """The typed program of a spec; None if it has errors."""
    checked = check_all(path, report)
    return None if checked is None else checked.program


def compile_spec(
    path: Path, report: Report, examples: Sequence[Path] = (), held: bool = True
) -> Compiled | None:
    """Everything that a spec compiles to, with further files of examples; None if it has errors."""
    checked = check_all(path, report, examples, held)
    return None if checked is None else compiled(checked, report)


def compiled(checked: Checked, report: Report) -> Compiled | None:
    """What the typed tree compiles to; None if it can't be written out."""
    try:
        machine = threaded(lower(checked.program))
        texts = files(checked, machine)
    except (Excess, RecursionError):
        report.add(_excess(checked.program.span))
        return None
    return Compiled(checked.document, checked.spec, checked.program, machine, texts)


def _excess(span: Span) -> Diagnostic:
    message = "the rules, written out as Python, nest too deep or grow too long"
    hint = "look for definitions or effects that use each other several times over, and for loops in loops"
    return Diagnostic("too-deep", message, span, hint=hint)


def files(checked: Checked, machine: machine_nodes.Machine) -> dict[str, bytes]:
    """The generated package without its manifest, by file name."""
    spec = ascii(checked.document.source.name)[1:-1]
    if checked.document.layers:
        spec += f", edition {checked.document.edition}"
    texts = {
        "__init__.py": initial_module(checked.program.game, spec),
        "engine.py": engine(
            machine,
            spec,
            spec_hash(checked.document),
            sentences(checked.document),
            checked.document.edition,
        ),
        "test_examples.py": examples_module(machine, spec, checked.program.game),
        "test_contract.py": contract_module(machine, spec),
    }
    if any(line.startswith(DEEP) for text in texts.values() for line in text.splitlines()):
        check_depth(texts)
    return {name: text.encode("ascii") for name, text in texts.items()}


def check_depth(texts: Mapping[str, str]) -> None:
    """Excess if loops stand in each other more deeply than Python can bear."""
    for text in texts.values():
        todo: list[tuple[ast.AST, int]] = [(ast.parse(text), 0)]
        while todo:
            node, depth = todo.pop()
            if depth > NESTED_LOOPS:
                raise Excess
            inner = depth + isinstance(node, ast.For | ast.While)
            todo.extend((child, inner) for child in ast.iter_child_nodes(node))


def spec_hash(document: document_nodes.Document) -> str:
    """What identifies the rules: a hash over every file of the spec and the output's format."""
    digest = hashlib.sha256(f"rulesc {FORMAT}\n".encode())
    if document.layers:
        digest.update(f"{[layer.id.value for layer in document.layers]}\n".encode())
    for source in document.files:
        digest.update(f"{source.name}\n{len(source.text)}\n{source.text}".encode())
    return digest.hexdigest()[:32]


def package_name(document: document_nodes.Document) -> str:
    """The folder of the package: the game's name, and the edition's behind it."""
    game = document.game.value
    return f"{game}__{document.edition}" if document.layers else game


def sentences(document: document_nodes.Document) -> dict[str, str]:
    """The sentence of each clause and the question of each ruling, by id."""
    out = {}
    if document.rulebook is not None:
        out.update({c.id.value: " ".join(c.text.value.split()) for c in document.rulebook.clauses})
    out.update({r.id.value: " ".join(r.question.value.split()) for r in document.rulings})
    return out
