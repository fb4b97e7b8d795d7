"""`hubwalk explain` of a site in the log of a crawl for sites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hubwalk.cli._text import printable

_SHOWN = 20  # ways and pages; --json has them all


def print_site(about: Mapping[str, Any]) -> None:
    """What was said of the site, how it was found, and what its pages said."""
    if not about["chosen"]:
        print(f"{printable(about['site'])} was named, and its turn has not come")
    else:
        said = "relevant" if about["relevant"] else "not relevant"
        sure = "" if about["settled"] else ", not settled"
        rank = f", rank {about['rank']:.3g}" if about["rank"] is not None else ""
        print(f"site        {printable(about['site'])}")
        print(f"verdict     {said}, confidence {about['confidence']:.3g}{sure}: {printable(about['reason'])}")
        print(f"pages       {about['pages']}")
        print(f"chosen by   rule {printable(about['rule'])}{rank}")
        _print_some("found by", about["sources"])
    _print_some("named by", [f"{way['source']}: {way['how']}" for way in about["named_by"]])
    for page in about.get("fetched", ())[:_SHOWN]:
        score = "" if page["score"] is None else f"{page['score']:.2f}  "
        print(f"page        {score}{printable(page['url'])}")
        print(f"            {printable(page['rule'])}; {printable(page['reason'])}")


def _print_some(name: str, lines: list[str]) -> None:
    for line in lines[:_SHOWN]:
        print(f"{name:<12}{printable(line)}")
    if len(lines) > _SHOWN:
        print(f"{'':<12}and {len(lines) - _SHOWN} more: --json shows them all")
