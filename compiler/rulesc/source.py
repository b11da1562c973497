"""Source text and places in it.

In: the text of a file, as it was read. Out: `Span` values that every later tree carries, so
that a message can show the user's own line.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """One input file: `text` is its content with LF line ends.

    `name` is relative to the spec's folder, as what is generated has it; `path` is how the user reached it.
    """

    name: str
    text: str = field(repr=False)
    path: str = field(default="", compare=False, repr=False)

    @property
    def shown(self) -> str:
        """What a message calls it."""
        return self.path or self.name

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offset of the first character of each line."""
        starts = [0]
        starts.extend(i + 1 for i, c in enumerate(self.text) if c == "\n")
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (exclusive) of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))

    def within(self, start: int, end: int) -> Span:
        """A part of this span, offsets counted from its start."""
        return Span(self.source, self.start + start, self.start + end)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar exactly as it stands in the file; `value` is the slice that `span` names."""

    value: str
    span: Span
    block: bool = False  # a `|` block of several lines

    def __str__(self) -> str:
        return self.value
