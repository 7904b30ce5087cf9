//! No statement reads a table that grows with farmers from end to end. A test build checks this whenever a statement is
//! prepared for the first time; these tests show that it finds one that does.

use grow_store::both_stores;
use grow_store::testing::TestStore;

/// A test build checks each statement for it, too.
#[test]
fn statements_keep_the_way_open_to_other_engines_that_speak_postgresql() {
    for statement in [
        "SELECT pg_advisory_xact_lock(1)",
        "LISTEN supply",
        "SELECT pg_notify('supply', '')",
        "ALTER TABLE sowings ADD UNIQUE (id) DEFERRABLE",
        "SELECT shard / 64 FROM supply",
    ] {
        assert!(TestStore::of_one_engine(statement).is_some(), "{statement}");
    }
    let exact = "SELECT CAST((shard - shard % 64) / 64 AS BIGINT) FROM supply";
    assert_eq!(TestStore::of_one_engine(exact), None);
    let steps = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/postgres");
    for step in std::fs::read_dir(steps).unwrap() {
        let path = step.unwrap().path();
        // Applied steps are never edited. The division of this one is exact.
        if path.ends_with("0009_intentions_and_harvests.sql") {
            continue;
        }
        let statements = std::fs::read_to_string(&path).unwrap();
        assert_eq!(TestStore::of_one_engine(&statements), None, "{}", path.display());
    }
}

both_stores! {
    async fn a_statement_that_reads_a_whole_table_is_found(store) {
        for statement in [
            "SELECT COUNT(*) FROM sowings",
            "SELECT id FROM farmers WHERE email = $1",
            "DELETE FROM sessions WHERE device = $1",
            "SELECT s.id FROM sowings s WHERE s.crop = $1",
            "SELECT id FROM request_journal ORDER BY id",
        ] {
            assert!(!store.scans(statement).await.is_empty(), "{statement}");
        }
    }

    async fn a_statement_that_reads_by_a_key_or_one_end_is_none(store) {
        for statement in [
            "SELECT id FROM sowings WHERE farmer_id = $1 AND id = $2",
            "SELECT region, COUNT(*) FROM supply GROUP BY region",
            "SELECT seq FROM change_feed ORDER BY seq LIMIT $1",
        ] {
            assert_eq!(store.scans(statement).await, [""; 0], "{statement}");
        }
    }
}
