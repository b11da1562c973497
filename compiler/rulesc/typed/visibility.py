"""Who may know an expression.

In: typed expressions. Out: what hidden things they read, each with the seat that owns it. A guard
or a domain that reads what the deciding seat may not see is an error; what everybody may see tells
whether a choice may be passed over in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulesc.diagnostics.model import Report
from rulesc.machine.substitute import substitute
from rulesc.source import Span
from rulesc.typed import errors
from rulesc.typed import nodes as typed
from rulesc.typed.descend import descend
from rulesc.typed.scope import PLAYER
from rulesc.typed.types import Seat
