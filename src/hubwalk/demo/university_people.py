"""The people of the university and their pages, which everybody lays out as they please."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hubwalk.demo.chance import Dice, Scramble, Wheel
from hubwalk.demo.markup import bullets, document, link, paragraphs
from hubwalk.demo.prose import story
from hubwalk.demo.university_words import DEPARTMENTS, PERSON, ROLES, SUBJECTS
from hubwalk.demo.words import FIRST_NAMES, LETTERS, TOWNS, surname

_LOGIN = re.compile(r"([a-z]+)(\d+)$")
_LAYOUTS = 5
_COMMON = "AABBCDDEFGHHIJKKLLMMNOPQRSSTTUVWXYZ"  # initials are not evenly spread


class People:
    """Numbered people; number, name and login follow from each other."""

    def __init__(self, count: int, seed: int) -> None:
        self.count = count
        self.seed = seed
        self.letters = Wheel([_COMMON.count(letter) for letter in LETTERS], "letters", seed)
        self.departments = Wheel([2 + n * 5 % 4 for n in range(len(DEPARTMENTS))], "departments", seed)
        self._codes = Scramble(max(997, 4 * count + 1), "logins", seed)

    def _surname(self, number: int) -> str:
        return surname(self.letters.group(number), Dice("surname", self.seed, number).below(60))

    def name(self, number: int) -> str:
        return f"{Dice('first', self.seed, number).pick(FIRST_NAMES)} {self._surname(number)}"

    def login(self, number: int) -> str:
        return f"{self._surname(number).lower()}{self._codes.code(number)}"

    def path(self, number: int) -> str:
        return f"/people/{self.login(number)}/"

    def find(self, login: str) -> int:
        """The number of the person with that login; -1 if there is none."""
        parts = _LOGIN.match(login)
        code = int(parts[2]) if parts and len(parts[2]) < 18 else self._codes.modulus
        number = self._codes.number(code) if code < self._codes.modulus else self.count
        return number if number < self.count and self.login(number) == login else -1

    def role(self, number: int) -> str:
        return Dice("role", self.seed, number).pick(ROLES)

    def entry(self, number: int) -> str:
        """A person in a list."""
        return f"{link(self.path(number), self.name(number))}, {self.role(number)}"

    def bare(self, number: int) -> bool:
        """True for those who do without the frame of the university."""
        return number % _LAYOUTS >= 3

    def page(self, number: int, links_html: Sequence[str]) -> str:
        """A person's page in that person's layout; `links_html` are papers and courses."""
        layouts = (self._card, self._table, self._definitions, self._handmade, self._plain)
        return layouts[number % _LAYOUTS](number, [*links_html, link(f"{self.path(number)}papers", "all papers")])

    def _facts(self, number: int) -> list[tuple[str, str]]:
        dice = Dice("person", self.seed, number)
        department = DEPARTMENTS[self.departments.group(number)]
        return [
            ("Position", self.role(number)),
            ("Department", link(f"/dept/{department.lower()}/", department)),
            ("Room", f"{dice.between(1, 9)}.{dice.between(1, 40):02}"),
            ("Telephone", f"+00 {dice.between(100, 999)} {dice.between(1000, 9999)}"),
            ("E-mail", f"{self.login(number)} at corvale.example"),
            ("Interests", ", ".join(dice.some(SUBJECTS, 3))),
        ]

    def _text(self, number: int, length: int) -> str:
        dice = Dice("life", self.seed, number)
        subject, other = dice.some(SUBJECTS, 2)
        names = {"name": self.name(number), "subject": subject, "other": other, "town": dice.pick(TOWNS)}
        return paragraphs(story(PERSON, length, dice, names))

    def _ways_up(self, number: int) -> str:
        letter = LETTERS[self.letters.group(number)]
        folder = f"/dept/{DEPARTMENTS[self.departments.group(number)].lower()}/people/"
        return f"{link(folder, 'Colleagues')} {link(f'/staff/{letter.lower()}/', f'Staff: {letter}')}"

    def _card(self, number: int, links: list[str]) -> str:
        facts = bullets((f"<b>{label}</b> {value}" for label, value in self._facts(number)), "vcard")
        return (
            f'<div class="person"><h1>{self.name(number)}</h1>\n{facts}</div>\n{self._text(number, 2)}'
            f"<h2>Work</h2>\n{bullets(links)}<p>{self._ways_up(number)}</p>\n"
        )

    def _table(self, number: int, links: list[str]) -> str:
        rows = "".join(f"<tr><td>{label}:</td><td>{value}</td></tr>\n" for label, value in self._facts(number))
        return (
            f'<p class="up">{self._ways_up(number)}</p>\n<h1>{self.name(number)}</h1>\n'
            f'<table class="contact">\n{rows}</table>\n'
            f"<h3>About me</h3>\n{self._text(number, 3)}<h3>Papers and courses</h3>\n{bullets(links, 'works')}"
        )

    def _definitions(self, number: int, links: list[str]) -> str:
        rows = "".join(f"<dt>{label}</dt><dd>{value}</dd>\n" for label, value in self._facts(number))
        works = "".join(f"<dd>{item}</dd>\n" for item in links)
        return (
            f"<h1>{self.role(number)} {self.name(number)}</h1>\n{self._text(number, 2)}"
            f"<dl>\n{rows}<dt>Works</dt>\n{works}</dl>\n<p>{self._ways_up(number)}</p>\n"
        )

    def _handmade(self, number: int, links: list[str]) -> str:
        """As people wrote HTML when the university got its first server: capitals, no end tags, a counter."""
        facts = "<BR>\n".join(f"{label}: {value}" for label, value in self._facts(number))
        works = "".join(f"<LI>{item}\n" for item in links)
        return (
            f"<HTML><HEAD><TITLE>{self.name(number)}'s page</TITLE></HEAD>\n<BODY BGCOLOR=#FFFFCC><CENTER>\n"
            f"<FONT SIZE=+3>Welcome to the page of {self.name(number)}!</FONT></CENTER><HR>\n{facts}\n<P>"
            f"{self._text(number, 2)}<H3>What I do</H3><UL>\n{works}</UL><HR>{self._ways_up(number)} "
            f"<A HREF=/>University</A><P>You are visitor {1000 + number * 7}\n</BODY>"
        )

    def _plain(self, number: int, links: list[str]) -> str:
        facts = "".join(f"<p>{label}: {value}</p>\n" for label, value in self._facts(number))
        body = (
            f"<h1>{self.name(number)}</h1>\n<div>{facts}</div>\n<h2>Papers</h2>\n<ol>"
            + "".join(f"<li>{item}</li>\n" for item in links)
            + f"</ol>\n<h2>Life</h2>\n{self._text(number, 3)}<p>{self._ways_up(number)} {link('/', 'University')}</p>\n"
        )
        return document(title=self.name(number), style="body{font-family:monospace;margin:3em}", body_html=body)
