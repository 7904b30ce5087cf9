//! Failures of writes specific to PostgreSQL: lost connections and retries.

use super::{farmer, noon};
use grow_domain::figures::DemandFigure;
use grow_domain::{Crop, CropYear, Kilograms, Region};
use grow_store::testing::{self, TestStore};
use grow_store::{DatabaseUrl, Error};
use tokio_postgres::{Client, NoTls};

fn figure(crop: Crop, demand: i64) -> DemandFigure {
    testing::figure(Region::India, crop, CropYear::of(noon()), demand, 0)
}

/// A connection outside the store.
async fn stranger(store: &TestStore) -> Client {
    let DatabaseUrl::Postgres(address) = store.url() else { panic!("a PostgreSQL store") };
    let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Waits until another connection of this database waits for a lock.
async fn until_another_waits(client: &Client) {
    let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while client.query_one(sql, &[]).await.unwrap().get::<_, i64>(0) == 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_write_that_ends_in_a_deadlock_is_tried_again() {
    let store = testing::postgres().await;
    store.import_figures(vec![figure(Crop::Onion, 1), figure(Crop::Potato, 1)], noon()).await.unwrap();
    let [other, watcher] = [stranger(&store).await, stranger(&store).await];
    // The store's transaction detects the deadlock, and is therefore the one rolled back.
    other.batch_execute("SET deadlock_timeout = '1min'; BEGIN").await.unwrap();
    other.batch_execute("UPDATE demand_figures SET years = '' WHERE crop = 'potato'").await.unwrap();
    let import = store.import_figures(vec![figure(Crop::Onion, 2), figure(Crop::Potato, 2)], noon());
    let other = async {
        until_another_waits(&watcher).await;
        other.batch_execute("UPDATE demand_figures SET years = '' WHERE crop = 'onion'").await.unwrap();
        other.batch_execute("COMMIT").await.unwrap();
    };
    let (imported, ()) = futures_util::future::join(import, other).await;
    assert_eq!(imported.unwrap().len(), 2);
    assert!(store.figures().await.unwrap().iter().all(|figure| figure.demand() == Kilograms(2)));
}

#[tokio::test]
async fn a_connection_that_is_lost_is_told_from_a_statement_that_fails() {
    let store = testing::postgres().await;
    let [other, watcher] = [stranger(&store).await, stranger(&store).await];
    other.batch_execute("BEGIN; LOCK TABLE demand_figures").await.unwrap();
    let import = store.import_figures(vec![figure(Crop::Onion, 1)], noon());
    let end = async {
        until_another_waits(&watcher).await;
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
        watcher.query(sql, &[]).await.unwrap();
        other.batch_execute("ROLLBACK").await.unwrap();
    };
    let (lost, ()) = futures_util::future::join(import, end).await;
    let lost = lost.unwrap_err();
    assert!(matches!(lost, Error::Postgres(_)) && lost.is_away(), "{lost:?}");

    store.tamper("ALTER TABLE demand_figures RENAME TO lost_figures").await;
    let failed = store.import_figures(vec![figure(Crop::Onion, 1)], noon()).await.unwrap_err();
    assert!(!failed.is_away(), "{failed:?}");

    store.tamper("UPDATE pg_database SET datallowconn = false WHERE datname = current_database()").await;
    watcher.batch_execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").await.unwrap();
    let away = store.figures().await.unwrap_err();
    assert!(away.is_away(), "{away:?}");
}

#[tokio::test]
async fn the_holdings_of_a_farmer_are_one_snapshot() {
    let store = testing::postgres().await;
    let meena = farmer(&store, "meena").await;
    let before = store.holdings(meena).await.unwrap();
    let [other, watcher] = [stranger(&store).await, stranger(&store).await];
    // `consents` is the last table that the export reads.
    other.batch_execute("BEGIN; LOCK TABLE consents").await.unwrap();
    let withdraw = async {
        until_another_waits(&watcher).await;
        other.batch_execute("UPDATE consents SET withdrawn_at = given_at; COMMIT").await.unwrap();
    };
    let (held, ()) = futures_util::future::join(store.holdings(meena), withdraw).await;
    assert_eq!(held.unwrap(), before);
    assert_ne!(store.holdings(meena).await.unwrap(), before);
}

#[tokio::test]
async fn a_primary_that_has_become_a_standby_is_away() {
    let store = testing::postgres().await;
    // As a standby, it refuses writes and goes on to read.
    store.tamper("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$").await;
    let refused = store.import_figures(vec![figure(Crop::Onion, 1)], noon()).await.unwrap_err();
    assert!(refused.is_away(), "{refused:?}");
    assert_eq!(store.figures().await.unwrap(), []);
}
