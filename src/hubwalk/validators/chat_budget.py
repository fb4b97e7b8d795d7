"""What calls of a language model may cost, with a hard stop.

Before a call its worst case is set aside: the tokens of the question by estimate, and the longest answer allowed. If
calls made, calls under way and this one would go beyond a limit, it is not made. Afterwards the real costs take the
place of the estimate, by the `usage` that the server reports, else by estimate again.

The longest answer allowed is one that the server has been told of; where it cannot be told, no call is made under a
limit of costs (chat.py). A server that is told and does not care costs more than was set aside: from then on its
longest answer so far is the worst case.

A request that the server answered counts as a call, and one that timed out, too: it may have been paid for. One that
was refused costs nothing. What was spent is kept beside the answers in the crawl log, so limits hold over all runs of a
crawl, and a resumed one begins where the last one stopped.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping, MutableMapping
from dataclasses import asdict, dataclass

from hubwalk.errors import SpentError, UsageError
from hubwalk.validators.chat import number
from hubwalk.validators.given import Given

KEPT = "language_model spent"  # among the answers of the crawl log
_MILLION = 1_000_000


@dataclass(slots=True)
class Spent:
    """So far."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0


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

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.price_in + tokens_out * self.price_out) / _MILLION


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
        self._limits = limits
        self._kept = kept
        self._lock = threading.Lock()
        self._spent: Spent | None = None  # read on first use: the log may come later than the validator
        self._calls_open = 0
        self._cost_open = 0.0

    def reserve(self, tokens_in: int, most_out: int) -> float:
        """Set the worst case of a call aside and return its cost; SpentError if it cannot be afforded."""
        limits = self._limits
        with self._lock:
            spent = self._now()
            if limits.max_calls and spent.calls + self._calls_open >= limits.max_calls:
                more = f"--max-calls {2 * max(limits.max_calls, spent.calls)}"
                raise SpentError(f"language_model: all of max_calls ({limits.max_calls}) is spent", more=more)
            cost = limits.cost(tokens_in, most_out)
            if limits.max_cost and spent.cost + self._cost_open + cost > limits.max_cost:
                raise SpentError(
                    f"language_model: {spent.cost:.4g} of max_cost ({limits.max_cost:g}) is spent, "
                    f"and the next call may cost {cost:.2g}",
                    more=f"--max-cost {2 * max(limits.max_cost, spent.cost, cost):.4g}",
                )
            self._calls_open += 1
            self._cost_open += cost
            return cost

    def release(self, reserved: float) -> None:
        """The call was not made, or refused."""
        with self._lock:
            self._calls_open -= 1
            self._cost_open -= reserved

    def settle(self, reserved: float, tokens_in: int, tokens_out: int) -> None:
        """The call is over, and this is what it took."""
        with self._lock:
            self._calls_open -= 1
            self._cost_open -= reserved
            spent = self._now()
            spent.calls += 1
            spent.tokens_in += tokens_in
            spent.tokens_out += tokens_out
            spent.cost += self._limits.cost(tokens_in, tokens_out)
            self._kept[KEPT] = json.dumps(asdict(spent))

    def spent(self) -> Spent:
        """By all runs of the crawl."""
        with self._lock:
            return Spent(**asdict(self._now()))

    def _now(self) -> Spent:
        if self._spent is None:
            kept = self._kept.get(KEPT)
            self._spent = Spent(**json.loads(kept)) if kept else Spent()
        return self._spent
