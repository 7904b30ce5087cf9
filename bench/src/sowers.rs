//! Farmers who sow in the loads. There are many, because production counts only so many sowings of a farmer.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use grow_domain::farmer::Profile;
use grow_domain::privacy::Agreed;
use grow_store::{DatabaseUrl, FarmerId, Identity, NewSession, PostgresLimits, RecordChange, Store, TokenHash, User};
use jiff::Timestamp;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::api::{Farmer, Sowings};
use crate::client::Answer;
use crate::load::{CONNECTIONS, Lane};

/// Sowings of one farmer: fewer than the 400 that count in a crop year without review, and 375 of their 2,000 hectares.
const SOWINGS_EACH: u32 = 300;

/// Prepared farmers. A farmer sows on one connection at a time.
#[derive(Clone)]
pub(crate) struct Sowers(Arc<Mutex<Vec<Prepared>>>);

/// A prepared farmer.
#[derive(Clone, Copy)]
struct Prepared {
    number: usize,
    /// Sowings that the farmer may still record.
    left: u32,
}

impl Sowers {
    /// Adds farmers to a database, whose schema is brought up to date: each with a session, consent and a profile with a
    /// district.
    pub(crate) async fn prepare(database: &str, count: usize) -> Result<Self> {
        let database = database.parse::<DatabaseUrl>()?;
        Store::migrate(&database, PostgresLimits::default()).await?;
        let store = Store::open(&database).await?;
        #[expect(clippy::disallowed_methods, reason = "the sessions have to be of today")]
        let now = Timestamp::now();
        // At once, so that they share commits.
        let lanes = CONNECTIONS * 4;
        let mut preparing = JoinSet::new();
        for lane in 0..lanes {
            let store = store.clone();
            preparing.spawn(async move {
                for number in (lane..count).step_by(lanes) {
                    prepare(&store, number, now).await?;
                }
                anyhow::Ok(())
            });
        }
        while let Some(prepared) = preparing.join_next().await {
            prepared?.context("prepare farmers")?;
        }
        // The last is the first to sow.
        let prepared = (0..count).rev().map(|number| Prepared { number, left: SOWINGS_EACH });
        Ok(Self(Arc::new(Mutex::new(prepared.collect()))))
    }

    /// Returns the sowings of one farmer after another, for one connection.
    pub(crate) fn sowings(&self, address: SocketAddr) -> Result<Walk> {
        let farmer = self.take().context(TOO_FEW)?;
        let sowings = farmer.sowings(address);
        Ok(Walk { sowers: self.clone(), address, farmer, sowings, acknowledged: 0 })
    }

    fn take(&self) -> Option<Prepared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn give_back(&self, farmer: Prepared) {
        if farmer.left > 0 {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(farmer);
        }
    }
}

const TOO_FEW: &str = "every prepared farmer has made their sowings; prepare more";

impl Prepared {
    fn sowings(self, address: SocketAddr) -> Sowings {
        Farmer::with_session(address, &token(self.number)).sowings()
    }
}

/// Sowings of one farmer after another. A farmer sows until they have made all of theirs.
pub(crate) struct Walk {
    sowers: Sowers,
    address: SocketAddr,
    farmer: Prepared,
    sowings: Sowings,
    /// Number of 201 answers.
    pub(crate) acknowledged: u64,
}

impl Lane for Walk {
    fn request(&mut self) -> &[u8] {
        if self.farmer.left == 0
            && let Some(next) = self.sowers.take()
        {
            self.farmer = next;
            self.sowings = next.sowings(self.address);
        }
        self.sowings.request()
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        self.sowings.check(answer)?;
        self.acknowledged += 1;
        self.farmer.left = self.farmer.left.checked_sub(1).context(TOO_FEW)?;
        Ok(())
    }
}

/// Returns the farmer, so that another connection uses what they have left.
impl Drop for Walk {
    fn drop(&mut self) {
        self.sowers.give_back(self.farmer);
    }
}

/// Adds a farmer with a session, consent and a profile with a district. Returns the token of the session.
pub(crate) async fn prepare(store: &Store, number: usize, now: Timestamp) -> Result<(FarmerId, String)> {
    let profile = Profile::parse("9876543210", "Thanjavur")?;
    ensure!(profile.place.district().is_some(), "the place has no district");
    let email = format!("sower{number}@example.org");
    let identity = Identity {
        issuer: "https://issuer.example".to_owned(),
        subject: format!("sower-{number}"),
        user: User { display_name: format!("Sower {number}"), photo_url: None, email },
        email_verified: true,
    };
    let id = Uuid::from_u128((1 << 64) + number as u128);
    let session = NewSession { token: TokenHash::of(&token(number)), id, device: None, replaces: None };
    let farmer = store.sign_in(identity, session, id, now).await?;
    store.give_consent(farmer, Agreed::to_the_notice(), now).await?.context("consent")?;
    store.change_record(farmer, RecordChange::Profile(profile), now).await?.context("profile")?;
    Ok((farmer, token(number)))
}

fn token(number: usize) -> String {
    format!("sower{number:038}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(walk: &mut Walk) -> Result<()> {
        walk.request();
        walk.check(Answer { status: 201, head: b"", body: b"" })
    }

    #[test]
    fn each_farmer_sows_as_often_as_counts_and_on_one_connection() {
        let address = "127.0.0.1:1".parse().unwrap();
        let all = (0..3).map(|number| Prepared { number, left: SOWINGS_EACH });
        let sowers = Sowers(Arc::new(Mutex::new(all.collect())));
        let (mut one, two) = (sowers.sowings(address).unwrap(), sowers.sowings(address).unwrap());
        let cookies = |walk: &mut Walk| String::from_utf8(walk.request().to_vec()).unwrap();
        assert!(cookies(&mut one).contains(&token(2)));
        (0..SOWINGS_EACH).for_each(|_| answered(&mut one).unwrap());
        assert!(cookies(&mut one).contains(&token(0)), "the next farmer that is not in use");
        (0..SOWINGS_EACH).for_each(|_| answered(&mut one).unwrap());
        assert!(answered(&mut one).is_err(), "no farmer is left");
        drop(two);
        assert!(cookies(&mut sowers.sowings(address).unwrap()).contains(&token(1)));
    }
}
