"""Moves as text: `build_column(A, blue)` is an action with the values of its numbered parameters."""

from __future__ import annotations

from collections.abc import Iterator

from rulesc.typed.nodes import Action, Program
from rulesc.typed.types import lowest, size, value_name


def move_text(program: Program, number: int) -> str:
    """How a move is written; `ValueError` if no action has the number."""
    for action in program.actions:
        if action.first_id <= number < action.first_id + _ids(action):
            rest = number - action.first_id
            values: list[str] = []
            for digit in reversed(action.digits):
                type_ = action.params[digit].type
                rest, place = divmod(rest, size(type_))
                values.insert(0, value_name(type_, lowest(type_) + place))
            return f"{action.name}({', '.join(values)})" if values else action.name
    raise ValueError(f"no action has the number {number}")


def move_number(program: Program, text: str) -> int:
    """The number of a move; `ValueError` says what of it is unknown."""
    name, bracket, inside = text.strip().partition("(")
    words = [w.strip() for w in inside.rstrip().removesuffix(")").split(",")] if bracket else []
    action = next((a for a in program.actions if a.name == name.strip()), None)
    if action is None:
        raise ValueError(f"there is no action {name.strip()}")
    if len(words) != len(action.digits):
        raise ValueError(f"{name} has {len(action.digits)} values, not {len(words)}")
    number = 0
    for word, digit in zip(words, action.digits, strict=True):
        number = number * size(action.params[digit].type) + _place(action, digit, word)
    return action.first_id + number


def _place(action: Action, digit: int, word: str) -> int:
    type_ = action.params[digit].type
    for place, name in enumerate(_names(action, digit)):
        if name == word:
            return place
    raise ValueError(f"{word} is no value of {action.params[digit].name} in {action.name}: {type_}")


def _names(action: Action, digit: int) -> Iterator[str]:
    type_ = action.params[digit].type
    return (value_name(type_, lowest(type_) + place) for place in range(size(type_)))


def _ids(action: Action) -> int:
    count = 1
    for digit in action.digits:
        count *= size(action.params[digit].type)
    return count
