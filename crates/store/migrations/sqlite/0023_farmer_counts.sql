-- What the farmers were counted as last, as JSON, so that a server that starts need not count millions first.
CREATE TABLE farmer_counts (
    only_row   INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    counted_at INTEGER NOT NULL,
    counts     TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
