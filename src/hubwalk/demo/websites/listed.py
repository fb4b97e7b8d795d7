"""Which sites stand in the directory."""

from __future__ import annotations

from hubwalk.demo.chance import Scramble
from hubwalk.demo.websites.census import Census
from hubwalk.demo.websites.rates import LISTED, OTHER, OTHER_KINDS, TOPIC_KINDS


def listed_of_kind(census: Census, topic: str, kind: str) -> list[int]:
    """Numbers of the listed sites of a topic and kind, in the order of the directory."""
    size = census.kind_size(topic, kind)
    if not size:
        return []
    order = Scramble(size, "listed", topic, kind, census.seed)
    return [census.of_kind(topic, kind, order.code(place)) for place in range(-(-size * LISTED // 100))]


def listed_numbers(census: Census, topic: str) -> list[int]:
    """All listed sites of a topic."""
    kinds = OTHER_KINDS if topic == OTHER else TOPIC_KINDS
    return [number for kind in kinds for number in listed_of_kind(census, topic, kind)]
