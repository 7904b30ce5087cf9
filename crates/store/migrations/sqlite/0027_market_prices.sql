-- Markets by their state and district; '' where the district is not known.
CREATE TABLE markets (
    id       INTEGER NOT NULL PRIMARY KEY,
    state    TEXT    NOT NULL,
    district TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    UNIQUE (state, district, name)
) STRICT;

-- What a crop was sold for on a day at a market (`grow prices import`), whole rupees per quintal. `day`: year, month and
-- day as one number, such as 20261127. Days of the last three years are kept.
CREATE TABLE market_prices (
    day    INTEGER NOT NULL,
    market INTEGER NOT NULL REFERENCES markets (id),
    crop   TEXT    NOT NULL,
    min    INTEGER NOT NULL,
    max    INTEGER NOT NULL,
    modal  INTEGER NOT NULL,
    PRIMARY KEY (day, market, crop)
) STRICT, WITHOUT ROWID;

-- Counts the imports that changed a price, so that every server notices one.
CREATE TABLE price_imports (
    only_row    INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    number      INTEGER NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
