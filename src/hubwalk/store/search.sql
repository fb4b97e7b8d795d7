-- The search for sites, part of the crawl log since schema 2. Rows are only ever added.

-- One row per question to an engine, repeats after a failure included.
CREATE TABLE IF NOT EXISTS query (
    id       INTEGER PRIMARY KEY,
    engine   TEXT NOT NULL,         -- name and address, never a key
    text     TEXT NOT NULL,
    kind     TEXT NOT NULL,         -- token | combination | host | backlinks | similar
    most     INTEGER NOT NULL,      -- results asked for
    hits     INTEGER,               -- as the engine says, -1: it does not say; NULL: no answer
    asked_at REAL NOT NULL,         -- Unix time
    seconds  REAL NOT NULL,
    error    TEXT NOT NULL          -- why there is no answer
);

CREATE INDEX IF NOT EXISTS query_text ON query (text, engine);

CREATE TABLE IF NOT EXISTS result (
    query   INTEGER NOT NULL REFERENCES query (id),
    rank    INTEGER NOT NULL,       -- from 1
    url     TEXT NOT NULL,
    title   TEXT NOT NULL,
    snippet TEXT NOT NULL,
    PRIMARY KEY (query, rank)
) WITHOUT ROWID;

-- Pages that the engines named, fetched and judged before any site is crawled.
CREATE TABLE IF NOT EXISTS candidate (
    id         INTEGER PRIMARY KEY,
    url        TEXT NOT NULL UNIQUE,  -- canonical, as asked for
    query      TEXT NOT NULL,         -- the words that brought it
    accepted   INTEGER NOT NULL,
    score      REAL,                  -- NULL stands for NaN
    reason     TEXT NOT NULL,
    fetched_at REAL NOT NULL,
    response   BLOB NOT NULL          -- as in `content`
);

-- How a search ended, one row per run.
CREATE TABLE IF NOT EXISTS search (
    id       INTEGER PRIMARY KEY,
    ended_at REAL NOT NULL,
    ending   TEXT NOT NULL,           -- why it was over
    complete INTEGER NOT NULL,        -- 0: engines gave up, a resumed search may find more
    sites    TEXT NOT NULL            -- JSON [{site, authorities, fetched, queries}], best first
);
