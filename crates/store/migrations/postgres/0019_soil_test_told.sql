-- Whether the farmer has saved N, P and K. 0, 0, 0 then says that there is no soil test.
ALTER TABLE farmer_records ADD COLUMN soil_test_told BIGINT NOT NULL DEFAULT 0 CHECK (soil_test_told IN (0, 1));
