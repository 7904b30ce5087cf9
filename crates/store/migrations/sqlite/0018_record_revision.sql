-- Raised by each change of profile, nutrients, place, land, water and soil, so that a save can tell whether another one
-- came between.
ALTER TABLE farmer_records ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
