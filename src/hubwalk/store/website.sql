-- The crawl for sites, part of the crawl log since schema 7. Rows are only ever added.

-- Pages fetched before the crawl: of example sites, of directories. A resumed crawl does not ask for them again.
CREATE TABLE IF NOT EXISTS prepared (
    url        TEXT PRIMARY KEY,      -- canonical, as asked for
    response   BLOB NOT NULL,         -- as in `content`
    fetched_at REAL NOT NULL          -- Unix time
) WITHOUT ROWID;

-- Sites that a source named, in the order in which they came.
CREATE TABLE IF NOT EXISTS found_site (
    id     INTEGER PRIMARY KEY,
    source TEXT NOT NULL,             -- as given to --source
    site   TEXT NOT NULL,             -- its home page
    how    TEXT NOT NULL,             -- where the source has it from, one line
    UNIQUE (source, site)
);

-- Sources that have told all they know; one that was interrupted has no row, and is asked again.
CREATE TABLE IF NOT EXISTS source_end (
    source   TEXT PRIMARY KEY,
    ended_at REAL NOT NULL,
    error    TEXT NOT NULL            -- why not all of it could be read; else empty
) WITHOUT ROWID;

-- Sites that the external crawler chose, before anything of them is fetched.
CREATE TABLE IF NOT EXISTS site_choice (
    site      INTEGER PRIMARY KEY REFERENCES site (id),
    rule      TEXT NOT NULL,          -- start, link, directory, query ...
    rank      REAL,                   -- NULL stands for NaN
    sources   TEXT NOT NULL,          -- JSON: how it was found, each a line
    chosen_at REAL NOT NULL
);

-- How well a page fits to each class of sites, the wanted one first; [] for one that could not be read.
CREATE TABLE IF NOT EXISTS reading (
    fetch       INTEGER PRIMARY KEY REFERENCES fetch (id),
    confidences TEXT NOT NULL         -- JSON
);

-- What the internal crawler says of a site when it is done with it.
CREATE TABLE IF NOT EXISTS site_verdict (
    site       INTEGER PRIMARY KEY REFERENCES site (id),
    relevant   INTEGER NOT NULL,
    confidence REAL NOT NULL,
    pages      INTEGER NOT NULL,      -- fetched for it
    reason     TEXT NOT NULL,
    decisive   TEXT NOT NULL,         -- JSON [[url, confidence], ...], the most decisive first
    settled    INTEGER NOT NULL,      -- 0: it ended before it was sure
    after      INTEGER NOT NULL,      -- fetch.id of the last page logged before, on whatever site
    ended_at   REAL NOT NULL
);

-- How a run of the crawl ended, one row per run; one that was killed has none.
CREATE TABLE IF NOT EXISTS website_end (
    id       INTEGER PRIMARY KEY,
    ended_at REAL NOT NULL,
    ending   TEXT NOT NULL,           -- why it was over
    complete INTEGER NOT NULL         -- 0: a resumed crawl may find more
);
