"""A recipe as a Scrapy spider that needs nothing of hubwalk: for people who want to own and change the code.

The levels become data at its top, places become XPath, and what follows them is fifty lines. Addresses and names come
from web sites, so everything that is written into the file goes through `literal`.

It differs from a crawl by the recipe in what a short program cannot do: it does not carry on by address or place alone
when the site has changed (it warns of levels that brought nothing), and the parser of Scrapy makes other trees of
broken HTML here and there. Places are shortened to their last two named elements, which hold in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from hubwalk.recipes.places import ANY_NAME
from hubwalk.recipes.recipe import Level, Recipe, Step

_WIDTH = 88  # of lines, as formatters have it
_NAMED = 2  # steps with an id or class that a place keeps
_STEP = re.compile(r"([a-z][a-z0-9-]*)(?:([.#])([^\[]*))?(?:\[(\d+)\])?")
_UNCLOSED = ("dd", "dt")  # an end tag that is left out puts the next one inside, with Scrapy's parser
_SOURCES = {"frame": "src", "iframe": "src"}

_HEAD = '''\
"""A spider for the wanted pages of one site, made by hubwalk from a recipe.

    scrapy runspider {file}.py -o pages.jsonl

It goes from the start pages from level to level, and the last levels are the pages that
become items. {made}
"""

import re
from collections import defaultdict
from urllib.parse import quote, urldefrag

import scrapy
from scrapy.http import HtmlResponse
'''
_SETTINGS = """
START_URLS = {starts}
ALLOWED_DOMAINS = {domains}
SETTINGS = {{
    "ROBOTSTXT_OBEY": True,
    "DOWNLOAD_DELAY": 0.5,  # seconds; AutoThrottle waits longer where a site is slow
    "AUTOTHROTTLE_ENABLED": True,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
    # "USER_AGENT": "say who you are and how you can be reached",
}}
"""
_ABOUT_LEVELS = """
# The ways to the wanted pages. The links to a level are those at one of its `places`
# (XPath) whose whole address matches one of its `urls` (regular expressions), and all
# links to one of its `pages`. `then` names the levels that its pages lead to, `more` has
# the links to further pages of the same level, and `wanted` pages become items."""
_CODE = '''
# What may be followed on a page, by the level that it leads to.
WAYS = {{name: level for name, level in LEVELS.items() if name != "start"}}
WAYS |= {{f"{{name}} more": way["more"] for name, way in WAYS.items() if "more" in way}}

# Links to the site in another spelling (http, https, with and without www) lead here.
ORIGIN = {origin}
SITE = re.compile({site})
SESSION = re.compile(r"(?i);(jsessionid|phpsessid|sessionid|sid)=[^/;]*")
NOISE = re.compile(r"(?i)(utm_\\w+|gclid|fbclid|(php|j)?sess(ion_?)?id|sid)=")


class {name}(scrapy.Spider):
    name = {file}
    start_urls = START_URLS
    allowed_domains = ALLOWED_DOMAINS
    custom_settings = SETTINGS

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.levels = defaultdict(set)  # of pages, by address; a page may be on several
        self.items = {{}}  # of pages that were fetched
        self.links = {{}}  # the same: level -> addresses of its pages
        self.found = set()  # pages that have become items

    def parse(self, response, asked=None):
        """Take in a page, and do what its levels say."""
        if not isinstance(response, HtmlResponse):
            return
        if asked is None:  # a start page
            asked = response.url
            self.levels[asked].add("start")
        title = response.xpath("normalize-space(//title)").get()
        self.items[asked] = {{"url": response.url, "title": title}}
        self.links[asked] = {{name: list(links(response, WAYS[name])) for name in WAYS}}
        for level in list(self.levels[asked]):
            yield from self.go_on(asked, level)

    def go_on(self, page, level):
        """From a page that was fetched, in the role that a level gives it."""
        if LEVELS[level].get("wanted") and page not in self.found:
            self.found.add(page)
            yield self.items[page]
        for name in LEVELS[level].get("then", []):
            for url in self.links[page][name]:
                yield from self.enter(url, name)
        for url in self.links[page].get(f"{{level}} more", []):
            yield from self.enter(url, level)

    def enter(self, url, level):
        """Fetch a page of a level; if another level has brought it, go on from there."""
        known = self.levels[url]
        if level in known:
            return
        is_new = not known
        known.add(level)
        if url in self.links:
            yield from self.go_on(url, level)
        elif is_new:
            yield scrapy.Request(url, cb_kwargs={{"asked": url}})

    def closed(self, reason):
        """Say which levels are gone: then the site has changed."""
        reached = set().union(*(self.levels[url] for url in self.links))
        for name in LEVELS.keys() - reached:
            self.logger.warning("level %s brought no page (%s)", name, reason)


def links(response, way):
    """The addresses that a way leads to from a page."""
    for place in way.get("places", []):
        for href in response.xpath(place).getall():
            url = address(response, href)
            if any(re.fullmatch(pattern, url) for pattern in way["urls"]):
                yield url
    if "pages" in way:
        hrefs = response.xpath("//@href").getall()
        there = {{address(response, href) for href in hrefs}}
        yield from (url for url in way["pages"] if url in there)


def address(response, href):
    """One spelling per page: no fragment, no session, no campaign."""
    try:
        url = urldefrag(response.urljoin(href.strip())).url
    except ValueError:  # not an address at all
        return ""
    path, _, query = quote(url, safe="!#$%&'()*+,/:;=?@[]|~").partition("?")
    kept = [part for part in query.split("&") if part and not NOISE.match(part)]
    path = SESSION.sub("", SITE.sub(ORIGIN, path))
    return path + ("?" + "&".join(kept) if kept else "")
'''


def spider_text(recipe: Recipe, name: str) -> str:
    """The source of a spider; `name` is that of the file, without its ending."""
    parts = urlsplit(recipe.entry)
    bare = parts.netloc.removeprefix("www.")
    made = recipe.made
    brought = f"When it was made it had {made.covered} of {made.targets} with {made.downloads} downloads."
    domain = (parts.hostname or "").removeprefix("www.")
    code = _CODE.format(
        origin=literal(f"{parts.scheme}://{parts.netloc}"),
        site=literal(rf"https?://(www\.)?{re.escape(bare)}(?=/|$)"),
        name=_class_name(name),
        file=literal(name),
    )
    settings = _SETTINGS.format(
        starts=_list((recipe.entry, *recipe.starts), "START_URLS = ", ""), domains=f"[{literal(domain)}]"
    )
    head = _HEAD.format(file=re.sub(r"[^\w.-]", "_", name), made=brought if made.targets else "That is all.")
    return head + settings + "\n".join((_ABOUT_LEVELS, "LEVELS = {", *_levels(recipe), "}", code))


# -- levels -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Node:
    """A level that all patterns share which begin alike."""

    name: str
    level: Level | None = None
    wanted: bool = False
    below: dict[tuple[Step, Step | None], _Node] = field(default_factory=dict)

    def walk(self) -> Iterator[_Node]:
        yield self
        for node in self.below.values():
            yield from node.walk()


def _tree(recipe: Recipe) -> _Node:
    root = _Node("start")
    for number, pattern in enumerate(recipe.patterns, 1):
        node = root
        for depth, level in enumerate(pattern.levels, 1):
            node = node.below.setdefault((level.step, level.loop), _Node(f"{number}.{depth}", level, level.wanted))
        node.wanted = node.wanted or bool(pattern.levels)
    return root


def _levels(recipe: Recipe) -> Iterator[str]:
    for node in _tree(recipe).walk():
        yield f"    {literal(node.name)}: {{"
        level = node.level
        if level is not None:
            if level.pages:
                yield f"        # {level.useful} of {level.pages} pages were useful"
            yield from _step(level.step, "        ")
            if level.loop is not None:
                yield '        "more": {'
                yield from _step(level.loop, "            ")
                yield "        },"
        if node.wanted:
            yield '        "wanted": True,'
        if node.below:
            yield f'        "then": {_list([below.name for below in node.below.values()], " " * 16, "        ")},'
        yield "    },"


def _step(step: Step, indent: str) -> Iterator[str]:
    values = {"urls": step.urls, "places": tuple(dict.fromkeys(map(xpath, step.places))), "pages": step.pages}
    if not (step.urls and step.places):
        values["urls"] = values["places"] = ()
    for key, texts in values.items():
        if texts:
            yield f'{indent}"{key}": {_list(texts, f"{indent}{key!r}: ", indent)},'


def _list(texts: Sequence[str], before: str, indent: str) -> str:
    """A list as formatters write it: on one line if it fits there."""
    line = f"[{', '.join(map(literal, texts))}]"
    if len(before) + len(line) + 1 <= _WIDTH:
        return line
    return "\n".join(("[", *(f"{indent}    {literal(text)}," for text in texts), f"{indent}]"))


# -- words ------------------------------------------------------------------------------------------------------------


def literal(text: str) -> str:
    """The text as a Python literal, whatever is in it: raw where that is easier to read."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" in text and not text.endswith("\\"):
        return f'r"{text}"'
    plain = text.encode("unicode_escape").decode("ascii")
    if plain.count('"') > plain.count("'"):  # as formatters choose
        return "'" + plain.replace("'", "\\'") + "'"
    return '"' + plain.replace('"', '\\"') + '"'


def xpath(place: str) -> str:
    """A place of a recipe as XPath to the addresses of its links; `has-class` is Scrapy's own."""
    steps = [_STEP.fullmatch(step.replace(ANY_NAME, "")) for step in place.split("/")]
    named = [n for n, step in enumerate(steps) if step is not None and step[3]]
    numbered = [n for n, step in enumerate(steps) if step is not None and step[4]]
    start = min([*named[-_NAMED:][:1], *numbered], default=0)
    found = "/" if not start else "//"
    for n, step in enumerate(steps[start:], start):
        last = n == len(steps) - 1
        if step is not None and step[1] == "tbody" and not last:  # browsers put it in, Scrapy's parser does not
            found = found.rstrip("/") + "//"
            continue
        if step is not None and step[1] in _UNCLOSED and not step[4]:
            found = found.rstrip("/") + "//"
        found += _xpath_step(step, last=last) + ("" if last else "/")
    tag = steps[-1][1] if steps[-1] is not None else "a"
    return f"{found}/@{_SOURCES.get(tag, 'href')}"


def _xpath_step(step: re.Match[str] | None, *, last: bool) -> str:
    if step is None:  # no element that XPath could name
        return "*"
    tag, mark, name, number = step.groups()
    text = tag
    if name and "'" not in name:
        text += f"[@id='{name}']" if mark == "#" else f"[has-class('{name}')]"
    if number:  # counted among those that have links
        text += f"[@href][{number}]" if last else f"[.//@href][{number}]"
    return text


def _class_name(name: str) -> str:
    words = re.findall(r"[a-z0-9]+", name.lower())
    found = "".join(word.capitalize() for word in words if word != "spider") + "Spider"
    return found if found[0].isalpha() else f"Site{found}"
