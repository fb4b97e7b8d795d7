"""A calendar without end: years, months and days, each with links to the next. The classic trap of crawlers."""

from __future__ import annotations

from calendar import monthrange

from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import bullets, link, paragraphs, section
from hubwalk.demo.prose import paragraph
from hubwalk.demo.site import DemoAnswer, DemoSite, Visit
from hubwalk.demo.words import MONTHS, TOWNS

_EVENTS = (
    "The {photo club|reading group|society of friends} of {town} meets at {6-9} in the evening.",
    "{Exhibition|Lecture|Market|Open day} in {town}, hall {1-12}.",
    "Doors open at {8-11}, {free|4 crowns|8 crowns} at the door.",
    "Bring {your own|an old|a borrowed} {device|umbrella|notebook}.",
    "The evening ends with {questions|a raffle|a walk through the town}.",
)
_LAST_YEAR = 9999  # as far as calendars go; at 365 days a year nobody gets there


class Calendar:
    """Answers below /calendar/: /calendar/2009/, /calendar/2009/05/, /calendar/2009/05/17/, and the events of a day."""

    def __init__(self, site: DemoSite, today: int) -> None:
        self._site = site
        self._this_year = today
        self.today = f"/calendar/{today}/06/"  # where the rest of the site points to

    def widget(self) -> str:
        """The days of this month, for the front page."""
        return _month_table(self._this_year, 6)

    def answer(self, visit: Visit, rest: str) -> DemoAnswer | None:
        *steps, last = rest.split("/")
        if len(steps) == 3 and last:
            steps.append(last)
        elif last or not 1 <= len(steps) <= 3:
            return None
        if not all(step.isdecimal() and len(step) < 5 for step in steps):
            return None
        year, month, day, event = (*map(int, steps), 0, 0, 0)[:4]
        if not 1 <= year <= _LAST_YEAR:
            return None
        if len(steps) == 1:
            return self._year(visit, year)
        if not 1 <= month <= 12:
            return None
        if len(steps) == 2:
            return self._month(visit, year, month)
        if not 1 <= day <= monthrange(year, month)[1] or event > self._event_count(year, month, day):
            return None
        return self._event(visit, (year, month, day), event) if event else self._day(visit, year, month, day)

    def _year(self, visit: Visit, year: int) -> DemoAnswer:
        months = bullets(
            (link(f"/calendar/{year}/{n:02}/", f"{name} {year}") for n, name in enumerate(MONTHS, 1)), "months"
        )
        turn = " ".join(link(f"/calendar/{y}/", f"{y}") for y in (year - 1, year + 1) if 1 <= y <= _LAST_YEAR)
        return self._site.page(
            f"Events in {year}", f"<h1>{year}</h1>\n{months}<p class='turn'>{turn}</p>\n", visit=visit
        )

    def _month(self, visit: Visit, year: int, month: int) -> DemoAnswer:
        before, after = (year * 12 + month - 2, year * 12 + month)
        turn = " ".join(
            link(f"/calendar/{n // 12}/{n % 12 + 1:02}/", f"{MONTHS[n % 12]} {n // 12}")
            for n in (before, after)
            if 1 <= n // 12 <= _LAST_YEAR
        )
        main = (
            f"<h1>{MONTHS[month - 1]} {year}</h1>\n{_month_table(year, month)}"
            f'<p class="turn">{turn} {link(f"/calendar/{year}/", f"all of {year}")}</p>\n'
        )
        return self._site.page(f"Events in {MONTHS[month - 1]} {year}", main, visit=visit)

    def _day(self, visit: Visit, year: int, month: int, day: int) -> DemoAnswer:
        here = f"/calendar/{year}/{month:02}/{day:02}/"
        count = self._event_count(year, month, day)
        events = bullets((link(f"{here}{n}", f"Event {n} of {count}") for n in range(1, count + 1)), "events")
        near = [d for d in (day - 1, day + 1) if 1 <= d <= monthrange(year, month)[1]]
        turn = bullets(link(f"/calendar/{year}/{month:02}/{d:02}/", f"{d} {MONTHS[month - 1]} {year}") for d in near)
        title = f"{day} {MONTHS[month - 1]} {year}"
        main = f"<h1>{title}</h1>\n{events}{section('Nearby days', turn, 'nearby')}"
        return self._site.page(title, main, visit=visit)

    def _event_count(self, year: int, month: int, day: int) -> int:
        return Dice("events", self._site.seed, year, month, day).below(4)

    def _event(self, visit: Visit, date: tuple[int, int, int], number: int) -> DemoAnswer:
        dice = Dice("event", self._site.seed, *date, number)
        town = dice.pick(TOWNS)
        text = paragraphs(paragraph(_EVENTS, 4, dice, {"town": town}) for _ in range(2))
        day = link(f"/calendar/{date[0]}/{date[1]:02}/{date[2]:02}/", "the whole day")
        return self._site.page(f"In {town}", f"<h1>An event in {town}</h1>\n{text}<p>{day}</p>\n", visit=visit)


def _month_table(year: int, month: int) -> str:
    first, days = monthrange(year, month)
    cells = ["<td></td>"] * first
    cells += [f"<td>{link(f'/calendar/{year}/{month:02}/{day:02}/', str(day))}</td>" for day in range(1, days + 1)]
    weeks = "".join(f"<tr>{''.join(cells[n : n + 7])}</tr>\n" for n in range(0, len(cells), 7))
    return f'<table class="month">\n{weeks}</table>\n'
