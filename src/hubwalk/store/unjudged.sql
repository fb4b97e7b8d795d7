-- Pages that the validator broke on, part of the crawl log since schema 8. Rows are only ever added.

-- The reason in `fetch` says what broke. A page that was judged after all has a `revision`.
CREATE TABLE IF NOT EXISTS unjudged (
    fetch INTEGER PRIMARY KEY REFERENCES fetch (id)
);
