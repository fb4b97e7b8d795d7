-- Watches of a site after its crawl, part of the crawl log since schema 6. Rows are only ever added. New pages that a
-- watch finds are rows of `fetch`, with the rule `watch`; what was known before and is asked for again is here.

CREATE TABLE IF NOT EXISTS watch (
    id       INTEGER PRIMARY KEY,
    site     INTEGER NOT NULL REFERENCES site (id),
    recipe   TEXT NOT NULL,         -- name of the file
    began_at REAL NOT NULL          -- Unix time
);

-- How a watch ended; one that was interrupted has no row, and the next one goes on with it.
CREATE TABLE IF NOT EXISTS watch_end (
    watch    INTEGER PRIMARY KEY REFERENCES watch (id),
    ended_at REAL NOT NULL,
    ending   TEXT NOT NULL,         -- why not all was looked at; else empty
    holds    INTEGER NOT NULL,      -- 0: the recipe no longer leads to the wanted pages
    report   TEXT NOT NULL          -- JSON: what has changed of the structure, each a line
);

-- One row per page asked for again: hubs, sitemaps, feeds, and known pages that were checked.
CREATE TABLE IF NOT EXISTS visit (
    id         INTEGER PRIMARY KEY,
    watch      INTEGER NOT NULL REFERENCES watch (id),
    url        TEXT NOT NULL,       -- as asked for, canonical
    kind       TEXT NOT NULL,       -- hub | known | sitemap | feed
    status     INTEGER NOT NULL,    -- 304: as it was before
    error      TEXT NOT NULL,
    digest     TEXT NOT NULL,       -- of the visible text; empty where there is none
    visited_at REAL NOT NULL,       -- Unix time
    requests   INTEGER NOT NULL,
    links      BLOB,                -- as in `content`; NULL: as they were before
    response   BLOB,                -- as in `content`, of hubs without the body; NULL: as it was before
    UNIQUE (url, id)
);

CREATE TABLE IF NOT EXISTS event (
    id    INTEGER PRIMARY KEY,
    watch INTEGER NOT NULL REFERENCES watch (id),
    event TEXT NOT NULL,            -- new | changed | vanished; unlisted: no hub shows it any more | kept: but it is there
    url   TEXT NOT NULL,
    title TEXT NOT NULL,
    hub   TEXT NOT NULL,            -- where it was found
    about TEXT NOT NULL,            -- what else there is to say, one line; else empty
    at    REAL NOT NULL             -- Unix time
);

-- Where on lists of several pages new links stood: whether only their first pages need be looked at.
CREATE TABLE IF NOT EXISTS list_look (
    id       INTEGER PRIMARY KEY,
    watch    INTEGER NOT NULL REFERENCES watch (id),
    level    TEXT NOT NULL,         -- digest of the level of the recipe
    url      TEXT NOT NULL,         -- first page of the list
    pages    INTEGER NOT NULL,
    fresh    INTEGER NOT NULL,      -- of these, with something new
    in_order INTEGER NOT NULL       -- 1: none of them behind one without
);
