"""Moves on an engine's states, so played that a fault of the rules ends a command with a place.

In: an engine's states and the moves that somebody makes. Out: the states after them, or the end of the
command. Engines test nothing that costs time: a move of pieces that aren't there leaves fewer than none, and
a loop without a decision goes round for ever. So positions are looked at here, and a step that takes too long
is interrupted. The reference interpreter then plays the same game, and says which statement is at fault.
"""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from rulesc.commands.engine import Game, State
from rulesc.commands.terminal import plural, stop

if TYPE_CHECKING:
    from rulesc.pipeline import Compiled
    from rulesc.typed.state import SpecFault

T = TypeVar("T")
Moves = Sequence[tuple[int, int]]  # seat, action

PATIENCE = 10.0  # seconds of work for a step; the slowest of the games here takes some milliseconds
LONGEST_CHANCE = 20_000  # draws in a row


class Endless(Exception):
    """A step was interrupted because it takes too long."""


class Watch:
    """Interrupts the main thread if it has gone on for some time without a `tick`."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.ticks = 0
        self.fired = False
        self._over = threading.Event()

    def tick(self) -> None:
        self.ticks += 1

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Endless instead of the interrupt, which is nobody's Ctrl-C."""
        self._over.clear()
        guard = threading.Thread(target=self._guard, daemon=True)
        guard.start()
        try:
            yield
        except KeyboardInterrupt:
            if not self.fired:
                raise
            raise Endless from None
        finally:
            self._over.set()
            guard.join()

    def _guard(self) -> None:
        seen, since = self.ticks, time.process_time()
        while not self._over.wait(self.patience / 4):
            if self.ticks != seen:
                seen, since = self.ticks, time.process_time()
            elif time.process_time() - since >= self.patience:
                self.fired = True
                _thread.interrupt_main()
                return


class Referee:
    """Plays the moves of games of one spec."""

    def __init__(self, compiled: Compiled, game: Game, patience: float | None = None) -> None:
        self.compiled = compiled
        self.game = game
        self.limits = {zone.name: zone.at_most for zone in compiled.program.zones}
        self.patience = PATIENCE if patience is None else patience

    def start(self, seed: int) -> State:
        """The first position."""
        return self.bounded(seed, (), lambda watch: self.looked_at(self.game.new_initial_state(seed=seed)))

    def play(self, state: State, seat: int, action: int, seed: int) -> None:
        """Play a move on a state."""
        self.within(len(state.history()))

        def step(watch: Watch) -> None:
            state.apply_action(action, seat)
            self.looked_at(state)

        self.bounded(seed, (*state.history(), (seat, action)), step)

    def random_game(self, seed: int, closely: bool) -> tuple[State, Moves]:
        """A game with random seats, as `random_play` has it; `closely`: each position is looked at."""
        from rulesc_runtime import RandomPolicy

        moves: list[tuple[int, int]] = []

        def game(watch: Watch) -> State:
            policy, state = RandomPolicy(seed), self.game.new_initial_state(seed=seed)
            while not state.is_terminal():
                watch.tick()
                self.within(len(moves))
                if closely:
                    self.looked_at(state)
                seat = state.acting_players()[0]
                moves.append((seat, policy.pick(state.legal_actions(seat))))
                state.apply_action(moves[-1][1], seat)
            return self.looked_at(state)

        return self.bounded(seed, moves, game), moves

    def bounded(self, seed: int, moves: Moves, step: Callable[[Watch], T]) -> T:
        """What a step gives. The end of the command if it never ends, leads nowhere or breaks the engine."""
        from rulesc_runtime import GameError
        from rulesc_runtime.errors import DamagedSave

        watch = Watch(self.patience)
        try:
            with watch.watching():
                return step(watch)
        except Endless:
            self.explain(seed, moves, f"one step took more than {self.patience:g} seconds")
        except DamagedSave as fault:
            self.explain(seed, moves, str(fault))
        except (GameError, click.exceptions.Exit):
            raise
        except Exception as fault:
            self.explain(seed, moves, "", fault)

    def within(self, decisions: int) -> None:
        """The end of the command if the game is longer than its spec says."""
        longest = self.compiled.program.longest
        if decisions >= longest:
            spec = self.compiled.document.source.shown
            told = f"{spec}: the game isn't over after {plural(longest, 'decision')}"
            stop(told, "let something end it; if games may take longer, say so with `longest:`")

    def looked_at(self, state: State) -> State:
        """The state; DamagedSave if it is none that the rules know."""
        from rulesc_runtime.errors import DamagedSave
        from rulesc_runtime.saves import check_position
        from rulesc_runtime.state import State as EngineState

        assert isinstance(state, EngineState)
        check_position(state)
        for zone in state.game.tables.zones:
            limit = self.limits.get(zone.name)
            for instance in range(0 if limit is None else zone.instances):
                if limit is not None and zone.pieces(state.v, instance) > limit:
                    raise DamagedSave(f"zone {zone.name} holds more than {limit} pieces")
        return state

    def explain(self, seed: int, moves: Moves, what: str, cause: Exception | None = None) -> NoReturn:
        """End the command with the statement that is at fault, or else with what is known."""
        from rulesc.typed.notation import move_text

        click.echo("looking for the place in the rules ...", err=True)
        found = fault_in(self.compiled, self.game, seed, moves)
        if found is None and cause is not None:
            raise cause
        after = "in the set-up"
        if moves:
            seat, action = moves[-1]
            move = move_text(self.compiled.program, action)
            after = f"by p{seat + 1}'s {move}, move {len(moves)} of the game with seed {seed}"
        message = what
        if found is not None:
            span = found.span
            message = f"{span.source.shown}:{span.line}:{span.column}: {found.message}"
        stop(message, f"this is a fault of the spec, brought about {after}")


def fault_in(compiled: Compiled, game: Game, seed: int, moves: Moves) -> SpecFault | None:
    """What the reference interpreter finds wrong in a game, played by the same seed."""
    from rulesc.typed.interpret import Interpretation
    from rulesc.typed.state import SpecFault
    from rulesc_runtime.chance import drawn, seeded
    from rulesc_runtime.game import Game as EngineGame

    assert isinstance(game, EngineGame)
    options = {option.name: game.k[1 + i] for i, option in enumerate(compiled.program.options)}
    rng = seeded(seed)
    try:
        position = Interpretation(compiled.program, game.num_players(), options, game.rulings).start()
        for move in (*moves, None):
            for _ in range(LONGEST_CHANCE):
                if position.kind != "chance":
                    break
                rng, kind = drawn(rng, position.outcomes())
                position = position.draw(kind)
            if move is None or position.kind in ("over", "chance"):
                break
            seat, action = move
            position = position.apply(action, seat)
    except SpecFault as fault:
        return fault
    except (ValueError, LookupError):  # the two differ, or the interpreter fails: it can't say more
        return None
    return None
