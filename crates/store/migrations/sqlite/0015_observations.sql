-- What the operator told of a season (`grow supply observe`), by the day that it describes: areas in m², harvests in kg.
-- Of two of a kind the later day holds; the others are its record. `year_basis`: the months of the source's year.
CREATE TABLE observations (
    crop_year   INTEGER NOT NULL,
    region      TEXT NOT NULL,
    crop        TEXT NOT NULL,
    season      TEXT NOT NULL,
    measure     TEXT NOT NULL,
    as_of       TEXT NOT NULL,
    value       INTEGER NOT NULL,
    year_basis  TEXT NOT NULL,
    source      TEXT NOT NULL,
    imported_at INTEGER NOT NULL,
    PRIMARY KEY (crop_year, region, crop, season, measure, as_of)
) STRICT, WITHOUT ROWID;

-- What a season is of a usual one, in millionths, as each restatement of a crop year reckoned it: `applied` multiplies
-- the outside supply, `observed` is before it was drawn to a usual season. `number` is that of the rows of `coverage`.
-- `estimate` NULL: the area sown so far tells it. Rows are never changed.
CREATE TABLE season_ratios (
    crop_year INTEGER NOT NULL,
    number    INTEGER NOT NULL,
    region    TEXT NOT NULL,
    crop      TEXT NOT NULL,
    season    TEXT NOT NULL,
    applied   INTEGER NOT NULL,
    observed  INTEGER NOT NULL,
    estimate  TEXT CHECK (estimate IN ('first', 'second', 'third', 'fourth', 'final')),
    as_of     TEXT NOT NULL,
    source    TEXT NOT NULL,
    PRIMARY KEY (crop_year, number, region, crop, season)
) STRICT, WITHOUT ROWID;
