"""Which type fits where, what two types have in common, and which ints an operation can give.

In: types. Out: types and yes or no. Nothing here knows names, places or reports.
"""

from __future__ import annotations

from rulesc.typed.types import Enum, ErrorType, Int, KindType, OptionalType, Scalar, SetType, Type


def fits(actual: Type, expected: Type) -> bool:
    """Whether a value of one type may stand where the other is expected; int bounds are not compared."""
    if isinstance(actual, ErrorType) or isinstance(expected, ErrorType) or actual == expected:
        return True
    match actual, expected:
        case Int(), Int():
            return True
        case OptionalType(a), OptionalType(b):
            return fits(a, b)
        case _, OptionalType(b):
            return fits(actual, b)
        case Enum("", a), Enum("", b):
            return a == b
        case _:
            return False


def alike(left: Type, right: Type) -> bool:
    """Whether two values may be compared."""
    return fits(left, right) or fits(right, left)


def plain(type_: Type) -> Type:
    """The type without `?`."""
    return type_.of if isinstance(type_, OptionalType) else type_


def scalar(type_: Type) -> Scalar | None:
    """The type if it is neither optional nor a set."""
    return None if isinstance(type_, OptionalType | SetType | ErrorType) else type_


def join(left: Type, right: Type) -> Type | None:
    """The narrowest type that both fit; None if there is none."""
    if isinstance(left, ErrorType):
        return right
    if isinstance(right, ErrorType) or left == right:
        return left
    match left, right:
        case Int(a, b), Int(c, d):
            return Int(min(a, c), max(b, d))
        case (OptionalType(a), b) | (b, OptionalType(a)):
            inner = join(a, plain(b))
            return None if inner is None or not (found := scalar(inner)) else OptionalType(found)
        case _:
            return None


def certainly_outside(actual: Type, expected: Type) -> bool:
    """Whether no int of the first type lies within the bounds of the second."""
    inside, outside = plain(expected), plain(actual)
    if isinstance(inside, Int) and isinstance(outside, Int):
        return outside.low > inside.high or outside.high < inside.low
    return False


def arithmetic(op: str, left: Int, right: Int) -> Int:
    """The bounds of `left op right`; dividing by a range that holds 0 leaves 0 out."""
    match op:
        case "+":
            return Int(left.low + right.low, left.high + right.high)
        case "-":
            return Int(left.low - right.high, left.high - right.low)
        case "*":
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return Int(min(corners), max(corners))
        case "/":
            divisors = [d for d in (right.low, right.high, -1, 1) if d and right.low <= d <= right.high]
            corners = [a // d for a in (left.low, left.high) for d in divisors] or [0]
            return Int(min(corners), max(corners))
        case _:
            low = min(0, right.low + 1)
            high = max(0, right.high - 1)
            if right.low > 0 and left.low >= 0:
                high = min(high, left.high)
            return Int(low, high)


def constants_of(type_: Type) -> tuple[str, ...]:
    """The names of a type's values, where they are names."""
    match plain(type_):
        case Enum(_, values):
            return values
        case KindType(_, names):
            return names
        case _:
            return ()
