-- What stood on the farmer's field last, as they say. NULL: not said, or a sowing of theirs has ended since.
ALTER TABLE farmer_records ADD COLUMN last_crop TEXT;

-- Three further kinds of soil: a column with the wider check takes the place of the one before.
ALTER TABLE farmer_records ADD COLUMN any_soil TEXT
    CHECK (any_soil IN ('light', 'medium', 'heavy', 'heavy_clay', 'waterlogged', 'loose_sand'));
UPDATE farmer_records SET any_soil = soil WHERE soil IS NOT NULL;
ALTER TABLE farmer_records DROP COLUMN soil;
ALTER TABLE farmer_records RENAME COLUMN any_soil TO soil;
