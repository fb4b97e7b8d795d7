"""The demo web: several sites, as awkward as real ones, whose targets are known.

A site is a pure function from URL to answer (site.py); nothing is built in memory, so a site of a million pages costs
as much as one of a hundred. `hubwalk demo serve` puts them on loopback ports (server.py); sites.py knows their names.

    chance.py    throws of the dice that only depend on what they are for
    words.py, sheets.py, prose.py   what the pages say
    markup.py    how they say it
    catalogue.py products, numbered, and the lists they stand in
    cameras.py, laptops.py, phones.py, university.py   one site each; *_pages files hold the rest of a large one
    calendar.py, oddities.py   traps that several sites share
"""
