"""Sites of HTML in a few lines, and a crawl over them: for strategies that read more than links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.pages.parse import parse
from hubwalk.values import Choice, Page, Site, Verdict

BASE = "http://site.test"


def page(name: str, body: str) -> Page:
    return parse(f"<body>{body}</body>", BASE + name)


def crawl(
    site: Mapping[str, str],
    wanted: Callable[[str], bool],
    strategy: str,
    *,
    samples: Sequence[str] = (),
    context: Sequence[Sequence[Page]] = (),
) -> list[Choice]:
    """Crawl the site from "/" and the samples; all choices but the start pages."""
    pages = {BASE + name: page(name, body) for name, body in site.items()}
    crawl = SiteCrawl(
        Site(f"{BASE}/"),
        strategy,
        samples=[pages[BASE + name] for name in samples],
        starts=[BASE + name for name in samples],
        context=context,
    )
    made = []
    while (choice := crawl.choose()) is not None:
        found = crawl.admit(pages.get(choice.url) or Page(choice.url, choice.url, status=404, error="status 404"))
        accepted = found.ok and not found.duplicate_of and wanted(found.url.removeprefix(BASE))
        crawl.observe(choice, found, Verdict(accepted))
        made.append(choice)
    return [choice for choice in made if choice.rule not in {"start", "sample"}]


def names(made: Sequence[Choice]) -> list[str]:
    return [choice.url.removeprefix(BASE) for choice in made]
