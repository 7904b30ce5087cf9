-- A page of sowings and the one sowing of a key need no more than these two orders. No index repeats the row.
--
-- counted_at: the time from which the sowing is in the supply, unless that is the time of its id: of an imported
-- sowing, and of one that waited for the operator.
CREATE TABLE clustered (
    farmer_id         BLOB    NOT NULL REFERENCES farmers (id),
    idempotency_key   TEXT    NOT NULL,
    id                BLOB    NOT NULL,
    region            TEXT    NOT NULL,
    crop              TEXT    NOT NULL,
    crop_year         INTEGER NOT NULL,
    field_size_m2     INTEGER NOT NULL,
    expected_yield_kg INTEGER NOT NULL,
    sown_at           INTEGER NOT NULL,
    withdrawn_at      INTEGER,
    counted           INTEGER NOT NULL DEFAULT 1,
    maturity          TEXT,
    harvested_at      INTEGER,
    harvested_kg      INTEGER,
    failed_at         INTEGER,
    entered           TEXT,
    counted_at        INTEGER,
    PRIMARY KEY (farmer_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO clustered SELECT
    farmer_id, idempotency_key, id, region, crop, crop_year, field_size_m2, expected_yield_kg, sown_at, withdrawn_at,
    counted, maturity, harvested_at, harvested_kg, failed_at, entered, NULL
    FROM sowings ORDER BY farmer_id, id;
DROP TABLE sowings;
ALTER TABLE clustered RENAME TO sowings;
CREATE UNIQUE INDEX sowings_by_key ON sowings (farmer_id, idempotency_key);
CREATE INDEX sowings_waiting ON sowings (id) WHERE withdrawn_at IS NULL AND failed_at IS NULL AND counted = 0;

CREATE TABLE clustered (
    farmer_id         BLOB    NOT NULL REFERENCES farmers (id),
    idempotency_key   TEXT    NOT NULL,
    id                BLOB    NOT NULL,
    region            TEXT    NOT NULL,
    crop              TEXT    NOT NULL,
    field_size_m2     INTEGER NOT NULL,
    expected_yield_kg INTEGER NOT NULL,
    planned_at        INTEGER NOT NULL,
    ends_on           TEXT    NOT NULL,
    ended_at          INTEGER,
    outcome           TEXT,
    sowing_id         BLOB,
    entered           TEXT,
    PRIMARY KEY (farmer_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO clustered SELECT
    farmer_id, idempotency_key, id, region, crop, field_size_m2, expected_yield_kg, planned_at, ends_on, ended_at,
    outcome, sowing_id, entered
    FROM intentions ORDER BY farmer_id, id;
DROP TABLE intentions;
ALTER TABLE clustered RENAME TO intentions;
CREATE UNIQUE INDEX intentions_by_key ON intentions (farmer_id, idempotency_key);
CREATE INDEX intentions_open ON intentions (farmer_id, ends_on) WHERE ended_at IS NULL;

-- What a farmer has stored in a crop year: sowings, also withdrawn ones; those that count and stand, with their land;
-- and changes in the journal and plans, from this step on. The bounds of a farmer are judged by these sums.
CREATE TABLE farmer_years (
    farmer_id  BLOB    NOT NULL REFERENCES farmers (id),
    crop_year  INTEGER NOT NULL,
    sowings    INTEGER NOT NULL,
    counted    INTEGER NOT NULL,
    counted_m2 INTEGER NOT NULL,
    changes    INTEGER NOT NULL,
    PRIMARY KEY (farmer_id, crop_year)
) STRICT, WITHOUT ROWID;
INSERT INTO farmer_years (farmer_id, crop_year, sowings, counted, counted_m2, changes)
    SELECT farmer_id, crop_year, COUNT(*),
           SUM(CASE WHEN withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1 THEN 1 ELSE 0 END),
           SUM(CASE WHEN withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1 THEN field_size_m2 ELSE 0 END), 0
    FROM sowings GROUP BY farmer_id, crop_year;
