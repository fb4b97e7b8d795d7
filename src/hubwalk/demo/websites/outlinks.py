"""Where the links of a page to other sites lead: the topical locality of the web."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hubwalk.demo.chance import Dice, Scramble
from hubwalk.demo.websites.census import Census
from hubwalk.demo.websites.plan import GONE, Plan, Slot
from hubwalk.demo.websites.rates import (
    COMPETITORS,
    DEAD_HOSTS,
    DEAD_PAGES,
    DEEP_LINKS,
    HUB_LOCALITY,
    KNOWN_TO_HUB,
    LINKS_IN_TEXT,
    LINKS_OF_PERSON,
    LINKS_ON_HUB,
    LINKS_ON_PAGE,
    LOCALITY,
    NEIGHBOURLY,
    OTHER,
    OTHER_SPELLING,
    POPULAR,
    SUBJECT_LOCALITY,
    TEXTS_WITH_LINKS,
)
from hubwalk.demo.websites.vocabulary import NEXT_TO, SUBJECTS

_BUSINESS = ("shop", "trade")
_POPULAR_SITES = 12  # portals that everybody links to


@dataclass(frozen=True, slots=True)
class Outlink:
    """A link to another site."""

    url: str
    label: str


class Outlinks:
    """Draws the links of pages; `plan_of` makes the plan of a site by its number, for links into the middle of it."""

    def __init__(self, census: Census, plan_of: Callable[[int], Plan]) -> None:
        self._census = census
        self._plan_of = plan_of

    def of(self, plan: Plan, slot: Slot) -> list[Outlink]:
        """The links of a page to other sites, none twice."""
        dice = Dice("out", self._census.seed, plan.site.number, slot.number)
        found: dict[int, None] = {}
        for _ in range(_how_many(plan, slot, dice)):
            number = self._target(plan, slot, dice)
            if number != plan.site.number and number >= 0:
                found[number] = None
        return [self._link(number, dice) for number in found]

    def provider(self, dice: Dice) -> Outlink:
        """The provider that hosts a site."""
        rank = self._skewed(self._census.kind_size(OTHER, "provider"), dice)
        return self._link(self._census.of_kind(OTHER, "provider", rank), dice, home=True)

    def _target(self, plan: Plan, slot: Slot, dice: Dice) -> int:
        """Number of a site, or of one that is gone; -1: the author thought better of it."""
        census = self._census
        if dice.percent(DEAD_HOSTS):
            return census.count + dice.below(census.end - census.count)
        thrown = dice.below(100) - _locality(plan, slot)
        if thrown < 0:
            if plan.site.kind in _BUSINESS and dice.percent(COMPETITORS):
                return -1
            return self._same_subject(plan, slot, dice)
        if thrown < NEIGHBOURLY:
            near = _next_door(slot.subject)
            if near:
                name = dice.pick(near)
                return census.of_subject(name, self._skewed(census.subject_size(name), dice))
        if dice.percent(POPULAR):
            return census.of_kind(OTHER, "portal", dice.below(min(_POPULAR_SITES, census.kind_size(OTHER, "portal"))))
        return dice.below(census.count)

    def _same_subject(self, plan: Plan, slot: Slot, dice: Dice) -> int:
        census = self._census
        size = census.subject_size(slot.subject)
        if plan.site.kind != "hub":
            return census.of_subject(slot.subject, self._skewed(size, dice))
        known = Scramble(size, "hub", census.seed, plan.site.number)
        return census.of_subject(slot.subject, known.code(dice.below(max(1, size * KNOWN_TO_HUB // 100))))

    def _skewed(self, size: int, dice: Dice) -> int:
        """A rank below `size`; the low ones are the well-known sites: the first hundredth gets a tenth of the links."""
        thrown = dice.below(1 << 20) / (1 << 20)
        return int(size * thrown * thrown)

    def _link(self, number: int, dice: Dice, *, home: bool = False) -> Outlink:
        host = self._census.host(number)
        label = title_of(host)
        if dice.percent(OTHER_SPELLING):
            host = host.removeprefix("www.") if host.startswith("www.") else f"www.{host}"
        if home or number >= self._census.count or not dice.percent(DEEP_LINKS):
            return Outlink(f"http://{host}/", label)
        if dice.percent(DEAD_PAGES):
            return Outlink(f"http://{host}{GONE}page{dice.below(100)}.html", label)
        slot = dice.pick(self._plan_of(number).slots)
        return Outlink(f"http://{host}{slot.path}", label)


def title_of(host: str) -> str:
    """A site's name in words: www.silver-bridle.test is Silver Bridle."""
    return host.removeprefix("www.").removesuffix(".test").replace("-", " ").title()


def _locality(plan: Plan, slot: Slot) -> int:
    if not slot.subject:
        return 0
    if plan.site.kind == "hub" and slot.subject == plan.site.subject:
        return HUB_LOCALITY
    return LOCALITY.get(slot.subject, SUBJECT_LOCALITY)


def _next_door(subject: str) -> tuple[str, ...]:
    if not subject:
        return ()
    return NEXT_TO.get(subject) or ((SUBJECTS[subject].next_to,) if SUBJECTS[subject].next_to else ())


def _how_many(plan: Plan, slot: Slot, dice: Dice) -> int:
    if slot.role == "links":
        return dice.between(*(LINKS_ON_HUB if plan.site.kind in ("hub", "portal") else LINKS_ON_PAGE))
    if slot.role == "person":
        return dice.between(*LINKS_OF_PERSON)
    if slot.role in ("content", "news", "product", "main", "home") and dice.percent(TEXTS_WITH_LINKS):
        return dice.between(*LINKS_IN_TEXT)
    return 0
