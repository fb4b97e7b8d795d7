"""What there is to read on the camera site besides products: news, a forum with its members, a glossary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hubwalk.demo.chance import Dice, Scramble
from hubwalk.demo.markup import Paged, breadcrumbs, bullets, link, pager, paragraphs, section
from hubwalk.demo.prose import expand, story
from hubwalk.demo.site import DemoAnswer, Handler, Section, Visit, redirect
from hubwalk.demo.site_sections import paged_section
from hubwalk.demo.words import FIRST_NAMES, LETTERS, TAGS, TOWNS, surname

if TYPE_CHECKING:
    from hubwalk.demo.cameras import Cameras

_HEADLINE = "{maker} {recalls|praises|delays|shows|drops|denies} {a new|its next|an old} {lens|sensor|printer|paper}"
_SENTENCES = (
    "{maker} {said|told us} on {Monday|Tuesday|Friday} that {sales|plans|prices} are {up|down|unchanged}.",
    "The {factory|laboratory|branch} in {town} will {open|close|move} in {spring|autumn|two years}.",
    "Readers {wrote|called|came by} to {ask|complain|agree}.",
    "A {spokesman|dealer|former engineer} {would not comment|shrugged|smiled}.",
    "We {have seen|have not seen|were promised} {one of them|the papers|a picture}.",
    "It would be the {first|second|seventh} time since {1996-2011}.",
    "{Photographers|Printers|Shops} in {town} {wait|worry|look forward}.",
)
_BOARDS = ("beginners", "lenses", "printing", "darkroom", "market", "coffee")
_TOPIC = "{Help with|Question about|Anyone using|Thoughts on} {my|the|this} {first|old|new} {camera|printer|lens|bag}"
_FIRST_ID = 1000
_PER_NEWS_PAGE, _PER_BOARD_PAGE = 20, 25
_TERM_ENDS = ("ometer", "graph", "ism", "lith", "tone", "scope", "iris", "field")


class Reading:
    """Answers below /news/, /forum/ and /glossary/."""

    def __init__(self, site: Cameras) -> None:
        self._site = site
        self.articles = max(10, site.size * 16 // 100)
        self._threads = max(12, site.size * 14 // 100)
        self._members = max(5, site.size * 4 // 100)
        self._terms = max(len(LETTERS), min(1200, site.size * 2 // 100))
        self._member_ids = Scramble(self._members * 9 + 1, "members", site.seed)
        self.routes: dict[str, Handler] = {"news/": self._news, "forum/": self._forum, "glossary/": self._glossary}

    @property
    def sections(self) -> tuple[Section, ...]:
        return (
            Section("news", self.articles, self.article_path),
            paged_section("news lists", [("/news/", self._news_list.pages)]),
            Section("threads", self._threads, self._thread_path),
            Section("members", self._members, lambda n: f"/forum/member-{self._member_ids.code(n)}"),
            paged_section("boards", [(f"/forum/{b}/", self._board_list(n).pages) for n, b in enumerate(_BOARDS)]),
            Section("letters", len(LETTERS), lambda n: f"/glossary/{LETTERS[n].lower()}/"),
            Section("terms", self._terms, self._term_path),
            Section("reading", 2, ("/forum/", "/glossary/").__getitem__),
        )

    def entries(self) -> list[tuple[str, str]]:
        """(href, label) for the site map."""
        return [
            ("/news/", "News"),
            ("/glossary/", "Glossary"),
            *((f"/forum/{board}/", f"Forum: {board}") for board in _BOARDS),
        ]

    # -- news ---------------------------------------------------------------------------------------------------------

    def headline(self, number: int) -> str:
        dice = Dice("headline", self._site.seed, number)
        return expand(_HEADLINE, dice, {"maker": dice.pick(self._site.brands)})

    def article_path(self, number: int) -> str:
        words = "-".join(self.headline(number).lower().split())
        return f"/news/{_FIRST_ID + number}-{words}.html"

    @property
    def _news_list(self) -> Paged:
        return Paged(self.articles, _PER_NEWS_PAGE)

    def _news(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if rest:
            number = rest.partition("-")[0]
            place = int(number) - _FIRST_ID if number.isdecimal() and len(number) < 10 else -1
            if not 0 <= place < self.articles or not rest.endswith(".html"):
                return None
            path = self.article_path(place)
            # Any words after the number lead to the article, as in most content management systems.
            return self._article(visit, place) if visit.path == path else redirect(path, 301)
        page = self._news_list.number(visit.query.get("page", ""))
        if not page:
            return None
        rows = bullets((link(self.article_path(n), self.headline(n)) for n in self._news_list.on(page)), "newslist")
        main = f"<h1>News</h1>\n{rows}{pager('/news/', page, self._news_list.pages)}"
        return self._site.page("News", main, visit=visit)

    def _article(self, visit: Visit, number: int) -> DemoAnswer:
        dice = Dice("article", self._site.seed, number)
        names = {"maker": dice.pick(self._site.brands), "town": dice.pick(TOWNS)}
        text = paragraphs(story(_SENTENCES, dice.between(4, 9), dice, names))
        near = [n for n in (number - 1, number + 1) if 0 <= n < self.articles]
        turn = bullets(link(self.article_path(n), self.headline(n)) for n in near)
        tags = bullets((link(f"/tag/{tag}/", tag) for tag in dice.some(TAGS, 3)), "cloud")
        main = (
            f"{breadcrumbs([('/', 'Home'), ('/news/', 'News')], 'Article')}<h1>{self.headline(number)}</h1>\n{text}"
            f"{section('Mentioned', bullets(self._mentions(dice)), 'mentioned')}{section('Tags', tags, 'tags')}{turn}"
        )
        return self._site.page(self.headline(number), main, visit=visit)

    def _mentions(self, dice: Dice) -> list[str]:
        """Links to products as editors paste them: with a referrer, as short link, by an old address, or to nothing."""
        products, rows = self._site.products, []
        for shelf, number in self._site.finder.anything(dice, 3):
            product, path = shelf.product(number), products.path(shelf, number)
            if shelf is self._site.cameras:
                forms = (
                    path,
                    f"{path}?ref=news",
                    f"{path}/index.html",
                    products.short(number),
                    f"/old/{product.slug}.php",
                )
                path = dice.pick((*forms, f"/go/{product.slug}"))
            rows.append(link(path, product.name))
        if dice.percent(30):
            gone = f"{dice.pick(self._site.brands)}-{dice.pick(('Retro', 'Mark', 'Beta'))}{dice.between(1, 99)}"
            rows.append(link(f"/cameras/{gone.lower()}", gone.replace("-", " ")))
        return rows

    # -- forum --------------------------------------------------------------------------------------------------------

    def _thread_path(self, number: int) -> str:
        return f"/forum/{_BOARDS[number % len(_BOARDS)]}/{_FIRST_ID + number}"

    def _board_list(self, board: int) -> Paged:
        return Paged(len(range(board, self._threads, len(_BOARDS))), _PER_BOARD_PAGE)

    def _forum(self, visit: Visit, rest: str) -> DemoAnswer | None:
        board, slash, number = rest.partition("/")
        if not rest:
            boards = bullets(self._link(visit, f"/forum/{name}/", name) for name in _BOARDS)
            return self._site.page("Forum", f"<h1>Forum</h1>\n{boards}", visit=visit)
        if board.startswith("member-"):
            return self._member(visit, board.removeprefix("member-")) if not slash else None
        if board not in _BOARDS or not slash:
            return None
        if not number:
            return self._board(visit, _BOARDS.index(board))
        place = int(number) - _FIRST_ID if number.isdecimal() and len(number) < 10 else -1
        known = 0 <= place < self._threads and self._thread_path(place) == visit.path
        return self._thread(visit, place) if known else None

    def _link(self, visit: Visit, path: str, label: str) -> str:
        """A link within the forum, which hands the session on."""
        if not visit.session:
            return link(path, label)
        return link(f"{path}{'&' if '?' in path else '?'}sid={visit.session}", label)

    def _topic(self, number: int) -> str:
        return expand(_TOPIC, Dice("topic", self._site.seed, number))

    def _board(self, visit: Visit, board: int) -> DemoAnswer | None:
        paged = self._board_list(board)
        page = paged.number(visit.query.get("page", ""))
        if not page:
            return None
        threads = [board + place * len(_BOARDS) for place in paged.on(page)]
        rows = bullets((self._link(visit, self._thread_path(n), f"{self._topic(n)} ({n})") for n in threads), "threads")
        base = f"/forum/{_BOARDS[board]}/" + (f"?sid={visit.session}" if visit.session else "")
        main = f"<h1>Forum: {_BOARDS[board]}</h1>\n{rows}{pager(base, page, paged.pages)}"
        return self._site.page(f"Forum {_BOARDS[board]}", main, visit=visit)

    def _thread(self, visit: Visit, number: int) -> DemoAnswer:
        dice = Dice("thread", self._site.seed, number)
        names = {"maker": dice.pick(self._site.brands), "town": dice.pick(TOWNS)}
        posts = []
        for _ in range(dice.between(2, 9)):
            member = dice.below(self._members)
            name = self._link(visit, f"/forum/member-{self._member_ids.code(member)}", self._nick(member))
            posts.append(f'<div class="post"><b>{name}</b>{paragraphs(story(_SENTENCES, 1, dice, names))}</div>\n')
        board = _BOARDS[number % len(_BOARDS)]
        trail = breadcrumbs([("/forum/", "Forum"), (f"/forum/{board}/", board)], self._topic(number))
        return self._site.page(
            self._topic(number), f"{trail}<h1>{self._topic(number)}</h1>\n{''.join(posts)}", visit=visit
        )

    def _nick(self, member: int) -> str:
        return Dice("nick", self._site.seed, member).pick(FIRST_NAMES).lower() + str(member)

    def _member(self, visit: Visit, code: str) -> DemoAnswer | None:
        known = code.isdecimal() and len(code) < 10 and int(code) < self._member_ids.modulus
        member = self._member_ids.number(int(code)) if known else self._members
        if member >= self._members:
            return None
        dice = Dice("member", self._site.seed, member)
        text = f"<p>From {dice.pick(TOWNS)}, member since {dice.between(1998, 2011)}.</p>\n"
        threads = bullets(
            self._link(visit, self._thread_path(n), self._topic(n)) for n in dice.some(range(self._threads), 4)
        )
        nick = self._nick(member)
        return self._site.page(nick, f"<h1>{nick}</h1>\n{text}{section('Wrote in', threads, 'wrote')}", visit=visit)

    # -- glossary -----------------------------------------------------------------------------------------------------

    def _term(self, number: int) -> str:
        place, letter = divmod(number, len(LETTERS))
        turn, end = divmod(place, len(_TERM_ENDS))
        return surname(letter, 7 * turn).lower() + _TERM_ENDS[end] + (str(turn) if turn >= 12 else "")

    def _term_path(self, number: int) -> str:
        return f"/glossary/{LETTERS[number % len(LETTERS)].lower()}/{self._term(number)}"

    def _glossary(self, visit: Visit, rest: str) -> DemoAnswer | None:
        letter, slash, term = rest.partition("/")
        if not rest:
            letters = bullets((link(f"/glossary/{name.lower()}/", name) for name in LETTERS), "letters")
            return self._site.page("Glossary", f"<h1>Glossary</h1>\n{letters}", visit=visit)
        place = LETTERS.find(letter.upper()) if len(letter) == 1 and letter.islower() else -1
        if place < 0 or not slash:
            return None
        terms = range(place, self._terms, len(LETTERS))
        if not term:
            rows = bullets(link(self._term_path(n), self._term(n)) for n in terms)
            return self._site.page(f"Glossary {letter}", f"<h1>{letter.upper()}</h1>\n{rows}", visit=visit)
        number = next((n for n in terms if self._term(n) == term), -1)
        return self._definition(visit, number) if number >= 0 else None

    def _definition(self, visit: Visit, number: int) -> DemoAnswer:
        dice = Dice("term", self._site.seed, number)
        names = {"maker": dice.pick(self._site.brands), "town": dice.pick(TOWNS)}
        others = dice.some(range(self._terms), 3)
        see = bullets(link(self._term_path(n), self._term(n)) for n in others)
        text = paragraphs(story(_SENTENCES, 2, dice, names))
        main = f"<h1>{self._term(number)}</h1>\n{text}{section('See also', see, 'see')}"
        return self._site.page(self._term(number), main, visit=visit)
