"""The sites for crawlers made out of one sample: those of the demo web and recorded ones, each at several stages.

A demo site grows by itself (demo/grown.py). A recorded one cannot: of its targets some are hidden at each stage by the
same rule, and a tenth of its hubs at stage 0. A hub here is a page, no target and not the entry page, that links to at
least LIST targets and to no more than half of them: without its only list a site would have nothing to learn from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hubwalk.browsing.recorded import RecordedSite
from hubwalk.demo.grown import STAGES, GrownSite, is_there, without_links
from hubwalk.demo.recorded import RecordedDemo
from hubwalk.demo.site import DemoSite
from hubwalk.demo.sites import make_site
from hubwalk.demo.web import make_domain
from hubwalk.demo.web.generated import GeneratedSite
from hubwalk.demo.web.single import shares_template, with_own_template
from hubwalk.drivers.replay import ParsedPages
from hubwalk.evaluation.link_graph import reachable_graph
from hubwalk.evaluation.structure_suite import StructureSuite
from hubwalk.evaluation.subjects import LIST, digest_of
from hubwalk.evaluation.validating_sites import read_manifest, samples_of
from hubwalk.pages.urls import join
from hubwalk.values import Response, Site

ONE_TEMPLATE, AS_THEY_ARE, RECORDED = GROUPS = ("one template", "as they are", "recorded")
OWN, SHARED, TEXT, SEVERAL, SCRIPTS, UNKNOWN = "own", "shared", "text", "several", "own, behind scripts", ""
# What the sites made by hand are, as the head of each file says.
HAND_MADE = {"cameras": SHARED, "laptops": SHARED, "phones": SHARED, "university": SEVERAL, "instruments": SCRIPTS}
_OPTION = "--recorded"


@dataclass(frozen=True, slots=True)
class SiteSpec:
    """A site by name, with all that determines what it shows."""

    group: str
    name: str
    identity: tuple[object, ...]
    pages: int  # about; for the estimate of the time
    template: str = UNKNOWN  # what is known of the targets' template
    domain: str = ""
    scale: float = 1.0
    folder: str = ""  # of recorded sites

    @property
    def key(self) -> str:
        return f"{self.group}/{self.name}"


@dataclass(frozen=True)
class Stage:
    """A site at one time, opened."""

    site: Site
    pages: ParsedPages
    target_of: Callable[[str], str]  # the target that a URL shows, "" if it shows none or it is not there
    targets: frozenset[str]  # that links can lead to


@dataclass(frozen=True)
class Subject:
    """A site at all its stages, with the one sample."""

    sample: str  # URL
    stages: tuple[Stage, ...]


# -- which sites ------------------------------------------------------------------------------------------------------


def specs_of(suite: StructureSuite, recorded: Path | None) -> list[SiteSpec]:
    """All sites of a suite."""
    return [*_demo_specs(suite), *(_recorded_specs(recorded) if recorded is not None else ())]


def _demo_specs(suite: StructureSuite) -> Iterator[SiteSpec]:
    seeds = (suite.demo_seed, suite.growth_seed)
    for domain in suite.one_template.domains:
        scale = suite.one_template.scale
        for found in make_domain(domain, scale=scale, seed=suite.demo_seed).sites:
            site = with_own_template(found)
            identity = ("one template", domain, site.name, scale, *seeds)
            yield SiteSpec(ONE_TEMPLATE, site.name, identity, site.page_count, template_of(site), domain, scale)
    for name in suite.sites:
        made = make_site(name, seed=suite.demo_seed)
        yield SiteSpec(AS_THEY_ARE, name, ("demo", name, *seeds), made.page_count, template_of(made))
    for domain in suite.domains:
        for site in make_domain(domain, scale=suite.scale, seed=suite.demo_seed).sites:
            identity = ("domain", domain, site.name, suite.scale, *seeds)
            yield SiteSpec(AS_THEY_ARE, site.name, identity, site.page_count, template_of(site), domain, suite.scale)


def template_of(site: DemoSite) -> str:
    """What is known of the template of a demo site's targets."""
    if not isinstance(site, GeneratedSite):
        return HAND_MADE[site.name]
    if site.shelves[0].form != "sheet":
        return TEXT  # prose: paragraphs in a frame, as on other pages
    return SHARED if shares_template(site) else OWN


def _recorded_specs(folder: Path) -> Iterator[SiteSpec]:
    for record in read_manifest(folder, _OPTION):
        task = record.tasks[0].name if record.tasks else ""
        identity = ("recorded", digest_of(record.file), task)
        yield SiteSpec(RECORDED, f"{record.name} {task}", identity, record.pages, folder=str(folder))


# -- opening ----------------------------------------------------------------------------------------------------------


def open_subject(spec: SiteSpec, suite: StructureSuite) -> Subject:
    return _open_recorded(spec, suite) if spec.folder else _open_demo(spec, suite)


def _open_demo(spec: SiteSpec, suite: StructureSuite) -> Subject:
    site = _demo_site(spec, suite)
    grown = [RecordedDemo(GrownSite(site, n, suite.growth_seed), f"http://{site.name}.test/") for n in range(STAGES)]
    samples = (join(grown[0].entry, path) for path in site.samples(site.target_count))
    return Subject(next(url for url in samples if url in grown[0].targets), tuple(map(_demo_stage, grown)))


def _demo_site(spec: SiteSpec, suite: StructureSuite) -> DemoSite:
    if not spec.domain:
        return make_site(spec.name, seed=suite.demo_seed)
    sites = make_domain(spec.domain, scale=spec.scale, seed=suite.demo_seed).sites
    site = next(site for site in sites if site.name == spec.name)
    return with_own_template(site) if spec.group == ONE_TEMPLATE else site


def _demo_stage(demo: RecordedDemo) -> Stage:
    def target_of(url: str) -> str:
        path = url[len(demo.entry) - 1 :] if url.startswith(demo.entry) else ""
        return join(demo.entry, found) if path and (found := demo.site.target_of(path)) else ""

    return Stage(Site(demo.entry), ParsedPages(demo), target_of, demo.targets)


def _open_recorded(spec: SiteSpec, suite: StructureSuite) -> Subject:
    name = spec.name.partition(" ")[0]
    record = next(one for one in read_manifest(Path(spec.folder), _OPTION) if one.name == name)
    task = record.tasks[0]
    recorded = record.open(task.name)
    hubs = _hubs(recorded)
    stages = tuple(_recorded_stage(recorded, hubs, stage, suite.growth_seed) for stage in range(STAGES))
    samples = [url for url in samples_of(task, recorded, 0) if url in stages[0].targets]
    return Subject(samples[0], stages)


def _hubs(recorded: RecordedSite) -> set[str]:
    pages = ParsedPages(recorded, keep_html=False)
    found = set()
    for url in recorded.urls():
        shown = recorded.targets.intersection(link.target for link in pages.read(url).links)
        if url not in recorded.targets and LIST <= len(shown) <= len(recorded.targets) / 2:
            found.add(url)
    return found - {recorded.entry}


def _recorded_stage(recorded: RecordedSite, hubs: set[str], stage: int, seed: int) -> Stage:
    hidden = {url for url in recorded.targets if not is_there(url, stage, seed)}
    if not stage:
        hidden |= {url for url in hubs if not is_there(url, stage, seed)}
    hidden.discard(recorded.entry)
    site = Site(recorded.entry)
    pages = ParsedPages(Curtained(recorded, hidden))
    there = recorded.targets - hidden
    reached = there.intersection(reachable_graph(site, pages, ()).urls)
    return Stage(site, pages, lambda url: url if url in there else "", reached)


@dataclass(frozen=True)
class Curtained:
    """A recorded site with some pages hidden, and the links to them."""

    recorded: RecordedSite
    hidden: set[str]

    def fetch(self, url: str) -> Response:
        response = self.recorded.fetch(url)
        if response.url in self.hidden or url in self.hidden:
            return Response(url, url, 404)
        # Encodings are as they are; as Latin-1 any bytes can be read and written back.
        html = response.body.decode("latin-1")
        shown = without_links(html, lambda href: join(response.url, href) in self.hidden)
        return replace(response, body=shown.encode("latin-1"))
