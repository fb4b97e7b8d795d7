"""A web of 500 to 50,000 small web sites, all a pure function of one seed: pages are made when asked for.

web = make_web(5000)
web.sites()                 all sites, a lazy sequence of WebSite
web.site_of(host)           the site of a host, whether spelled with www. or without; None: there is none
web.topic_of(host)          "horses", ..., "other"; "" for hosts that do not exist
web.topic_of_user(url)      the same where people's pages under /~name/ count as sites of their own
web.is_dead_link(url)       True for links that lead nowhere by intent
web.homes(topic)            URLs of the home pages of a topic's sites
web.training(topic)         example sites, as many as in the paper's Table 1 where the web is large enough
web.respond(host, path)     the answer to a request
WebBrowser(web).fetch(url)  the port Browser without a server; redirects followed, dead hosts are status 0

rates.py                  how much of everything there is, decided once
census.py, names.py       which site is what, and what it is called
vocabulary.py, prose.py   words (words/*.toml) and sentences
plan.py, pages.py         the pages of a site, and what they show
outlinks.py               links to other sites: topical locality
listed.py, directory*.py  directory.test and its RDF dump
encyclopedia.py           encyclopedia.test, with categories
"""

from hubwalk.demo.websites.browser import WebBrowser
from hubwalk.demo.websites.rates import OTHER, TOPICS
from hubwalk.demo.websites.values import WebSite
from hubwalk.demo.websites.web import WebOfSites, make_web

__all__ = ["OTHER", "TOPICS", "WebBrowser", "WebOfSites", "WebSite", "make_web"]
