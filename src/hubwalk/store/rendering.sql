-- What a browser found of pages, part of the crawl log since schema 5. Rows are only ever added.

-- One row per page of a crawl with a browser, also for those that it passed over. A second look at a page is a fetch of
-- its own, with the rule `look`, no request, and the address of the page followed by #looked.
CREATE TABLE IF NOT EXISTS rendering (
    fetch    INTEGER PRIMARY KEY REFERENCES fetch (id),
    kind     TEXT NOT NULL,         -- of page, by its plain HTML and its address
    family   TEXT NOT NULL,         -- the same without the address
    looked   INTEGER NOT NULL,      -- 0: the browser passed the page over
    seconds  REAL NOT NULL,
    requests INTEGER NOT NULL,      -- that the scripts of the page caused and the network answered
    states   INTEGER NOT NULL,      -- of the document that were seen
    probes   INTEGER NOT NULL,      -- elements that were clicked, pointed at or filled in
    plain    INTEGER NOT NULL,      -- different pages that its plain HTML links to
    links    INTEGER NOT NULL,      -- different pages that a browser finds links to
    gained   INTEGER NOT NULL,      -- of these, those that the crawl did not know and plain HTML does not have
    changed  INTEGER NOT NULL,      -- 1: the text is another one than that of the plain HTML
    content  INTEGER NOT NULL,      -- 1: that text was accepted
    notes    TEXT NOT NULL          -- JSON: what was answered, blocked or given up, each a line
);

-- What had to be done on a hub to bring up the link that led to a fetch.
CREATE TABLE IF NOT EXISTS probe (
    fetch  INTEGER PRIMARY KEY REFERENCES fetch (id),
    probes TEXT NOT NULL
);
