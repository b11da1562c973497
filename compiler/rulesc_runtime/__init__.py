"""What generated engines share: tables that describe a game, and the parts of the interface that read them.

Standard library only. An engine module defines its tables, its step functions and a `State` and
`Game` that build on the classes here.
"""

from rulesc_runtime.chance import GENERATOR_MASK, seeded
from rulesc_runtime.errors import DamagedSave, GameError, IllegalAction, Reason, WrongParameter
from rulesc_runtime.game import Game
from rulesc_runtime.loading import load
from rulesc_runtime.policy import RandomPolicy, chooser
from rulesc_runtime.state import State
from rulesc_runtime.tables import (
    Action,
    ChancePoint,
    Decision,
    Guard,
    Meeting,
    Option,
    Parameter,
    Ruling,
    ScoreItem,
    Slot,
    Tables,
    Zone,
)
from rulesc_runtime.together import MeetingState

__all__ = [
    "GENERATOR_MASK",
    "Action",
    "ChancePoint",
    "DamagedSave",
    "Decision",
    "Game",
    "GameError",
    "Guard",
    "IllegalAction",
    "Meeting",
    "MeetingState",
    "Option",
    "Parameter",
    "RandomPolicy",
    "Reason",
    "Ruling",
    "ScoreItem",
    "Slot",
    "State",
    "Tables",
    "WrongParameter",
    "Zone",
    "chooser",
    "load",
    "seeded",
]
