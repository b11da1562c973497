"""The reference interpreter: plays a typed program as it stands, slowly and plainly.

In: a `Program`, the number of players, options and readings. Out: `Position` values, each a
decision, a chance point or the end of a game; none ever changes. An option is legal if its guards
hold and, played on a copy, some way through the decisions inside the running actions comes to the
end of the outermost one with everything they must leave behind. The look-ahead is content at a
chance point, where another seat must decide, and at the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice

from rulesc.typed import nodes, plan_play
from rulesc.typed.choices import Choice, Choices
from rulesc.typed.evaluate import Env, Evaluator, Trace
from rulesc.typed.execute import Executor, Pause, Steps
from rulesc.typed.frames import ActionEnd, Block, Draws, Frame, Plans, in_action
from rulesc.typed.hearing import Hearing
from rulesc.typed.state import (
    Place,
    SpecFault,
    State,
    assign,
    content,
    make_setting,
    move,
    places,
    start_rows,
    start_slots,
    start_zones,
)

Attempts = list[list[nodes.Guard]]
Given = tuple[nodes.GivenSlot | nodes.GivenZone, ...]
Start = tuple[State, Frame | None]

LONGEST_SILENCE = 2_000  # decisions in a row that nobody is asked, as nothing is possible


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands: a decision of `seat`, a chance point, or the end (`seat` -1).

    Where seats decide at the same time the kind is "together" and the seat -2.
    """

    game: Interpretation
    kind: str  # "decision", "chance", "over"
    seat: int
    state: State = field(repr=False)
    frame: Frame | None = field(repr=False)
    options: tuple[int, ...] | None = field(repr=False)  # None: not listed, and worked out when asked for
    plans: tuple[tuple[int, ...], ...] = ()  # by seat, where all decide at the same time

    def legal(self, seat: int | None = None) -> list[int]:
        """The ids of the legal actions, ascending; a seat's own where several decide at the same time."""
        if self.kind == "together":
            return [] if seat is None else plan_play.board(self, seat).legal()
        return self.game.options(self) if seat in (None, self.seat) else []

    def is_legal(self, action_id: int, seat: int) -> bool:
        """Whether a seat may do this now; nothing else is tried."""
        if self.kind == "together":
            return action_id in self.legal(seat)
        return seat == self.seat and self.game.allowed(self, action_id)

    def acting(self) -> tuple[int, ...]:
        """The seats that decide now."""
        if self.kind == "together":
            return plan_play.acting(self)
        return (self.seat,) if self.seat >= 0 else ()

    def outcomes(self) -> list[tuple[int, int]]:
        """At a chance point the kinds that can come, with their counts in the pile."""
        if self.kind != "chance":
            return []
        assert isinstance(self.frame, Draws)
        found = content(self.game.setting, self.state, self.frame.source)
        unlimited = self.game.setting.zones[self.frame.source[0]].unlimited
        return [(kind, 1) for kind, _ in found] if unlimited else found

    def apply(self, action_id: int, seat: int | None = None) -> Position:
        """What follows an action; `ValueError` if it is not legal."""
        if self.kind == "together":
            return self.game.planned(self, action_id, seat)
        return self.game.applied(self, action_id)

    def draw(self, kind: int) -> Position:
        """What follows if the pile brings this kind; `ValueError` if it can't."""
        return self.game.drawn(self, kind)

    def why_not(self, action_id: int, seat: int | None = None) -> list[nodes.Guard]:
        """The guards that forbid an action; none if it is legal or not asked at all."""
        if self.kind == "together":
            return [] if seat is None else plan_play.board(self, seat).why_not(action_id)
        return self.game.why_not(self, action_id)

    def scores(self) -> tuple[Fraction | int, ...]:
        return self.game.scores(self.state)

    def ranking(self) -> tuple[int, ...]:
        """Each seat's place by this position: 1 is best, and who is level after the ties shares one."""
        return self.game.ranking(self.state)

    def holds(self, condition: nodes.Expr) -> bool:
        """Whether a condition holds here; `player` is the seat that must decide."""
        env = {"player": self.seat} if self.seat >= 0 else {}
        return bool(self.game.loud.value(condition, self.state, env))

    def slots(self) -> dict[str, list[int] | int]:
        """The value of each slot, a list (last index fastest) where it has dimensions."""
        program = self.game.setting.program
        return {
            s.name: [self.state.slots[s.name, i] for i in places(s.dims)]
            if s.dims
            else self.state.slots[s.name, ()]
            for s in program.slots
        }

    def row(self, zone: str, index: tuple[int, ...]) -> tuple[int, ...]:
        """The kinds of the pieces of a row, in order."""
        return self.state.rows.get((zone, index), ())

    def zones(self) -> dict[Place, tuple[int, ...]]:
        """How many pieces of each kind every zone holds; an unlimited supply holds 0."""
        return dict(self.state.zones)


class Interpretation:
    """A game of a program. `trace` hears what is played.

    If `tried`, it also hears what is tried in a look-ahead, and what is the same each time only once.
    With `listing` the options of each position are listed as it is reached, so that one that can't be
    carried out shows; without it only what is asked for is tried.
    """

    def __init__(
        self,
        program: nodes.Program,
        players: int | None = None,
        options: Mapping[str, int] | None = None,
        rulings: Mapping[str, str] | None = None,
        trace: Trace | None = None,
        tried: bool = False,
        steps: Steps | None = None,
        listing: bool = True,
    ) -> None:
        self.listing = listing
        self.setting = make_setting(program, players, options or {}, rulings or {})
        self.loud = Evaluator(self.setting, self.can, None)
        self.quiet = self.loud
        if trace is not None:
            self.loud = Hearing(self.setting, self.can, trace, tried=tried)
            self.quiet = self.loud if tried else self.quiet
        self.choices = Choices(self.setting, self.quiet, self.legal)
        self.executor = Executor(self.setting, self.choices, steps or Steps())

    # ---- playing ---------------------------------------------------------------------------

    def start(self) -> Position:
        """The first decision, chance point, or the end."""
        return self._go_on(self._first_state(), self._first_frame())

    def start_at(self, phase: str, given: Given, before: Start | None = None) -> Position:
        """The first decision after a phase begins for the first time, in a position that is given.

        Slots keep what they hold when it begins, pieces go back to where they start, and `given` is laid
        on top. `before` is what `start_of` says of the phase, if that is known.
        """
        begun, frame = self.start_of(phase) if before is None else before
        state = begun.copy()
        state.zones = start_zones(self.setting)
        state.rows = start_rows(self.setting)
        state.known.clear()
        self._lay_out(state, given)
        return self._go_on(state, frame)

    def start_of(self, phase: str) -> Start:
        """Where the game stands when a phase begins for the first time.

        Up to there the first option and the first outcome are taken.
        """
        state, frame = self._first_state(), self._first_frame()
        if phase in ("", "game"):
            return state, frame
        pause, legal = self._until_asked(state, frame, self.quiet, phase, True)
        while pause.why != "phase":
            if pause.why == "over":
                raise ValueError(f"the game ends before the phase {phase} begins")
            if pause.why == "chance":
                assert isinstance(pause.frame, Draws)
                kind = content(self.setting, state, pause.frame.source)[0][0]
                frame = self.executor.take(state, pause.frame, kind, self.quiet)
            elif pause.why == "together":
                assert isinstance(pause.frame, Plans)
                state, frame = plan_play.first_plans(self, state, pause.frame), pause.frame.below
            else:
                frame = self.executor.enter(state, min(legal, key=lambda choice: choice.id))
            pause, legal = self._until_asked(state, frame, self.quiet, phase, True)
        return state, pause.frame

    def applied(self, position: Position, action_id: int) -> Position:
        same = self._same_id(position, action_id)
        listed = position.options is not None and action_id in position.options
        legal = (c for c in same if (listed and len(same) == 1) or self.legal(position.state, c))
        choice = next(legal, None)
        if choice is None:
            raise ValueError(f"action {action_id} is not legal here")
        state = position.state.copy()
        trace = self.loud.trace
        if trace is not None:
            for stmt in choice.path:
                trace("stmt", stmt)
            self.choices.of(action_id).hear(self.loud, state, position.frame)
            self.loud.holds(choice.guards, state, choice.env)
            trace("action", choice.action)
        return self._go_on(state, self.executor.enter(state, choice))

    def planned(self, position: Position, action_id: int, seat: int | None) -> Position:
        """A decision of one of the seats that decide at the same time; with the last one all go on."""
        if seat is None or action_id not in position.legal(seat):
            raise ValueError(f"action {action_id} is not legal here for seat {seat}")
        plans = list(position.plans)
        plans[seat] = (*plans[seat], action_id)
        return self._until_done(replace(position, plans=tuple(plans)))

    def going_on(self, state: State, frame: Frame | None) -> Position:
        """The next position from a place in the text."""
        return self._go_on(state, frame)

    def _until_done(self, position: Position) -> Position:
        return position if plan_play.acting(position) else plan_play.joined(position)

    def drawn(self, position: Position, kind: int) -> Position:
        if kind not in [k for k, _ in position.outcomes()]:
            raise ValueError(f"kind {kind} can't be drawn here")
        assert isinstance(position.frame, Draws)
        state = position.state.copy()
        return self._go_on(state, self.executor.take(state, position.frame, kind, self.loud))

    def scores(self, state: State) -> tuple[Fraction | int, ...]:
        totals: list[Fraction | int] = []
        for seat in range(self.setting.players):
            total: Fraction | int = 0
            for item in self.setting.program.scoring:
                points = self._scored(item, state, {"seat": seat, "player": seat})
                if self.loud.trace is not None:
                    self.loud.trace("score", item)
                    self.loud.trace("points" if points else "no points", item)
                total += points
            totals.append(total)
        return tuple(totals)

    def ranking(self, state: State) -> tuple[int, ...]:
        ties = self.setting.program.ties
        keys = [
            (score, *[int(self.loud.value(tie, state, {"seat": seat, "player": seat})) for tie in ties])
            for seat, score in enumerate(self.scores(state))
        ]
        return tuple(1 + sum(other > key for other in keys) for key in keys)

    def _scored(self, item: nodes.ScoreItem, state: State, env: Env) -> Fraction | int:
        value = int(self.loud.value(item.value, state, env))
        if item.divisor is None:
            return value
        share = Fraction(value, int(self.loud.value(item.divisor, state, env)))
        return share.numerator if share.denominator == 1 else share

    def _first_state(self) -> State:
        empty = State({}, start_zones(self.setting), start_rows(self.setting))
        starts = {
            slot.name: int(self.quiet.value(slot.start, empty, {}))
            for slot in self.setting.program.slots
            if slot.start is not None
        }
        return State(start_slots(self.setting, starts), empty.zones, empty.rows)

    def _first_frame(self) -> Frame | None:
        return Block(self.setting.procedures["game"].body, 0, {}, None)

    def _lay_out(self, state: State, given: Given) -> None:
        """Put a given position on the table; `ValueError` says what of it can't be."""
        span = self.setting.program.span
        for slot in (g for g in given if isinstance(g, nodes.GivenSlot)):
            assign(self.setting, state, (slot.slot, slot.index), slot.value, span)
        zones = [g for g in given if isinstance(g, nodes.GivenZone)]
        kinds = {z.name: self.setting.components[z.component].kinds for z in self.setting.program.zones}
        for zone in zones:
            for kind, number in zone.content:
                source = (kinds[zone.zone][kind].start, ())
                if source != (zone.zone, zone.index):
                    move(self.setting, state, number, kind, (source, (zone.zone, zone.index)), span)
        for zone in zones:
            place = (zone.zone, zone.index)
            if dict(content(self.setting, state, place)) != {k: n for k, n in zone.content if n}:
                raise ValueError(f"{zone.zone} can't hold exactly that: its other pieces have no place")

    def _go_on(self, state: State, frame: Frame | None) -> Position:
        """Run to the next position."""
        pause, legal = self._until_asked(state, frame, self.loud, None, self.listing)
        if pause.why == "together":
            none = ((),) * self.setting.players
            return self._until_done(Position(self, "together", -2, state, pause.frame, (), none))
        if pause.why != "decision":
            return Position(self, pause.why, -1, state, pause.frame, ())
        numbers = _ids(legal) if self.listing else None
        return Position(self, "decision", legal[0].seat, state, pause.frame, numbers)

    def _until_asked(
        self, state: State, frame: Frame | None, evaluator: Evaluator, phase: str | None, every: bool
    ) -> tuple[Pause, list[Choice]]:
        """Run to a chance point, the end, or a decision with legal options: every one, or the first."""
        halfway = frame
        for passed in range(LONGEST_SILENCE):
            if passed == LONGEST_SILENCE // 2:
                halfway = frame
            pause = self.executor.run(state, frame, evaluator, phase, ahead=False)
            if pause.why != "decision":
                return pause, []
            legal = list(islice(self._legal_at(state, pause.frame), None if every else 1))
            if legal:
                return pause, legal
            if evaluator.trace is not None:
                self._tell_unasked(state, pause.frame, evaluator.trace)
            frame = self.executor.unasked(pause.frame)
        raise self.executor.endless(halfway, frame)

    def _legal_at(self, state: State, frame: Frame | None) -> Iterator[Choice]:
        return (choice for choice in self.choices.at(state, frame) if self.legal(state, choice))

    def options(self, position: Position) -> list[int]:
        """The ids of the legal actions, ascending."""
        if position.options is not None:
            return list(position.options)
        return list(_ids(self._legal_at(position.state, position.frame)))

    def allowed(self, position: Position, action_id: int) -> bool:
        if position.options is not None:
            return action_id in position.options
        return any(self.legal(position.state, choice) for choice in self._same_id(position, action_id))

    def _tell_unasked(self, state: State, frame: Frame | None, trace: Trace) -> None:
        """The guards because of which nothing is asked."""
        for choice in self.choices.at(state, frame):
            for guard in self._false(choice.guards, state, choice.env):
                trace("unasked", guard)

    def _same_id(self, position: Position, action_id: int) -> list[Choice]:
        if position.kind != "decision":
            return []
        offered = self.choices.of(action_id).at(position.state, position.frame)
        return [choice for choice in offered if choice.id == action_id]

    # ---- legality --------------------------------------------------------------------------

    def legal(self, state: State, choice: Choice) -> bool:
        if not self.quiet.holds(choice.guards, state, choice.env):
            return False
        return self._completes(state, choice, None)

    def can(self, state: State, test: nodes.Can, env: Env) -> bool:
        """Some of the options is legal now, as if it were offered with nothing around it."""
        asked = {**env, "player": self.quiet.value(test.seat, state, env)}
        return any(
            self.legal(state, choice)
            for option in test.options
            for choice in self.choices.offered(state, option, asked, None, ())
        )

    def why_not(self, position: Position, action_id: int) -> list[nodes.Guard]:
        best: list[nodes.Guard] = []
        if self.allowed(position, action_id):
            return best
        for choice in self._same_id(position, action_id):
            best = self._false(choice.guards, position.state, choice.env)
            for guard in best:
                self.loud.value(guard.condition, position.state, choice.env)
            if not best:
                attempts: Attempts = []
                self._completes(position.state, choice, attempts)
                best = min((a for a in attempts if a), key=len, default=[])
            if best:
                break
        for guard in best:
            if self.loud.trace is not None:
                self.loud.trace("guard", guard)
        return best

    def _false(self, guards: tuple[nodes.Guard, ...], state: State, env: Env) -> list[nodes.Guard]:
        """The guards that are false; one that makes no sense because an earlier one is false is left out."""
        found: list[nodes.Guard] = []
        for guard in guards:
            try:
                if not self.quiet.value(guard.condition, state, env):
                    found.append(guard)
            except SpecFault:
                if not found:
                    raise
        return found

    def _completes(self, state: State, choice: Choice, attempts: Attempts | None) -> bool:
        """Whether the running actions can be brought to their end after this choice.

        `attempts` collects the conditions that were in the way, once for each way tried: what was to
        be left behind, or the guards of a decision without an option.
        """
        if not in_action(choice.then):
            return True
        copy = state.copy()
        frame = halfway = self.executor.enter(copy, choice)
        for passed in range(LONGEST_SILENCE):
            if passed == LONGEST_SILENCE // 2:
                halfway = frame
            pause = self.executor.run(copy, frame, self.quiet, None, ahead=True)
            if pause.why == "failed":
                assert isinstance(pause.frame, ActionEnd)
                if attempts is not None:
                    attempts.append(self._false(pause.frame.action.leaves, copy, pause.frame.env))
                return False
            if pause.why != "decision":
                return True
            passed = False
            refused: list[tuple[nodes.Guard, ...]] = []
            for option in self.choices.at(copy, pause.frame):
                if option.seat != choice.seat:
                    return True
                if self.quiet.holds(option.guards, copy, option.env):
                    passed = True
                    if self._completes(copy, option, attempts):
                        return True
                elif attempts is not None:
                    refused.append(tuple(self._false(option.guards, copy, option.env)))
            unasked = self.executor.otherwise(pause.frame)
            if not unasked:
                if attempts is not None and not passed:
                    attempts.append(list(dict.fromkeys(g for guards in refused for g in guards)))
                return False
            frame = unasked[0]
        raise self.executor.endless(halfway, frame)


def _ids(choices: Iterable[Choice]) -> tuple[int, ...]:
    return tuple(sorted({choice.id for choice in choices}))
