"""The shape of a spec and of its side files, as Cerberus schemas. Data only.

A schema knows five types. `rule` is a text of the rules language, which must stand in the file as it is
read; `text` is one for people, in any style of YAML; a `mapping` and a `sequence` hold others. `meta` says
in words what is wanted. What a rule says is the next stage's business.
"""

from __future__ import annotations

from collections.abc import Mapping

Rules = Mapping[str, object]

CLAUSE = r"[A-Z]+-[A-Z]*[0-9]+[a-z]?\Z"
LANGUAGE = r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z"

RULE: Rules = {"type": "rule"}
TEXT: Rules = {"type": "text", "empty": False}
IDS: Rules = {"type": "text", "regex": CLAUSE, "meta": "an id like `P-26`"}
RULES: Rules = {"type": "mapping", "nullable": True, "keysrules": RULE, "valuesrules": RULE}
TEXTS: Rules = {"type": "mapping", "nullable": True, "keysrules": TEXT, "valuesrules": TEXT}


def required(rules: Rules) -> Rules:
    return {**rules, "required": True}


def mapping(keys: Mapping[str, Rules]) -> Rules:
    return {"type": "mapping", "schema": keys}


def many(keys: Rules, values: Rules) -> Rules:
    return {"type": "mapping", "nullable": True, "keysrules": keys, "valuesrules": values}


# ---- the spec ------------------------------------------------------------------------------

TITLE: Rules = {
    "type": ["text", "mapping"],
    "empty": False,
    "keysrules": {"type": "text", "regex": LANGUAGE, "meta": "a language, such as `en` or `pt-BR`"},
    "valuesrules": TEXT,
    "meta": "a text, or texts by language",
}

COMPONENT: Rules = {
    "type": "mapping",
    "keysrules": RULE,
    "schema": {"table": TEXT, "copies": RULE, "start": RULE, "rules": RULE},
    "allow_unknown": RULE,  # attributes
}

TABLE: Rules = {
    "type": "mapping",
    "keysrules": RULE,
    "schema": {"table": required(TEXT), "rules": RULE},
    "allow_unknown": RULE,  # attributes
}

MAP: Rules = mapping({"over": required(RULE), "table": TEXT, "among": RULE, "along": RULE, "rules": RULE})

PAYMENT: Rules = mapping(
    {
        "of": required(RULE),
        "ways": {
            "type": "sequence",
            "required": True,
            "empty": False,
            "schema": RULE,
            "meta": "a list of maps, such as `[Road + Sea, Road]`",
        },
        "least": RULE,
        "rules": RULE,
    }
)

PATTERN: Rules = mapping(
    {"over": required(RULE), "drawing": TEXT, "letters": RULE, "turns": RULE, "rules": RULE}
)

LAYOUT: Rules = mapping({"over": required(RULE), "per": RULE, "table": required(TEXT), "rules": RULE})

DEFINITION: Rules = {
    "type": ["rule", "mapping"],
    "keysrules": RULE,
    "valuesrules": RULE,
    "meta": "a text of the rules language, or a table",
}

ACTION: Rules = {
    "nullable": True,
    **mapping({"title": TEXT, "rules": RULE, "when": RULES, "do": RULE, "leaves": RULES}),
}

ITEMS: Rules = {
    "type": "mapping",
    "empty": False,
    "keysrules": RULE,
    "schema": {
        "ties": {"type": ["rule", "sequence"], "schema": RULE, "meta": "`shared`, or a list of expressions"},
        "returns": RULE,
    },
    "allow_unknown": RULE,  # items
}

GROUP: Rules = mapping(
    {
        "title": TEXT,
        "state": RULES,
        "define": many(RULE, DEFINITION),
        "actions": many(RULE, ACTION),
        "effects": RULES,
        "scoring": RULES,
    }
)

SPEC: Rules = mapping(
    {
        "game": required({**RULE, "meta": "a name"}),
        "title": required(TITLE),
        "players": required({**RULE, "meta": "a number, or a range such as `2..4`"}),
        "teams": RULE,
        "longest": RULE,
        "rulebook": TEXT,
        "rulings": TEXT,
        "examples": TEXT,
        "options": RULES,
        "types": RULES,
        "tables": many(RULE, TABLE),
        "maps": many(RULE, MAP),
        "payments": many(RULE, PAYMENT),
        "patterns": many(RULE, PATTERN),
        "layouts": many(RULE, LAYOUT),
        "components": required(many(RULE, COMPONENT)),
        "zones": RULES,
        "state": RULES,
        "define": many(RULE, DEFINITION),
        "actions": many(RULE, ACTION),
        "effects": RULES,
        "groups": many(RULE, GROUP),
        "phases": required({"type": "mapping", "empty": False, "keysrules": RULE, "valuesrules": RULE}),
        "scoring": required(ITEMS),
    }
)

# ---- its side files ------------------------------------------------------------------------

STATUS: Rules = {"type": "text", "allowed": ["no effect", "unspecified"]}

RULEBOOK_CLAUSES: Rules = many(
    IDS,
    mapping(
        {
            "text": required(TEXT),
            "cite": TEXT,
            "status": STATUS,
        }
    ),
)

RULEBOOK: Rules = mapping(
    {
        "sources": many(TEXT, mapping({"file": required(TEXT), "language": TEXT, "title": TEXT})),
        "clauses": required(RULEBOOK_CLAUSES),
        "no_rule": TEXTS,
    }
)

RULINGS: Rules = many(
    IDS,
    mapping(
        {
            "question": required(TEXT),
            "readings": {
                "type": "mapping",
                "required": True,
                "empty": False,
                "keysrules": RULE,
                "valuesrules": TEXT,
            },
            "chosen": required(RULE),
            "why": required(TEXT),
            "cite": TEXT,
        }
    ),
)

LINE: Rules = {
    "type": "mapping",
    "keysrules": RULE,
    "valuesrules": RULE,
    "minlength": 1,
    "maxlength": 1,
    "meta": "a single `key: value`",
}

EXAMPLES: Rules = many(
    TEXT,
    mapping(
        {
            "title": TEXT,
            "rules": RULE,
            "cite": TEXT,
            "players": RULE,
            "options": RULES,
            "rulings": RULES,
            "at": RULE,
            "given": RULE,
            "play": {"type": "sequence", "nullable": True, "schema": LINE, "meta": "a list of moves"},
            "expect": {"type": "sequence", "nullable": True, "schema": RULE, "meta": "a list of conditions"},
        }
    ),
)

# ---- errata --------------------------------------------------------------------------------

NAMES: Rules = {"type": "sequence", "schema": RULE, "meta": "a list of names"}
CELLS: Rules = many(RULE, many(TEXT, many(RULE, {"type": "text"})))

CHANGED: Mapping[str, Rules] = {
    "options": RULES,
    "types": RULES,
    "tables": many(RULE, TABLE),
    "maps": many(RULE, MAP),
    "payments": many(RULE, PAYMENT),
    "patterns": many(RULE, PATTERN),
    "layouts": many(RULE, LAYOUT),
    "components": many(RULE, COMPONENT),
    "zones": RULES,
    "state": RULES,
    "define": many(RULE, DEFINITION),
    "actions": many(RULE, ACTION),
    "guards": many(RULE, RULES),
    "leaves": many(RULE, RULES),
    "effects": RULES,
    "phases": RULES,
    "scoring": {**ITEMS, "empty": True},
    "rows": CELLS,
}

CLAUSES: Rules = many(IDS, mapping({"text": TEXT, "cite": TEXT, "status": STATUS}))
QUESTIONS: Rules = many(
    IDS,
    mapping(
        {
            "question": TEXT,
            "readings": {"type": "mapping", "empty": False, "keysrules": RULE, "valuesrules": TEXT},
            "chosen": RULE,
            "why": TEXT,
            "cite": TEXT,
        }
    ),
)

ERRATUM: Rules = mapping(
    {
        "id": required({**RULE, "meta": "the name of the file"}),
        "title": TEXT,
        "date": required(
            {"type": "text", "regex": r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?\Z", "meta": "a date like `2014-09`"}
        ),
        "source": required(TEXT),
        "after": NAMES,
        "add": mapping({**CHANGED, "clauses": RULEBOOK_CLAUSES, "rulings": RULINGS, "examples": EXAMPLES}),
        "replace": mapping(
            {
                "players": RULE,
                "longest": RULE,
                **CHANGED,
                "clauses": CLAUSES,
                "rulings": QUESTIONS,
                "examples": EXAMPLES,
            }
        ),
        "remove": mapping(
            {
                **dict.fromkeys((*CHANGED, "clauses", "rulings", "examples"), NAMES),
                **dict.fromkeys(("guards", "leaves", "rows"), many(RULE, NAMES)),
            }
        ),
    }
)

EDITIONS: Rules = many(RULE, NAMES)
