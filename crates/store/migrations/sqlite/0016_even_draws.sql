-- Draws are spread evenly over the farmers of a cell: a season, district and kind of land. `next`: the number that the
-- next farmer of the cell gets.
CREATE TABLE advice_cells (
    cell TEXT    NOT NULL PRIMARY KEY,
    next INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The number of a farmer in each cell of a season that advice was asked for in.
CREATE TABLE advice_numbers (
    farmer_id BLOB    NOT NULL REFERENCES farmers (id),
    cell      TEXT    NOT NULL,
    season    TEXT    NOT NULL,
    number    INTEGER NOT NULL,
    PRIMARY KEY (farmer_id, cell)
) STRICT, WITHOUT ROWID;

-- What the crops were drawn by. NULL: they were drawn by an earlier release.
ALTER TABLE advice_draws ADD COLUMN cell TEXT;
ALTER TABLE advice_draws ADD COLUMN number INTEGER;
