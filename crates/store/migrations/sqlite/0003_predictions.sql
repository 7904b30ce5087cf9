-- What suits a farmer's soil and climate, and what it was predicted from. A row whose model or inputs are not today's is stale; who
-- has no district has no row. Millionths of the sixteen crops, in the specification's order of crops, with commas between them.
CREATE TABLE predictions (
    farmer_id     BLOB    NOT NULL PRIMARY KEY REFERENCES farmers (id),
    model_version TEXT    NOT NULL,
    district      TEXT    NOT NULL,
    n_g_ha        INTEGER NOT NULL,
    p_g_ha        INTEGER NOT NULL,
    k_g_ha        INTEGER NOT NULL,
    millionths    TEXT    NOT NULL,
    predicted_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Work that only one process may do at a time, who does it, and until when it is theirs.
CREATE TABLE leases (
    work       TEXT    NOT NULL PRIMARY KEY,
    holder     BLOB    NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
