"""The examples that an edition breaks without saying so.

In: the program of an edition and its document. Out: a diagnostic for each example that doesn't pass, naming
the example and the layers.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesc.diagnostics import Diagnostic, Label
from rulesc.document import nodes as doc
from rulesc.typed import nodes
from rulesc.typed.run_examples import Starts, run_example


def broken_examples(program: nodes.Program, document: doc.Document) -> Iterator[Diagnostic]:
    """Each example of the edition is played by its rules; those of the base too."""
    layers = tuple(Label(layer.id.span, f"`{layer.id.value}` is in force") for layer in document.layers)
    starts = Starts()
    for example in program.examples:
        faults = run_example(program, example, starts=starts, listing=False)
        if faults:
            yield Diagnostic(
                "broken-example",
                f"the example {example.id} doesn't pass in the edition `{document.edition}`",
                example.span,
                note=_short(faults[0]),
                hint="say what becomes of it: `replace:` or `remove:` it under `examples:` of an erratum",
                others=layers,
            )


def _short(fault: str) -> str:
    """What is wrong, without its place, on one line."""
    place, colon, rest = fault.partition(": ")
    told = rest if colon and " " not in place else fault
    return " ".join(told.split())[:160]
