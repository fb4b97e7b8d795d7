"""A web of shops, makers, magazines, forums and personal pages in five languages, in which laptop offers are wanted.

web = make_shops(600)
web.sites("de")              its German sites, each a ShopSite; `fit`: it has at least one page that offers laptops
web.respond(host, path)      the answer to a request; web.fetch(url) is the port Browser
web.branch("en", NARROW)     a branch of its directory, which lists a part of the sites
make_engine(web, "en")       a search engine, which knows a part of the pages
ontology_of(web.world)       what is known of laptops: makers, models, screens, general words of each language

coverage.py                  how much directory and engine know, and why
site_kinds.py, world.py      which sites there are, which products
site.py, pages.py            what they show; words/*.toml: in which words
"""

from hubwalk.demo.shops.site_kinds import GENERAL, NARROW
from hubwalk.demo.shops.web import ShopWeb, make_shops

__all__ = ["GENERAL", "NARROW", "ShopWeb", "make_shops"]
