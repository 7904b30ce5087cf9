//! A write is answered when the standby has it: so is its repeat, and so is one that finds nothing left to change.
//!
//! What was answered has to outlive the primary.

use super::{farmer, id, new_sowing, noon};
use grow_domain::Crop;
use grow_domain::sowing::CountLimits;
use grow_store::testing::{self, TestStore};
use grow_store::{DatabaseUrl, Error, FarmerId, Result, SowingOutcome};
use tokio_postgres::{Client, NoTls};
use uuid::Uuid;

/// A connection to the primary outside the store.
async fn stranger(store: &TestStore) -> Client {
    let DatabaseUrl::Postgres(address) = store.url() else { panic!("a PostgreSQL store") };
    let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Waits until this many commits wait for the standby.
async fn until_waiting(client: &Client, commits: i64) {
    let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    while client.query_one(sql, &[]).await.unwrap().get::<_, i64>(0) != commits {
        tokio::task::yield_now().await;
    }
}

/// Ends these waits, as an operator may.
async fn cancel_waits(client: &Client) {
    let sql = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    client.query(sql, &[]).await.unwrap();
}

async fn sow(store: &TestStore, farmer: FarmerId, key: &str) -> Result<SowingOutcome> {
    let sowing = new_sowing(Crop::Onion, 100);
    store.record_sowing(farmer, key.to_owned(), sowing, CountLimits::NONE, id(noon(), key), noon()).await
}

async fn ids(store: &TestStore, farmer: FarmerId) -> Vec<Uuid> {
    store.sowings(farmer, 50, None).await.unwrap().sowings.iter().map(|sowing| sowing.id).collect()
}

fn is_unanswered<T: std::fmt::Debug>(outcome: &Result<T>) -> bool {
    matches!(outcome, Err(Error::Commit(_) | Error::Late | Error::Busy))
}

#[tokio::test]
async fn a_write_and_its_repeat_wait_for_the_standby() {
    let store = testing::postgres_replicated().await;
    let meena = farmer(&store, "meena").await;
    let first = sow(&store, meena, "before").await.unwrap();
    store.drill("stop-standby").await;

    for attempt in ["first", "second"] {
        let outcome = sow(&store, meena, "during").await;
        assert!(is_unanswered(&outcome), "{attempt}: {outcome:?}");
    }
    assert!(
        matches!(first, SowingOutcome::Recorded(sowing) if ids(&store, meena).await.contains(&sowing.id)),
        "reads go on"
    );

    store.drill("start-standby").await;
    let SowingOutcome::Repeated(sowing) = until_answered(async || sow(&store, meena, "during").await).await else {
        panic!("the first attempt is recorded")
    };
    assert!(ids(&store, meena).await.contains(&sowing.id));
}

/// Repeats a call until it is answered.
async fn until_answered<T: std::fmt::Debug>(call: impl AsyncFn() -> Result<T>) -> T {
    loop {
        let outcome = call().await;
        if !is_unanswered(&outcome) {
            return outcome.unwrap();
        }
    }
}

#[tokio::test]
async fn a_wait_that_was_cancelled_is_no_success_and_neither_is_a_repeat() {
    let store = testing::postgres_replicated().await;
    let meena = farmer(&store, "meena").await;
    let SowingOutcome::Recorded(sown) = sow(&store, meena, "before").await.unwrap() else { panic!("recorded") };
    let watcher = stranger(&store).await;
    store.drill("stop-standby").await;

    let cancelled = async {
        until_waiting(&watcher, 1).await;
        cancel_waits(&watcher).await;
    };
    let (outcome, ()) = tokio::join!(sow(&store, meena, "during"), cancelled);
    assert!(matches!(outcome, Err(Error::Commit(_))), "{outcome:?}");
    assert_eq!(ids(&store, meena).await.len(), 2, "it is on the primary alone");
    let repeated = sow(&store, meena, "during").await;
    assert!(is_unanswered(&repeated), "{repeated:?}");

    // What the store has given up waits on.
    cancel_waits(&watcher).await;
    until_waiting(&watcher, 0).await;

    // A withdrawal that finds the sowing withdrawn changes nothing, and is answered no sooner.
    let cancelled = async {
        until_waiting(&watcher, 1).await;
        cancel_waits(&watcher).await;
    };
    let (outcome, ()) = tokio::join!(store.withdraw_sowing(meena, sown.id, noon()), cancelled);
    assert!(matches!(outcome, Err(Error::Commit(_))), "{outcome:?}");
    let repeated = store.withdraw_sowing(meena, sown.id, noon()).await;
    assert!(is_unanswered(&repeated), "{repeated:?}");

    store.drill("start-standby").await;
    assert_eq!(until_answered(async || store.withdraw_sowing(meena, sown.id, noon()).await).await, None);
    store.drill("kill-primary").await;
    store.drill("promote-standby").await;
    let left = until_answered(async || store.sowings(meena, 50, None).await).await.sowings;
    assert_eq!(left.len(), 1, "the withdrawal and the sowing that were answered are on the standby");
}

#[tokio::test]
async fn nothing_answered_is_lost_when_a_commit_came_back_from_a_crash_and_the_primary_is_lost() {
    let store = testing::postgres_replicated().await;
    let meena = farmer(&store, "meena").await;
    sow(&store, meena, "before").await.unwrap();
    let watcher = stranger(&store).await;
    store.drill("stop-standby").await;

    let crash = async {
        until_waiting(&watcher, 1).await;
        store.drill("restart-primary").await;
    };
    let (outcome, ()) = tokio::join!(sow(&store, meena, "during"), crash);
    assert!(outcome.is_err(), "{outcome:?}");
    let visible = async || store.sowings(meena, 50, None).await;
    let visible = loop {
        // The first connections after the crash are those from before it.
        if let Ok(page) = visible().await {
            break page.sowings;
        }
    };
    assert_eq!(visible.len(), 2, "after the crash the sowing is there, on the primary alone");
    let repeated = sow(&store, meena, "during").await;
    assert!(repeated.is_err(), "{repeated:?}");

    store.drill("kill-primary").await;
    store.drill("start-standby").await;
    store.drill("promote-standby").await;
    let outcome = loop {
        // The servers of before are found to be gone first.
        if let Ok(outcome) = sow(&store, meena, "during").await {
            break outcome;
        }
    };
    assert!(matches!(outcome, SowingOutcome::Recorded(_)), "{outcome:?}");
    assert_eq!(ids(&store, meena).await.len(), 2);
}
