"""The pages of one site: what each is, where it lies, and how they hang together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hubwalk.demo.chance import Dice
from hubwalk.demo.websites.census import weighted
from hubwalk.demo.websites.prose import Lexicon, lexicon
from hubwalk.demo.websites.rates import (
    HOBBY_IS_TOPIC,
    LINK_PAGES,
    NAVIGATION,
    OFF_TOPIC,
    PAGES_OF_PERSON,
    PEOPLE,
    TOPICS,
)
from hubwalk.demo.websites.values import WebSite
from hubwalk.demo.websites.vocabulary import GENERAL, NEIGHBOUR_NAMES, SUBJECTS, UNRELATED_NAMES

_LEADS, _FAN = 6, 7  # pages that the home page leads to, and that each of them leads to
CALENDAR = "/calendar"
GONE = "/old/"  # pages that are no more, and still linked

_FIXED = {
    "personal": ("about", "guests"),
    "club": ("about", "news", "contact", "guests"),
    "shop": ("about", "order", "contact", "privacy"),
    "magazine": ("about", "news", "contact", "privacy"),
    "trade": ("about", "contact"),
    "hub": ("about",),
    "university": ("about", "news", "contact", "people"),
    "provider": ("about", "order", "contact", "privacy", "people"),
    "portal": ("about", "news", "privacy"),
    "paper": ("about", "contact", "privacy"),
}
_FILLED_WITH = {"shop": "product", "hub": "links", "portal": "links", "paper": "news"}  # the rest of the pages
_STYLES = (
    ("/{}.html", "/{}{}.html"),
    ("/pages/{}.htm", "/pages/{}_{}.htm"),
    ("/index.php?page={}", "/index.php?page={}-{}"),
    ("/{}/", "/{}/{}/"),
)
_OTHER_SUBJECTS = (*NEIGHBOUR_NAMES, *UNRELATED_NAMES)


@dataclass(frozen=True, slots=True)
class Slot:
    """One page."""

    number: int
    role: str
    path: str
    subject: str  # what it speaks of; "" nothing in particular
    label: str  # what links to it say


class Plan:
    """All pages of a site; slot 0 is the home page. Made in a blink, so it is not worth keeping for long."""

    def __init__(self, site: WebSite, seed: int) -> None:
        self.site = site
        self.seed = seed
        dice = Dice("plan", seed, site.number)
        self.words = lexicon(site.subject, seed, site.number)
        self.navigation = weighted(dice, NAVIGATION)
        self._fixed_path, self._numbered_path = dice.pick(_STYLES)
        self._slots: list[Slot] = [Slot(0, "home", "/", site.subject, "Home")]
        self._fixed(dice)
        self._fixed_pages = len(self._slots)
        self.people = self._people(dice)  # numbers of their first pages
        self.content = self._content(dice)
        self._by_path = {slot.path: slot for slot in self._slots}

    @property
    def slots(self) -> Sequence[Slot]:
        return self._slots

    def at(self, path_and_query: str) -> Slot | None:
        return self._by_path.get(path_and_query)

    def role(self, role: str) -> Slot | None:
        """The first page of a role."""
        return next((slot for slot in self._slots if slot.role == role), None)

    def words_for(self, slot: Slot) -> Lexicon:
        if slot.subject == self.site.subject:
            return self.words
        return lexicon(slot.subject, self.seed, self.site.number, slot.number)

    @cached_property
    def main_pages(self) -> list[Slot]:
        """What the home page, or the menu of it, leads to."""
        leads = self.content[:1] if self.navigation == "chain" else self.content[:_LEADS]
        return [slot for slot in self._slots[1 : self._fixed_pages] if slot.role != "menu"] + list(leads)

    def below(self, slot: Slot) -> list[Slot]:
        """Pages that a page of content leads on to."""
        if slot.role == "people":
            return [self._slots[number] for number in self.people]
        if slot.role == "person":
            return [other for other in self._slots if other.path.startswith(slot.path) and other is not slot]
        if slot not in self.content:
            return []
        place = self.content.index(slot)
        if self.navigation == "chain":
            return [self.content[near] for near in (place - 1, place + 1) if 0 <= near < len(self.content)]
        first = _LEADS + place * _FAN
        return list(self.content[first : first + _FAN])

    def _add(self, role: str, path: str, subject: str, label: str) -> None:
        self._slots.append(Slot(len(self._slots), role, path, subject, label))

    def _fixed(self, dice: Dice) -> None:
        site = self.site
        roles = list(_FIXED[site.kind])
        if site.form == "frames":
            roles[:0] = ["menu", "main"]
        elif site.form == "splash":
            roles.insert(0, "main")
        if dice.percent(LINK_PAGES.get(site.kind, 0)):
            roles.append("links")
        for role in roles[: max(2, site.pages - 1)]:
            subject = "" if role in ("privacy", "order", "people") else site.subject
            self._add(role, self._fixed_path.format(dice.pick(_FILE_NAMES[role])), subject, dice.pick(_LABELS[role]))

    def _people(self, dice: Dice) -> list[int]:
        if self.role("people") is None:
            return []
        first_pages = []
        for place in range(dice.between(*PEOPLE)):
            room = self.site.pages - len(self._slots)
            if room < 1:
                break
            name = f"{dice.pick(GENERAL['people'])[0]}{dice.pick(GENERAL['families'])}{place or ''}"
            hobby = dice.pick(TOPICS if dice.percent(HOBBY_IS_TOPIC) else _OTHER_SUBJECTS)
            first_pages.append(len(self._slots))
            self._add("person", f"/~{name}/", hobby, name.rstrip("0123456789").capitalize())
            for page in range(2, min(room, dice.between(*PAGES_OF_PERSON)) + 1):
                self._add("person page", f"/~{name}/page{page}.html", hobby, f"page {page}")
        return first_pages

    def _content(self, dice: Dice) -> list[Slot]:
        site = self.site
        first = len(self._slots)
        role = _FILLED_WITH.get(site.kind, "content")
        for number in range(first, site.pages):
            off = dice.percent(OFF_TOPIC.get(site.kind, 0))
            subject = dice.pick(_OTHER_SUBJECTS) if off else site.subject
            if site.kind in ("paper", "university"):
                subject = dice.pick((*TOPICS, *_OTHER_SUBJECTS)) if site.kind == "paper" else ""
            own = subject == site.subject
            word = dice.pick(self.words.nouns if own or not subject else SUBJECTS[subject].core)
            label = f"{dice.pick(GENERAL['adjectives'])} {word}" if dice.percent(50) else word
            self._add(role, self._numbered_path.format(word.lower(), number), subject, label.capitalize())
        return self._slots[first:]


_FILE_NAMES = {
    "menu": ("menu", "nav", "left"),
    "main": ("main", "start", "welcome"),
    "about": ("about", "aboutus", "who"),
    "news": ("news", "latest", "whatsnew"),
    "contact": ("contact", "address", "mail"),
    "guests": ("guestbook", "gbook", "guests"),
    "order": ("order", "orderform", "basket"),
    "privacy": ("privacy", "legal", "disclaimer"),
    "people": ("people", "users", "members"),
    "links": ("links", "friends", "favourites"),
}
_LABELS = {
    "menu": ("Menu",),
    "main": ("Enter", "Welcome", "Start"),
    "about": ("About us", "Who we are", "About this site"),
    "news": ("News", "What's new", "Latest news"),
    "contact": ("Contact", "How to reach us", "Mail"),
    "guests": ("Guestbook", "Guest book", "Sign my guestbook"),
    "order": ("Order", "Order form", "How to order"),
    "privacy": ("Privacy", "Legal notes", "Disclaimer"),
    "people": ("People", "Home pages of our users", "Members' pages"),
    "links": ("Links", "Friends", "Favourite sites", "Other sites"),
}
