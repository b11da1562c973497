"""An evaluator that tells what it evaluates: each expression, each domain, each zone that is asked for.

`rulesc trace` listens to it; what is only written beside what ran is never told.
"""

from __future__ import annotations

from rulesc.typed import nodes
from rulesc.typed.closures import Value
from rulesc.typed.evaluate import Env, Evaluator
from rulesc.typed.state import Place, State


class Hearing(Evaluator):
    """Tells `trace` of every node whenever it is evaluated."""

    def value(self, e: nodes.Expr, state: State, env: Env) -> int:
        self.tell("value", e)
        return super().value(e, state, env)

    def domain(self, domain: nodes.Domain, state: State, env: Env) -> list[int]:
        self.tell("domain", domain)
        return super().domain(domain, state, env)

    def place(self, ref: nodes.ZoneRef, state: State, env: Env) -> Place:
        found = super().place(ref, state, env)
        self.tell("zone", self.setting.zones[found[0]])
        return found

    def quick(self, e: nodes.Expr) -> Value:
        return lambda state, env: self.value(e, state, env)

    def tell(self, what: str, node: object) -> None:
        if self.trace is not None:
            self.trace(what, node)
