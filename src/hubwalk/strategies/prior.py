"""A prior: words of links that led to authorities and hubs on earlier sites, for the first steps on the next one.

It is plain JSON, so that a person can read it and change it:

    {"hubwalk": "prior", "version": 1, "sites": ["http://..."], "wanted": {"anchor:specifications": 0.8, ...},
     "hubs": {"anchor:next": 1.2, ...}}

The words are named as in ranking/link_words.py, the numbers are what each adds to the log odds of a page.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from hubwalk.errors import UsageError

VERSION = 1
_MOST = 10.0  # log odds: nothing that was learned is surer


@dataclass(frozen=True, slots=True)
class Prior:
    """What was learned on earlier sites; empty, nothing was."""

    wanted: Mapping[str, float] = field(default_factory=dict)
    hubs: Mapping[str, float] = field(default_factory=dict)
    sites: tuple[str, ...] = ()

    def dump(self) -> str:
        content = {
            "hubwalk": "prior", "version": VERSION, "sites": list(self.sites),
            "wanted": dict(self.wanted), "hubs": dict(self.hubs),
        }  # fmt: skip
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def parse_prior(content: bytes, name: str) -> Prior:
    """The prior in a file's content; UsageError, with the file's `name`, for anything else."""
    try:
        found = json.loads(content.decode("utf-8"))
    except ValueError:
        raise UsageError(f"{name}: not a prior: no JSON; make one with `hubwalk learn-prior`") from None
    if not isinstance(found, dict) or found.get("hubwalk") != "prior":
        raise UsageError(f"{name}: JSON, but not a prior; make one with `hubwalk learn-prior`")
    if found.get("version") != VERSION:
        raise UsageError(f"{name}: a prior of version {found.get('version')}, this is for {VERSION}; learn it anew")
    sites = found.get("sites", [])
    if not isinstance(sites, list) or not all(isinstance(site, str) for site in sites):
        raise UsageError(f"{name}: sites is not a list of addresses")
    return Prior(_words(found, "wanted", name), _words(found, "hubs", name), tuple(sites))


def _words(content: Mapping[str, object], key: str, name: str) -> dict[str, float]:
    words = content.get(key)
    if not isinstance(words, dict):
        raise UsageError(f"{name}: {key} has no words")
    for word, weight in words.items():
        number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not number or abs(weight) > _MOST or math.isnan(weight):
            raise UsageError(f"{name}: {key}: {word} has the weight {weight!r}, not a number from -10 to 10")
    return {str(word): float(weight) for word, weight in words.items()}
