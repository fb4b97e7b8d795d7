"""Which site is what. Numbers are dealt to topics, kinds and subjects by wheels that can be turned both ways."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import overload

from hubwalk.demo.chance import Dice, Wheel
from hubwalk.demo.websites.names import ZONE, Names
from hubwalk.demo.websites.rates import (
    DEAD_HOSTS,
    HOME_FORMS,
    OTHER,
    OTHER_KINDS,
    PAGES,
    SUBJECT_KINDS,
    TOPIC_KINDS,
    TOPIC_SHARE,
    TOPICS,
    TRAPS,
    WWW,
)
from hubwalk.demo.websites.values import WebSite
from hubwalk.demo.websites.vocabulary import NEIGHBOUR_NAMES, UNRELATED_NAMES

_GROUPS = (*TOPICS, OTHER)
_SHARES = (*TOPIC_SHARE.values(), 100 - sum(TOPIC_SHARE.values()))
_KINDS = {topic: tuple(TOPIC_KINDS) for topic in TOPICS} | {OTHER: tuple(OTHER_KINDS)}
_OF_SUBJECT = {"neighbour": NEIGHBOUR_NAMES, "subject": UNRELATED_NAMES}


def weighted(dice: Dice, shares: dict[str, int]) -> str:
    """One of the names, by shares in percent."""
    thrown = dice.below(100)
    for name, share in shares.items():
        thrown -= share
        if thrown < 0:
            return name
    return next(iter(shares))


class Census:
    """Sites below `count`; the numbers from there to `end` are hosts that are gone and still linked. A site has
    `size` times as many pages as PAGES says."""

    def __init__(self, count: int, seed: int, size: int = 1) -> None:
        self.count = count
        self._size = size
        self.end = count + max(10, count * DEAD_HOSTS // 100)
        self.seed = seed
        self._names = Names(self.end, seed)
        self._topics = Wheel(_SHARES, "topics", seed)
        self._kinds = {
            topic: Wheel(tuple((OTHER_KINDS if topic == OTHER else TOPIC_KINDS).values()), "kinds", topic, seed)
            for topic in _GROUPS
        }
        self._subjects = {group: Wheel([1] * len(names), "subjects", group) for group, names in _OF_SUBJECT.items()}
        self.site = lru_cache(maxsize=1024)(self._site)

    # -- from number to facts -----------------------------------------------------------------------------------------

    def topic(self, number: int) -> str:
        return _GROUPS[self._topics.group(number)]

    def _site(self, number: int) -> WebSite:
        topic = self.topic(number)
        rank = self._topics.rank(number)
        kind = _KINDS[topic][self._kinds[topic].group(rank)]
        dice = Dice("site", self.seed, number)
        subject = topic
        if topic == OTHER:
            subject = self._subject(kind, rank)
            kind = weighted(dice, SUBJECT_KINDS) if kind in _OF_SUBJECT else kind
        low, high = PAGES[kind]
        return WebSite(
            number=number,
            host=self.host(number),
            topic=topic,
            kind=kind,
            subject=subject,
            pages=self._size * (low + min(dice.below(high - low + 1), dice.below(high - low + 1))),
            form=weighted(dice, HOME_FORMS[kind]),
            trap=dice.percent(TRAPS),
        )

    def _subject(self, group: str, rank: int) -> str:
        """What one of the other sites writes about; "" where that is everything."""
        if group not in _OF_SUBJECT:
            return ""
        return _OF_SUBJECT[group][self._subjects[group].group(self._kinds[OTHER].rank(rank))]

    def host(self, number: int) -> str:
        return ("www." if Dice("www", self.seed, number).percent(WWW) else "") + self._bare(number)

    def _bare(self, number: int) -> str:
        topic = self.topic(number)
        rank = self._topics.rank(number)
        if topic == OTHER:
            group = _KINDS[OTHER][self._kinds[OTHER].group(rank)]
            topic = self._subject(group, rank)
            rank = self._subjects[group].rank(self._kinds[OTHER].rank(rank)) if topic else rank
        if topic and self._names.is_topical(number):
            return self._names.topical(topic, rank) + ZONE
        return self._names.plain(number) + ZONE

    # -- and back -----------------------------------------------------------------------------------------------------

    def number_of(self, host: str) -> int:
        """Also of hosts that are gone; -1 if there never was one."""
        bare = host.lower().removeprefix("www.")
        read = self._names.read(bare.removesuffix(ZONE)) if bare.endswith(ZONE) else None
        if read is None:
            return -1
        subject, number = read
        if subject:
            number = self.of_subject(subject, number)
        return number if number < self.end and self._bare(number) == bare else -1

    def of_topic(self, topic: str, rank: int) -> int:
        return self._topics.member(_GROUPS.index(topic), rank)

    def of_kind(self, topic: str, kind: str, rank: int) -> int:
        """The `rank`-th site of a topic and kind; the kinds of `other` are those of OTHER_KINDS."""
        return self.of_topic(topic, self._kinds[topic].member(_KINDS[topic].index(kind), rank))

    def of_subject(self, subject: str, rank: int) -> int:
        """The `rank`-th site on a subject, topics included."""
        for group, names in _OF_SUBJECT.items():
            if subject in names:
                return self.of_kind(OTHER, group, self._subjects[group].member(names.index(subject), rank))
        return self.of_topic(subject, rank)

    def topic_size(self, topic: str) -> int:
        return self._topics.size(_GROUPS.index(topic), self.count)

    def kind_size(self, topic: str, kind: str) -> int:
        return self._kinds[topic].size(_KINDS[topic].index(kind), self.topic_size(topic))

    def subject_size(self, subject: str) -> int:
        for group, names in _OF_SUBJECT.items():
            if subject in names:
                return self._subjects[group].size(names.index(subject), self.kind_size(OTHER, group))
        return self.topic_size(subject)


class AllSites(Sequence[WebSite]):
    """The sites of a web, each made when it is looked at."""

    def __init__(self, census: Census, numbers: Sequence[int]) -> None:
        self._census = census
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> WebSite: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[WebSite]: ...
    def __getitem__(self, index: int | slice) -> WebSite | Sequence[WebSite]:
        if isinstance(index, slice):
            return AllSites(self._census, self._numbers[index])
        return self._census.site(self._numbers[index])
