-- What a crawl thinks of itself, part of the crawl log since schema 4. Rows are only ever added.

-- What spoke for a choice, where the rule does not say it all. In a table of its own: rows of `fetch` stay small.
CREATE TABLE IF NOT EXISTS why (
    fetch INTEGER PRIMARY KEY REFERENCES fetch (id),
    why   TEXT NOT NULL
);

-- How many wanted pages a site is thought to have in all, at growing intervals and when its crawl ends.
CREATE TABLE IF NOT EXISTS estimate (
    id       INTEGER PRIMARY KEY,
    site     INTEGER NOT NULL REFERENCES site (id),
    fetched  INTEGER NOT NULL,      -- pages of the site by then
    found    INTEGER NOT NULL,      -- accepted ones, by the verdicts of that time
    expected REAL NOT NULL,         -- found and not found
    low      REAL NOT NULL,         -- of the 90 % interval
    high     REAL NOT NULL,
    UNIQUE (site, id)
);
