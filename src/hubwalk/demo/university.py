"""The University of Corvale. Wanted: the pages of its people.

People look after their pages themselves, so these come in several layouts (university_people.py). They are listed by
department and by letter; courses, papers and news name them too. The rest is what universities publish.
"""

from __future__ import annotations

from hubwalk.demo.calendar import Calendar
from hubwalk.demo.chance import Dice, Wheel
from hubwalk.demo.markup import Paged, breadcrumbs, bullets, document, link, pager, paragraphs, section
from hubwalk.demo.oddities import Oddities
from hubwalk.demo.prose import expand, story
from hubwalk.demo.site import DemoAnswer, DemoSite, Section, Visit, html_answer, read_visit
from hubwalk.demo.site_sections import paged_section
from hubwalk.demo.university_people import People
from hubwalk.demo.university_words import ABSTRACT, COURSE, COURSE_TEXT, DEPARTMENTS, OFFICIAL, SUBJECTS, TITLE
from hubwalk.demo.words import LETTERS, TOWNS

_STYLE = (
    "body{font:15px/1.5 Verdana,sans-serif;margin:0;color:#123}#head{background:#124;color:#fff;padding:14px}#head a{"
    "color:#cdf;margin-right:10px}#cols{display:flex}#left{width:190px;padding:12px;background:#eef}#main{"
    "padding:12px 24px}"
    "#end{border-top:1px solid #124;padding:10px;font-size:12px}dt{font-weight:bold}"
)
_PER_PAGE = 25
_PAGES = ("study", "research", "library", "contact", "map", "vacancies", "imprint", "history")


class University(DemoSite):
    """The university."""

    name = "university"
    title = "University of Corvale"
    wanted = "pages of people"
    default_size = 1500

    def __init__(self, size: int = 0, seed: int = 0) -> None:
        super().__init__(size, seed)
        self.people = People(self.size * 25 // 100, seed)
        self._papers = self.size * 30 // 100
        self._courses = self.size * 15 // 100
        self._notices = self.size * 10 // 100
        self._course_departments = Wheel([1 + n % 3 for n in range(len(DEPARTMENTS))], "courses", seed)
        self._calendar = Calendar(self, 2014)
        self._oddities = Oddities(self)
        self.routes = {
            "": self._home,
            "people/": self._person,
            "staff/": self._staff,
            "dept/": self._department,
            "course/": self._course,
            "paper/": self._paper,
            "papers/": self._paper_list,
            "notices/": self._notice,
            "calendar/": self._calendar.answer,
            "archive/": self._oddities.answer,
            "private/": self._oddities.private,
            **dict.fromkeys(_PAGES, self._official),
        }

    @property
    def sections(self) -> tuple[Section, ...]:
        staff = [(f"/staff/{letter.lower()}/", self._letter_list(n).pages) for n, letter in enumerate(LETTERS)]
        folders = [f"/dept/{name.lower()}/" for name in DEPARTMENTS]
        members = [(f"{folder}people/", self._member_list(n).pages) for n, folder in enumerate(folders)]
        courses = [(f"{folder}courses/", self._course_list(n).pages) for n, folder in enumerate(folders)]
        fixed = ["/", "/staff/", "/dept/", *folders, *(f"/{name}" for name in _PAGES)]
        odd = self._oddities.paths()
        return (
            self.target_section,
            Section("own papers", self.people.count, lambda n: f"{self.people.path(n)}papers"),
            Section("papers", self._papers, lambda n: f"/paper/{n + 1}"),
            Section("courses", self._courses, lambda n: f"/course/{n + 101}"),
            Section("notices", self._notices, lambda n: f"/notices/{n + 1}"),
            paged_section("lists", [*staff, *members, *courses, ("/papers/", self._papers_paged.pages)]),
            paged_section("notice board", [("/notices/", self._board.pages)]),
            Section("fixed", len(fixed), fixed.__getitem__),
            Section("oddities", len(odd), odd.__getitem__),
        )

    @property
    def target_section(self) -> Section:
        return Section("people", self.people.count, self.people.path)

    def target_of(self, path_and_query: str) -> str:
        path = read_visit(path_and_query).path
        number = (
            self.people.find(path.removeprefix("/people/").removesuffix("/")) if path.startswith("/people/") else -1
        )
        return self.people.path(number) if number >= 0 else ""

    def frame(self, title: str, main_html: str, *, visit: Visit, canonical: str = "") -> str:
        menu = " ".join(link(f"/{name}", name.capitalize()) for name in _PAGES)
        left = bullets(link(f"/dept/{name.lower()}/", name) for name in DEPARTMENTS)
        more = {
            "/dept/": "Departments",
            "/staff/": "Staff",
            "/papers/": "Papers",
            "/notices/": "Notices",
            self._calendar.today: "Events",
        }
        more |= {"/archive/": "Old web", "/private/": "Intranet"}
        ways = bullets(link(href, label) for href, label in more.items())
        body = (
            f'<div id="head"><b>{link("/", self.title)}</b> {menu}</div>\n<div id="cols">\n'
            f'<div id="left">{ways}{left}</div>\n<div id="main">\n{main_html}</div>\n</div>\n'
            f'<div id="end">{paragraphs([*OFFICIAL, f"Address of this page: {visit.path}"])}</div>\n'
        )
        return document(title=f"{title}, {self.title}", style=_STYLE, body_html=body, canonical=canonical)

    # -- people -------------------------------------------------------------------------------------------------------

    def _person(self, visit: Visit, rest: str) -> DemoAnswer | None:
        login, _, part = rest.partition("/")
        number = self.people.find(login)
        if number < 0 or part not in ("", "papers") or "/" not in rest:
            return None
        if part:
            rows = bullets(self._paper_link(paper) for paper in self._papers_of(number)) or ""
            back = link(self.people.path(number), self.people.name(number))
            return self.page(
                f"Papers of {self.people.name(number)}", f"<h1>Papers</h1>\n{rows}<p>{back}</p>\n", visit=visit
            )
        teaches = [f"/course/{course + 101}" for course in range(number, self._courses, self.people.count)]
        links = [link(path, f"Course {path[8:]}") for path in teaches[:5]]
        links += [self._paper_link(paper) for paper in self._papers_of(number)[:5]]
        page = self.people.page(number, links)
        if self.people.bare(number):  # without the frame of the university
            return html_answer(page)
        return self.page(self.people.name(number), page, visit=visit)

    def _papers_of(self, number: int) -> range:
        """Papers whose first author it is."""
        return range(number, self._papers, self.people.count)

    def _people_page(self, visit: Visit, title: str, paged: Paged, numbers: list[int], page: int) -> DemoAnswer:
        rows = bullets((self.people.entry(number) for number in numbers), "people")
        main = f"<h1>{title}</h1>\n{rows}{pager(visit.path, page, paged.pages)}"
        return self.page(title, main, visit=visit)

    def _letter_list(self, letter: int) -> Paged:
        return Paged(self.people.letters.size(letter, self.people.count), _PER_PAGE)

    def _staff(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if not rest:
            rows = bullets((link(f"/staff/{letter.lower()}/", letter) for letter in LETTERS), "letters")
            return self.page("Staff", f"<h1>Staff by letter</h1>\n{rows}", visit=visit)
        letter = LETTERS.lower().find(rest[0]) if len(rest) == 2 and rest[1] == "/" else -1
        paged = self._letter_list(max(0, letter))
        page = paged.number(visit.query.get("page", ""))
        if letter < 0 or not page:
            return None
        numbers = [self.people.letters.member(letter, position) for position in paged.on(page)]
        return self._people_page(visit, f"Staff: {LETTERS[letter]}", paged, numbers, page)

    # -- departments, courses -----------------------------------------------------------------------------------------

    def _member_list(self, department: int) -> Paged:
        return Paged(self.people.departments.size(department, self.people.count), _PER_PAGE)

    def _course_list(self, department: int) -> Paged:
        return Paged(self._course_departments.size(department, self._courses), _PER_PAGE)

    def _department(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if not rest:
            rows = bullets(link(f"/dept/{name.lower()}/", name) for name in DEPARTMENTS)
            return self.page("Departments", f"<h1>Departments</h1>\n{rows}", visit=visit)
        name, _, part = rest.partition("/")
        department = next((n for n, known in enumerate(DEPARTMENTS) if known.lower() == name), -1)
        if department < 0 or not rest.endswith("/"):
            return None
        title = DEPARTMENTS[department]
        if not part:
            ways = bullets(link(f"/dept/{name}/{where}/", where) for where in ("people", "courses"))
            text = paragraphs(story(COURSE_TEXT, 3, Dice("dept", self.seed, department), self._topics(department)))
            return self.page(title, f"<h1>Department of {title}</h1>\n{text}{ways}", visit=visit)
        paged = self._member_list(department) if part == "people/" else self._course_list(department)
        page = paged.number(visit.query.get("page", ""))
        if part not in ("people/", "courses/") or not page:
            return None
        wheel = self.people.departments if part == "people/" else self._course_departments
        numbers = [wheel.member(department, position) for position in paged.on(page)]
        if part == "people/":
            return self._people_page(visit, f"People of {title}", paged, numbers, page)
        rows = bullets(link(f"/course/{n + 101}", self._course_title(n)) for n in numbers)
        main = f"<h1>Courses in {title}</h1>\n{rows}{pager(visit.path, page, paged.pages)}"
        return self.page(f"Courses in {title}", main, visit=visit)

    def _topics(self, *key: int | str) -> dict[str, str]:
        dice = Dice("topics", self.seed, *key)
        subject, other = dice.some(SUBJECTS, 2)
        return {"subject": subject, "other": other, "town": dice.pick(TOWNS)}

    def _course_title(self, number: int) -> str:
        return expand(COURSE, Dice("course", self.seed, number), self._topics("course", number))

    def _course(self, visit: Visit, rest: str) -> DemoAnswer | None:
        number = int(rest) - 101 if rest.isdecimal() and len(rest) < 10 else -1
        if not 0 <= number < self._courses:
            return None
        dice, title = Dice("about course", self.seed, number), self._course_title(number)
        who = bullets([self.people.entry(number % self.people.count)])
        department = DEPARTMENTS[self._course_departments.group(number)]
        folder = f"/dept/{department.lower()}/"
        trail = breadcrumbs([("/", "Home"), (folder, department), (f"{folder}courses/", "Courses")], title)
        text = paragraphs(story(COURSE_TEXT, 3, dice, self._topics("course", number)))
        return self.page(title, f"{trail}<h1>{title}</h1>\n{text}{section('Held by', who, 'by')}", visit=visit)

    # -- papers, notices, official ------------------------------------------------------------------------------------

    def _paper_title(self, number: int) -> str:
        return expand(TITLE, Dice("paper", self.seed, number), self._topics("paper", number))

    def _paper_link(self, number: int) -> str:
        return link(f"/paper/{number + 1}", self._paper_title(number))

    def _paper(self, visit: Visit, rest: str) -> DemoAnswer | None:
        number = int(rest) - 1 if rest.isdecimal() and len(rest) < 10 else -1
        if not 0 <= number < self._papers:
            return None
        dice, title = Dice("abstract", self.seed, number), self._paper_title(number)
        authors = [number % self.people.count, *(dice.below(self.people.count) for _ in range(dice.below(3)))]
        who = bullets(self.people.entry(author) for author in dict.fromkeys(authors))
        text = paragraphs(story(ABSTRACT, 2, dice, self._topics("paper", number)))
        cited = bullets(self._paper_link(n) for n in dice.some(range(self._papers), 4))
        main = f"<h1>{title}</h1>\n{who}{text}{section('Cites', cited, 'cites')}"
        return self.page(title, main, visit=visit)

    @property
    def _papers_paged(self) -> Paged:
        return Paged(self._papers, _PER_PAGE)

    def _paper_list(self, visit: Visit, rest: str) -> DemoAnswer | None:
        page = self._papers_paged.number(visit.query.get("page", ""))
        if rest or not page:
            return None
        rows = bullets(self._paper_link(n) for n in self._papers_paged.on(page))
        main = f"<h1>Papers</h1>\n{rows}{pager('/papers/', page, self._papers_paged.pages)}"
        return self.page("Papers", main, visit=visit)

    @property
    def _board(self) -> Paged:
        return Paged(self._notices, _PER_PAGE)

    def _notice(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if not rest:
            page = self._board.number(visit.query.get("page", ""))
            rows = bullets(link(f"/notices/{n + 1}", f"Notice {n + 1}") for n in self._board.on(page or 1))
            main = f"<h1>Notices</h1>\n{rows}{pager('/notices/', page, self._board.pages)}"
            return self.page("Notices", main, visit=visit) if page else None
        number = int(rest) - 1 if rest.isdecimal() and len(rest) < 10 else -1
        if not 0 <= number < self._notices:
            return None
        text = paragraphs(story(COURSE_TEXT, 2, Dice("notice", self.seed, number), self._topics("notice", number)))
        return self.page(f"Notice {number + 1}", f"<h1>Notice {number + 1}</h1>\n{text}", visit=visit)

    def _home(self, visit: Visit, rest: str) -> DemoAnswer | None:
        days = section("Events", self._calendar.widget(), "events")
        new = section("New papers", bullets(self._paper_link(n) for n in range(5)), "new")
        main = f"<h1>{self.title}</h1>\n{paragraphs(OFFICIAL)}{new}{days}"
        return self.page("Welcome", main, visit=visit) if not rest else None

    def _official(self, visit: Visit, rest: str) -> DemoAnswer | None:
        title = visit.path[1:].capitalize()
        return self.page(title, f"<h1>{title}</h1>\n{paragraphs(OFFICIAL)}", visit=visit) if not rest else None
