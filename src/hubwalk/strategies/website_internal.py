"""What is this site? The internal crawler: few pages, those first that decide, for or against."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hubwalk.pages.site_names import SiteNames
from hubwalk.ranking.site_confidence import RunningPrior
from hubwalk.values import Choice, Page, SiteChoice, SiteVerdict

P_THRESHOLD = 0.9  # section 5.2: the most accurate setting of four topics in six
L_THRESHOLD = 10.0
MOST_PAGES = 25  # as many as the classifier sees of a training site


class DecisivePages:
    """The internal crawler of one site."""

    def __init__(
        self,
        site: str,
        names: SiteNames,
        error: float,
        prior: Callable[[], float] = lambda: 0.5,
        *,
        p_threshold: float = P_THRESHOLD,
        l_threshold: float = L_THRESHOLD,
        most_pages: int = MOST_PAGES,
    ) -> None:
        raise NotImplementedError

    def choose(self) -> Choice | None:
        raise NotImplementedError

    def observe(self, page: Page, confidences: Sequence[float]) -> None:
        raise NotImplementedError

    def verdict(self) -> SiteVerdict:
        raise NotImplementedError


def internal_crawlers(
    names: SiteNames,
    error: float,
    prior: RunningPrior,
    *,
    p_threshold: float = P_THRESHOLD,
    l_threshold: float = L_THRESHOLD,
    most_pages: int = MOST_PAGES,
) -> Callable[[SiteChoice], DecisivePages]:
    """What a WebsiteCrawl makes its internal crawlers with; hand it the same `prior`. `error` is the page
    classifier's. `l_threshold` 0: stop as soon as the site is classified."""

    def make(choice: SiteChoice) -> DecisivePages:
        return DecisivePages(
            choice.site, names, error, lambda: prior.share,
            p_threshold=p_threshold, l_threshold=l_threshold, most_pages=most_pages,
        )  # fmt: skip

    return make
