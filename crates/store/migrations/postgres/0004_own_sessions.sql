-- A farmer sees where they are signed in: the name of a session in addresses, which opens nothing, and its browser in a few
-- words. NULL: not known.
ALTER TABLE sessions ADD COLUMN id UUID NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE sessions ADD COLUMN device TEXT;

CREATE INDEX sessions_by_farmer ON sessions (farmer_id);

-- How a sign-in answers stands in its state. No release has written this column.
ALTER TABLE logins DROP COLUMN mode;
