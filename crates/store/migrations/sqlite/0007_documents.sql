-- The e-mail in canonical form, which keys the documents of a farmer, and whether the issuer has verified it.
ALTER TABLE farmers ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
ALTER TABLE farmers ADD COLUMN email_verified INTEGER NOT NULL DEFAULT 0;
UPDATE farmers SET email_key = lower(trim(email));
CREATE INDEX farmers_by_email ON farmers (email_key, id);

-- The farmer's number in the application that the record comes from, and the e-mails of the record as a JSON list.
-- NULL: the e-mail of the account alone.
ALTER TABLE farmer_records ADD COLUMN farmerid TEXT NOT NULL DEFAULT '';
ALTER TABLE farmer_records ADD COLUMN mailid TEXT;

-- The documents that were imported, by the SHA-256 of their e-mail. `state`: waiting (for the farmer's decision), kept,
-- erased. `digest`: SHA-256 of the record. An imported farmer who has not decided yet is in `farmers` with the issuer
-- 'imported' and the e-mail as subject.
CREATE TABLE imported_documents (
    email_hash  BLOB    NOT NULL PRIMARY KEY,
    state       TEXT    NOT NULL,
    digest      BLOB    NOT NULL,
    imported_at INTEGER NOT NULL,
    decided_at  INTEGER
) STRICT, WITHOUT ROWID;
