"""The small files of a generated package."""

from __future__ import annotations

from rulesc.python.examples import ExamplesModule
from rulesc.python.render import render


def initial_module(game: str, spec: str) -> str:
    """The text of `__init__.py`."""
    return render("init.py.jinja", ExamplesModule(game, spec, "", (), "", ()))
