"""The headless browser of `find` and `resume`: is there one, what it reads before the crawl, what it did in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from hubwalk.cli._text import printable, quoted

if TYPE_CHECKING:
    from hubwalk.cli._progress import Talk
    from hubwalk.config import Job
    from hubwalk.drivers.progress import SiteProgress
    from hubwalk.drivers.rendering import MakeLooker
    from hubwalk.ports import Validator
    from hubwalk.samples import Fetch, Sample
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.renderings import BrowserTotals

_MOST_READ, _LEAST_READ = 300, 20  # pages that the hint on scripts is drawn from: in all, and of each site
_WORDS = 8  # for search boxes
_HOSTS = 5  # that are named; --json has them all


def check_browser(job: Job, talk: Talk) -> None:
    """UsageError, with the command that gets a browser, if the job needs one and none is there; a notice if it has
    settings of a browser and none is to be used."""
    from hubwalk.config import HTTP, Job

    if job.browser != HTTP:
        from hubwalk.browsing.installed import find_browser

        find_browser()
        return
    given = {"--allow-host": bool(job.allow_hosts), "--probe-time": job.probe_time != Job(()).probe_time}
    idle = " and ".join(name for name, is_given in given.items() if is_given)
    if idle:
        talk.notice(f"{idle} without effect: no browser is used; give --browser auto, or leave it out")


def script_hint(job: Job, log: SqliteCrawlLog, sites: Sequence[SiteProgress]) -> str:
    """One line if plain HTTP has probably missed what scripts build on some of the sites; "" if not."""
    from hubwalk.config import HTTP
    from hubwalk.drivers.progress import DONE, STOPPED
    from hubwalk.pages.hollow import hollow_pages

    ended = [site.site for site in sites if site.state in (DONE, STOPPED)]
    if job.browser != HTTP or job.recipe or not ended:
        return ""
    told = []
    for site in ended:
        some = log.observations(bodies=True, site=site)
        seen = list(islice(some, max(_LEAST_READ, _MOST_READ // len(ended))))
        wanted = {one.page.url for one in seen if one.verdict.accepted}
        found = hollow_pages((one.page for one in seen if one.page.ok and not one.page.duplicate_of), wanted)
        if found.built_by_scripts:
            told.append(f"{site} ({found.hollow} of {found.pages} pages run scripts and have next to no links)")
    if not told:
        return ""
    more = f" and {len(told) - 1} more" if told[1:] else ""
    verb = "seem" if told[1:] else "seems"
    command = f"hubwalk resume {quoted(log.path)} --browser auto"
    return f"{told[0]}{more} {verb} to be built by scripts: `{command}` may find more"


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
    from hubwalk.discovery.tokens import get_tokens, keyword_tokens
    from hubwalk.pages.languages import languages_of, stop_words
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
