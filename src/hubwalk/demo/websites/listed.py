"""Which sites stand in the directory, and in which of its branches: a tree as the Open Directory had it."""

from __future__ import annotations

from collections.abc import Iterator

from hubwalk.demo.chance import Dice, Scramble
from hubwalk.demo.websites.census import Census
from hubwalk.demo.websites.rates import DEAD_HOSTS, LISTED, MISLAID, OTHER, TOPIC_KINDS, TOPICS
from hubwalk.demo.websites.vocabulary import NEIGHBOUR_NAMES, NEXT_TO, UNRELATED_NAMES

BRANCH_OF = {
    "horses": "Recreation/Animals/Horses",
    "astronomy": "Science/Astronomy",
    "sailing": "Recreation/Boating/Sailing",
    "mountain biking": "Sports/Cycling/Mountain_Biking",
    "skate boarding": "Sports/Board_Sports/Skateboarding",
    "boxing": "Sports/Combat/Boxing",
    "dogs": "Recreation/Animals/Dogs",
    "farming": "Business/Agriculture",
    "photography": "Arts/Photography",
    "weather": "Science/Weather",
    "boat trade": "Recreation/Boating/Power_Boats",
    "fishing": "Recreation/Fishing",
    "road cycling": "Sports/Cycling/Road",
    "motorcycling": "Recreation/Motorcycles",
    "snow boarding": "Sports/Board_Sports/Snowboarding",
    "surfing": "Sports/Board_Sports/Surfing",
    "martial arts": "Sports/Combat/Martial_Arts",
    "wrestling": "Sports/Combat/Wrestling",
    "cooking": "Home/Cooking",
    "computers": "Computers/Support",
    "music": "Arts/Music",
    "gardening": "Home/Gardening",
    "travel": "Recreation/Travel",
    "real estate": "Business/Real_Estate",
    "law": "Society/Law",
    "books": "Arts/Literature",
    "church": "Society/Religion",
    "health": "Health/Medicine",
    "cars": "Recreation/Autos",
    "genealogy": "Society/Genealogy",
}
OTHER_BRANCHES = {
    "university": "Reference/Education/Universities",
    "provider": "Computers/Internet/Providers",
    "portal": "Computers/Internet/Portals",
    "paper": "News/Newspapers",
}
KIND_BRANCHES = {
    "personal": "Personal_Pages",
    "club": "Organizations",
    "shop": "Shopping",
    "magazine": "Magazines",
    "trade": "Business",
    "hub": "Directories",
}


def leaves() -> dict[str, tuple[str, str]]:
    """The branches that list sites: path -> subject (or "other") and kind, "" for all kinds."""
    narrow = {f"{BRANCH_OF[topic]}/{name}": (topic, kind) for topic in TOPICS for kind, name in KIND_BRANCHES.items()}
    subjects = {BRANCH_OF[name]: (name, "") for name in (*NEIGHBOUR_NAMES, *UNRELATED_NAMES)}
    return narrow | subjects | {path: (OTHER, kind) for kind, path in OTHER_BRANCHES.items()}


def _size(census: Census, subject: str, kind: str) -> int:
    return census.kind_size(subject, kind) if kind else census.subject_size(subject)


def _member(census: Census, subject: str, kind: str, rank: int) -> int:
    return census.of_kind(subject, kind, rank) if kind else census.of_subject(subject, rank)


def listed_in(census: Census, subject: str, kind: str) -> list[int]:
    """Numbers of the sites of a leaf that are where they belong."""
    size = _size(census, subject, kind)
    if not size:
        return []
    order = Scramble(size, "listed", subject, kind, census.seed)
    return [_member(census, subject, kind, order.code(place)) for place in range(-(-size * LISTED // 100))]


def entries_in(census: Census, subject: str, kind: str) -> list[int]:
    """All entries of a leaf: some are gone, and of a topic's some are not on the topic."""
    found = listed_in(census, subject, kind)
    dice = Dice("entries", subject, kind, census.seed)
    astray: list[int] = []
    for _ in found:
        if dice.percent(DEAD_HOSTS):
            astray.append(census.count + dice.below(census.end - census.count))
        if subject in TOPICS and dice.percent(MISLAID):
            near = dice.pick(NEXT_TO[subject])
            astray.append(census.of_subject(near, dice.below(census.subject_size(near))))
    return [*found, *dict.fromkeys(astray)]


def listed_numbers(census: Census, topic: str) -> list[int]:
    """All sites of a topic that the directory lists."""
    if topic != OTHER:
        return [number for kind in TOPIC_KINDS for number in listed_in(census, topic, kind)]
    return [number for subject, kind in _other_leaves() for number in listed_in(census, subject, kind)]


def _other_leaves() -> Iterator[tuple[str, str]]:
    yield from ((name, "") for name in (*NEIGHBOUR_NAMES, *UNRELATED_NAMES))
    yield from ((OTHER, kind) for kind in OTHER_BRANCHES)
