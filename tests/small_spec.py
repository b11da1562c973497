"""The smallest spec that tests add to: what every spec needs before and after its own parts."""

HEAD = """\
game: small
title: Small
players: 2
components:
  Chip: {copies: 4, start: pot}
zones:
  pot: Chip
"""
TAIL = """\
scoring:
  points: 0
"""
