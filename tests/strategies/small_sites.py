"""Sites in a few lines, and a crawl over them: what the strategy tests need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.strategies.prior import Prior
from hubwalk.values import Choice, Link, Page, Site, Verdict

BASE = "http://site.test"
Links = Mapping[str, Sequence[tuple[str, str]]]  # page -> (target, DOM path)


def items(names: Sequence[str], path: str) -> list[tuple[str, str]]:
    """Links of one list: the path's `*` becomes the position."""
    return [(name, path.replace("*", f"[{i}]" if i > 1 else "")) for i, name in enumerate(names, start=1)]


def crawl(
    links: Links,
    wanted: Callable[[str], bool],
    strategy: str,
    *,
    samples: Sequence[str] = (),
    seed: int = 0,
    stop: int = 10_000,
    prior: Prior | None = None,
) -> list[tuple[Choice, bool]]:
    """Crawl the site from "/" and the samples; the choices in order, with the verdicts."""
    site = SiteCrawl(
        Site(f"{BASE}/"),
        strategy,
        seed=seed,
        samples=[Page(url=BASE + name, requested=BASE + name, title=name) for name in samples],
        starts=[BASE + name for name in samples],
        prior=prior,
    )
    made: list[tuple[Choice, bool]] = []
    while len(made) < stop and (choice := site.choose()) is not None:
        name = choice.url.removeprefix(BASE)
        found = tuple(Link(BASE + target, target.strip("/"), path) for target, path in links.get(name, ()))
        page = Page(
            url=choice.url, requested=choice.url, links=found, digest=name, status=200 if name in links else 404
        )
        accepted = page.ok and wanted(name)
        site.observe(choice, page, Verdict(accepted))
        made.append((choice, accepted))
    return made


def names(made: Sequence[tuple[Choice, bool]]) -> list[str]:
    return [choice.url.removeprefix(BASE) for choice, _ in made]
