-- What stood on the farmer's field last, as they say. NULL: not said, or a sowing of theirs has ended since.
ALTER TABLE farmer_records ADD COLUMN last_crop TEXT;

-- Three further kinds of soil.
ALTER TABLE farmer_records DROP CONSTRAINT farmer_records_soil_check;
ALTER TABLE farmer_records ADD CONSTRAINT farmer_records_soil_check
    CHECK (soil IN ('light', 'medium', 'heavy', 'heavy_clay', 'waterlogged', 'loose_sand'));
