"""What `hubwalk demo serve` puts on the ports, and what it says of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from hubwalk.demo.server import Served, serve_in_thread
from hubwalk.demo.site import DemoSite
from hubwalk.demo.virtual_hosts import VirtualHosts
from hubwalk.demo.web import Domain
from hubwalk.demo.websites import OTHER, TOPICS, WebOfSites
from hubwalk.demo.websites.directory import HOST as DIRECTORY
from hubwalk.demo.websites.encyclopedia import HOST as WIKI
from hubwalk.demo.websites.names import ZONE
from hubwalk.errors import UsageError

_SAMPLES = 3
_DOMAIN_SAMPLES = 6  # one of each site


class Requests:
    """What the sites were asked for. A crawler has no business with anything but GET and HEAD."""

    def __init__(self) -> None:
        self.methods: Counter[tuple[str, str]] = Counter()  # (name of the site, method)

    def hear(self, site: str, method: str, _: str) -> None:
        self.methods[site, method] += 1

    @property
    def text(self) -> str:
        by_site: dict[str, list[str]] = {}
        for (site, method), count in sorted(self.methods.items()):
            by_site.setdefault(site, []).append(f"{count} {method or 'not understood'}")
        return "\n".join(f"{site}: {', '.join(counts)}" for site, counts in by_site.items()) or "no requests"


@contextmanager
def serve_demo(
    sites: Sequence[DemoSite],
    domains: Sequence[Domain],
    *,
    port: int = 0,
    ready_file: Path | None = None,
    requests: Requests | None = None,
) -> Iterator[str]:
    """Serve sites, and domains with their decoys and a search engine over all of them; yields what to tell the user
    once everything answers."""
    heard = requests.hear if requests else None
    of_domains = [site for domain in domains for site in (*domain.sites, *domain.decoys)]
    everything: list[Served] = [*sites, *of_domains]
    if not domains:
        with serve_in_thread(everything, port, heard) as urls:
            _write_ready(ready_file, sites, urls)
            yield "\n".join(_site_text(site, urls[site.name]) for site in sites)
        return
    from hubwalk.demo.search_engine import SearchSite, make_engine_for

    search = SearchSite()
    with serve_in_thread([*everything, search], port, heard) as urls:
        search.engine = make_engine_for(domains, urls)
        _write_ready(ready_file, [*sites, *of_domains], urls)
        told = [_site_text(site, urls[site.name]) for site in sites]
        told += [_domain_text(domain, urls, urls[search.name]) for domain in domains]
        yield "\n".join([*told, f"search  {urls[search.name]}  {search.engine.pages} pages known"])


@contextmanager
def serve_websites(
    web: WebOfSites, *, port: int = 0, ready_file: Path | None = None, requests: Requests | None = None
) -> Iterator[str]:
    """Serve all hosts of a web on one port; yields what to tell the user once they answer."""
    hosts = VirtualHosts(web.name, web.respond)
    with serve_in_thread([hosts], port, requests.hear if requests else None) as urls:
        resolve = f"*{ZONE}={urlsplit(urls[web.name]).netloc}"
        examples = {topic: [site.home for site in web.training(topic)] for topic in (*TOPICS, OTHER)}
        write_json(ready_file, {web.name: {"url": urls[web.name], "resolve": resolve, "examples": examples}})
        lines = [f"{web.count} sites on {urls[web.name]}, directory http://{DIRECTORY}/, encyclopedia http://{WIKI}/"]
        for topic, homes in examples.items():
            lines.append(f"{topic}: {web.census.topic_size(topic)} sites, {len(homes)} examples")
            lines += [f"  example  {home}" for home in homes[:_SAMPLES]]
        likes = " ".join(f"--like-site {home}" for home in examples[TOPICS[0]])
        unlikes = " ".join(f"--unlike-site {home}" for home in examples[OTHER][: len(examples[TOPICS[0]])])
        lines.append(f"reach them with  --resolve '{resolve}'")
        lines.append(f"hubwalk sites {likes} {unlikes} --resolve '{resolve}' --delay 0 -o sites.jsonl")
        yield "\n".join(lines)


def _site_text(site: DemoSite, url: str) -> str:
    samples = [urljoin(url, path) for path in site.samples(_SAMPLES)]
    likes = " ".join(f"--like {sample}" for sample in samples)
    browser = " --browser auto" if site.needs_browser else ""
    return (
        f"{site.name}  {url}  {site.page_count} pages, {site.target_count} targets: {site.wanted}\n"
        + "".join(f"  sample  {sample}\n" for sample in samples)
        + f"  hubwalk find {url} {likes}{browser} --delay 0 -o {site.name}.jsonl\n"
    )


def _domain_text(domain: Domain, urls: Mapping[str, str], search: str) -> str:
    lines = [f"domain {domain.name}"]
    for site in (*domain.sites, *domain.decoys):
        what = f"{site.target_count} targets: {site.wanted}" if site.target_count else "no targets"
        lines.append(f"  {site.name:18} {urls[site.name]}  {site.page_count} pages, {what}")
    samples = [urljoin(urls[site.name], path) for site, path in domain.samples(_DOMAIN_SAMPLES)]
    likes = " ".join(f"--like '{sample}'" for sample in samples)
    validator = "table" if domain.tabular else "text"
    options = f"--validator {validator} --engine searxng:{search} --delay 0 -o {domain.name}.jsonl"
    lines.append(f"  hubwalk find {likes} {options}\n")
    return "\n".join(lines)


def _write_ready(path: Path | None, sites: Sequence[DemoSite], urls: Mapping[str, str]) -> None:
    if path is None:
        return
    ready: dict[str, dict[str, object]] = {
        site.name: {
            "url": urls[site.name],
            "samples": [urljoin(urls[site.name], sample) for sample in site.samples(_SAMPLES)],
            "targets": site.target_count,
        }
        for site in sites
    }
    ready |= {name: {"url": url} for name, url in urls.items() if name not in ready}  # the search engine
    write_json(path, ready)


def write_json(path: Path | None, ready: Mapping[str, object]) -> None:
    """The ready file, if one is wanted."""
    if path is None:
        return
    # In one step: who waits for the file must not read half of it.
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(json.dumps(ready, indent=2), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise UsageError(f"cannot write the ready file {path}: {error.strerror or error}") from error
