"""Rows of pieces in order, each as one number: a digit for each piece, the first piece lowest.

A digit is the kind plus one, so the empty row is 0; it has `width` bits. An engine writes the simple
cases out itself.
"""

from __future__ import annotations

from collections.abc import Sequence


def width(kinds: int) -> int:
    """How many bits a digit takes."""
    return kinds.bit_length()


def size(row: int, bits: int) -> int:
    return (row.bit_length() + bits - 1) // bits


def pieces(row: int, bits: int) -> list[int]:
    """The kinds in order."""
    digit = (1 << bits) - 1
    out = []
    while row:
        out.append((row & digit) - 1)
        row >>= bits
    return out


def kinds(row: int, bits: int) -> list[int]:
    """The kinds of which some stand in it, ascending."""
    return sorted(set(pieces(row, bits)))


def packed(kinds: Sequence[int], bits: int) -> int:
    row = 0
    for kind in reversed(kinds):
        row = row << bits | kind + 1
    return row


def filled(content: Sequence[int]) -> int:
    """A row with so many pieces of each kind, in the order of the kinds."""
    return packed([kind for kind, n in enumerate(content) for _ in range(n)], width(len(content)))


def count(row: int, bits: int, kind: int) -> int:
    """How many pieces of a kind stand in it."""
    return pieces(row, bits).count(kind)


def added(row: int, bits: int, kind: int, many: int) -> int:
    """The row with pieces put at its end."""
    for _ in range(many):
        row |= kind + 1 << size(row, bits) * bits
    return row


def without(row: int, bits: int, kind: int, many: int) -> int:
    """The row without the first pieces of a kind; the others close up."""
    left = pieces(row, bits)
    for _ in range(many):
        left.remove(kind)
    return packed(left, bits)
