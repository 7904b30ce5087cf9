-- The supply of each drawn crop as a part of the demand when it was drawn, percent, in the order of `crops`: 98,101.
-- NULL: they were drawn by an earlier release.
ALTER TABLE advice_draws ADD COLUMN filled TEXT;
