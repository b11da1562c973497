"""Counts of many kinds in one number: a few bits for each kind, the first kind lowest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


def width(copies: Sequence[int]) -> int:
    """How many bits a count takes."""
    return max(copies, default=1).bit_length()


def counts(pack: int, bits: int, kinds: int) -> list[int]:
    digit = (1 << bits) - 1
    return [pack >> kind * bits & digit for kind in range(kinds)]


def packed(content: Sequence[int], bits: int) -> int:
    return sum(n << kind * bits for kind, n in enumerate(content))


def kinds(mask: int) -> list[int]:
    """The places of a mask's bits, ascending."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


def held(pack: int, bits: int) -> list[int]:
    """The kinds of which there are some, ascending."""
    digit = (1 << bits) - 1
    out = []
    while pack:
        kind = ((pack & -pack).bit_length() - 1) // bits
        out.append(kind)
        pack &= ~(digit << kind * bits)
    return out


@cache
def _planes(bits: int, kinds: int) -> tuple[int, ...]:
    """For each bit of a count, the mask of that bit of every kind."""
    lowest = sum(1 << kind * bits for kind in range(kinds))
    return tuple(lowest << bit for bit in range(bits))


def size(pack: int, bits: int, kinds: int) -> int:
    """How many pieces there are in all."""
    total = 0
    for bit, plane in enumerate(_planes(bits, kinds)):
        total += (pack & plane).bit_count() << bit
    return total
