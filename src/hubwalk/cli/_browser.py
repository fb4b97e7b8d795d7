"""The headless browser of `find` and `resume`: is there one, what it reads before the crawl, what it did in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hubwalk.cli._text import printable

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.drivers.progress import SiteProgress
    from hubwalk.drivers.rendering import MakeLooker
    from hubwalk.ports import Validator
    from hubwalk.samples import Fetch, Sample
    from hubwalk.store.renderings import BrowserTotals

_WORDS = 8  # for search boxes
_HOSTS = 5  # that are named; --json has them all


def check_browser(job: Job) -> None:
    """UsageError, with the command that gets a browser, if the job needs one and none is there."""
    from hubwalk.config import HTTP

    if job.browser != HTTP:
        from hubwalk.browsing.installed import find_browser

        find_browser()


@contextmanager
def reading(job: Job) -> Iterator[Fetch]:
    """What samples are fetched with: as the crawl sees pages of their kind, so that validators compare like with
    like."""
    from hubwalk.config import HTTP

    if job.browser == HTTP:
        from hubwalk.browsing.http import HttpBrowser

        yield HttpBrowser(job).fetch_all
        return
    from hubwalk.browsing.headless import HeadlessBrowser

    with HeadlessBrowser(job) as browser:
        yield browser.fetch_all


def looker_of(job: Job, samples: Sequence[Sample], validator: Validator) -> MakeLooker | None:
    """What launches the crawl's browser; None if the job has none."""
    from hubwalk.config import HTTP
    from hubwalk.drivers.rendering import make_looker
    from hubwalk.validators import wants_boxes

    if job.browser == HTTP:
        return None
    return make_looker(job, search_words(job, samples), want_boxes=wants_boxes(validator))


def search_words(job: Job, samples: Sequence[Sample]) -> list[str]:
    """What search boxes are filled with: the words that tell the wanted kind of page, or the user's own."""
    from hubwalk.discovery.languages import languages_of, stop_words
    from hubwalk.discovery.tokens import get_tokens, keyword_tokens
    from hubwalk.pages.words import own_text

    if own := keyword_tokens(job.keywords):
        return [token.text for token in own][:_WORDS]
    texts = [own_text(sample.page.html) for sample in samples]
    dropped = frozenset().union(*map(stop_words, languages_of(texts))) if texts else frozenset()
    return [token.text for token in get_tokens(texts, dropped, most=_WORDS)] if texts else []


def browser_lines(sites: Sequence[SiteProgress]) -> list[str]:
    """What the browser did, for a person; nothing where there was none."""
    from hubwalk.store.renderings import together

    totals = [site.browser for site in sites if site.browser is not None]
    return in_words(together(totals), sum(site.fetched for site in sites)) if totals else []


def in_words(total: BrowserTotals, fetched: int) -> list[str]:
    """Of how many pages, what that gained, and what was refused with the way out."""
    again = f", {total.again} of them later" if total.again else ""
    text = f"; the text of {total.changed} pages is only there" if total.changed else ""
    lines = [
        f"browser: looked at {total.looked} of {fetched} pages{again}, in {total.seconds:.0f} s and {total.requests} "
        f"requests besides; {total.paid} looks gained {total.gained} links{text}"
    ]
    hosts = list(total.plain()["refused_hosts"])
    if hosts:
        named = printable(", ".join(hosts[:_HOSTS])) + (f" and {len(hosts) - _HOSTS} more" if hosts[_HOSTS:] else "")
        lines.append(f"browser: pages wanted something from {named}; --allow-host {printable(hosts[0])} lets them")
    if total.blocked:
        lines.append(f"browser: {total.blocked} requests that might change something on a server were blocked")
    return lines
