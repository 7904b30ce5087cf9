-- The id of the store until a backup of it is restored. Another one tells phones to send again what may be lost.
CREATE TABLE generation (
    only_row BIGINT NOT NULL PRIMARY KEY CHECK (only_row = 1),
    id       UUID   NOT NULL
);
