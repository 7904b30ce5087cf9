-- How long the variety stands: early, medium, late; NULL: not told. A sowing ends when it is harvested or when it fails.
-- One that failed is kept, but its yield is out of the supply and its land out of the coverage.
ALTER TABLE sowings ADD COLUMN maturity TEXT;
ALTER TABLE sowings ADD COLUMN harvested_at BIGINT;
ALTER TABLE sowings ADD COLUMN harvested_kg BIGINT;
ALTER TABLE sowings ADD COLUMN failed_at BIGINT;

-- As before, with the new columns and without the sowings that failed.
DROP INDEX sowings_by_farmer;
CREATE INDEX sowings_by_farmer ON sowings
    (farmer_id, id, crop, field_size_m2, expected_yield_kg, sown_at, counted, region,
     maturity, harvested_at, harvested_kg, failed_at)
    WHERE withdrawn_at IS NULL;
DROP INDEX sowings_by_account;
CREATE INDEX sowings_by_account ON sowings (crop_year, crop, region, id, expected_yield_kg)
    WHERE withdrawn_at IS NULL AND failed_at IS NULL AND counted = 1;
DROP INDEX sowings_waiting;
CREATE INDEX sowings_waiting ON sowings (id) WHERE withdrawn_at IS NULL AND failed_at IS NULL AND counted = 0;

-- All the land that the farmer has, as they say. NULL: not told.
ALTER TABLE farmer_records ADD COLUMN land_m2 BIGINT;
-- Farmers are counted by district.
CREATE INDEX farmer_records_by_district ON farmer_records (district);

-- Plans to sow. One stands until it is dropped or sown (`ended_at`, `outcome`, and the sowing that it became), and no
-- longer than to the end of `ends_on`, a day in India. A plan that has passed that day is not marked.
CREATE TABLE intentions (
    farmer_id         UUID    NOT NULL REFERENCES farmers (id),
    idempotency_key   TEXT    NOT NULL,
    id                UUID    NOT NULL,
    region            TEXT    NOT NULL,
    crop              TEXT    NOT NULL,
    field_size_m2     BIGINT  NOT NULL,
    expected_yield_kg BIGINT  NOT NULL,
    planned_at        BIGINT  NOT NULL,
    ends_on           TEXT COLLATE "C" NOT NULL,
    ended_at          BIGINT,
    outcome           TEXT,
    sowing_id         UUID,
    PRIMARY KEY (farmer_id, idempotency_key)
);
CREATE INDEX intentions_open ON intentions (farmer_id, ends_on) WHERE ended_at IS NULL;

-- Running sums of the plans that stand, by the region of the farmer and the last day of the plan. Rows of past days are
-- deleted.
CREATE TABLE planned (
    region     TEXT    NOT NULL,
    crop       TEXT    NOT NULL,
    ends_on    TEXT COLLATE "C" NOT NULL,
    shard      BIGINT  NOT NULL,
    planned_kg BIGINT  NOT NULL,
    PRIMARY KEY (region, crop, ends_on, shard)
);

-- The crops that a farmer was drawn, and what they were drawn from.
CREATE TABLE advice_draws (
    farmer_id UUID    NOT NULL PRIMARY KEY REFERENCES farmers (id),
    inputs    TEXT    NOT NULL,
    crops     TEXT    NOT NULL,
    drawn_at  BIGINT  NOT NULL
);

-- From now on a shard of the supply is 64 x the number of the ten days of sowing in the crop year (1 to 36; 1 is 1 to
-- 10 May) + a number below 64. What was sown until now moves there, and the sum over all shards stays as it is.
CREATE TABLE moved_supply AS
    SELECT region, crop_year, crop, expected_yield_kg AS kg,
           (CAST(EXTRACT(MONTH FROM to_timestamp(sown_at / 1000000 + 19800) AT TIME ZONE 'UTC') AS BIGINT) + 7) % 12 * 3
           + LEAST(
               (CAST(EXTRACT(DAY FROM to_timestamp(sown_at / 1000000 + 19800) AT TIME ZONE 'UTC') AS BIGINT) - 1) / 10,
               2)
           + 1 AS ten_days
    FROM sowings WHERE withdrawn_at IS NULL AND counted = 1;
INSERT INTO moved_supply SELECT 'IN', crop_year, crop, kg, ten_days FROM moved_supply WHERE region <> 'IN';
INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
    SELECT region, crop_year, crop, 64 * ten_days, SUM(kg), 0 FROM moved_supply
    GROUP BY region, crop_year, crop, ten_days;
INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
    SELECT region, crop_year, crop, 0, -SUM(kg), 0 FROM moved_supply WHERE kg > 0
    GROUP BY region, crop_year, crop
    ON CONFLICT (region, crop_year, crop, shard) DO UPDATE SET sown_kg = supply.sown_kg + excluded.sown_kg;
DROP TABLE moved_supply;
-- The supply of a crop in each state.
CREATE INDEX supply_by_crop ON supply (crop, crop_year);
