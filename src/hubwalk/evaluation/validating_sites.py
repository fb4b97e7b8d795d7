"""Recorded sites as a test set for validators: the folder's manifest, all pages of a site, an order to meet them in.

A folder has the files that its manifest.json names, see manifest.py and browsing/recorded.py.
"""

from __future__ import annotations

import random
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hubwalk.browsing.recorded import RecordedSite, open_recorded
from hubwalk.errors import UsageError, unknown_name
from hubwalk.evaluation.manifest import Record, read_records
from hubwalk.pages.parse import read
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import join
from hubwalk.values import Link, Page, Site

BREADTH, RANDOM, URL = ORDERS = ("breadth", "random", "url")


@dataclass(frozen=True, slots=True)
class TaskRecord:
    """A class of targets on a recorded site."""

    name: str
    samples: tuple[str, ...] = ()  # URLs that the manifest names
    wish: str = ""  # what the targets are, in words


@dataclass(frozen=True, slots=True)
class SiteRecord:
    """A line of the manifest."""

    name: str
    file: Path
    entry: str
    primary: str  # the task that the file itself marks
    pages: int  # as the manifest says; 0: it does not
    tasks: tuple[TaskRecord, ...]

    def task(self, name: str) -> TaskRecord | None:
        return next((task for task in self.tasks if task.name == name), None)

    def open(self, task: str, *, opaque: random.Random | None = None) -> RecordedSite:
        """The recorded site with the targets of a task; with `opaque` under URLs that say nothing."""
        try:
            return open_recorded(self.file, task, opaque=opaque)
        except UsageError:
            whole = open_recorded(self.file)
            # A file without labels has one task, and no name for it; of a crawl log its only site is the name.
            if task == self.primary and whole.tasks in {(), (whole.entry,)}:
                return open_recorded(self.file, opaque=opaque)
            raise UsageError(f"{self.name}: {self.file}: {unknown_name('task', task, whole.tasks)}") from None


def read_manifests(folders: Sequence[Path]) -> list[SiteRecord]:
    """The sites of several folders, each folder once. A site is known by its name, so no two may have the same."""
    found: dict[str, SiteRecord] = {}
    for folder in {folder.resolve(): folder for folder in folders}.values():
        for site in read_manifest(folder):
            if site.name in found:
                both = f"{found[site.name].file.parent} and {folder}"
                raise UsageError(f"--corpora: both {both} have a site '{site.name}'; rename one, or measure them apart")
            found[site.name] = site
    return list(found.values())


def read_manifest(folder: Path, option: str = "--corpora") -> list[SiteRecord]:
    """All recorded sites of a folder that an option names."""
    sites = [_site(folder, name, record) for name, record in read_records(folder, option).items()]
    missing = next((site for site in sites if not site.file.is_file()), None)
    if missing:
        raise UsageError(f"{option} {folder}: {missing.file} is not there, the `file` of the site '{missing.name}'")
    return sites


def _site(folder: Path, name: str, record: Record) -> SiteRecord:
    tasks = tuple(
        TaskRecord(task, tuple(about.get("samples", ())), about.get("target", ""))
        for task, about in record["tasks"].items()
    )
    primary = record.get("primary_task", tasks[0].name)
    return SiteRecord(name, folder / record["file"], record.get("entry", ""), primary, record.get("pages", 0), tasks)


def select(sites: Sequence[SiteRecord], names: Sequence[str], tasks: Sequence[str]) -> list[SiteRecord]:
    """The sites and tasks of those names, all where none is named; sites without such a task are left out."""
    for name in names:
        if name not in [site.name for site in sites]:
            raise unknown_name("recorded site", name, [site.name for site in sites])
    chosen = [site for site in sites if not names or site.name in names]
    known = {task.name for site in chosen for task in site.tasks}
    for name in tasks:
        if name not in known:
            raise unknown_name("task", name, known)
    picked = [replace(site, tasks=tuple(t for t in site.tasks if not tasks or t.name in tasks)) for site in chosen]
    return [site for site in picked if site.tasks]


def with_task_of(sites: Sequence[SiteRecord], source: SiteRecord) -> list[SiteRecord]:
    """The other sites, with the tasks that they share with `source` by name."""
    own = {task.name for task in source.tasks}
    others = [
        replace(site, tasks=tuple(task for task in site.tasks if task.name in own))
        for site in sites
        if site.name != source.name
    ]
    shared = [site for site in others if site.tasks]
    if not shared:
        raise UsageError(f"--samples-from {source.name}: no other site has one of its tasks ({', '.join(sorted(own))})")
    return shared


def samples_of(task: TaskRecord, recorded: RecordedSite, seed: int, draw: int = 0) -> list[str]:
    """All targets: those that the manifest names first, then the others as the seed draws them. In further draws all
    are drawn: who shows pages to a crawler has not read the manifest."""
    targets = recorded.targets
    named = [] if draw else [url for url in dict.fromkeys(join("", url) for url in task.samples) if url in targets]
    others = sorted(targets - set(named))
    random.Random(f"{seed} {recorded.name} {task.name}{f' {draw}' if draw else ''}").shuffle(others)
    return named + others


def no_samples(task: TaskRecord, recorded: RecordedSite) -> Iterator[str]:
    """What the manifest calls a sample and is none, a sentence for each: `samples_of` leaves them out."""
    for url in task.samples:
        if join("", url) not in recorded.targets:
            what = "no target" if join("", url) in recorded.pages else "no recorded page"
            yield f"{recorded.name}: the sample {url} of the task '{task.name}' is {what} and left out"


class PackedPages:
    """All pages of a site, parsed once, with their HTML compressed: a tenth of the memory, for a tenth of the time that
    parsing takes."""

    def __init__(self, recorded: RecordedSite, entry: str = "") -> None:
        self.entry = join("", entry) or recorded.entry
        self.characters = 0
        self._pages: dict[str, tuple[Page, bytes]] = {}
        self._links: dict[Link, Link] = {}  # menus show the same links on every page
        for url in recorded.urls():
            page = read(recorded.fetch(url))
            self.characters += len(page.html)
            html = zlib.compress(page.html.encode("utf-8", "surrogatepass"), 1)
            links = tuple(self._links.setdefault(link, link) for link in page.links)
            self._pages[url] = (replace(page, html="", links=links), html)

    def __len__(self) -> int:
        return len(self._pages)

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages)

    def read(self, url: str) -> Page:
        page, html = self._pages[url]
        return replace(page, html=zlib.decompress(html).decode("utf-8", "surrogatepass"))

    def order(self, kind: str, seed: int = 0) -> list[str]:
        """The URLs in the order of a breadth-first crawl, in that of the URLs, or as the seed draws them."""
        urls = sorted(self._pages)
        if kind == RANDOM:
            random.Random(seed).shuffle(urls)
            return urls
        met = self._breadth_first() if kind == BREADTH else {}
        return [*met, *(url for url in urls if url not in met)]

    def _breadth_first(self) -> dict[str, None]:
        own = Scope(Site(self.entry)).own
        met = dict.fromkeys([self.entry] if self.entry in self._pages else [])
        todo = deque(met)
        while todo:
            for link in self._pages[todo.popleft()][0].links:
                target = own(link.target)
                if target in self._pages and target not in met:
                    met[target] = None
                    todo.append(target)
        return met
