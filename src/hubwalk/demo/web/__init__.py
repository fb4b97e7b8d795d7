"""The demo web of the papers' four domains: six sites each with known targets, and decoys around them.

One generator makes all of them (generated.py) from rows of named traits (style.py, style_table.py, decoys.py):

    domain.py                        a domain, its world of products, samples and near misses
    shelf.py, hubs.py, addresses.py  a section of a site, its lists, where its pages lie
    items.py, listings.py            what the pages of items show, and what links to them say
    frames.py, corners.py            what stands around them, and what leads astray
    kinds*.py, synonyms.py           kinds of product, and what sites call their facts
    story_words.py                   sentences of reviews, news, threads ...
"""

from hubwalk.demo.web.domain import DOMAINS, Domain, make_domain

__all__ = ["DOMAINS", "Domain", "make_domain"]
