"""Play an example turn of a rulebook move by move; what generated tests are written with."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rulesc_runtime.game import Game
from rulesc_runtime.state import State


class Example:
    """An example being played: its state, and what chance is to bring next."""

    def __init__(
        self,
        game: Game,
        at: str = "",
        slots: Mapping[tuple[str, tuple[int, ...]], int] | None = None,
        zones: Mapping[tuple[str, tuple[int, ...]], Mapping[int, int]] | None = None,
        draws: tuple[str, ...] = (),
    ) -> None:
        self.draws = list(draws)
        if at:
            self.now: State = game.position(at, dict(slots or {}), dict(zones or {}))
        else:
            self.now = game.new_initial_state()

    @property
    def state(self) -> State:
        """The position as it is now, after whatever chance has to bring."""
        self.settle(self.now)
        return self.now

    def draw(self, *names: str) -> None:
        """What the next chance points bring."""
        self.draws.extend(names)

    def scores(self, *fractions: str) -> None:
        """Each seat's score by the position reached."""
        self.settle(self.state)
        found = self.state.scores()
        assert found == tuple(Fraction(text) for text in fractions), f"the scores are {found}"

    def ranking(self, *places: int) -> None:
        """Each seat's place by the position reached."""
        self.settle(self.state)
        found = self.state.ranking()
        assert found == places, f"the ranking is {found}"

    def settle(self, state: State) -> None:
        """Let chance happen until a seat decides: as told, or the first outcome."""
        while state.is_chance_node():
            if self.draws:
                name = self.draws.pop(0)
                kinds = state.game.tables.components[
                    state.game.tables.chances[state.pc - state.game.decision_count].component
                ]
                state.apply_action(kinds.index(name))
            else:
                state.apply_action(state.chance_outcomes()[0][0])

    def moves(self, seat: int, *moves: str) -> None:
        """The seat plays these moves, each legal when it comes."""
        self._play(self.now, seat, moves)

    def can(self, seat: int, *moves: str) -> None:
        """The last move is legal after the others."""
        state = self.now.clone()
        kept = list(self.draws)
        self._play(state, seat, moves)
        self.draws = kept

    def cannot(self, seat: int, *moves: str, clauses: tuple[str, ...] = ()) -> None:
        """The last move is refused after the others, for these clauses among others."""
        state = self.now.clone()
        kept = list(self.draws)
        self._play(state, seat, moves[:-1])
        self.settle(state)
        self.draws = kept
        action = state.string_to_action(moves[-1], seat)
        reasons = state.why_not(action, seat)
        assert reasons, f"{moves[-1]} is legal"
        told = {c for reason in reasons for c in reason.clauses}
        missing = [c for c in clauses if c not in told]
        assert not missing, f"{moves[-1]} is refused by {sorted(told)}, not by {', '.join(missing)}"

    def only(self, seat: int, *moves: str) -> None:
        """These moves are legal, and no others."""
        self.settle(self.now)
        found = {self.now.action_to_string(seat, action) for action in self.now.legal_actions(seat)}
        assert found == set(moves), f"legal are {', '.join(sorted(found))}"

    def _play(self, state: State, seat: int, moves: tuple[str, ...]) -> None:
        for move in moves:
            self.settle(state)
            acting = [f"p{s + 1}" for s in state.acting_players()]
            assert seat in state.acting_players(), f"{', '.join(acting) or 'nobody'} is to act at {move}"
            action = state.string_to_action(move, seat)
            reasons = state.why_not(action, seat)
            assert not reasons, f"{move} is refused: {reasons}"
            state.apply_action(action, seat)
        self.settle(state)
