//! Failures of writes specific to PostgreSQL: lost connections and retries.

use super::housekeeping::{HOLDER, LIFETIMES};
use super::{farmer, id, new_sowing, noon, sown};
use grow_domain::figures::DemandFigure;
use grow_domain::sowing::CountLimits;
use grow_domain::{Crop, CropYear, Kilograms, Region};
use grow_store::testing::{self, TestStore};
use grow_store::{DatabaseUrl, Error};
use tokio_postgres::{Client, NoTls};
use uuid::Uuid;

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
async fn a_lease_that_was_renewed_while_another_node_waited_for_it_is_not_taken() {
    let store = testing::postgres().await;
    assert!(store.delete_ended(HOLDER, noon(), LIFETIMES).await.unwrap().is_some());
    let [first, watcher] = [stranger(&store).await, stranger(&store).await];
    first.batch_execute("BEGIN; UPDATE leases SET holder = holder").await.unwrap();
    let renewal = async {
        until_another_waits(&watcher).await;
        let sql = "UPDATE leases SET expires_at = EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 + 60000000; COMMIT";
        first.batch_execute(sql).await.unwrap();
    };
    let (taken, ()) = tokio::join!(store.delete_ended(Uuid::from_u128(2), noon(), LIFETIMES), renewal);
    assert_eq!(taken.unwrap(), None);
}

/// Lets a change of the supply fail after a warning.
const WARN_AND_FAIL: &str = "
    CREATE FUNCTION warn_and_fail() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE WARNING ''on purpose''; RAISE EXCEPTION ''on purpose''; END';
    CREATE TRIGGER fails BEFORE INSERT ON supply FOR EACH STATEMENT EXECUTE FUNCTION warn_and_fail()";

#[tokio::test]
async fn a_warning_before_a_commit_is_not_held_against_it() {
    let store = testing::postgres().await;
    let meena = farmer(&store, "meena").await;
    store.tamper(WARN_AND_FAIL).await;
    let before = store.everything().await;
    let hectare = new_sowing(Crop::Ragi, 100);
    let failed =
        store.record_sowing(meena, "key".to_owned(), hectare, CountLimits::NONE, id(noon(), "1"), noon()).await;
    assert!(matches!(failed, Err(Error::Postgres(_))), "{failed:?}");
    assert_eq!(store.everything().await, before, "the statements before it are rolled back");
    store.tamper("DROP TRIGGER fails ON supply").await;
    // Nothing is changed, and no statement warns: on the connection of before, too.
    store.withdraw_sowing(meena, id(noon(), "unknown"), noon()).await.unwrap();
    sown(&store, meena, "key", hectare).await;
}

#[tokio::test]
async fn the_last_statements_of_a_sowing_run_in_their_order() {
    let store = testing::postgres().await;
    let meena = farmer(&store, "meena").await;
    store
        .tamper(
            "CREATE TABLE ran (number SERIAL, name TEXT);
             CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
                 'BEGIN INSERT INTO ran (name) VALUES (TG_TABLE_NAME); RETURN NULL; END';
             CREATE TRIGGER noted BEFORE INSERT ON sowings FOR EACH STATEMENT EXECUTE FUNCTION note();
             CREATE TRIGGER noted BEFORE INSERT ON farmer_years FOR EACH STATEMENT EXECUTE FUNCTION note();
             CREATE TRIGGER noted BEFORE INSERT ON change_feed FOR EACH STATEMENT EXECUTE FUNCTION note();
             CREATE TRIGGER noted BEFORE INSERT ON supply FOR EACH STATEMENT EXECUTE FUNCTION note()",
        )
        .await;
    sown(&store, meena, "key", new_sowing(Crop::Ragi, 100)).await;
    let sql = "SELECT string_agg(name, ' ' ORDER BY number) FROM ran";
    let ran: String = stranger(&store).await.query_one(sql, &[]).await.unwrap().get(0);
    assert_eq!(ran, "sowings farmer_years change_feed supply", "the rows with the most writers come last");
}

#[tokio::test]
async fn the_export_of_a_farmer_is_one_snapshot() {
    let store = testing::postgres().await;
    let meena = farmer(&store, "meena").await;
    let before = store.export_data(meena).await.unwrap();
    let [other, watcher] = [stranger(&store).await, stranger(&store).await];
    // `consents` is the last table that the export reads.
    other.batch_execute("BEGIN; LOCK TABLE consents").await.unwrap();
    let withdraw = async {
        until_another_waits(&watcher).await;
        other.batch_execute("UPDATE consents SET withdrawn_at = given_at; COMMIT").await.unwrap();
    };
    let (held, ()) = futures_util::future::join(store.export_data(meena), withdraw).await;
    assert_eq!(held.unwrap(), before);
    assert_ne!(store.export_data(meena).await.unwrap(), before);
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

#[tokio::test]
async fn without_room_nothing_is_saved_and_the_readiness_says_so_until_there_is_some() {
    let store = testing::postgres().await;
    let meena = farmer(&store, "meena").await;
    store
        .tamper(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN RAISE 'no room' USING ERRCODE = 'disk_full'; END $$;
             CREATE TRIGGER no_room BEFORE INSERT ON supply FOR EACH STATEMENT EXECUTE FUNCTION no_room()",
        )
        .await;
    let (sowing, key) = (new_sowing(Crop::Ragi, 100), "key".to_owned());
    let refused = store.record_sowing(meena, key, sowing, CountLimits::NONE, id(noon(), "key"), noon()).await;
    assert!(matches!(refused, Err(Error::DiskFull)), "{refused:?}");
    assert!(matches!(store.ready().await, Err(Error::DiskFull)));
    assert_eq!(store.number("SELECT COUNT(*) FROM sowings").await, 0);
    store.tamper("DROP TRIGGER no_room ON supply").await;
    sown(&store, meena, "key", new_sowing(Crop::Ragi, 100)).await;
    store.ready().await.unwrap();
}
