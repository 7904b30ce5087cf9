-- A prediction is computed when it is read. No release has kept one.
DROP TABLE predictions;

-- 1: the sowing counts in the supply. 0: it waits until the operator counts it.
ALTER TABLE sowings ADD COLUMN counted BIGINT NOT NULL DEFAULT 1;

-- Pages of a farmer's sowings, newest first. The index holds what a page shows.
CREATE INDEX sowings_by_farmer ON sowings
    (farmer_id, id, crop, field_size_m2, expected_yield_kg, sown_at, counted) WHERE withdrawn_at IS NULL;
-- The sums of a crop year by crop and region, which the reconciler compares with the running sums. Ids grow with time,
-- so that new entries of a crop and region share a page.
CREATE INDEX sowings_by_account ON sowings (crop_year, crop, region, id, expected_yield_kg)
    WHERE withdrawn_at IS NULL AND counted = 1;
CREATE INDEX sowings_waiting ON sowings (id) WHERE withdrawn_at IS NULL AND counted = 0;

-- A sowing is its own record of the request.
DELETE FROM request_journal WHERE kind = 'crop_add';

-- A farmer's copy and erasure read the journal by its farmer.
CREATE INDEX request_journal_by_farmer ON request_journal (farmer_id, id);

-- Sessions that have ended are looked for by their last use and by their age.
CREATE INDEX sessions_by_use ON sessions (seen_at);
CREATE INDEX sessions_by_age ON sessions (created_at);

-- The sums of the change feed up to a watermark, so that older entries need not be read again, nor kept for ever.
CREATE TABLE feed_sums (
    region    TEXT   NOT NULL,
    crop      TEXT   NOT NULL,
    crop_year BIGINT NOT NULL,
    sown_kg   BIGINT NOT NULL,
    PRIMARY KEY (region, crop, crop_year)
);

-- How far a job has come. `position`: done up to here. `seen`: the end of what stood there at `seen_at`.
CREATE TABLE watermarks (
    work     TEXT   NOT NULL PRIMARY KEY,
    position BIGINT NOT NULL,
    seen     BIGINT NOT NULL,
    seen_at  BIGINT NOT NULL
);
