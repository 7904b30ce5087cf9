-- The district that a farmer's place lies in, by its key (tn-erode). NULL: not known.
ALTER TABLE farmer_records ADD COLUMN district TEXT;
