-- What a validator learns after the fact, part of the crawl log since schema 3. Rows are only ever added.

-- A validator that has learned takes back what it said of an earlier page. The last row of a fetch stands; `fetch` has
-- what was said first.
CREATE TABLE IF NOT EXISTS revision (
    id         INTEGER PRIMARY KEY,
    fetch      INTEGER NOT NULL REFERENCES fetch (id),
    after      INTEGER NOT NULL,    -- fetch.id of the last page logged before, on whatever site
    pending    INTEGER NOT NULL,    -- pages of this fetch's site that were chosen by then and are not logged before it
    accepted   INTEGER NOT NULL,
    score      REAL,                -- NULL stands for NaN
    reason     TEXT NOT NULL,
    revised_at REAL NOT NULL,       -- Unix time
    UNIQUE (fetch, id)
);

-- Answers that cost something: of a language model, of the user.
CREATE TABLE IF NOT EXISTS answer (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- The verdict that stands, one row per fetch.
CREATE VIEW IF NOT EXISTS verdict AS
SELECT
    f.id AS fetch,
    coalesce(r.accepted, f.accepted) AS accepted,
    CASE WHEN r.id IS NULL THEN f.score ELSE r.score END AS score,
    coalesce(r.reason, f.reason) AS reason,
    r.id IS NOT NULL AS revised
FROM fetch f LEFT JOIN revision r ON r.id = (SELECT max(id) FROM revision WHERE fetch = f.id);
