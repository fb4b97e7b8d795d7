"""The nouns of hubwalk. Frozen, slotted, standard library only: each arrow of the architecture figure is one."""

from __future__ import annotations

from dataclasses import dataclass, field

ON_LOAD = "load"  # Link.probes where nothing had to be done: the page leads there as soon as it is loaded


@dataclass(frozen=True, slots=True)
class Link:
    """A link as one page shows it."""

    target: str  # absolute canonical URL, see pages/urls.py
    anchor: str  # visible text, white space folded; an image's alt text where there is no other
    dom_path: str  # html/body/ul.products/li[3]/a: the navigational structure the method exploits, see pages/parse.py
    probes: str = ""  # what a browser had to do on the page to bring it up: "hover PATH > click PATH"; plain links: ""


@dataclass(frozen=True, slots=True)
class TextBox:
    """A run of text where a browser draws it, in pixels from the upper left corner of the document."""

    text: str  # white space folded
    x: float
    y: float
    width: float
    height: float
    dom_path: str = ""  # XPath of the element around the text
    bold: bool = False
    linked: bool = False  # it is part of a link


@dataclass(frozen=True, slots=True)
class Rendering:
    """What a browser found out about a page by running its scripts and probing it."""

    links: tuple[Link, ...]  # all links of the page, plain ones included, in document order; then those of later states
    boxes: tuple[TextBox, ...] = ()  # where the validator asks for them
    states: int = 1  # of the document that were seen, its first one included
    probes: int = 0  # elements that were clicked, pointed at or filled in
    requests: int = 0  # that the scripts caused and the network answered; the document itself is not one of them
    seconds: float = 0.0
    notes: tuple[str, ...] = ()  # what was answered, blocked or given up, each a line for a person


@dataclass(frozen=True, slots=True)
class Response:
    """What came back for a URL, before anybody reads it as HTML. No answer at all is an answer too: status 0."""

    requested: str
    url: str  # where the answer came from, after redirects
    status: int
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    error: str = (
        ""  # why there is no (usable) answer, in words for a person: "time-out after 30 s", "robots.txt forbids"
    )
    rendering: Rendering | None = field(default=None, repr=False)  # None: no browser has looked at it

    def header(self, name: str) -> str:
        """The first header of that name, in any case; "" if there is none."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), "")


@dataclass(frozen=True, slots=True)
class Page:
    """A fetched page. One that could not be had is a page without links; status and error say why."""

    url: str  # canonical URL of the answer: after redirects this is the page, not what was asked for
    requested: str  # canonical URL that was asked for
    status: int = 200
    html: str = ""
    title: str = ""
    links: tuple[Link, ...] = ()  # in document order
    canonical: str = ""  # <link rel=canonical>, absolute; a hint only, sites get it wrong
    digest: str = ""  # of the visible text; equal digests, equal text; "" if there is none
    sketch: tuple[int, ...] = ()  # of the visible text; alike where most of its entries agree, see pages/duplicates.py
    error: str = ""
    boxes: tuple[TextBox, ...] = field(default=(), repr=False)  # none where no browser was asked for them
    duplicate_of: str = ""  # URL of the page already fetched that shows the same; such a page never counts as accepted

    @property
    def ok(self) -> bool:
        """True if there is a document to look at."""
        return 200 <= self.status < 300 and not self.error


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a validator says of a page. Strategies may use nothing but `accepted`."""

    accepted: bool
    score: float = 0.0  # in [0, 1]; only the validator knows what it means
    reason: str = ""  # one line for a person
    judged: bool = True  # False: the validator broke on this page, and a mended one may say otherwise


@dataclass(frozen=True, slots=True)
class Revision:
    """A validator has learned and now judges otherwise of a page that it judged before."""

    url: str  # Page.url
    verdict: Verdict
    confirmed: bool = False  # accepted is as before, and the reason is news to the user: only the log takes it


@dataclass(frozen=True, slots=True)
class Choice:
    """A strategy's answer to "which URL next?", with the reason: nothing is decided in secret."""

    url: str
    rule: str  # start, sample, breadth, harvest, walk ...: the word `hubwalk explain` prints
    hub: str = ""  # page whose link is followed; "" for start pages
    dom_path: str = ""  # of the followed link, or of the harvested subtree
    anchor: str = ""
    score: float = 0.0
    why: str = ""  # what spoke for it, one line for a person; "" where the rule says it all
    probes: str = ""  # what a browser had to do on the hub to bring up the link, see Link.probes


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a strategy expects of a site beyond what it has fetched."""

    near: float  # expected number of authorities among the pages that are known and not fetched
    variance: float  # of that number
    beyond: float  # expected number of authorities that nothing links to yet, behind those pages


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many authorities a site has in all, at some moment of its crawl."""

    found: int
    expected: float  # found and not found
    low: float  # of the 90 % interval; never below `found`
    high: float

    @property
    def recall(self) -> float:
        """Share of the expected that is found; 1 where nothing is expected."""
        return self.found / self.expected if self.expected else 1.0


@dataclass(frozen=True, slots=True)
class Site:
    """One site to crawl: where to start and where the borders are."""

    url: str  # entry page, canonical
    scope: str = "host"  # host | prefix | domain, see pages/scope.py


@dataclass(frozen=True, slots=True)
class Observation:
    """One fetch as the crawl log holds it: what was asked for and why, what came back, what the validator said."""

    site: str  # Site.url
    choice: Choice
    page: Page  # as the strategy saw it: links in scope only
    verdict: Verdict
    depth: int = 0  # clicks from a start page along the hubs that led here
    fetched_at: float = 0.0  # Unix time
    seconds: float = 0.0  # from request to answer
    requests: int = 1  # what it cost: retries count, redirects and robots.txt do not
    response: Response | None = field(default=None, repr=False)  # raw answer; None when read back without bodies
    first: Verdict | None = None  # what was said first, where that was revised and `verdict` is what stands


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One line of a search engine's answer."""

    url: str  # as the engine gives it: not canonical, not checked
    title: str = ""
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What a search engine says to a query."""

    query: str
    hits: int  # how many pages the engine says there are, an estimate with most; -1: it does not say
    results: tuple[SearchResult, ...] = ()  # the best first


@dataclass(frozen=True, slots=True)
class SiteChoice:
    """An external crawler's answer to "which site next?", with the reason."""

    site: str  # its home page, canonical: what names the site everywhere
    rule: str  # start, link, directory, query, similar ...: the word `hubwalk explain` prints
    rank: float = 0.0  # higher first; only the crawler that ranked it knows what it means
    sources: tuple[str, ...] = ()  # how it was found, each a line for a person: "link from http://a.example/"


@dataclass(frozen=True, slots=True)
class SiteVerdict:
    """What an internal crawler says of a site."""

    relevant: bool
    confidence: float  # in [0, 1] that it is one of the wanted sites
    pages: int = 0  # fetched for it
    reason: str = ""  # one line for a person: why it is relevant or not, and why the crawl of it ended
    decisive: tuple[tuple[str, float], ...] = ()  # pages that decided with their confidence, the most decisive first
    settled: bool = True  # False: it ended (no more pages, the page cap) before it was sure


@dataclass(frozen=True, slots=True)
class SiteReport:
    """A site whose internal crawl is over, as the external crawler is told of it."""

    site: str  # SiteChoice.site
    verdict: SiteVerdict
    links: tuple[tuple[str, tuple[float, ...]], ...] = ()  # other site -> confidences of the pages that link there
