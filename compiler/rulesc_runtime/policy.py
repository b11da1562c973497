"""The random policy: every legal action alike, from a seed alone.

A lone action is taken without a draw, so that a game doesn't depend on how often forced moves are asked for.
Engines write the same steps out in `playout`; both give one game.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesc_runtime.chance import GENERATOR_INCREMENT, GENERATOR_MASK, GENERATOR_MULTIPLIER, seeded


def chooser(seed: int) -> int:
    """The first state of the policy's own generator, apart from the one that the game draws with."""
    return seeded(~seed)


class RandomPolicy:
    """Picks among actions; the same seed picks the same."""

    __slots__ = ("generator",)

    generator: int

    def __init__(self, seed: int) -> None:
        self.generator = chooser(seed)

    def pick(self, legal: Sequence[int]) -> int:
        if len(legal) == 1:
            return legal[0]
        self.generator = self.generator * GENERATOR_MULTIPLIER + GENERATOR_INCREMENT & GENERATOR_MASK
        return legal[(self.generator >> 16) % len(legal)]
