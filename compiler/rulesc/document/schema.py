"""The shape of a spec and of its side files, as Cerberus schemas. Data only.

Every scalar arrives as text, so a schema speaks of texts, lists and mappings alone; what a text says
is the next stage's business.
"""

from __future__ import annotations

TEXT = {"type": "string"}
TEXTS = {"type": "dict", "keysrules": TEXT, "valuesrules": TEXT}
GUARDS = TEXTS
ACTION = {
    "type": ["dict", "string"],
    "schema": {"title": TEXT, "rules": TEXT, "when": GUARDS, "do": TEXT, "leaves": GUARDS},
}
ACTIONS = {"type": "dict", "keysrules": TEXT, "valuesrules": ACTION}
DEFINE = {"type": "dict", "keysrules": TEXT, "valuesrules": {"type": ["string", "dict"], "valuesrules": TEXT}}
COMPONENTS = {
    "type": "dict",
    "keysrules": TEXT,
    "valuesrules": {"type": "dict", "keysrules": TEXT, "valuesrules": TEXT},
}
GROUP = {
    "type": "dict",
    "schema": {
        "title": TEXT,
        "rules": TEXT,
        "state": TEXTS,
        "define": DEFINE,
        "actions": ACTIONS,
        "effects": TEXTS,
        "scoring": TEXTS,
    },
}
SCORING = {
    "type": "dict",
    "keysrules": TEXT,
    "valuesrules": {"type": ["string", "list"], "schema": TEXT},
}

SPEC = {
    "game": {**TEXT, "required": True},
    "title": {"type": ["string", "dict"], "required": True, "keysrules": TEXT, "valuesrules": TEXT},
    "players": {**TEXT, "required": True},
    "rulebook": TEXT,
    "rulings": TEXT,
    "examples": TEXT,
    "longest": TEXT,
    "options": TEXTS,
    "types": TEXTS,
    "components": {**COMPONENTS, "required": True},
    "zones": TEXTS,
    "state": TEXTS,
    "define": DEFINE,
    "actions": ACTIONS,
    "effects": TEXTS,
    "groups": {"type": "dict", "keysrules": TEXT, "valuesrules": GROUP},
    "phases": {**TEXTS, "required": True},
    "scoring": {**SCORING, "required": True},
}

RULEBOOK = {
    "sources": {
        "type": "dict",
        "keysrules": TEXT,
        "valuesrules": {
            "type": "dict",
            "schema": {"file": {**TEXT, "required": True}, "language": TEXT, "title": TEXT},
        },
    },
    "clauses": {
        "type": "dict",
        "required": True,
        "keysrules": TEXT,
        "valuesrules": {
            "type": "dict",
            "schema": {
                "text": {**TEXT, "required": True},
                "cite": TEXT,
                "status": {**TEXT, "allowed": ["no effect", "unspecified"]},
            },
        },
    },
    "no_rule": TEXTS,
}

RULING = {
    "type": "dict",
    "schema": {
        "question": {**TEXT, "required": True},
        "readings": {**TEXTS, "required": True, "minlength": 1},
        "chosen": {**TEXT, "required": True},
        "why": {**TEXT, "required": True},
        "cite": TEXT,
    },
}

EXAMPLE = {
    "type": "dict",
    "schema": {
        "title": TEXT,
        "rules": TEXT,
        "cite": TEXT,
        "players": TEXT,
        "options": TEXTS,
        "rulings": TEXTS,
        "at": TEXT,
        "given": TEXT,
        "play": {"type": "list", "schema": {**TEXTS, "minlength": 1, "maxlength": 1}},
        "expect": {"type": "list", "schema": TEXT},
    },
}
