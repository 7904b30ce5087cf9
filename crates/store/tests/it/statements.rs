//! No statement reads a table that grows with farmers from end to end. A test build checks this whenever a statement is
//! prepared for the first time; these tests show that it finds one that does.

use grow_store::both_stores;

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
