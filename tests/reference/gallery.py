"""Three games of the gallery in plain Python, written from their rules in words and not from the specs.

Whist: four players, p1 and p3 against p2 and p4. Cards of four suits, 7 to 14 (the ace), are dealt, eight
each, and a suit is drawn for trumps. p1 leads first. Everybody plays a card in turn and has to follow the
suit that was led, if they can. The highest trump takes the trick, or the highest card of the suit led, and
who took it leads next. A team scores its tricks beyond four.

Sealed bids: ten lots worth 1 to 10, of which six come up, one after the other. Everybody has 20 coins and
bids in secret what they have at most. The highest bid takes the lot and pays the bid, or by the second-
price rule what the highest of the others bid. Of equal bids the first counts, from the starting player on,
who is p1 and then whoever sits next to the last buyer. At the end coins count, and lots twice their worth.

Open auction: the same lots and coins. From the starting player on, who is p1, then p2 and so on, everybody
in turn raises the bid or passes; who passes is out until the next lot. Who hasn't more coins than the bid
is out as well. When only the highest bidder is left, it pays and takes the lot; if nobody bids, the lot is
gone.
"""

from __future__ import annotations

from itertools import product

SUITS = ("clubs", "diamonds", "hearts", "spades")


class Whist:
    def __init__(self, hands: list[list[tuple[str, int]]], trump: str) -> None:
        self.hands = [list(hand) for hand in hands]
        self.trump = trump
        self.trick: list[tuple[int, tuple[str, int]]] = []
        self.turn = 0
        self.tricks = [0, 0]

    def over(self) -> bool:
        return not any(self.hands)

    def legal(self) -> list[tuple[str, int]]:
        hand = self.hands[self.turn]
        following = [card for card in hand if self.trick and card[0] == self.trick[0][1][0]]
        return following or hand

    def play(self, card: tuple[str, int]) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            trumps = [(rank, seat) for seat, (suit, rank) in self.trick if suit == self.trump]
            led = [(rank, seat) for seat, (suit, rank) in self.trick if suit == self.trick[0][1][0]]
            self.turn = max(trumps or led)[1]
            self.tricks[self.turn % 2] += 1
            self.trick = []

    def scores(self) -> list[int]:
        return [max(0, self.tricks[seat % 2] - 4) for seat in range(4)]


def deck() -> list[tuple[str, int]]:
    return list(product(SUITS, range(7, 15)))


class Auctions:
    """What both auctions share: coins and lots."""

    def __init__(self, players: int, lots: list[int]) -> None:
        self.players = players
        self.lots = list(lots)
        self.coins = [20] * players
        self.taken: list[list[int]] = [[] for _ in range(players)]
        self.first = 0

    def over(self) -> bool:
        return not self.lots

    def round_from(self, seat: int) -> list[int]:
        return [(seat + i) % self.players for i in range(self.players)]

    def scores(self) -> list[int]:
        return [coins + 2 * sum(lots) for coins, lots in zip(self.coins, self.taken, strict=True)]


class SealedBids(Auctions):
    def __init__(self, players: int, lots: list[int], second_price: bool) -> None:
        super().__init__(players, lots)
        self.second_price = second_price

    def bid(self, bids: list[int]) -> None:
        buyer = next(seat for seat in self.round_from(self.first) if bids[seat] == max(bids))
        price = max(bids)
        if self.second_price:
            price = max(bids[:buyer] + bids[buyer + 1 :])
        self.coins[buyer] -= price
        self.taken[buyer].append(self.lots.pop(0))
        self.first = (buyer + 1) % self.players


class OpenAuction(Auctions):
    def __init__(self, players: int, lots: list[int]) -> None:
        super().__init__(players, lots)
        self.begin()

    def begin(self) -> None:
        self.bidders = self.round_from(self.first)
        self.high = 0
        self.leader: int | None = None
        self.settle()

    def settle(self) -> None:
        """Drop those who can't raise, up to the one whose turn it is, and sell if it is time."""
        while self.bidders and self.bidders[0] != self.leader and self.coins[self.bidders[0]] <= self.high:
            self.bidders.pop(0)
        if not self.bidders or self.bidders == [self.leader]:
            lot = self.lots.pop(0)
            if self.leader is not None:
                self.coins[self.leader] -= self.high
                self.taken[self.leader].append(lot)
            self.first = (self.first + 1) % self.players
            if self.lots:
                self.begin()

    def seat(self) -> int:
        return self.bidders[0]

    def legal(self) -> list[int]:
        """What may be bid; passing is always possible."""
        return list(range(self.high + 1, self.coins[self.seat()] + 1))

    def act(self, bid: int | None) -> None:
        seat = self.bidders.pop(0)
        if bid is not None:
            self.high, self.leader = bid, seat
            self.bidders.append(seat)
        if self.bidders and self.bidders[0] == self.leader and len(self.bidders) > 1:
            raise AssertionError("everybody else had a turn since")
        self.settle()
