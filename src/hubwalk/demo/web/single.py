"""Sites of the domains as they would be if no other section were written in the template of the targets."""

from __future__ import annotations

from dataclasses import replace

from hubwalk.demo.web.generated import GeneratedSite
from hubwalk.demo.web.shelf import Shelf


def shares_template(site: GeneratedSite) -> bool:
    """True if another section has pages of the same form as the targets."""
    return any(shelf.form == site.shelves[0].form for shelf in site.shelves[1:])


def with_own_template(site: GeneratedSite) -> GeneratedSite:
    """The site without such sections."""
    if not shares_template(site):
        return site
    form = site.shelves[0].form
    kept = [site.shelves[0], *(shelf for shelf in site.shelves[1:] if shelf.form != form)]
    shelves = [Shelf(n, one.form, one.catalogue, one.numbers, site.salt) for n, one in enumerate(kept)]
    style = replace(site.style, stocks=tuple(stock for stock in site.style.stocks if stock.form != form))
    return GeneratedSite(style, shelves, wanted=site.wanted, seed=site.seed, salt=site.salt)
