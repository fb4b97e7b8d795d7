"""`hubwalk explain`: why a URL was fetched, and what was thought of it; or why it was not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hubwalk.cli._text import print_json, printable
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog

_UNSCORED = ("start", "sample")  # rules that choose nothing: such pages are fetched in any case
_SHOWN = 20  # places of links; --json has them all


def register(app: typer.Typer) -> None:
    app.command()(explain)


def explain(
    db: Annotated[Path, typer.Argument(metavar="DB", help="Crawl log.")],
    url: Annotated[
        str, typer.Argument(metavar="URL", help="The page in question; its path will do if the log has one site.")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the explanation as JSON.")] = False,
) -> None:
    """Tell why a URL was fetched: the rule, hub and link that led there, what spoke for it, the verdict, and the way
    from the start page. A verdict that was revised is told with those before it. Where a browser had to click or
    point at something to find the link, that is told, too.

    Of a URL that was not fetched it tells which pages link to it, or what the search for sites thought of it. Exit code
    2 if nobody has heard of it. In the log of `hubwalk sites` the address of a site tells of the site.

    Example: hubwalk explain cameras.db https://example.org/cameras/a650
    """
    from hubwalk.cli._sites_explain import print_site
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.explanation import FETCHED, KNOWN, SEARCHED, UNKNOWN, explain_url
    from hubwalk.store.site_explanation import SITE, explain_site

    with SqliteCrawlLog.open(db) as log:
        address = _address(log, url)
        about = explain_site(log, address) or explain_url(log, address)
    if as_json:
        print_json(about)
        raise typer.Exit(2 if about["state"] == UNKNOWN else 0)
    if about["state"] == SITE:
        print_site(about)
    elif about["state"] == FETCHED:
        _print_fetched(about)
    elif about["state"] == SEARCHED:
        _print_searched(about)
    elif about["state"] == KNOWN:
        _print_known(about)
    else:
        near = ", ".join(about["nearest"]) if about["nearest"] else "none"  # type: ignore[arg-type]
        raise UsageError(f"{about['url']} is unknown: not fetched, and no fetched page links to it; nearest: {near}")


def _address(log: SqliteCrawlLog, url: str) -> str:
    """What a person wrote as the log has it; a path alone is one of the site's."""
    from urllib.parse import urljoin

    from hubwalk.config import site_url

    if not url.startswith("/") or url.startswith("//"):
        try:
            return site_url(url)
        except UsageError as error:
            if ":" in url or url.startswith("//") or not url.strip():
                raise
            raise UsageError(f"{error}; a path of the site begins with /, as in '/{url.strip()}'") from None
    sites = list(dict.fromkeys([*log.job.get("sites", ()), *log.site_states()]))
    if len(sites) != 1:
        example = f", as in {urljoin(sites[0], url)}" if sites else ""
        raise UsageError(f"{url} is a path alone, and the log has {len(sites)} sites: name the whole address{example}")
    return site_url(urljoin(sites[0], url))


def _print_fetched(about: Mapping[str, Any]) -> None:
    lines = {
        "url": about["url"],
        "asked for": about["requested"] if about["requested"] != about["url"] else "",
        "title": about["title"],
        "fetched": f"{about['fetched_at']} in {about['seconds']:.2f} s, requests {about['requests']}",
        "status": f"{about['status']}, {about['error']}" if about["error"] else about["status"],
        "links": about["links"],
        **_browser(about["browser"]),
        "shows the same as": about["duplicate_of"],
        "verdict": _verdict(about),
        **_earlier(about["verdicts"]),
        "chosen by": _via(about["found_via"]),
        "because": about["why"],
        "site": about["site"],
    }
    width = max(len(name) for name, value in lines.items() if value != "")
    for name, value in lines.items():
        if value != "":
            print(f"{name:<{width}}  {printable(value)}")
    print(f"\nthe way there (depth {about['depth']}):")
    for number, step in enumerate(about["chain"]):
        mark = "  accepted" if step["accepted"] else ""
        print(f"{number:>3}  {printable(step['url'])}{mark}")
        print(f"     {printable(_via(step['found_via'], hub=False))}")
        if step["why"]:
            print(f"     because {printable(step['why'])}")


def _browser(look: Mapping[str, Any] | None) -> dict[str, str]:
    """What a browser found on the page, a line for each of its notes."""
    if look is None:
        return {}
    if not look["looked"]:
        return {"browser": "passed it over: pages of its kind have gained nothing"}
    text = ", another text than plain HTML" if look["changed"] else ""
    said = (
        f"{look['seconds']:.1f} s, {look['probes']} probes, {look['states']} states, {look['requests']} requests; "
        f"{look['links']} links where plain HTML has {look['plain']}, {look['gained']} of them new{text}"
    )
    return {"browser": said} | {f"note {number}": note for number, note in enumerate(look["notes"], start=1)}


def _verdict(said: Mapping[str, Any]) -> str:
    verdict = f"{'accepted' if said['accepted'] else 'not accepted'}, score {_score(said['score'])}"
    return verdict + (f": {said['reason']}" if said["reason"] else "")


def _earlier(verdicts: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """What was said before, where a verdict was revised."""
    if len(verdicts) == 1:
        return {}
    turns = [f"judged {_verdict(verdicts[0])}"]
    for before, said in pairwise(verdicts):
        turned = "still" if said["accepted"] == before["accepted"] else "revised to"
        turns.append(f"{turned} {'accepted' if said['accepted'] else 'not accepted'} after {said['pages']} pages")
    return {"history": "; ".join(turns)}


def _via(via: Mapping[str, Any], *, hub: bool = True) -> str:
    """rule harvest, score 0.81, link 'Canon A650' at html/body/ul/li/a on http://..."""
    score = "" if via["rule"] in _UNSCORED else f", score {_score(via['score'])}"
    parts = [f"rule {via['rule']}{score}"]
    if via["anchor"]:
        parts.append(f"{'query' if via['rule'] == 'search' else 'link'} '{via['anchor']}'")
    if via["dom_path"]:
        parts.append(f"at {via['dom_path']}")
    if hub and via["hub"]:
        parts.append(f"on {via['hub']}")
    if via["probes"]:
        parts.append(f"after {via['probes']}")
    return f"{parts[0]}, {' '.join(parts[1:])}" if parts[1:] else parts[0]


def _print_searched(about: Mapping[str, Any]) -> None:
    answer = about["error"] or f"status {about['status']}"
    print(f"{printable(about['url'])} was looked at in the search for sites and by no crawl so far")
    print(f"query    '{printable(about['query'])}'\nanswer   {printable(answer)}")
    print(f"verdict  {printable(_verdict(about))}")


def _print_known(about: Mapping[str, Any]) -> None:
    links = about["linked_from"]
    print(f"{printable(about['url'])} is known but was not fetched; {len(links)} links lead there:")
    places: dict[tuple[str, str, str], list[str]] = {}  # a menu is on every page, and told once
    for link in links:
        places.setdefault((link["anchor"], link["dom_path"], link["probes"]), []).append(link["page"])
    for (anchor, dom_path, probes), pages in list(places.items())[:_SHOWN]:
        after = f" after {printable(probes)}" if probes else ""
        print(f"  link '{printable(anchor)}' at {printable(dom_path)}{after}")
        print(f"    on {printable(pages[0])}{f' and {len(pages) - 1} more pages' if len(pages) > 1 else ''}")
    if len(places) > _SHOWN:
        print(f"  and {len(places) - _SHOWN} more: --json shows them all")


def _score(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.3g}"
