//! Housekeeping deletes expired rows and nothing else, also with wrong clocks.

use super::intentions::planned;
use super::{farmer, new_sowing, noon, session, sown, user};
use grow_domain::Crop;
use grow_domain::farmer::Npk;
use grow_store::testing::TestStore;
use grow_store::{DatabaseUrl, EndOutcome, Identity, Lifetimes, PendingLogin, RecordChange, TokenHash, both_stores};
use jiff::{SignedDuration, Timestamp, ToSpan};
use uuid::Uuid;

pub(crate) const HOLDER: Uuid = Uuid::from_u128(1);
pub(crate) const LIFETIMES: Lifetimes = Lifetimes {
    login: SignedDuration::from_mins(10),
    idle: SignedDuration::from_hours(30 * 24),
    age: SignedDuration::from_hours(180 * 24),
};

/// Deletes what has ended, by a clock that has run for a day.
async fn delete_all(store: &TestStore, now: Timestamp) -> u64 {
    store.delete_ended(HOLDER, now - 24.hours(), LIFETIMES).await.unwrap();
    let mut deleted = 0;
    loop {
        match store.delete_ended(HOLDER, now, LIFETIMES).await.unwrap().unwrap() {
            0 => return deleted,
            batch => deleted += batch,
        }
    }
}

async fn sign_in(store: &TestStore, token: &str, at: Timestamp) {
    let identity = Identity {
        issuer: "https://issuer".to_owned(),
        subject: token.to_owned(),
        user: user(token),
        email_verified: true,
    };
    store.sign_in(identity, session(token), super::id(at, token), at).await.unwrap();
}

async fn is_there(store: &TestStore, token: &str) -> bool {
    store.session(TokenHash::of(token)).await.unwrap().is_some()
}

both_stores! {
    async fn sign_ins_and_sessions_that_have_ended_are_deleted_a_week_later(store) {
        for (name, started_at) in [("old", noon() - 11.minutes()), ("new", noon())] {
            let login = PendingLogin {
                nonce: "nonce".to_owned(),
                pkce_verifier: "verifier".to_owned(),
                next: "/dashboard".to_owned(),
                started_at,
            };
            store.begin_login(TokenHash::of(name), TokenHash::of("browser"), login).await.unwrap();
        }
        let day = 24;
        for (token, begun, seen) in [
            ("unused for 36 days", 50, 36),
            ("unused for 38 days", 50, 38),
            ("186 days old", 186, 0),
            ("188 days old", 188, 0),
            ("in use", 1, 0),
        ] {
            sign_in(&store, token, noon() - (begun * day).hours()).await;
            store.touch_session(TokenHash::of(token), noon() - (seen * day).hours()).await.unwrap();
        }
        assert_eq!(delete_all(&store, noon()).await, 3);
        assert!(store.take_login(TokenHash::of("new"), TokenHash::of("browser"), noon()).await.unwrap().is_some());
        for (token, there) in [
            ("unused for 36 days", true),
            ("unused for 38 days", false),
            ("186 days old", true),
            ("188 days old", false),
            ("in use", true),
        ] {
            assert_eq!(is_there(&store, token).await, there, "{token}");
        }
    }

    async fn a_clock_that_runs_ahead_deletes_no_session(store) {
        let idle_for_29_days = noon() - (29 * 24).hours();
        sign_in(&store, "unused for 29 days", idle_for_29_days).await;
        assert_eq!(delete_all(&store, noon() + 48.hours()).await, 0, "two days ahead");
        // The database's time is that of this machine.
        store.tamper("UPDATE sessions SET created_at = 4102444800000000, seen_at = 4102444800000000").await;
        let beyond_the_databases_time = "2200-01-01T00:00:00Z".parse().unwrap();
        assert_eq!(delete_all(&store, beyond_the_databases_time).await, 0, "by one clock alone nothing is over");
    }

    async fn a_clock_that_was_wrong_at_a_start_deletes_nothing_before_it_has_run_for_a_day(store) {
        sign_in(&store, "unused", noon() - (100 * 24).hours()).await;
        let turns = async |hours: &[i64]| {
            let mut deleted = 0;
            for hours in hours {
                deleted += store.delete_ended(HOLDER, noon() + hours.hours(), LIFETIMES).await.unwrap().unwrap();
            }
            deleted
        };
        assert_eq!(turns(&[0, 1, 2]).await, 0, "a server starts");
        assert_eq!(turns(&[30 * 24, 30 * 24 + 23, 3, 4, 26]).await, 0, "with another clock, and with the right one again");
        assert_eq!(turns(&[27]).await, 1);
    }

    async fn the_old_end_of_the_journal_and_of_the_feed_is_deleted(store) {
        let meena = farmer(&store, "meena").await;
        for n in 0..3 {
            sown(&store, meena, &format!("key-{n}"), new_sowing(Crop::Ragi, 100)).await;
            let npk = RecordChange::Npk(Npk::from_kg_per_ha("1", "2", "3").unwrap());
            store.change_record(meena, npk, noon()).await.unwrap();
        }
        // Three years and two months, and five months.
        let (old, older) = ((noon() - (5 * 31 * 24).hours()), (noon() - (38 * 31 * 24).hours()));
        let (old, older) = (old.as_microsecond(), older.as_microsecond());
        store
            .tamper(&format!(
                "UPDATE request_journal SET at = {older} WHERE id = 1; UPDATE change_feed SET at = {old}"
            ))
            .await;
        delete_all(&store, noon()).await;
        assert_eq!(store.number("SELECT MIN(id) FROM request_journal").await, 2);
        assert_eq!(store.number("SELECT COUNT(*) FROM change_feed").await, 3, "not added up yet");
        store.add_up_feed(HOLDER).await.unwrap();
        store.tamper("UPDATE watermarks SET seen_at = 0").await;
        store.add_up_feed(HOLDER).await.unwrap();
        store.begin_generation(HOLDER).await.unwrap();
        let generation = store.generation().await.unwrap().unwrap();
        let kept = delete_all(&store, noon()).await;
        let is_sqlite = matches!(store.url(), DatabaseUrl::Sqlite(_));
        assert_eq!(3 - kept, u64::from(is_sqlite), "on SQLite, the newest keeps its number taken");
        assert_eq!(store.generation().await.unwrap(), Some(generation), "nothing was restored");
        assert_eq!(store.differences().await.unwrap(), []);
    }

    async fn sums_of_plans_of_past_days_are_deleted_and_the_plans_stay(store) {
        let meena = farmer(&store, "meena").await;
        let plan = planned(&store, meena, "key", Crop::Ragi, 100).await;
        assert_eq!(delete_all(&store, noon()).await, 0, "it stands");
        store.tamper("UPDATE planned SET ends_on = '2020-01-01'; UPDATE intentions SET ends_on = '2020-01-01'").await;
        assert_eq!(delete_all(&store, noon()).await, 1);
        assert_eq!(store.number("SELECT COUNT(*) FROM planned").await, 0);
        assert_eq!(store.drop_intention(meena, plan.id, noon()).await.unwrap(), Some(EndOutcome::Ended));
        assert_eq!(store.held_intentions(meena, None, u16::MAX).await.unwrap().rows.len(), 1);
    }

    async fn one_process_deletes_at_a_time(store) {
        assert!(store.delete_ended(HOLDER, noon(), LIFETIMES).await.unwrap().is_some());
        assert_eq!(store.delete_ended(Uuid::from_u128(2), noon(), LIFETIMES).await.unwrap(), None);
    }

    async fn a_lease_ends_by_the_databases_clock_and_not_by_a_small_step_of_it(store) {
        let takes = async |seconds: i64, holder: u128| {
            let sql = match store.url() {
                DatabaseUrl::Sqlite(_) => "CAST(unixepoch('subsec') * 1000000 AS INTEGER)",
                DatabaseUrl::Postgres(_) => "EXTRACT(EPOCH FROM clock_timestamp()) * 1000000",
            };
            store.delete_ended(HOLDER, noon(), LIFETIMES).await.unwrap();
            store.tamper(&format!("UPDATE leases SET expires_at = {sql} + {seconds}000000")).await;
            let taken = store.delete_ended(Uuid::from_u128(holder), noon(), LIFETIMES).await.unwrap().is_some();
            store.tamper("DELETE FROM leases").await;
            taken
        };
        for (expires_in, taken) in [(-1, true), (10, false), (75, false), (3_600, true)] {
            assert_eq!(takes(expires_in, 2).await, taken, "{expires_in} s");
        }
        assert!(takes(10, 1).await, "the holder renews it");
    }
}
