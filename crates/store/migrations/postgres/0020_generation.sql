-- Names the store. After a backup was restored it has another name, so that phones offer again what may be lost.
CREATE TABLE generation (
    only_row BIGINT NOT NULL PRIMARY KEY CHECK (only_row = 1),
    id       UUID   NOT NULL
);
