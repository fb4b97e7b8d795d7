"""Two ways to make a crawler out of one sample page, and the crawls by what they make.

The published one: Vidal, da Silva, de Moura, Cavalcanti (2006), section 4: a breadth-first map of the site, its
navigation pattern (Fig. 3 to 8), and a crawl by it that begins anew at the entry page (Fig. 9). What lies on the last
level is the result; nobody looks at it again.

Beyond it: a crawl by any strategy, a recipe learned of it, and a crawl by the recipe. Here, too, the result is what
lies on the last level of a pattern.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hubwalk.drivers.judging import judge
from hubwalk.drivers.replay import ParsedPages, replay
from hubwalk.drivers.site_crawl import SiteCrawl, foregone
from hubwalk.errors import UsageError
from hubwalk.ports import Validator
from hubwalk.recipes.following import follow
from hubwalk.recipes.learning import learn
from hubwalk.recipes.navigation_pattern import NavigationPattern
from hubwalk.recipes.recipe import Recipe
from hubwalk.strategies.structure_driven import StructureDriven
from hubwalk.values import Choice, Page, Site, Verdict

MOST_PAGES = 10_000  # of a crawl, as with `hubwalk run`; some sites have no end


@dataclass(frozen=True, slots=True)
class Seen:
    """A page that a crawl has fetched, by the address that was asked for and its own."""

    requested: str
    url: str


@dataclass(frozen=True, slots=True)
class Generated:
    """What learning has made, and what it has seen for that."""

    crawler: NavigationPattern | Recipe | None  # None: nothing accepted that links lead to
    downloads: int
    accepted: tuple[Seen, ...]
    refused: tuple[Seen, ...]

    @property
    def ways(self) -> int:
        """Patterns of the crawler."""
        if isinstance(self.crawler, Recipe):
            return len(self.crawler.patterns)
        return int(self.crawler is not None)


@dataclass(frozen=True, slots=True)
class Crawled:
    """What a generated crawler has brought."""

    downloads: int
    result: tuple[Seen, ...] = ()  # on the last level; failures and pages that show the same as another left out


def map_site(site: Site, pages: ParsedPages, validator: Validator, sample: Page, mapping: int) -> Generated:
    """Sections 4.2 and 4.3: map the site, `mapping` pages of it at most, and make the navigation pattern."""
    crawl = SiteCrawl(site, f"structure_driven:mapping={mapping}", samples=[sample])
    strategy = crawl.strategy
    assert isinstance(strategy, StructureDriven)
    fetched: list[tuple[Seen, bool]] = []
    while (choice := crawl.choose()) is not None and strategy.pattern is None:
        page = crawl.admit(pages.read(choice.url))
        verdict = foregone(page, {sample.url}) or judge(validator, page).verdict
        crawl.observe(choice, page, verdict)
        fetched.append((Seen(page.requested, page.url), verdict.accepted))
    return Generated(strategy.pattern, len(fetched), *_parted(fetched))


def learn_recipe(
    site: Site, pages: ParsedPages, validator: Validator, sample: Page, *, strategy: str, max_pages: int
) -> Generated:
    """Crawl, from the entry page and the sample, and learn."""
    fetched: list[Page] = []

    def keep(_choice: Choice, page: Page, _verdict: Verdict) -> None:
        fetched.append(replace(page, html=""))

    run = replay(
        site, pages, validator, strategy, samples=[sample], starts=[sample.url], max_pages=max_pages, on_fetch=keep
    )
    accepted = {made.url for made in run.downloads if made.accepted}
    try:
        recipe = learn(fetched, accepted, site.url, starts=[sample.url])
    except UsageError:  # nothing to learn from
        recipe = None
    seen = [(Seen(made.requested, made.url), made.accepted) for made in run.downloads]
    return Generated(recipe, len(run.downloads), *_parted(seen))


def _parted(fetched: Sequence[tuple[Seen, bool]]) -> tuple[tuple[Seen, ...], tuple[Seen, ...]]:
    return tuple(one for one, good in fetched if good), tuple(one for one, good in fetched if not good)


def crawl_by(crawler: NavigationPattern | Recipe | None, site: Site, pages: ParsedPages) -> Crawled:
    """Run what was generated, from the entry page on."""
    if isinstance(crawler, Recipe):
        return _by_recipe(crawler, site, pages)
    return _by_pattern(crawler, site, pages) if crawler is not None else Crawled(0)


def _by_pattern(pattern: NavigationPattern, site: Site, pages: ParsedPages) -> Crawled:
    """Fig. 9. A page on several levels is downloaded once."""
    crawl = SiteCrawl(site, "breadth_first")
    queue: deque[tuple[str, int]] = deque([(site.url, 0)])
    asked: set[tuple[str, int]] = set(queue)
    known: dict[str, Page] = {}
    result: dict[Seen, None] = {}
    while queue and len(known) < MOST_PAGES:
        url, level = queue.popleft()
        if url not in known:
            known[url] = _fetched(crawl, pages, url, last=level == len(pattern.levels))
        page = known[url]
        if level == len(pattern.levels):
            if page.ok and not page.duplicate_of:
                result[Seen(page.requested, page.url)] = None
            continue
        for link in page.links:
            step = (link.target, level + 1)
            if step not in asked and pattern.levels[level].matches(link.target):
                asked.add(step)
                queue.append(step)
    return Crawled(len(known), tuple(result))


def _by_recipe(recipe: Recipe, site: Site, pages: ParsedPages) -> Crawled:
    crawl = SiteCrawl(site, "breadth_first")
    following = follow(recipe)
    fetched: list[Page] = []
    while len(fetched) < MOST_PAGES and (chosen := following.choose()) is not None:
        page = _fetched(crawl, pages, chosen.link.target, last=following.wants(chosen.link.target))
        following.observe(page, accepted=page.ok and not page.duplicate_of and following.wants(page.requested))
        fetched.append(page)
    good = [page for page in fetched if page.ok and not page.duplicate_of]
    wanted = [page for page in good if following.wants(page.requested) or following.wants(page.url)]
    return Crawled(len(fetched), tuple(Seen(page.requested, page.url) for page in wanted))


def _fetched(crawl: SiteCrawl, pages: ParsedPages, url: str, *, last: bool) -> Page:
    """A page under the rules of a crawl: links in scope, and what shows the same as a page of the last level marked."""
    page = crawl.admit(pages.read(url))
    crawl.observe(Choice(url, rule="pattern"), page, Verdict(last and page.ok and not page.duplicate_of))
    return page
