-- The journal and the feed in parts of a month (a twelfth of 365.25 days), so that a part whose entries have all expired
-- is emptied at once. The parts are used again: those of the journal after 48 months, those of the feed after 12. No
-- statement names a part but the one that empties it.
ALTER TABLE request_journal RENAME TO request_journal_before;
CREATE SEQUENCE request_journal_ids;
CREATE TABLE request_journal (
    id        BIGINT  NOT NULL DEFAULT nextval('request_journal_ids'),
    farmer_id UUID    NOT NULL REFERENCES farmers (id),
    at        BIGINT  NOT NULL,
    kind      TEXT    NOT NULL,
    body      TEXT    NOT NULL
) PARTITION BY LIST ((at / 2629800000000 % 48));
ALTER SEQUENCE request_journal_ids OWNED BY request_journal.id;

ALTER TABLE change_feed RENAME TO change_feed_before;
CREATE SEQUENCE change_feed_numbers;
CREATE TABLE change_feed (
    seq       BIGINT  NOT NULL DEFAULT nextval('change_feed_numbers'),
    at        BIGINT  NOT NULL,
    kind      TEXT    NOT NULL,
    region    TEXT    NOT NULL,
    crop      TEXT    NOT NULL,
    crop_year BIGINT  NOT NULL,
    sown_kg   BIGINT  NOT NULL
) PARTITION BY LIST ((at / 2629800000000 % 12));
ALTER SEQUENCE change_feed_numbers OWNED BY change_feed.seq;

DO $$
BEGIN
    FOR part IN 0..47 LOOP
        EXECUTE format('CREATE TABLE request_journal_%s PARTITION OF request_journal FOR VALUES IN (%s)', part, part);
    END LOOP;
    FOR part IN 0..11 LOOP
        EXECUTE format('CREATE TABLE change_feed_%s PARTITION OF change_feed FOR VALUES IN (%s)', part, part);
    END LOOP;
END $$;

INSERT INTO request_journal (id, farmer_id, at, kind, body)
    SELECT id, farmer_id, at, kind, body FROM request_journal_before;
SELECT setval('request_journal_ids', COALESCE(MAX(id), 1), MAX(id) IS NOT NULL) FROM request_journal_before;
DROP TABLE request_journal_before;
-- A farmer's copy and erasure read the journal by its farmer.
CREATE INDEX request_journal_by_farmer ON request_journal (farmer_id, id);

INSERT INTO change_feed (seq, at, kind, region, crop, crop_year, sown_kg)
    SELECT seq, at, kind, region, crop, crop_year, sown_kg FROM change_feed_before;
SELECT setval('change_feed_numbers', COALESCE(MAX(seq), 1), MAX(seq) IS NOT NULL) FROM change_feed_before;
DROP TABLE change_feed_before;
CREATE INDEX change_feed_by_number ON change_feed (seq);
