"""The sites that strategies are tried on: those of the demo web, and recorded real ones.

A site is named by a small value that travels to the worker process, and is opened there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hubwalk.browsing.recorded import open_recorded
from hubwalk.demo.recorded import RecordedDemo
from hubwalk.demo.site import DemoSite
from hubwalk.demo.web import make_domain
from hubwalk.demo.web.generated import GeneratedSite
from hubwalk.drivers.replay import ParsedPages
from hubwalk.errors import UsageError, unknown_name
from hubwalk.evaluation import paper_figures as paper
from hubwalk.evaluation.manifest import Record, read_records
from hubwalk.evaluation.suite import Suite
from hubwalk.pages.parse import read
from hubwalk.pages.urls import join
from hubwalk.ports import Browser, Validator
from hubwalk.validators import VALIDATORS, make_validator
from hubwalk.validators.expression import parse
from hubwalk.values import Page, Site

LIST = 5  # targets


@dataclass(frozen=True, slots=True)
class SubjectSpec:
    """A site by name, with all that determines what it shows."""

    domain: str
    name: str
    identity: tuple[object, ...]  # whatever else determines its pages
    existing: int  # targets
    pages: int  # without those that it makes up on demand
    mute: bool = False  # its lists link by pictures, without a word
    validator: str = ""  # that fits its domain; "" if none does
    paper: str = ""  # the site of the papers that it stands for
    file: str = ""  # of a recorded site
    task: str = ""

    @property
    def key(self) -> str:
        return f"{self.domain}/{self.name}"

    @property
    def recorded(self) -> bool:
        return bool(self.file)


@dataclass(frozen=True)
class Subject:
    """A site, opened."""

    browser: Browser
    target_of: Callable[[str], str]  # the target that a URL shows, "" if it shows none
    existing: int
    site: Site
    starts: tuple[str, ...]
    sure_starts: tuple[str, ...]  # those that the oracle accepts, or samples
    samples: tuple[Page, ...]
    urls: Callable[[], Collection[str]]  # the site's pages, without those that it makes up on demand
    unlike: tuple[Page, ...] = field(default=(), repr=False)  # pages that look like targets and are none

    def make_validator(self, name: str) -> Validator:
        return make_validator([name], self.samples, unlike=self.unlike)


# -- which sites ------------------------------------------------------------------------------------------------------


def subjects_of(suite: Suite, recorded: Path | None) -> list[SubjectSpec]:
    """All sites of a suite, those of the demo web first."""
    for name in (suite.validators.tabular, suite.validators.text):
        parse(name, VALIDATORS)
    specs = _demo_subjects(suite)
    if suite.sites:
        known = [spec.name for spec in specs]
        for name in suite.sites:
            if name not in known:
                raise unknown_name("site of the demo web", name, known)
        specs = [spec for spec in specs if spec.name in suite.sites]
    return specs + (_recorded_subjects(recorded) if recorded is not None else [])


def _demo_subjects(suite: Suite) -> list[SubjectSpec]:
    specs = []
    for name in suite.domains:
        domain = make_domain(name, scale=suite.scale, seed=suite.demo_seed)
        validator = suite.validators.tabular if domain.tabular else suite.validators.text
        figure = paper.DOMAINS[name].sites if name in paper.DOMAINS else ()
        for place, site in enumerate(domain.sites):  # in the order of the papers' figures
            specs.append(
                SubjectSpec(
                    domain=name,
                    name=site.name,
                    identity=("demo", name, site.name, suite.scale, suite.demo_seed),
                    existing=site.target_count,
                    pages=site.page_count,
                    mute=isinstance(site, GeneratedSite) and site.style.anchors == "mute",
                    validator=validator,
                    paper=figure[place].name if place < len(figure) else "",
                )
            )
    return specs


def _recorded_subjects(folder: Path) -> list[SubjectSpec]:
    records = read_records(folder, "--recorded")
    try:
        return [
            SubjectSpec(
                domain=name,
                name=task,
                identity=("recorded", digest_of(folder / record["file"]), task),
                existing=_needed(folder, f"site '{name}', task '{task}'", about, "targets_total"),
                pages=_needed(folder, f"site '{name}'", record, "pages"),
                file=str(folder / record["file"]),
                task=task,
            )
            for name, record in records.items()
            for task, about in record["tasks"].items()
        ]
    except OSError as error:
        raise UsageError(f"--recorded {folder}: cannot read {error.filename} ({error.strerror})") from None


def _needed(folder: Path, where: str, record: Record, key: str) -> int:
    if key not in record:
        raise UsageError(f"--recorded {folder}: manifest.json: {where}: `{key}` is missing: expected a whole number")
    return int(record[key])


def digest_of(file: Path) -> str:
    """Of a recorded site's file: what it shows."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:20]


# -- opening ----------------------------------------------------------------------------------------------------------


def open_subject(spec: SubjectSpec, suite: Suite, starts: Sequence[str]) -> Subject:
    """The site, ready to be walked from `starts`; without these, from samples of its own."""
    return _open_recorded(spec, suite) if spec.recorded else _open_demo(spec, suite, starts)


def _open_demo(spec: SubjectSpec, suite: Suite, starts: Sequence[str]) -> Subject:
    domain = make_domain(spec.domain, scale=suite.scale, seed=suite.demo_seed)
    site = next(site for site in domain.sites if site.name == spec.name)
    recorded = demo_browser(site)
    entry = recorded.entry
    # Without the home page: the crawl begins where the queries led, as in the papers.
    own = tuple(join(entry, path) for path in site.samples(suite.starts))
    starts = tuple(starts) or own

    def target_of(url: str) -> str:
        return site.target_of(url[len(entry) - 1 :]) if url.startswith(entry) else ""

    return Subject(
        browser=recorded,
        target_of=target_of,
        existing=site.target_count,
        site=Site(starts[0]),
        starts=starts,
        sure_starts=tuple(filter(target_of, starts)) or own,
        samples=tuple(read_demo(domain.samples(suite.samples))),
        unlike=tuple(read_demo(domain.near_misses(suite.samples))),
        urls=recorded.urls,
    )


def demo_browser(site: DemoSite) -> RecordedDemo:
    """A demo site under an address of its own."""
    return RecordedDemo(site, f"http://{site.name}.test/")


def read_demo(pages: Iterable[tuple[DemoSite, str]]) -> list[Page]:
    """Pages of the demo web, parsed."""
    found = []
    for site, path in pages:
        browser = demo_browser(site)
        found.append(read(browser.fetch(join(browser.entry, path))))
    return found


def _open_recorded(spec: SubjectSpec, suite: Suite) -> Subject:
    recorded = open_recorded(Path(spec.file), task=spec.task)
    starts = tuple(recorded.samples[: suite.recorded.samples])
    return Subject(
        browser=recorded,
        target_of=lambda url: url if url in recorded.targets else "",
        existing=len(recorded.targets),
        site=Site(recorded.entry),
        starts=starts,
        sure_starts=starts,
        samples=tuple(read(recorded.fetch(url)) for url in starts),
        urls=recorded.urls,
    )


# -- looking around ---------------------------------------------------------------------------------------------------


def survey(subject: Subject, pages: ParsedPages) -> dict[str, Any]:
    """What share of the targets stands in a list: a page, no target itself, that links to at least so many of them.

    Of the others every one hangs behind a page of its own, and a harvest of lists has nothing to take hold of.
    """
    longest: dict[str, int] = {}
    for url in subject.urls():
        if subject.target_of(url):
            continue
        shown = {target for link in pages.read(url).links if (target := subject.target_of(link.target))}
        for target in shown:
            longest[target] = max(longest.get(target, 0), len(shown))
    listed = sum(length >= LIST for length in longest.values())
    return {"listed": round(listed / subject.existing, 3) if subject.existing else 0.0}
