"""Precision and recall of `text`, `table` and `like` on the demo web's four domains, site by site, decoys included.

    python benchmarks/demo_validators.py [--samples 20] [--sites 2] [--unlike 20] [--scale 0.1] [DOMAIN ...]

Samples are spread over all sites of a domain, or over the first few with `--sites`; those and the near misses are not
judged. At most 400 pages of a site are, and the verdicts that stand in the end count.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from hubwalk.demo.site import DemoSite
from hubwalk.demo.web import DOMAINS, Domain, make_domain
from hubwalk.drivers.judging import judge
from hubwalk.errors import HubwalkError
from hubwalk.pages.parse import parse
from hubwalk.ports import Validator
from hubwalk.validators import make_validator
from hubwalk.values import Page

_MOST = 400  # pages of a site
Place = tuple[DemoSite, str]


def page_at(site: DemoSite, path: str) -> Page:
    answer = site.respond(path)
    return parse(answer.body.decode("utf-8", "replace"), f"http://{site.name}.test{path}", status=answer.status)


def judge_domain(domain: Domain, options: argparse.Namespace) -> None:
    """One line per site with targets, one for all decoys."""
    taken = {site.name for site in domain.sites[: options.sites or None]}
    everything = sum(site.target_count for site in domain.sites)
    samples = [place for place in domain.samples(everything) if place[0].name in taken][: options.samples]
    unlike = domain.near_misses(options.unlike) if options.unlike else []
    name = options.validator or ("table" if domain.tabular else "text")
    validator = make_validator([name], [page_at(*place) for place in samples], [page_at(*place) for place in unlike])
    print(f"{domain.name}: {name}, {len(samples)} samples of {len(taken)} sites, {len(unlike)} near misses")
    known = {(site.name, path) for site, path in [*samples, *unlike]}
    decoys: Counter[str] = Counter()
    cost: Counter[str] = Counter()
    for site in (*domain.sites, *domain.decoys):
        counts = judge_site(validator, site, known, cost)
        if site in domain.sites:
            found = counts["right"]
            print(
                f"  {site.name:18}{'' if site.name in taken else '(no samples) '}"
                f"precision {found / max(1, found + counts['wrong']):.2f}"
                f"  recall {found / max(1, found + counts['missed']):.2f}"
                f"  {found + counts['missed']:4} targets of {sum(counts.values()):4} pages"
            )
        else:
            decoys += counts
    print(f"  {'decoys':18}{decoys['wrong']} of {sum(decoys.values())} pages accepted")
    print(f"  {30 * cost['microseconds'] / cost['characters']:.1f} ms of processor time per 30 KB")


def judge_site(validator: Validator, site: DemoSite, known: set[tuple[str, str]], cost: Counter[str]) -> Counter[str]:
    paths = [path for path in dict.fromkeys(site.pages()) if (site.name, path) not in known]
    standing: dict[str, tuple[bool, bool]] = {}  # URL -> accepted, wanted
    for path in random.Random(0).sample(paths, min(_MOST, len(paths))):
        page = page_at(site, path)
        start = time.process_time()
        judged = judge(validator, page)
        cost["microseconds"] += round(1e6 * (time.process_time() - start))
        cost["characters"] += len(page.html)
        standing[page.url] = judged.verdict.accepted, site.is_target(path)
        for revision in judged.revisions:
            if revision.url in standing:
                standing[revision.url] = revision.verdict.accepted, standing[revision.url][1]
    return Counter(
        "right" if accepted and wanted else "wrong" if accepted else "missed" if wanted else "refused"
        for accepted, wanted in standing.values()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("domains", nargs="*", metavar="DOMAIN", default=DOMAINS)
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--sites", type=int, default=0, help="samples from the first so many sites; 0: from all")
    parser.add_argument("--unlike", type=int, default=0, help="near misses")
    parser.add_argument("--validator", choices=["like", "table", "text"], help="instead of the fitting one")
    parser.add_argument("--scale", type=float, default=0.1)
    options = parser.parse_args()
    try:
        for name in options.domains:
            judge_domain(make_domain(name, scale=options.scale), options)
    except HubwalkError as error:
        sys.exit(f"demo_validators: {error}")


if __name__ == "__main__":
    main()
