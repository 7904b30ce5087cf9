-- A hash of what the request stated that recorded the row, by which a repeat of its key is known. NULL: recorded by a
-- release without it, from a plan, or from an imported document.
ALTER TABLE sowings ADD COLUMN meaning BLOB;
ALTER TABLE intentions ADD COLUMN meaning BLOB;
