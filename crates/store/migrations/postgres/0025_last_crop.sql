-- What stood on the farmer's field last: what they say, or the crop of their sowing that ended since. NULL: not known.
ALTER TABLE farmer_records ADD COLUMN last_crop TEXT;
-- What was kept before a sowing ended, for when that is undone.
ALTER TABLE farmer_records ADD COLUMN last_crop_before TEXT;
UPDATE farmer_records SET last_crop = (
    SELECT s.crop FROM sowings s
    WHERE s.farmer_id = farmer_records.farmer_id AND s.withdrawn_at IS NULL
        AND (s.harvested_at IS NOT NULL OR s.failed_at IS NOT NULL)
    ORDER BY COALESCE(s.harvested_at, s.failed_at) DESC, s.id DESC LIMIT 1
);

-- Three further kinds of soil.
ALTER TABLE farmer_records DROP CONSTRAINT farmer_records_soil_check;
ALTER TABLE farmer_records ADD CONSTRAINT farmer_records_soil_check
    CHECK (soil IN ('light', 'medium', 'heavy', 'heavy_clay', 'waterlogged', 'loose_sand'));
