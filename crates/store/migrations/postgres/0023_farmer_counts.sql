-- What the farmers were counted as last, as JSON, so that a server that starts need not count millions first.
CREATE TABLE farmer_counts (
    only_row   BIGINT NOT NULL PRIMARY KEY CHECK (only_row = 1),
    counted_at BIGINT NOT NULL,
    counts     TEXT   NOT NULL
);
