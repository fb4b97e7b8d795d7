"""The encyclopedia of the web, encyclopedia.test: categories with sub-categories and members, as MediaWiki shows them.

A subject is a category, its themes are sub-categories, their words are the articles. Sites stand below "External
links"; what an article cites stands in its references and need not be about the subject.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import unquote

from hubwalk.demo.chance import Dice, Scramble
from hubwalk.demo.markup import bullets, document, link, paragraphs
from hubwalk.demo.site import DemoAnswer, html_answer, redirect
from hubwalk.demo.websites.census import Census
from hubwalk.demo.websites.outlinks import title_of
from hubwalk.demo.websites.prose import lexicon, sentences
from hubwalk.demo.websites.rates import IN_ENCYCLOPEDIA, SUBJECT_WORDS
from hubwalk.demo.websites.vocabulary import SUBJECTS

HOST = "encyclopedia.test"
_TOP = "Subjects"
_REFERENCES = (0, 3)


class Encyclopedia:
    """The encyclopedia as a site."""

    def __init__(self, census: Census) -> None:
        self._census = census
        self._subjects = {_title(name): name for name in SUBJECTS}
        self._themes = {
            f"{_title(theme)}_({_title(name).lower()})": (name, theme)
            for name, subject in SUBJECTS.items()
            for theme in subject.themes
        }
        self._articles = {
            f"{word.capitalize()}_({_title(name).lower()})": (name, word)
            for name, subject in SUBJECTS.items()
            for theme in subject.themes.values()
            for word in theme
        }

    def respond(self, path_and_query: str) -> DemoAnswer:
        path = unquote(path_and_query.partition("?")[0])
        title = path.removeprefix("/wiki/") if path.startswith("/wiki/") else ""
        if path == "/":
            return redirect(f"/wiki/Category:{_TOP}")
        if title == "Special:Categories":
            names = [f"Category:{name}" for name in (*self._subjects, *self._themes)]
            return html_answer(_page("Categories", _listed(sorted(names), "mw-spcontent", "All categories")))
        if title.startswith("Category:"):
            return self._category(title.removeprefix("Category:"))
        if title in self._articles:
            return html_answer(self._article(title))
        return html_answer(_page("Not found", "<p>There is currently no text in this page.</p>\n"), status=404)

    def links_of(self, title: str) -> list[str]:
        """The sites that an article names, all on its subject."""
        name, word = self._articles[title]
        words = list(dict.fromkeys(word for theme in SUBJECTS[name].themes.values() for word in theme))
        size = self._census.subject_size(name)
        known = -(-size * IN_ENCYCLOPEDIA // 100)
        order = Scramble(size, "encyclopedia", self._census.seed) if size else None
        first = Scramble(len(words), "articles", name).number(words.index(word))  # the sites are spread over all themes
        places = range(first, known, len(words)) if order else range(0)
        return [self._home(self._census.of_subject(name, order.code(place))) for place in places if order]

    def _home(self, number: int) -> str:
        return f"http://{self._census.host(number)}/"

    def _category(self, name: str) -> DemoAnswer:
        if name == _TOP:
            below = _listed([f"Category:{subject}" for subject in self._subjects], "mw-subcategories", "Subcategories")
            return html_answer(_page(f"Category:{name}", below))
        if name in self._subjects:
            own = self._subjects[name]
            themes = [f"Category:{title}" for title, (subject, _) in self._themes.items() if subject == own]
            body = _listed(themes, "mw-subcategories", "Subcategories")
            body += _parents(_TOP)
            return html_answer(_page(f"Category:{name}", body))
        if name in self._themes:
            subject, theme = self._themes[name]
            wanted = SUBJECTS[subject].themes[theme]
            members = [f"{word.capitalize()}_({_title(subject).lower()})" for word in wanted]
            body = _listed(members, "mw-pages", f"Pages in category {name}") + _parents(_title(subject))
            return html_answer(_page(f"Category:{name}", body))
        return html_answer(_page(f"Category:{name}", "<p>This category is empty.</p>\n"), status=404)

    def _article(self, title: str) -> str:
        name, word = self._articles[title]
        dice = Dice("article", self._census.seed, title)
        words = lexicon(name, "article", word)
        said = sentences("content", words, SUBJECT_WORDS["content"], dice.between(6, 14), dice)
        cited = [self._home(dice.below(self._census.count)) for _ in range(dice.between(*_REFERENCES))]
        homes = self.links_of(title)
        body = paragraphs([" ".join(said[:5]), " ".join(said[5:])])
        if cited:
            body += f'<div class="reflist"><ol class="references">{_external(cited)}</ol></div>\n'
        if homes:
            body += f'<h2 id="External_links">External links</h2>\n<ul>{_external(homes)}</ul>\n'
        theme = next(
            title
            for title, (subject, theme) in self._themes.items()
            if subject == name and word in SUBJECTS[subject].themes[theme]
        )
        return _page(title.replace("_", " "), body + _parents(theme))


def _title(name: str) -> str:
    return name.capitalize().replace(" ", "_")


def _external(urls: Iterable[str]) -> str:
    return "".join(
        f'<li><a rel="nofollow" class="external text" href="{escape(url)}">'
        f"{escape(title_of(url.split('/')[2]))}</a></li>\n"
        for url in urls
    )


def _listed(titles: Sequence[str], css_id: str, heading: str) -> str:
    items = bullets(link(f"/wiki/{title}", title.removeprefix("Category:").replace("_", " ")) for title in titles)
    return f'<div id="{css_id}">\n<h2>{escape(heading.replace("_", " "))}</h2>\n{items}</div>\n'


def _parents(title: str) -> str:
    return f'<div id="catlinks">{link(f"/wiki/Category:{title}", title.replace("_", " "))}</div>\n'


def _page(title: str, body: str) -> str:
    navigation = bullets([link("/", "Main page"), link("/wiki/Special:Categories", "Categories")])
    title = title.replace("_", " ")
    return document(
        title=f"{title} - Encyclopedia",
        style="",
        body_html=f'<h1 id="firstHeading">{escape(title)}</h1>\n<div id="mw-content-text">\n{body}</div>'
        f'\n<div id="mw-navigation">{navigation}</div>\n',
    )
