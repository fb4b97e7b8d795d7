"""The demo web: sites, as awkward as real ones, whose targets are known.

A site is a pure function from URL to answer (site.py); nothing is built in memory, so a site of a million pages costs
as much as one of a hundred. `hubwalk demo serve` puts them on loopback ports (serving.py, server.py); sites.py knows
their names.

    cameras.py, laptops.py, phones.py, university.py   one site each; camera_*, university_people: parts of a large one
    instruments.py, instrument_*                       a site for a browser: each hall hides its pages by another script
    web/                                               the papers' four domains: 24 sites and decoys, one generator
    websites/                                          hundreds to thousands of small sites on hosts of their own
    shops/                                             a web of shops in five languages, on hosts of their own
    virtual_hosts.py                                   many hosts on one port
    recorded.py                                        a demo site as a recorded one, for replay without HTTP
    search_engine.py                                   the search engine of the domains
    calendar.py, oddities.py                           traps and misbehaviour that sites share
    catalogue.py                                       products, numbered, and the lists they stand in
    words.py, sheets.py, *_words.py, prose.py          what the pages say
    markup.py, site_sections.py                        how they say it, and how lists are cut into pages
    chance.py                                          throws of the dice that only depend on what they are for
    tour.py                                            a crawl of the camera site, held against the known truth
"""
