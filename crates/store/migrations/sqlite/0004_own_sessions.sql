-- A farmer sees where they are signed in: the name of a session in addresses, which opens nothing, and its browser in a few
-- words. NULL: not known.
ALTER TABLE sessions ADD COLUMN id BLOB NOT NULL DEFAULT x'00000000000000000000000000000000';
ALTER TABLE sessions ADD COLUMN device TEXT;
UPDATE sessions SET id = randomblob(16);

CREATE INDEX sessions_by_farmer ON sessions (farmer_id);

-- How a sign-in answers stands in its state. No release has written this column.
ALTER TABLE logins DROP COLUMN mode;
