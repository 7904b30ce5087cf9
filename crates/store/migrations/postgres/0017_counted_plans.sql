-- How much of the plan counts in the advice: fixed when it is recorded, so that its end takes away what it added. Plans
-- of earlier releases count in full.
ALTER TABLE intentions ADD COLUMN counted_kg BIGINT NOT NULL DEFAULT 0;
UPDATE intentions SET counted_kg = expected_yield_kg;
