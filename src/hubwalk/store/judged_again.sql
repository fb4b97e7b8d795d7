-- Pages that a validator broke on, as later runs came back to them; part of the crawl log since schema 9. Rows are only
-- ever added.

-- Written before the validator is asked: a page that ends the whole process is at the end of the line from then on.
CREATE TABLE IF NOT EXISTS judged_again (
    id           INTEGER PRIMARY KEY,
    fetch        INTEGER NOT NULL REFERENCES fetch (id),
    duplicate_of TEXT NOT NULL,     -- URL of an accepted page that shows the same: then nobody was asked; else ''
    UNIQUE (fetch, id)
);
