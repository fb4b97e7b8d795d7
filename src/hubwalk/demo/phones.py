"""The Handset Herald, a phone magazine. Wanted: its reviews.

Reviews, news, interviews, comparisons and columns are stories of one template under addresses of one form; a review is
told by its text alone. Stories are numbered in the order of the monthly issues; the departments, the authors and the
makers list them in their own ways.
"""

from __future__ import annotations

from hubwalk.demo.calendar import Calendar
from hubwalk.demo.catalogue import Catalogue, Product
from hubwalk.demo.chance import Dice, Wheel
from hubwalk.demo.markup import Paged, breadcrumbs, bullets, document, link, pager, paragraphs, section, table
from hubwalk.demo.oddities import Oddities
from hubwalk.demo.phone_words import COLUMN, COMPARISON, GOOD, HEADLINES, INTERVIEW, NEWS, REVIEW
from hubwalk.demo.prose import expand, story
from hubwalk.demo.sheets import PHONE
from hubwalk.demo.site import DemoAnswer, DemoSite, Section, Visit, html_answer, read_visit, redirect
from hubwalk.demo.site_sections import paged_section
from hubwalk.demo.words import FIRST_NAMES, TAGS, brand_names, surname

_STYLE = (
    "body{font:17px/1.6 'Times New Roman',serif;max-width:960px;margin:auto;background:#fffdf8}#mast{text-align:center;"
    "border-bottom:3px double #333}#mast a{margin:0 8px}article{column-width:26em}.byline{color:#666;font-style:italic}"
    ".rail{border-top:1px solid #999;font-size:14px}.score{font-size:22px}ul.index li{margin:2px 0}"
)
_KINDS = ("review", "news", "interview", "comparison", "column")
_SENTENCES = (REVIEW, NEWS, INTERVIEW, COMPARISON, COLUMN)
_SHARES = (7, 8, 3, 3, 3)  # of the stories
_DEPARTMENTS = ("reviews", "news", "interviews", "comparisons", "columns")
_FIRST_YEAR, _YEARS, _AUTHORS = 2001, 12, 14
_PER_PAGE = 15
_ABOUT = (
    "The Handset Herald is printed on the first of the month and read on all others.",
    "We test phones with our own hands and ears, and return them clean.",
    "Letters to the editor are welcome, calls less so.",
)


class Phones(DemoSite):
    """The magazine."""

    name = "phones"
    title = "The Handset Herald"
    wanted = "phone reviews"
    default_size = 1000

    def __init__(self, size: int = 0, seed: int = 0) -> None:
        super().__init__(size, seed)
        self.brands = brand_names(max(6, min(24, self.size // 50)), seed + 2)
        self._stories = self.size * 80 // 100
        self._kinds = Wheel(_SHARES, "kinds", seed)
        self._authors = Wheel([1 + n % 3 for n in range(_AUTHORS)], "authors", seed)
        shares = [1 + maker * 3 % 4 for maker in range(len(self.brands))]
        reviews = self._kinds.size(0, self._stories)
        self._phones = Catalogue(
            PHONE, reviews, seed, brands=self.brands, shares=shares, first_year=_FIRST_YEAR, years=_YEARS
        )
        self._calendar = Calendar(self, _FIRST_YEAR + _YEARS - 1)
        self._oddities = Oddities(self)
        self._issues = min(_YEARS * 12, max(2, self._stories // 8))
        self.routes = {
            "": self._home,
            "story/": self._story,
            "issue/": self._issue,
            "by/": self._author,
            "maker/": self._maker,
            "tag/": self._tag,
            "about": self._about,
            "calendar/": self._calendar.answer,
            "archive/": self._oddities.answer,
            "private/": self._oddities.private,
            **{f"{name}/": self._department for name in _DEPARTMENTS},
        }

    @property
    def sections(self) -> tuple[Section, ...]:
        lists = [(f"/{name}/", self._department_list(kind).pages) for kind, name in enumerate(_DEPARTMENTS)]
        lists += [(f"/by/{self._author_slug(n)}/", self._author_list(n).pages) for n in range(_AUTHORS)]
        lists += [(f"/maker/{b.lower()}/", self._maker_list(n).pages) for n, b in enumerate(self.brands)]
        fixed = ["/", "/about", "/issue/", *(f"/tag/{tag}/" for tag in TAGS)]
        odd = self._oddities.paths()
        others = self._stories - self.target_count
        return (
            self.target_section,
            Section("other stories", others, lambda n: self._path(self._other(n))),
            paged_section("lists", lists),
            Section("issues", self._issues, self._issue_path),
            Section("fixed", len(fixed), fixed.__getitem__),
            Section("oddities", len(odd), odd.__getitem__),
        )

    @property
    def target_section(self) -> Section:
        return Section("reviews", self._phones.count, lambda n: self._path(self._kinds.member(0, n)))

    def _other(self, number: int) -> int:
        """The number of the n-th story that is no review."""
        for kind in range(1, len(_KINDS)):
            count = self._kinds.size(kind, self._stories)
            if number < count:
                return self._kinds.member(kind, number)
            number -= count
        raise IndexError(number)

    def target_of(self, path_and_query: str) -> str:
        number = self._find(read_visit(path_and_query).path.removeprefix("/story/"))
        return self._path(number) if number >= 0 and self._kinds.group(number) == 0 else ""

    # -- stories ------------------------------------------------------------------------------------------------------

    def _phone(self, number: int) -> Product:
        """The phone that a story is about: for a review its own, for others any."""
        if self._kinds.group(number) == 0:
            return self._phones.product(self._kinds.rank(number))
        return self._phones.product(Dice("about", self.seed, number).below(self._phones.count))

    def _names(self, number: int) -> dict[str, str]:
        dice = Dice("names", self.seed, number)
        phone, other = self._phone(number), self._phones.product(dice.below(self._phones.count))
        person = f"{dice.pick(FIRST_NAMES)} {surname(dice.below(26), dice.below(60))}"
        return {"maker": phone.brand, "name": f"{phone.family} {phone.model}", "other": other.name, "person": person}

    def _headline(self, number: int) -> str:
        template = HEADLINES[_KINDS[self._kinds.group(number)]]
        return expand(template, Dice("headline", self.seed, number), self._names(number))

    def _path(self, number: int) -> str:
        words = "".join(c if c.isalnum() else " " for c in self._headline(number).lower()).split()
        return f"/story/{10_000 + number}/{'-'.join(words)}"

    def _find(self, rest: str) -> int:
        code = rest.partition("/")[0]
        number = int(code) - 10_000 if code.isdecimal() and len(code) < 12 else -1
        return number if 0 <= number < self._stories else -1

    def _story(self, visit: Visit, rest: str) -> DemoAnswer | None:
        number = self._find(rest)
        if number < 0 or rest.count("/") > 1:
            return None
        path = self._path(number)
        if visit.path != path:  # the words of the address do not matter, only the number
            return redirect(path, 301)
        kind, dice = self._kinds.group(number), Dice("story", self.seed, number)
        text = paragraphs(story(_SENTENCES[kind], dice.between(4, 6), dice, self._names(number)))
        issue = number * self._issues // self._stories
        trail = breadcrumbs([("/", "Home"), (self._issue_path(issue), self._issue_name(issue))], self._headline(number))
        main = (
            f'{trail}<article>\n<h1>{self._headline(number)}</h1>\n<p class="byline">by {self._byline(number)}</p>\n'
            f"{text}{self._box(number) if kind in (0, 3) else ''}</article>\n{self._rail(number)}"
        )
        canonical = path if number % 2 else ""
        return html_answer(self.frame(self._headline(number), main, visit=visit, canonical=canonical))

    def _byline(self, number: int) -> str:
        author = self._authors.group(number)
        return link(f"/by/{self._author_slug(author)}/", self._author_name(author))

    def _box(self, number: int) -> str:
        """Marks at the end of reviews; comparisons have them too."""
        dice = Dice("box", self.seed, number)
        good, bad = (bullets(dice.some(GOOD, 3)) for _ in range(2))
        phone = self._phone(number)
        facts = table(self._phones.facts(phone.number), "glance")
        return f'<p class="score">{dice.between(3, 10)} of 10</p>\n<p>Good:</p>{good}<p>Less so:</p>{bad}{facts}'

    def _rail(self, number: int) -> str:
        """Ways on: the maker, the neighbours of any kind, tags."""
        dice = Dice("rail", self.seed, number)
        near = [n for n in (number - 1, number + 1, dice.below(self._stories)) if 0 <= n < self._stories]
        links = [link(self._path(n), self._headline(n)) for n in near]
        brand = self._phone(number).brand
        links.append(link(f"/maker/{brand.lower()}/", f"Phones by {brand}"))
        links += [link(f"/tag/{tag}/", tag) for tag in dice.some(TAGS, 3)]
        return f'<div class="rail">{bullets(links)}</div>\n'

    # -- lists --------------------------------------------------------------------------------------------------------

    def _listing(self, visit: Visit, title: str, paged: Paged, pick: Wheel | None, group: int) -> DemoAnswer | None:
        """One page of a list of stories: the members of a group of a wheel, or the reviews of a maker's phones."""
        page = paged.number(visit.query.get("page", ""))
        if not page:
            return None
        if pick is None:
            numbers = [self._kinds.member(0, phone) for phone in self._phones.of_maker(group, paged.on(page))]
        else:
            numbers = [pick.member(group, position) for position in paged.on(page)]
        main = f"<h1>{title}</h1>\n{self._index(numbers)}{pager(visit.path, page, paged.pages)}"
        return self.page(title, main, visit=visit)

    def _index(self, numbers: list[int]) -> str:
        return bullets((link(self._path(n), self._headline(n)) for n in numbers), "index")

    def _department_list(self, kind: int) -> Paged:
        return Paged(self._kinds.size(kind, self._stories), _PER_PAGE)

    def _department(self, visit: Visit, rest: str) -> DemoAnswer | None:
        kind = _DEPARTMENTS.index(visit.path.split("/")[1])
        title = _DEPARTMENTS[kind].capitalize()
        return self._listing(visit, title, self._department_list(kind), self._kinds, kind) if not rest else None

    def _author_name(self, author: int) -> str:
        return f"{FIRST_NAMES[author * 3]} {surname(author, author + self.seed)}"

    def _author_slug(self, author: int) -> str:
        return self._author_name(author).lower().replace(" ", "-")

    def _author_list(self, author: int) -> Paged:
        return Paged(self._authors.size(author, self._stories), _PER_PAGE)

    def _author(self, visit: Visit, rest: str) -> DemoAnswer | None:
        author = next((n for n in range(_AUTHORS) if f"{self._author_slug(n)}/" == rest), -1)
        if author < 0:
            return None
        return self._listing(visit, self._author_name(author), self._author_list(author), self._authors, author)

    def _maker_list(self, maker: int) -> Paged:
        return Paged(self._phones.made_by(maker), _PER_PAGE)

    def _maker(self, visit: Visit, rest: str) -> DemoAnswer | None:
        maker = next((n for n, brand in enumerate(self.brands) if f"{brand.lower()}/" == rest), -1)
        return self._listing(visit, self.brands[maker], self._maker_list(maker), None, maker) if maker >= 0 else None

    def _issue_path(self, issue: int) -> str:
        return f"/issue/{_FIRST_YEAR + issue // 12}-{issue % 12 + 1:02}/"

    def _issue_name(self, issue: int) -> str:
        return f"Issue {issue + 1}"

    def _issue(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """A month's stories of all kinds; without a month, all issues."""
        if not rest:
            rows = bullets((link(self._issue_path(n), self._issue_name(n)) for n in range(self._issues)), "issues")
            return self.page("All issues", f"<h1>All issues</h1>\n{rows}", visit=visit)
        issue = next((n for n in range(self._issues) if self._issue_path(n) == visit.path), -1)
        if issue < 0:
            return None
        first, last = (-(-(issue + step) * self._stories // self._issues) for step in (0, 1))
        # Only the cover stories of a thick issue are listed: the departments have the rest.
        stories = self._index(list(range(first, min(last, first + 60))))
        return self.page(self._issue_name(issue), f"<h1>{self._issue_name(issue)}</h1>\n{stories}", visit=visit)

    def _tag(self, visit: Visit, rest: str) -> DemoAnswer | None:
        tag = rest.removesuffix("/")
        if tag not in TAGS or not rest.endswith("/"):
            return None
        numbers = Dice("tag", self.seed, tag).some(range(self._stories), 15)
        return self.page(f"Tag {tag}", f"<h1>Tag: {tag}</h1>\n{self._index(numbers)}", visit=visit)

    # -- the rest -----------------------------------------------------------------------------------------------------

    def frame(self, title: str, main_html: str, *, visit: Visit, canonical: str = "") -> str:
        menu = " ".join(link(f"/{name}/", name.capitalize()) for name in _DEPARTMENTS)
        makers = " ".join(link(f"/maker/{brand.lower()}/", brand) for brand in self.brands)
        authors = " ".join(link(f"/by/{self._author_slug(n)}/", self._author_name(n)) for n in range(_AUTHORS))
        more = {"/issue/": "Issues", self._calendar.today: "Dates", "/about": "About", "/archive/": "Vault"}
        more["/private/"] = "Subscribers"
        feet = " ".join(link(href, label) for href, label in more.items())
        body = (
            f'<div id="mast"><h2>{link("/", self.title)}</h2>{menu}</div>\n<div id="body">\n{main_html}</div>\n'
            f'<div class="rail"><p>{makers}</p>\n<p>{authors}</p>\n<p>{feet}</p>\n'
            f"{paragraphs([*_ABOUT, f'Permanent address: {visit.path}'])}</div>\n"
        )
        return document(title=f"{title} - {self.title}", style=_STYLE, body_html=body, canonical=canonical)

    def _home(self, visit: Visit, rest: str) -> DemoAnswer | None:
        latest = self._index(list(range(self._stories - 1, self._stories - 13, -1)))
        month = section("Dates", self._calendar.widget(), "dates")
        return self.page("Front page", f"<h1>This month</h1>\n{latest}{month}", visit=visit) if not rest else None

    def _about(self, visit: Visit, rest: str) -> DemoAnswer | None:
        return self.page("About", f"<h1>About</h1>\n{paragraphs(_ABOUT)}", visit=visit) if not rest else None
