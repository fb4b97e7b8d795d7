"""Which hosts are reached at an address of the user's choice: `--resolve '*.test=127.0.0.1:8300'`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hubwalk.errors import UsageError

EXAMPLE = "'*.test=127.0.0.1:8300'"
_PATTERN = re.compile(r"(\*|(\*\.)?[^\s*/:?#@=.]+(\.[^\s*/:?#@=.]+)*)")
# No [::1]: Twisted takes the host of a proxy, which is what a rule becomes, for a name, brackets included.
_ADDRESS = re.compile(r"[^\s*/:?#@=.\[\]]+(\.[^\s*/:?#@=.\[\]]+)*:(\d{1,5})")


@dataclass(frozen=True, slots=True)
class HostRule:
    """Hosts and where they are reached. *.example.org is every host below example.org; * is every host."""

    pattern: str
    address: str  # with the port

    def holds_for(self, host: str) -> bool:
        if self.pattern.startswith("*."):
            return host.endswith(self.pattern[1:])
        return self.pattern in ("*", host)


def parse_rule(text: str) -> HostRule:
    """The rule that a person writes as PATTERN=ADDRESS:PORT; UsageError for anything else."""
    pattern, _, address = (part.strip().lower() for part in text.partition("="))
    named = _ADDRESS.fullmatch(address)
    if not _PATTERN.fullmatch(pattern) or not named or not 0 < int(named[2]) < 65536:
        raise UsageError(f"--resolve {text}: expected PATTERN=ADDRESS:PORT, as in --resolve {EXAMPLE}")
    return HostRule(pattern, address)


def rule_text(text: str) -> str:
    """A rule in its one spelling."""
    rule = parse_rule(text)
    return f"{rule.pattern}={rule.address}"


class HostRules:
    """Rules in the order they were given; the first that holds for a host counts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._rules = tuple(map(parse_rule, texts))

    def address_of(self, host: str) -> str:
        """ADDRESS:PORT for a host; "" if no rule says anything of it."""
        name = host.lower().rstrip(".")
        return next((rule.address for rule in self._rules if rule.holds_for(name)), "")
