-- `demand_kg` in two parts. Both NULL: no balance of supply and use is known, and demand is the usual supply, which
-- `outside_supply_kg` holds from now on. `usual_land_m2` NULL: the land of the reference table. `as_of`: ISO 8601.
ALTER TABLE demand_figures ADD COLUMN domestic_kg INTEGER;
ALTER TABLE demand_figures ADD COLUMN exported_kg INTEGER;
ALTER TABLE demand_figures ADD COLUMN usual_land_m2 INTEGER;
ALTER TABLE demand_figures ADD COLUMN as_of TEXT NOT NULL DEFAULT '2026-05-01';
UPDATE demand_figures SET domestic_kg = demand_kg, exported_kg = 0;

-- Land of the sowings beside the usual land, as each restatement of a crop year found it. The latest number is in force.
-- The rows of India hold the land of all sowings. Rows are never changed: they are the record of what was restated.
CREATE TABLE coverage (
    crop_year   INTEGER NOT NULL,
    number      INTEGER NOT NULL,
    region      TEXT NOT NULL,
    season      TEXT NOT NULL,
    sown_m2     INTEGER NOT NULL,
    usual_m2    INTEGER NOT NULL,
    restated_at INTEGER NOT NULL,
    PRIMARY KEY (crop_year, number, region, season)
) STRICT, WITHOUT ROWID;
