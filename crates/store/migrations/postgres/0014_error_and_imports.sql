-- One standard deviation of what is met, percent. Figures that were stored without one have that of their confidence, as
-- `Confidence::error_percent` gives it.
ALTER TABLE demand_figures ADD COLUMN error_percent BIGINT NOT NULL DEFAULT 15;
UPDATE demand_figures SET error_percent = CASE
    WHEN LOWER(confidence) LIKE 'high%' THEN 3
    WHEN LOWER(confidence) LIKE 'medium%' THEN 7
    ELSE 15
END;

-- Usual imports, their duty in tenths of a percent, the day on which it was known (ISO 8601), and the landed price in
-- percent of the support price. All NULL: none are known. The price alone NULL: not known.
ALTER TABLE demand_figures ADD COLUMN imported_kg BIGINT;
ALTER TABLE demand_figures ADD COLUMN duty_permille BIGINT;
ALTER TABLE demand_figures ADD COLUMN duty_as_of TEXT;
ALTER TABLE demand_figures ADD COLUMN import_price_percent BIGINT;
