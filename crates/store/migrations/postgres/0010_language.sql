-- The tag of the language that the farmer chose. NULL: they chose none.
ALTER TABLE farmers ADD COLUMN language TEXT;
