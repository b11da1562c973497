"""Characters that have no business in a spec, because nobody can see them or they hide others."""

from __future__ import annotations

import re

# Controls, invisible signs, what turns the direction of writing, non-characters. The list is written out,
# for Python's own tables change from release to release. Line feeds are no part of it, tabs are.
HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_UNWANTED = re.compile(rf'{HIDDEN.pattern}|["\\\n]')


def printable(name: str) -> str:
    """The name of a file, whatever bytes the file system keeps it in: no quotes, nothing hidden.

    It is told in messages, and the generated files say in a comment what they were made from.
    """
    return _UNWANTED.sub(lambda found: f"<U+{ord(found[0]):04X}>", name)
