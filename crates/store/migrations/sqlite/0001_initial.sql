-- Times are microseconds since 1970 UTC, weights kg, areas square metres, nutrients g/ha, ids UUIDv7.

-- A person as the identity provider knows them.
CREATE TABLE farmers (
    id           BLOB    NOT NULL PRIMARY KEY,
    issuer       TEXT    NOT NULL,
    subject      TEXT    NOT NULL,
    email        TEXT    NOT NULL,
    display_name TEXT    NOT NULL,
    photo_url    TEXT,
    created_at   INTEGER NOT NULL,
    UNIQUE (issuer, subject)
) STRICT, WITHOUT ROWID;

-- What a farmer has saved about themselves. No row: nothing saved yet.
CREATE TABLE farmer_records (
    farmer_id BLOB    NOT NULL PRIMARY KEY REFERENCES farmers (id),
    number    TEXT    NOT NULL DEFAULT '',
    place     TEXT    NOT NULL DEFAULT '',
    n_g_ha    INTEGER NOT NULL DEFAULT 0,
    p_g_ha    INTEGER NOT NULL DEFAULT 0,
    k_g_ha    INTEGER NOT NULL DEFAULT 0,
    saved_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE known_crops (
    farmer_id BLOB    NOT NULL REFERENCES farmers (id),
    crop      TEXT    NOT NULL,
    added_at  INTEGER NOT NULL,
    PRIMARY KEY (farmer_id, crop)
) STRICT, WITHOUT ROWID;

-- Who asked for what, and when; written in the transaction that does it.
CREATE TABLE request_journal (
    id        INTEGER NOT NULL PRIMARY KEY,
    farmer_id BLOB    NOT NULL REFERENCES farmers (id),
    at        INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    body      TEXT    NOT NULL
) STRICT;

-- One key, one sowing, for ever: a phone may be offline for weeks before it asks again. Clustered by owner, since a farmer only
-- ever reads their own, and has few.
CREATE TABLE sowings (
    farmer_id         BLOB    NOT NULL REFERENCES farmers (id),
    idempotency_key   TEXT    NOT NULL,
    id                BLOB    NOT NULL,
    region            TEXT    NOT NULL,
    crop              TEXT    NOT NULL,
    crop_year         INTEGER NOT NULL,
    field_size_m2     INTEGER NOT NULL,
    expected_yield_kg INTEGER NOT NULL,
    sown_at           INTEGER NOT NULL,
    withdrawn_at      INTEGER,
    PRIMARY KEY (farmer_id, idempotency_key)
) STRICT, WITHOUT ROWID;

-- Running sums of sowings. `revision` counts the changes of a row: the sum of revisions numbers the state of a region.
CREATE TABLE supply (
    region    TEXT    NOT NULL,
    crop_year INTEGER NOT NULL,
    crop      TEXT    NOT NULL,
    shard     INTEGER NOT NULL,
    sown_kg   INTEGER NOT NULL,
    revision  INTEGER NOT NULL,
    PRIMARY KEY (region, crop_year, crop, shard)
) STRICT, WITHOUT ROWID;

-- The operator's figures; each holds from its crop year until a later one.
CREATE TABLE demand_figures (
    region            TEXT    NOT NULL,
    crop              TEXT    NOT NULL,
    crop_year         INTEGER NOT NULL,
    demand_kg         INTEGER NOT NULL,
    outside_supply_kg INTEGER NOT NULL,
    years             TEXT    NOT NULL,
    source            TEXT    NOT NULL,
    confidence        TEXT    NOT NULL,
    revision          INTEGER NOT NULL,
    PRIMARY KEY (region, crop, crop_year)
) STRICT, WITHOUT ROWID;

-- Every change of supply or figures, in the transaction that made it.
CREATE TABLE change_feed (
    seq       INTEGER NOT NULL PRIMARY KEY,
    at        INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    region    TEXT    NOT NULL,
    crop      TEXT    NOT NULL,
    crop_year INTEGER NOT NULL,
    sown_kg   INTEGER NOT NULL
) STRICT;

-- Only the hash of a session's token is kept.
CREATE TABLE sessions (
    token_hash BLOB    NOT NULL PRIMARY KEY,
    farmer_id  BLOB    NOT NULL REFERENCES farmers (id),
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A sign-in under way, bound to one browser, used once.
CREATE TABLE logins (
    state_hash    BLOB    NOT NULL PRIMARY KEY,
    browser_hash  BLOB    NOT NULL,
    nonce         TEXT    NOT NULL,
    pkce_verifier TEXT    NOT NULL,
    mode          TEXT    NOT NULL,
    next          TEXT    NOT NULL,
    started_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Those that were left lying are looked for by their age.
CREATE INDEX logins_by_start ON logins (started_at);
