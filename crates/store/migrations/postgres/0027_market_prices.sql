-- Markets by their state and district; '' where the district is not known.
CREATE TABLE markets (
    id       BIGINT  NOT NULL PRIMARY KEY,
    state    TEXT    NOT NULL,
    district TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    UNIQUE (state, district, name)
);

-- What a crop was sold for on a day at a market (`grow prices import`), whole rupees per quintal. `day`: year, month and
-- day as one number, such as 20261127. Days of the last three years are kept.
CREATE TABLE market_prices (
    day    BIGINT  NOT NULL,
    market BIGINT  NOT NULL REFERENCES markets (id),
    crop   TEXT    NOT NULL,
    min    BIGINT  NOT NULL,
    max    BIGINT  NOT NULL,
    modal  BIGINT  NOT NULL,
    PRIMARY KEY (day, market, crop)
);

-- Counts the imports that changed a price, so that every server notices one.
CREATE TABLE price_imports (
    only_row    BIGINT  NOT NULL PRIMARY KEY CHECK (only_row = 1),
    number      BIGINT  NOT NULL,
    imported_at BIGINT  NOT NULL
);
