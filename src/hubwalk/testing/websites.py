"""What every crawler for sites must keep to: the external ones choose sites, the internal ones look at one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hubwalk.pages.site_names import SiteNames
from hubwalk.ports import ExternalCrawler, InternalCrawler
from hubwalk.values import Link, Page, SiteChoice, SiteReport, SiteVerdict

_NAMES = SiteNames()
_SITES = tuple(f"http://s{i}.test/" for i in range(12))
_HOME = "http://site.test/"
_MOST = 1_000  # pages: whoever asks for more of one site does not stop

MakeExternal = Callable[[Sequence[SiteChoice], SiteNames], ExternalCrawler]
MakeInternal = Callable[[str, SiteNames], InternalCrawler]


def check_external_crawler(make: MakeExternal) -> None:
    """AssertionError if what `make(sites, names)` builds breaks the contract of `ports.ExternalCrawler`. The sites are
    those to begin with."""
    assert make([], _NAMES).choose() is None, "chose a site though none is known"
    first, second = (_choose_all(make(_given(), _NAMES), in_flight=1) for _ in range(2))
    assert first == second, "same sites and same reports, but other choices"
    assert {choice.site for choice in first} >= set(_SITES[:4]), "a site to begin with was never chosen"
    assert all(choice.sources for choice in first), "a site does not say how it was found"
    _choose_all(make(_given(), _NAMES), in_flight=5)
    resumed = make(_given(), _NAMES)
    resumed.observe(_report("https://www.s1.test/"))
    resumed.observe(_report("http://never-heard-of.test/"))
    again = {_NAMES.key(choice.site) for choice in _choose_all(resumed, in_flight=1)}
    assert not again & {"s1.test", "never-heard-of.test"}, "chose a site that a resumed log had reported"


def _given() -> list[SiteChoice]:
    spelled = [*_SITES[:4], "https://www.s0.test/"]
    return [SiteChoice(site, "start", 1.0, ("given",)) for site in spelled]


def _report(site: str) -> SiteReport:
    """Links to the next sites, in several spellings."""
    digits = "".join(filter(str.isdigit, site))
    near = [_SITES[(int(digits or 0) + step) % len(_SITES)] for step in (1, 2, 5)]
    links = ((near[0], (0.9, 0.5)), (near[1].replace("//", "//www."), (0.2,)), (near[2], ()), (site, (0.5,)))
    return SiteReport(site, SiteVerdict(True, 0.6, 3), links)


def _choose_all(crawler: ExternalCrawler, in_flight: int) -> list[SiteChoice]:
    chosen: list[SiteChoice] = []
    waiting: list[SiteChoice] = []
    while True:
        while len(waiting) < in_flight and (choice := crawler.choose()) is not None:
            assert choice.rule, f"{choice.site} was chosen without a rule"
            waiting.append(choice)
            chosen.append(choice)
        if not waiting:
            break
        crawler.observe(_report(waiting.pop(0).site))
    keys = [_NAMES.key(choice.site) for choice in chosen]
    assert len(keys) == len(set(keys)), "chose a site twice"
    return chosen


def check_internal_crawler(make: MakeInternal) -> None:
    """AssertionError if what `make(site, names)` builds breaks the contract of `ports.InternalCrawler`."""
    kinds: dict[str, tuple[float, ...]] = {
        "a wanted site": (0.99, 0.01),
        "another site": (0.01, 0.99),
        "a site that says nothing": (0.5, 0.5),
        "pages that nobody could read": (),
    }
    for title, told in kinds.items():
        first, second = (_Run(make, title, _pages(), told) for _ in range(2))
        assert first.asked == second.asked, f"{title}: same pages, but other choices"
        assert first.verdict == second.verdict, f"{title}: same pages, but another verdict"
        wanted = title == "a wanted site"
        assert first.verdict.relevant == wanted, f"{title}: {'not relevant' if wanted else 'is relevant'}"
    for title, pages in [("a dead home page", {}), ("a home page that leads elsewhere", _moved())]:
        run = _Run(make, title, pages, (0.99, 0.01))
        assert run.asked == [_HOME], f"{title}: asked for {run.asked}"
        assert not run.verdict.relevant, f"{title}: is relevant"
    _Run(make, "a trap", _Trap(), (0.5, 0.5))


def _page(url: str, links: Sequence[str], requested: str = "") -> Page:
    return Page(url, requested or url, links=tuple(Link(to, "more", "html/body/a") for to in links), digest=url)


def _pages() -> dict[str, Page]:
    """A site of nine pages, one of them gone, with links to other sites and to itself under other names."""
    own = [f"{_HOME}{i}" for i in range(9)]
    links = [*own, "http://www.site.test/1", "https://site.test/", "http://other.test/", f"{_HOME}file.pdf"]
    return {url: _page(url, links) for url in [_HOME, *own[:-1]]}


def _moved() -> dict[str, Page]:
    return {_HOME: _page("http://elsewhere.test/", [f"{_HOME}1"], _HOME)}


class _Trap(dict[str, Page]):
    """Every page links to two new ones."""

    def get(self, url: str, default: object = None) -> Page:  # noqa: ARG002
        return _page(url, [f"{url}a", f"{url}b"])


class _Run:
    """One internal crawl to its end."""

    def __init__(self, make: MakeInternal, title: str, pages: Mapping[str, Page], told: Sequence[float]) -> None:
        crawler = make(_HOME, _NAMES)
        self.asked: list[str] = []
        _check_verdict(crawler.verdict(), 0, title)
        while (choice := crawler.choose()) is not None:
            assert self.asked or choice.url == _HOME, f"{title}: {choice.url} came before the home page"
            assert choice.url not in self.asked, f"{title}: chose {choice.url} twice"
            assert _NAMES.is_own(_HOME, choice.url), f"{title}: chose {choice.url}, a page of another site"
            assert len(self.asked) < _MOST, f"{title}: {_MOST} pages, and no end"
            self.asked.append(choice.url)
            page = pages.get(choice.url) or Page(choice.url, choice.url, 404, error="status 404")
            crawler.observe(page, told if page.ok else ())
            _check_verdict(crawler.verdict(), len(self.asked), title)
        assert self.asked, f"{title}: not even the home page was asked for"
        self.verdict = crawler.verdict()


def _check_verdict(verdict: SiteVerdict, pages: int, title: str) -> None:
    assert 0 <= verdict.confidence <= 1, f"{title}: confidence {verdict.confidence}"
    assert verdict.pages == pages, f"{title}: {pages} pages were fetched, and the verdict says {verdict.pages}"
    assert verdict.reason, f"{title}: a verdict without a reason"
    assert pages or not verdict.relevant, f"{title}: relevant before any page"
