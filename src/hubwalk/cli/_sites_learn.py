"""The page classifier of a crawl for sites: out of a file, out of the log, or learned from the example sites."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.cli._kept_files import kept_file
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.cli._sites_talk import SitesTalk
    from hubwalk.cli._sites_task import RememberedPages, SiteTask
    from hubwalk.site_search import SiteSearch
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.values import Page
    from hubwalk.websites.page_classifier import PageClassifier

_LEARNED = "classifier learned from the example sites"  # among the samples of the log


def classifier_of(task: SiteTask, fetch: RememberedPages, others: Sequence[str]) -> tuple[PageClassifier, list[str]]:
    """The classifier, and the example sites that are down. `others` are sites of which nothing is known."""
    from hubwalk.websites.training import check_useful, forget_pages, train_classifier
    from hubwalk.websites.training_notices import check_contradictions

    search, log, talk = task.search, task.log, task.talk
    content = kept_file("classifier", search.classifier, log)
    if content is not None:
        return _loaded(content, search.classifier), []
    if _LEARNED in (stored := dict(log.samples())):
        return _loaded(stored[_LEARNED].body, str(log.path)), []
    wanted, unwanted, down = _examples(search, fetch, talk)
    check_contradictions(list(wanted.values()), list(unwanted.values()))
    background = [] if unwanted else _background(wanted, others, search, fetch, talk)

    with talk.step("learning from the example sites"):
        classifier = train_classifier(
            list(wanted.values()), list(unwanted.values()), background=background, seed=task.job.seed
        )
    forget_pages()
    check_useful(classifier)
    for notice in classifier.origin.notices:
        talk.notice(notice)
    _keep(classifier, log)
    return classifier, down


def read_classifier(path: str) -> PageClassifier:
    """The classifier in a file; UsageError if it is none."""
    from hubwalk.websites.classifier_file import load_classifier

    return load_classifier(Path(path))


def _examples(
    search: SiteSearch, fetch: RememberedPages, talk: SitesTalk
) -> tuple[dict[str, list[Page]], dict[str, list[Page]], list[str]]:
    """The first pages of wanted sites and of others, and the sites that have none."""
    from hubwalk.websites.first_pages import first_pages_of

    homes = [*search.like_sites, *search.unlike_sites]
    with talk.step(f"reading {len(homes)} example site{'s' if len(homes) > 1 else ''}") as counted:
        read = {site.home: site for site in first_pages_of(homes, fetch, search.names, on_page=lambda *_: counted())}
    down = [home for home in homes if not read[home].pages]
    wanted, unwanted = (
        {home: read[home].pages for home in sites if home not in down}
        for sites in (search.like_sites, search.unlike_sites)
    )
    why = {home: read[home].problem or "it has no page" for home in down}
    if not wanted:
        first = search.like_sites[0]
        others = len(search.like_sites) - 1
        more = (f", nor any of {others} others" if others > 1 else ", nor the other one") if others else ""
        raise UsageError(f"example site {first} cannot be read: {why[first]}{more}; give another --like-site")
    for home in down:
        talk.notice(f"example site {home} cannot be read: {why[home]}")
    return wanted, unwanted, down


def _background(
    wanted: dict[str, list[Page]], others: Sequence[str], search: SiteSearch, fetch: RememberedPages, talk: SitesTalk
) -> list[list[Page]]:
    """First pages of sites that the examples lead to, and of further ones."""
    from hubwalk.websites.example_sites import BACKGROUND_PAGES, linked_sites
    from hubwalk.websites.first_pages import first_pages_of

    homes = linked_sites(wanted, search.names, more=others)
    if not homes:
        return []
    with talk.step(f"reading {len(homes)} sites to compare with") as counted:
        sites = first_pages_of(homes, fetch, search.names, limit=BACKGROUND_PAGES, on_page=lambda *_: counted())
    return [site.pages for site in sites if site.pages]


def _keep(classifier: PageClassifier, log: SqliteCrawlLog) -> None:
    from hubwalk.values import Response
    from hubwalk.websites.classifier_file import save_classifier

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sites.classifier"
        save_classifier(path, classifier)
        log.add_sample(_LEARNED, Response(_LEARNED, _LEARNED, 200, path.read_bytes()))


def _loaded(content: bytes, name: str) -> PageClassifier:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(name).name
        path.write_bytes(content)
        return read_classifier(str(path))
