-- What a farmer has agreed to, and when they took it back. NULL: it stands. Numbered from 1 for each farmer.
CREATE TABLE consents (
    farmer_id    UUID NOT NULL REFERENCES farmers (id),
    number       BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    language     TEXT NOT NULL,
    given_at     BIGINT NOT NULL,
    withdrawn_at BIGINT,
    PRIMARY KEY (farmer_id, number)
);

-- Who was erased, and when. Only the id: it says nothing about the person, and keeps a restored backup from bringing them back.
CREATE TABLE erased_farmers (
    farmer_id UUID NOT NULL PRIMARY KEY,
    erased_at BIGINT NOT NULL
);

-- Nobody has agreed yet, and nothing is computed for who has not.
DELETE FROM predictions;
