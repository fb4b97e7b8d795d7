"""What the user gives a validator to go by, besides the argument after its name."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hubwalk.errors import UsageError
from hubwalk.values import Page


@dataclass(frozen=True, slots=True)
class Given:
    """Everything is optional; a validator that cannot do without says so with a UsageError."""

    samples: Sequence[Page] = ()
    unlike: Sequence[Page] = ()  # near misses: pages that the user shows because they are *not* wanted
    wish: str = ""  # what is wanted, in the user's own words
    model: str = ""  # which of its ways to learn a validator should use, see text.py
    max_calls: int = 0  # calls of a language model, 0: no limit
    max_cost: float = 0.0  # what they may cost, 0: no limit
    price_in: float = 0.0  # of a million tokens read, in the currency of max_cost; 0: see chat.py
    price_out: float = 0.0  # of a million tokens written
    is_live: bool = False  # a crawl is about to begin: what is down now would end it at its first page
    cache: MutableMapping[str, str] = field(default_factory=dict)  # answers that cost something; the crawl log keeps it
    shared: dict[str, Any] = field(default_factory=dict)  # what validators made from this have in common, by its name

    def refuse_argument(self, name: str, argument: str) -> None:
        """For validators that learn from the samples alone."""
        if argument:
            raise UsageError(
                f"validator {name}:{argument}: {name} takes no argument; give samples with --like URL_OR_FILE"
            )
