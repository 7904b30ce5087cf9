-- Whether the farmer's field can be watered, and its kind of soil, as they say. NULL: not said.
ALTER TABLE farmer_records ADD COLUMN water TEXT CHECK (water IN ('all_season', 'once_or_twice', 'rain_only'));
ALTER TABLE farmer_records ADD COLUMN soil TEXT CHECK (soil IN ('light', 'medium', 'heavy'));
