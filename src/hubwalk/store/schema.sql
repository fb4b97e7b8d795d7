-- The crawl log. Rows are only ever added; the crawl's state is a fold over `fetch` in the order of `id`.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,         -- hubwalk_schema, hubwalk_version, job (JSON)
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE site (
    id     INTEGER PRIMARY KEY,
    url    TEXT NOT NULL UNIQUE,    -- entry page
    state  TEXT NOT NULL DEFAULT 'running',  -- running | done | failed | stopped
    reason TEXT NOT NULL DEFAULT ''
);

-- One row per fetch. Small rows, so that totals and searches never pass by the documents.
CREATE TABLE fetch (
    id           INTEGER PRIMARY KEY,
    site         INTEGER NOT NULL REFERENCES site (id),
    url          TEXT NOT NULL,     -- the page, after redirects
    requested    TEXT NOT NULL,
    chosen       TEXT,              -- URL of the choice; NULL: as requested
    rule         TEXT NOT NULL,
    hub          TEXT NOT NULL,
    dom_path     TEXT NOT NULL,
    anchor       TEXT NOT NULL,
    choice_score REAL,              -- NULL stands for NaN, which SQLite cannot hold
    status       INTEGER NOT NULL,
    title        TEXT NOT NULL,
    canonical    TEXT NOT NULL,
    digest       TEXT NOT NULL,
    sketch       BLOB NOT NULL,     -- 32-bit integers, little-endian
    error        TEXT NOT NULL,
    duplicate_of TEXT NOT NULL,
    accepted     INTEGER NOT NULL,
    score        REAL,              -- NULL stands for NaN
    reason       TEXT NOT NULL,
    depth        INTEGER NOT NULL,
    fetched_at   REAL NOT NULL,     -- Unix time
    seconds      REAL NOT NULL,
    requests     INTEGER NOT NULL
);

CREATE INDEX fetch_site ON fetch (site);
CREATE INDEX fetch_url ON fetch (url);
CREATE INDEX fetch_requested ON fetch (requested) WHERE requested <> url;

-- What was on the page: zlib-compressed, see encoding.py. Links come first: reading them does not touch the response.
CREATE TABLE content (
    fetch    INTEGER PRIMARY KEY REFERENCES fetch (id),
    links    BLOB NOT NULL,         -- JSON [[target, ...], [anchor, ...], [dom_path, ...]]
    response BLOB                   -- JSON [requested, url, status, error, headers], line feed, body
);

-- Sample pages that are files or lie on other sites: a resumed crawl does not read them again.
CREATE TABLE sample (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    response BLOB NOT NULL
);
