-- What a farmer has agreed to, and when they took it back. NULL: it stands. Numbered from 1 for each farmer.
CREATE TABLE consents (
    farmer_id    BLOB NOT NULL REFERENCES farmers (id),
    number       INTEGER NOT NULL,
    version      INTEGER NOT NULL,
    language     TEXT NOT NULL,
    given_at     INTEGER NOT NULL,
    withdrawn_at INTEGER,
    PRIMARY KEY (farmer_id, number)
) STRICT, WITHOUT ROWID;

-- Who was erased, and when. Only the id: it says nothing about the person, and keeps a restored backup from bringing them back.
CREATE TABLE erased_farmers (
    farmer_id BLOB NOT NULL PRIMARY KEY,
    erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Nobody has agreed yet, and nothing is computed for who has not.
DELETE FROM predictions;
