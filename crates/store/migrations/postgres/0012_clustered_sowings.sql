-- A page of sowings and the one sowing of a key need no more than these two orders. No index repeats the row.
DROP INDEX sowings_by_farmer;
DROP INDEX sowings_by_account;
ALTER TABLE sowings DROP CONSTRAINT sowings_pkey;
ALTER TABLE sowings ADD PRIMARY KEY (farmer_id, id);
CREATE UNIQUE INDEX sowings_by_key ON sowings (farmer_id, idempotency_key);

ALTER TABLE intentions DROP CONSTRAINT intentions_pkey;
ALTER TABLE intentions ADD PRIMARY KEY (farmer_id, id);
CREATE UNIQUE INDEX intentions_by_key ON intentions (farmer_id, idempotency_key);

-- The time from which the sowing is in the supply, unless that is the time of its id: of an imported sowing, and of one
-- that waited for the operator.
ALTER TABLE sowings ADD COLUMN counted_at BIGINT;

-- What a farmer has stored in a crop year: sowings, also withdrawn ones; those that count and stand, with their land;
-- and changes in the journal and plans, from this step on. The bounds of a farmer are judged by these sums.
CREATE TABLE farmer_years (
    farmer_id  UUID   NOT NULL REFERENCES farmers (id),
    crop_year  BIGINT NOT NULL,
    sowings    BIGINT NOT NULL,
    counted    BIGINT NOT NULL,
    counted_m2 BIGINT NOT NULL,
    changes    BIGINT NOT NULL,
    PRIMARY KEY (farmer_id, crop_year)
);
INSERT INTO farmer_years (farmer_id, crop_year, sowings, counted, counted_m2, changes)
    SELECT farmer_id, crop_year, COUNT(*),
           SUM(CASE WHEN withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1 THEN 1 ELSE 0 END),
           SUM(CASE WHEN withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1 THEN field_size_m2 ELSE 0 END), 0
    FROM sowings GROUP BY farmer_id, crop_year;
