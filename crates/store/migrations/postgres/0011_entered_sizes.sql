-- Sizes of land as they were entered: `1.25 acre`, `3 bigha 2529.285264` with the size of a unit that differs between
-- places, in square metres. NULL: in hectares.
ALTER TABLE sowings ADD COLUMN entered TEXT;
ALTER TABLE intentions ADD COLUMN entered TEXT;
ALTER TABLE farmer_records ADD COLUMN land_entered TEXT;
-- The unit that the farmer measures land in, and the sizes that they have chosen: `bigha 2529.285264, kuli 13.37803776`.
ALTER TABLE farmer_records ADD COLUMN land_unit TEXT;
ALTER TABLE farmer_records ADD COLUMN unit_sizes TEXT;

-- As before, with the new column.
DROP INDEX sowings_by_farmer;
CREATE INDEX sowings_by_farmer ON sowings
    (farmer_id, id, crop, field_size_m2, expected_yield_kg, sown_at, counted, region,
     maturity, harvested_at, harvested_kg, failed_at, entered)
    WHERE withdrawn_at IS NULL;
