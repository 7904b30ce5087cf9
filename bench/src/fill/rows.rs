//! The farmers and sowings of a filled database: any number of them, each reckoned from its number.

use anyhow::{Context, Result, ensure};
use grow_domain::calendar::TenDays;
use grow_domain::crop_year::in_india;
use grow_domain::{Crop, CropYear, District, Region};
use jiff::{SignedDuration, Timestamp};
use uuid::{Builder, Uuid};

/// Most farmers with a session: as many in a small database as in a large one.
const SESSIONS: u32 = 500;
/// Walks over all farmers in an order without a pattern. No smaller number of farmers has it as a factor.
const STRIDE: u64 = 2_654_435_761;

/// A season: its farmers, and the same number of sowings for each, between the begin of the crop year and now.
pub(crate) struct Season {
    pub(crate) farmers: u32,
    /// Sowings of each farmer.
    pub(crate) each: u32,
    /// In its first day.
    pub(crate) begun: Timestamp,
    pub(crate) now: Timestamp,
    districts: Vec<District>,
    /// One of the districts, for want of a list that cannot be empty.
    first: District,
    crops: Vec<Crop>,
}

/// A farmer with a session.
pub(crate) struct Session<'s> {
    pub(crate) farmer: Farmer<'s>,
    /// Number of the session, which its token has.
    pub(crate) number: u32,
}

/// Token of a session of the filled database.
pub(crate) fn token(number: u32) -> String {
    format!("filled{number:037}")
}

impl Season {
    /// A season of the crop year of `now`.
    pub(crate) fn until(now: Timestamp, farmers: u32, sowings: u32) -> Result<Self> {
        let each = sowings.checked_div(farmers).unwrap_or(0);
        ensure!(
            each * farmers == sowings && (1..=400).contains(&each),
            "each farmer has 1 to 400 sowings, all the same"
        );
        // The feed of the last minutes would not be added up yet.
        let now = now - SignedDuration::from_hours(1);
        let days = (0..366).map(|days| now - SignedDuration::from_hours(24 * days));
        let begun = days.take_while(|moment| CropYear::of(*moment) == CropYear::of(now)).last().context("a day")?;
        ensure!(
            now.duration_since(begun) > SignedDuration::from_hours(24),
            "the crop year begins today: there is no season yet"
        );
        let districts: Vec<_> = District::all().collect();
        let first = *districts.first().context("no district")?;
        Ok(Self { farmers, each, begun, now, districts, first, crops: Crop::all().collect() })
    }

    pub(crate) fn sowings(&self) -> u32 {
        self.farmers * self.each
    }

    pub(crate) fn crop_year(&self) -> i64 {
        CropYear::of(self.now).first_year().into()
    }

    fn farmer(&self, number: u32) -> Farmer<'_> {
        Farmer { season: self, number }
    }

    /// All farmers, in the order of their ids.
    pub(crate) fn all_farmers(&self) -> impl Iterator<Item = Farmer<'_>> + Send {
        (0..self.farmers).map(|number| self.farmer(number))
    }

    /// Some farmers of all, each with a session.
    pub(crate) fn sessions(&self) -> impl Iterator<Item = Session<'_>> {
        let sessions = (self.farmers / 2).clamp(1, SESSIONS);
        (0..sessions).map(move |number| Session { farmer: self.farmer(number * (self.farmers / sessions)), number })
    }

    /// The sowings of a farmer, by time.
    pub(crate) fn sowings_of<'s>(&'s self, farmer: Farmer<'s>) -> impl Iterator<Item = Sowing<'s>> + Send {
        (0..self.each).map(move |round| self.sowing(farmer, round))
    }

    /// All sowings, nearly by time: within each part of the season in no order.
    pub(crate) fn by_time(&self) -> impl Iterator<Item = Sowing<'_>> + Send {
        (0..self.each).flat_map(move |round| {
            (0..u64::from(self.farmers)).filter_map(move |turn| {
                let number = u32::try_from(turn * STRIDE % u64::from(self.farmers)).ok()?;
                Some(self.sowing(self.farmer(number), round))
            })
        })
    }

    fn sowing<'s>(&'s self, farmer: Farmer<'s>, round: u32) -> Sowing<'s> {
        let chance = chance(u64::from(farmer.number) * 400 + u64::from(round));
        let part = (self.now.as_microsecond() - self.begun.as_microsecond()) / i64::from(self.each);
        let within = i64::try_from(chance >> 20).unwrap_or(0) % part;
        let at = self.begun.as_microsecond() + part * i64::from(round) + within;
        let field_m2 = 1_000 + i64::try_from(chance % 20).unwrap_or(0) * 1_000;
        let crop = self.crops.get(usize::try_from(chance >> 8).unwrap_or(0) % self.crops.len());
        Sowing {
            farmer,
            round,
            at: Timestamp::from_microsecond(at).unwrap_or(self.now),
            crop: crop.copied().unwrap_or(Crop::Paddy),
            field_m2,
            yield_kg: field_m2 * 3 / 10,
        }
    }
}

/// A number without a pattern (the finaliser of `SplitMix64`).
fn chance(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A farmer of the filled database.
#[derive(Clone, Copy)]
pub(crate) struct Farmer<'s> {
    season: &'s Season,
    pub(crate) number: u32,
}

impl Farmer<'_> {
    /// Ids grow with the number: accounts were opened one after another before the season.
    pub(crate) fn id(self) -> Uuid {
        let millis = self.season.begun.as_millisecond() - i64::from(self.season.farmers) + i64::from(self.number);
        id_of(millis, u64::from(self.number))
    }

    /// One of some, always the same of a farmer and a number. `otherwise` if there are none.
    fn pick<T: Copy>(self, salt: u64, among: &[T], otherwise: T) -> T {
        let chance = chance(u64::from(self.number) ^ (salt << 40));
        among.get(usize::try_from(chance).unwrap_or(0) % among.len().max(1)).copied().unwrap_or(otherwise)
    }

    pub(crate) fn district(self) -> District {
        self.pick(1, &self.season.districts, self.season.first)
    }

    pub(crate) fn region(self) -> Region {
        Region::of(Some(self.district()))
    }

    pub(crate) fn language(self) -> &'static str {
        self.pick(2, &["en", "hi", "ta"], "en")
    }

    pub(crate) fn water(self) -> &'static str {
        self.pick(3, &["all_season", "once_or_twice", "rain_only"], "rain_only")
    }

    pub(crate) fn soil(self) -> &'static str {
        self.pick(4, &["light", "medium", "heavy"], "medium")
    }

    /// N, P and K in g/ha.
    pub(crate) fn npk(self) -> [i64; 3] {
        [(5, 60_000), (6, 30_000), (7, 30_000)].map(|(salt, least)| least + 1_000 * self.pick(salt, &STEPS, 0))
    }

    pub(crate) fn land_m2(self) -> i64 {
        4_000 + 2_000 * self.pick(8, &STEPS, 0)
    }
}

const STEPS: [i64; 8] = [0, 1, 2, 3, 5, 8, 13, 21];

fn id_of(millis: i64, number: u64) -> Uuid {
    let mut random = [0; 10];
    random[2..].copy_from_slice(&number.to_be_bytes());
    Builder::from_unix_timestamp_millis(u64::try_from(millis).unwrap_or(0), &random).into_uuid()
}

/// A sowing of the filled database.
#[derive(Clone, Copy)]
pub(crate) struct Sowing<'s> {
    pub(crate) farmer: Farmer<'s>,
    round: u32,
    pub(crate) at: Timestamp,
    pub(crate) crop: Crop,
    pub(crate) field_m2: i64,
    pub(crate) yield_kg: i64,
}

impl Sowing<'_> {
    pub(crate) fn id(self) -> Uuid {
        id_of(self.at.as_millisecond(), u64::from(self.farmer.number))
    }

    /// The key, as a phone draws it at random.
    pub(crate) fn key(self) -> String {
        let number = u64::from(self.farmer.number) * 400 + u64::from(self.round);
        Builder::from_u128(u128::from(chance(number)) << 64 | u128::from(number))
            .with_version(uuid::Version::Random)
            .into_uuid()
            .to_string()
    }

    /// The shard of the supply that the server would have added it to.
    pub(crate) fn shard(self, shards: u32) -> i64 {
        let ten_days = TenDays::of(in_india(self.at).date()).in_crop_year();
        64 * i64::from(ten_days) + i64::from(self.farmer.number % shards)
    }
}
