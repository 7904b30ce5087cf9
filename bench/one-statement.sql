-- A sowing as one prepared statement, for pgbench: the rows that Grow writes for it, without what Grow asks before.
-- A client sows for farmers of its own, as a connection of the benchmark does.
\set farmer :client_id * 32 + random(0, 31)
\set shard random(0, 15)
WITH
  sowing AS (
    INSERT INTO sowings (farmer_id, idempotency_key, id, region, crop, crop_year,
                         field_size_m2, expected_yield_kg, sown_at, counted)
    VALUES (('00000000-0000-0001-0000-' || lpad(to_hex(:farmer::bigint), 12, '0'))::uuid, gen_random_uuid()::text,
            gen_random_uuid(), 'IN-TN', 'groundnut', :year, 12500, 3000, :at, 1)),
  farmer AS (
    INSERT INTO farmer_years (farmer_id, crop_year, sowings, counted, counted_m2, changes)
    VALUES (('00000000-0000-0001-0000-' || lpad(to_hex(:farmer::bigint), 12, '0'))::uuid, :year, 1, 1, 12500, 0)
    ON CONFLICT (farmer_id, crop_year) DO UPDATE SET
        sowings = farmer_years.sowings + excluded.sowings,
        counted = farmer_years.counted + excluded.counted,
        counted_m2 = farmer_years.counted_m2 + excluded.counted_m2,
        changes = farmer_years.changes + excluded.changes),
  entry AS (
    INSERT INTO change_feed (at, kind, region, crop, crop_year, sown_kg)
    VALUES (:at, 'sowing', 'IN-TN', 'groundnut', :year, 3000))
INSERT INTO supply (region, crop_year, crop, shard, sown_kg, revision)
VALUES ('IN-TN', :year, 'groundnut', 64 * :ten_days + :shard, 3000, 1),
       ('IN', :year, 'groundnut', 64 * :ten_days + :shard, 3000, 1)
ON CONFLICT (region, crop_year, crop, shard)
DO UPDATE SET sown_kg = supply.sown_kg + excluded.sown_kg, revision = supply.revision + 1;
