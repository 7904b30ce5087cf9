//! Tests of the store on both engines.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail by panicking")]

mod advice;
mod at_rest;
mod backup;
mod closing;
mod erasure;
mod exactness;
mod figures;
mod housekeeping;
mod imported;
mod intentions;
mod model;
mod observations;
mod postgres;
mod prices;
mod privacy;
mod reconcile;
mod records;
mod regions;
mod repeats;
mod restatement;
mod review;
mod schema;
mod sessions;
mod sowings;
mod sqlite_file;
mod standby;
mod statements;
mod tls;
mod undo;
mod unreadable;
mod years;

use grow_domain::privacy::Agreed;
use grow_domain::sowing::{CountLimits, FieldSize, NewSowing, Sowing};
use grow_domain::{Crop, SquareMetres};
use grow_store::testing::TestStore;
use grow_store::{FarmerId, Identity, NewSession, SowingOutcome, Store, TokenHash, User};
use jiff::Timestamp;
use uuid::Uuid;

/// A moment in crop year 2026.
fn noon() -> Timestamp {
    "2026-06-15T12:00:00Z".parse().unwrap()
}

fn user(name: &str) -> User {
    User { display_name: name.to_owned(), photo_url: None, email: format!("{name}@example.in") }
}

/// A farmer with consent.
async fn farmer(store: &Store, name: &str) -> FarmerId {
    let farmer = newcomer(store, name).await;
    store.give_consent(farmer, Agreed::to_the_notice(), noon()).await.unwrap();
    farmer
}

/// A farmer who has only signed in.
async fn newcomer(store: &Store, name: &str) -> FarmerId {
    let identity = Identity {
        issuer: "https://issuer".to_owned(),
        subject: name.to_owned(),
        user: user(name),
        email_verified: true,
    };
    store.sign_in(identity, session(&format!("session of {name}")), id(noon(), name), noon()).await.unwrap()
}

/// A session with this token.
fn session(token: &str) -> NewSession {
    NewSession { token: TokenHash::of(token), id: id(noon(), token), device: None, replaces: None }
}

/// An id from a time and a distinguishing text.
fn id(at: Timestamp, distinct: &str) -> Uuid {
    let hash = distinct.bytes().fold(7_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut random = [0; 10];
    random[..8].copy_from_slice(&hash.to_le_bytes());
    let millis = u64::try_from(at.as_millisecond()).unwrap();
    uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
}

fn new_sowing(crop: Crop, hundredths_of_a_hectare: i64) -> NewSowing {
    NewSowing::new(crop, FieldSize::stored(SquareMetres(hundredths_of_a_hectare * 100), None).unwrap())
}

async fn sow(store: &TestStore, farmer: FarmerId, key: &str, sowing: NewSowing) -> SowingOutcome {
    let id = id(noon(), &format!("{key}{farmer:?}{sowing:?}"));
    store.record_sowing(farmer, key.to_owned(), sowing, CountLimits::NONE, id, noon()).await.unwrap()
}

async fn sown(store: &TestStore, farmer: FarmerId, key: &str, sowing: NewSowing) -> Sowing {
    match sow(store, farmer, key, sowing).await {
        SowingOutcome::Recorded(sowing) => sowing,
        other => panic!("not recorded: {other:?}"),
    }
}
