"""What calls of a language model may cost, with a hard stop.

Before a call its worst case is set aside: the tokens of the question by estimate, and the longest answer allowed. If
calls made, calls under way and this one would go beyond a limit, it is not made. Afterwards the real costs take the
place of the estimate, by the `usage` that the server reports, else by estimate again.

The longest answer allowed is one that the server has been told of; where it cannot be told, no call is made under a
limit of costs (chat.py). A server that is told and does not care costs more than was set aside: from then on its
longest answer so far is the worst case.

A request that the server answered counts as a call. One that timed out or broke off does, too, and at its worst case:
it may have been paid for, and nobody knows how much was written. So does one that a gateway gave up waiting for. One
that was refused costs nothing, unless the server says with the error what it has counted.

All language models of a crawl spend from one budget, and it knows how much each of them took. What was spent is kept
beside the answers in the crawl log, so limits hold over all runs of a crawl, and a resumed one begins where the last
one stopped. What is set aside is kept there, too, before the call is made: a crawl that is killed during a call has
spent it.
"""

from __future__ import annotations

import itertools
import json
import os
import threading
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import asdict, dataclass

from hubwalk.errors import SpentError, UsageError
from hubwalk.validators.chat import number
from hubwalk.validators.given import Given

KEPT = "language_model spent"  # among the answers of the crawl log
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Spent:
    """So far, or by one call."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.cost + other.cost,
        )


@dataclass(frozen=True, slots=True)
class Reserved:
    """What is set aside for a call that is under way."""

    name: str  # of the account
    worst: Spent


@dataclass(frozen=True, slots=True)
class Limits:
    """0: no limit. Prices are those of a million tokens."""

    max_calls: int = 0
    max_cost: float = 0.0
    price_in: float = 0.0
    price_out: float = 0.0

    @property
    def needs_limit(self) -> bool:
        """True if an answer of any length might cost more than there is."""
        return bool(self.max_cost and self.price_out)

    def call(self, tokens_in: int, tokens_out: int) -> Spent:
        """One call and its cost."""
        return Spent(1, tokens_in, tokens_out, (tokens_in * self.price_in + tokens_out * self.price_out) / _MILLION)


def limits_of(given: Given, environment: Mapping[str, str] | None = None) -> Limits:
    """Those that the user has given; prices of the job win over those of the environment."""
    env = os.environ if environment is None else environment
    price_in = given.price_in or number(env, "HUBWALK_LLM_PRICE_IN")
    price_out = given.price_out or number(env, "HUBWALK_LLM_PRICE_OUT")
    if given.max_cost and not (price_in or price_out):
        raise UsageError(
            f"language_model: --max-cost {given.max_cost:g} needs the prices of a million tokens; set "
            "HUBWALK_LLM_PRICE_IN and HUBWALK_LLM_PRICE_OUT, or price_in and price_out in the config file"
        )
    return Limits(given.max_calls, given.max_cost, price_in, price_out)


class Budget:
    """The account of one crawl. Used from any thread."""

    def __init__(self, limits: Limits, kept: MutableMapping[str, str]) -> None:
        self.limits = limits
        self._kept = kept
        self._lock = threading.Lock()
        self._accounts: list[str] = []  # of this run
        self._spent: dict[str, Spent] | None = None  # by account; read on first use: the log may come later than this
        self._open: list[Reserved] = []

    def open_account(self, model: str) -> str:
        """The name of an account for one more language model; the same in every run of a crawl."""
        with self._lock:
            names = itertools.chain([model], (f"{model} ({n})" for n in itertools.count(2)))
            self._accounts.append(next(name for name in names if name not in self._accounts))
            return self._accounts[-1]

    def reserve(self, name: str, tokens_in: int, most_out: int) -> Reserved:
        """Set the worst case of a call aside; SpentError if it cannot be afforded."""
        limits = self.limits
        worst = limits.call(tokens_in, most_out)
        with self._lock:
            spent = _sum(self._now().values())
            with_open = spent + _sum(reserved.worst for reserved in self._open)
            if limits.max_calls and with_open.calls >= limits.max_calls:
                more = f"--max-calls {2 * max(limits.max_calls, spent.calls)}"
                raise SpentError(f"language_model: all of max_calls ({limits.max_calls}) is spent", more=more)
            if limits.max_cost and with_open.cost + worst.cost > limits.max_cost:
                raise SpentError(
                    f"language_model: {spent.cost:.4g} of max_cost ({limits.max_cost:g}) is spent, "
                    f"and the next call may cost {worst.cost:.2g}",
                    more=f"--max-cost {2 * max(limits.max_cost, spent.cost, worst.cost):.4g}",
                )
            reserved = Reserved(name, worst)
            self._open.append(reserved)
            self._write()
            return reserved

    def release(self, reserved: Reserved) -> None:
        """The call was not made, or refused."""
        with self._lock:
            self._open.remove(reserved)
            self._write()

    def settle(self, reserved: Reserved, tokens_in: int, tokens_out: int) -> None:
        """The call is over, and this is what it took."""
        with self._lock:
            self._book(reserved, self.limits.call(tokens_in, tokens_out))
            self._write()

    def lose(self, reserved: Reserved) -> None:
        """Nobody will know what the call took: it has cost what it may have cost."""
        with self._lock:
            self._book(reserved, reserved.worst)  # as it is kept already

    def spent(self, name: str) -> Spent:
        """From an account, by all runs of the crawl."""
        with self._lock:
            return self._now().get(name, Spent())

    def spent_by_others(self, name: str) -> Spent:
        """By models of earlier runs that this one has no account of; told to the first account only, so that what all
        of them say adds up."""
        with self._lock:
            if name != self._accounts[0]:
                return Spent()
            return _sum(spent for other, spent in self._now().items() if other not in self._accounts)

    def _book(self, reserved: Reserved, took: Spent) -> None:
        self._open.remove(reserved)
        spent = self._now()
        spent[reserved.name] = spent.get(reserved.name, Spent()) + took

    def _now(self) -> dict[str, Spent]:
        if self._spent is None:
            kept = json.loads(self._kept.get(KEPT, "{}"))
            models = kept.pop("models", None)
            if models is None:  # of a version that kept no accounts: let it be the first model's
                models = {next(iter(self._accounts), ""): kept} if kept else {}
            self._spent = {name: Spent(**spent) for name, spent in models.items()}
        return self._spent

    def _write(self) -> None:
        """Keep what was spent and what is set aside."""
        models = dict(self._now())
        for reserved in self._open:
            models[reserved.name] = models.get(reserved.name, Spent()) + reserved.worst
        by_name = {name: asdict(spent) for name, spent in models.items()}
        self._kept[KEPT] = json.dumps({**asdict(_sum(models.values())), "models": by_name})


def budget_of(given: Given) -> Budget:
    """The one budget of all that is made from the same."""
    if KEPT not in given.shared:
        given.shared[KEPT] = Budget(limits_of(given), given.cache)
    budget: Budget = given.shared[KEPT]
    return budget


def _sum(spent: Iterable[Spent]) -> Spent:
    return sum(spent, Spent())
