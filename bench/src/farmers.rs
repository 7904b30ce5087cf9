//! The farmers of a database, and what they ask. They are there before its server starts, each with a session.

use std::net::SocketAddr;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use grow_domain::farmer::{Npk, Profile};
use grow_domain::privacy::Agreed;
use grow_domain::sowing::{CountLimits, FieldSize, NewSowing};
use grow_domain::{Crop, SquareMetres};
use grow_store::{DatabaseUrl, Identity, NewSession, PostgresLimits, RecordChange, Store, TokenHash, User};
use jiff::Timestamp;
use serde::Deserialize;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::client::{Answer, Connection, get, post};
use crate::load::{CONNECTIONS, Lane};

pub(crate) const DEMAND: &str = "/api/v1/demand";
pub(crate) const EVENTS: &str = "/api/v1/demand/events";
pub(crate) const RECORD: &str = "/api/v1/me/profile";
pub(crate) const TEN_SOWINGS: &str = "/api/v1/me/sowings?limit=10";
pub(crate) const ADVICE: &str = "/api/v1/me/advice";
pub(crate) const SOWINGS: &str = "/api/v1/me/sowings";

const SOWING: &str = r#"{"crop":"groundnut","field_size_ha":1.25}"#;
/// Expected yield of a sowing: 1.25 ha at 2400 kg/ha, the middle of 1400 to 3400.
pub(crate) const SOWING_KG: u64 = 3000;
/// Sowings of one farmer: fewer than the 400 that count in a crop year without review, and 375 of their 2,000 hectares.
const SOWINGS_EACH: u32 = 300;

pub(crate) fn cookie(token: &str) -> String {
    format!("grow_session={token}")
}

/// Token of a prepared farmer: of the readers those below [`CONNECTIONS`].
fn token(number: usize) -> String {
    format!("farmer{number:037}")
}

/// Returns a signed-in `GET` of one of the readers.
pub(crate) fn read(address: SocketAddr, reader: usize, path: &str) -> Vec<u8> {
    get(address, path, Some(&cookie(&token(reader))))
}

/// Farmers who sow. There are many, because production counts only so many sowings of a farmer, who sows on one
/// connection at a time.
#[derive(Clone)]
pub(crate) struct Sowers(Arc<Mutex<Vec<Sower>>>);

#[derive(Clone, Copy)]
struct Sower {
    number: usize,
    /// Sowings that the farmer may still record.
    left: u32,
}

impl Sowers {
    /// Adds farmers to a database, whose schema is brought up to date: the readers, each with a complete record and ten
    /// sowings, and `count` sowers.
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
                for number in (lane..CONNECTIONS + count).step_by(lanes) {
                    add(&store, number, now).await?;
                }
                anyhow::Ok(())
            });
        }
        while let Some(prepared) = preparing.join_next().await {
            prepared?.context("prepare farmers")?;
        }
        store.close().await;
        Ok(Self::all(count))
    }

    /// The sowers of a database that is a copy of a prepared one.
    pub(crate) fn all(count: usize) -> Self {
        // The last is the first to sow.
        let sowers = (CONNECTIONS..CONNECTIONS + count).rev().map(|number| Sower { number, left: SOWINGS_EACH });
        Self(Arc::new(Mutex::new(sowers.collect())))
    }

    /// Returns the sowings of one farmer after another, for one connection.
    pub(crate) fn sowings(&self, address: SocketAddr) -> Result<Sowings> {
        let sower = self.take()?;
        let request = SowingRequest::new(address, &cookie(&token(sower.number)));
        Ok(Sowings { sowers: self.clone(), address, sower, request, acknowledged: 0 })
    }

    fn take(&self) -> Result<Sower> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.pop().context("every prepared farmer has made their sowings; prepare more")
    }
}

/// Adds a farmer with a session, consent and a profile with a district.
async fn add(store: &Store, number: usize, now: Timestamp) -> Result<()> {
    let profile = Profile::parse("9876543210", "Thanjavur")?;
    ensure!(profile.place.district().is_some(), "the place has no district");
    let (email, display_name) = (format!("farmer{number}@example.org"), format!("Farmer {number}"));
    let identity = Identity {
        issuer: "https://issuer.example".to_owned(),
        subject: number.to_string(),
        user: User { display_name, photo_url: None, email },
        email_verified: true,
    };
    let id = |kind: u128, number: usize| Uuid::from_u128((kind << 64) + number as u128);
    let session = NewSession { token: TokenHash::of(&token(number)), id: id(1, number), device: None, replaces: None };
    let farmer = store.sign_in(identity, session, id(1, number), now).await?;
    store.give_consent(farmer, Agreed::to_the_notice(), now).await?.context("consent")?;
    store.change_record(farmer, RecordChange::Profile(profile), now).await?.context("profile")?;
    if number < CONNECTIONS {
        let npk = Npk::stored(120_000, 60_000, 40_000).context("npk")?;
        for change in [npk]
            .map(RecordChange::Npk)
            .into_iter()
            .chain([Crop::Groundnut, Crop::Paddy].map(RecordChange::AddKnownCrop))
        {
            store.change_record(farmer, change, now).await?.context("record")?;
        }
        let field = FieldSize::stored(SquareMetres(12_500), None).context("field")?;
        for sowing in 0..10 {
            let (key, id) = (format!("prepared-{sowing}"), id(2, number * 10 + sowing));
            let sown = NewSowing::new(Crop::Groundnut, field);
            store.record_sowing(farmer, key, sown, CountLimits::NONE, id, now).await?;
        }
    }
    Ok(())
}

/// Sowings of one farmer after another. A farmer sows until they have made all of theirs.
pub(crate) struct Sowings {
    sowers: Sowers,
    address: SocketAddr,
    sower: Sower,
    request: SowingRequest,
    /// Number of 201 answers.
    pub(crate) acknowledged: u64,
}

impl Lane for Sowings {
    fn request(&mut self) -> &[u8] {
        if self.sower.left == 0
            && let Ok(next) = self.sowers.take()
        {
            self.sower = next;
            self.request = SowingRequest::new(self.address, &cookie(&token(next.number)));
        }
        self.request.next()
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        answer.expect_status(201).context("sowing")?;
        self.acknowledged += 1;
        self.sower.left = self.sower.left.checked_sub(1).context("no farmer is left who may sow; prepare more")?;
        Ok(())
    }
}

/// Returns the farmer, so that another connection uses what they have left.
impl Drop for Sowings {
    fn drop(&mut self) {
        if self.sower.left > 0 {
            self.sowers.0.lock().unwrap_or_else(PoisonError::into_inner).push(self.sower);
        }
    }
}

/// The same sowing, each time with a new `Idempotency-Key`.
pub(crate) struct SowingRequest {
    request: Vec<u8>,
    key: Range<usize>,
}

impl SowingRequest {
    pub(crate) fn new(address: SocketAddr, cookie: &str) -> Self {
        let key_line = format!("idempotency-key: {:036}\r\n", 0);
        let request = post(address, SOWINGS, &format!("cookie: {cookie}\r\n{key_line}"), SOWING);
        let end = memchr::memmem::find(&request, key_line.as_bytes()).map_or(0, |start| start + key_line.len() - 2);
        Self { request, key: end.saturating_sub(36)..end }
    }

    pub(crate) fn next(&mut self) -> &[u8] {
        static NEXT_KEY: AtomicU64 = AtomicU64::new(1);
        let key = format!("{:036}", NEXT_KEY.fetch_add(1, Ordering::Relaxed));
        if let Some(place) = self.request.get_mut(self.key.clone()) {
            place.copy_from_slice(key.as_bytes());
        }
        &self.request
    }
}

/// Reads the current `met` of the crop, in kg.
pub(crate) async fn read_met_kg(address: SocketAddr) -> Result<u64> {
    let mut connection = Connection::open(address).await?;
    let answer = connection.ask(&get(address, DEMAND, None)).await?;
    answer.expect_status(200)?;
    met_kg(answer.body)
}

fn met_kg(overview: &[u8]) -> Result<u64> {
    #[derive(Deserialize)]
    struct Demand<'j> {
        #[serde(borrow)]
        crops: Vec<Row<'j>>,
    }
    #[derive(Deserialize)]
    struct Row<'j> {
        crop: &'j str,
        #[serde(borrow)]
        met_tonnes: &'j serde_json::value::RawValue,
    }
    let demand: Demand<'_> = serde_json::from_slice(overview).context("overview")?;
    let row = demand.crops.iter().find(|row| row.crop == "groundnut").context("no row of the crop in the overview")?;
    // Works on digits, because the comparison must be exact.
    let tonnes = row.met_tonnes.get();
    let (whole, fraction) = tonnes.split_once('.').unwrap_or((tonnes, ""));
    ensure!(fraction.len() <= 3, "{tonnes} t has more than three decimals");
    Ok(format!("{whole}{fraction:0<3}").parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn met_is_read_to_the_kilogram() {
        let overview = |met: &str| {
            format!(r#"{{"crops":[{{"crop":"paddy","met_tonnes":7}},{{"crop":"groundnut","met_tonnes":{met}}}]}}"#)
        };
        assert_eq!(met_kg(overview("10110003.25").as_bytes()).unwrap(), 10_110_003_250);
        assert_eq!(met_kg(overview("0.001").as_bytes()).unwrap(), 1);
        assert!(met_kg(overview("1.0001").as_bytes()).is_err());
    }

    #[test]
    fn each_farmer_sows_as_often_as_counts_on_one_connection_and_every_sowing_has_a_key_of_its_own() {
        let address = "127.0.0.1:1".parse().unwrap();
        let sowers = Sowers::all(3);
        let (mut one, two) = (sowers.sowings(address).unwrap(), sowers.sowings(address).unwrap());
        let mut keys = std::collections::BTreeSet::new();
        let mut sow = |sowings: &mut Sowings| {
            let request = String::from_utf8(sowings.request().to_vec()).unwrap();
            assert!(keys.insert(request.split("idempotency-key: ").nth(1).unwrap()[..36].to_owned()));
            let answer = sowings.check(Answer { status: 201, head: b"", body: b"" });
            (request.contains(&token(CONNECTIONS)), request.contains(&token(CONNECTIONS + 2)), answer.is_ok())
        };
        for _ in 0..SOWINGS_EACH {
            assert_eq!(sow(&mut one), (true, false, true));
        }
        assert_eq!(sow(&mut one), (false, true, true), "the next farmer that is not in use");
        drop(two);
        (1..2 * SOWINGS_EACH).for_each(|_| assert!(sow(&mut one).2));
        assert!(!sow(&mut one).2, "no farmer is left");
    }
}
