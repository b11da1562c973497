"""The random generator: one integer of 48 bits, the same bits everywhere.

x -> x * 0x5DEECE66D + 0xB (mod 2**48), of which the upper bits are used: `(x >> 16) % n`.
"""

GENERATOR_MULTIPLIER = 0x5DEECE66D
GENERATOR_INCREMENT = 0xB
GENERATOR_MASK = (1 << 48) - 1


def seeded(seed: int) -> int:
    """The generator's first state for a seed; near seeds give far states (splitmix64's finish)."""
    x = (seed + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    x = (x ^ x >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return (x ^ x >> 31) & GENERATOR_MASK


def drawn(generator: int, outcomes: list[tuple[int, int]]) -> tuple[int, int]:
    """The generator after a draw and the kind drawn, of the kinds with their counts, in this order.

    Every draw is one step of the generator, also where only one kind is left.
    """
    generator = generator * GENERATOR_MULTIPLIER + GENERATOR_INCREMENT & GENERATOR_MASK
    at = (generator >> 16) % sum(count for _, count in outcomes)
    for kind, count in outcomes:
        at -= count
        if at < 0:
            return generator, kind
    raise AssertionError("nothing to draw")
