//! The full record of one sample farmer, so that every screen has data to show.

use super::address;
use crate::Random;
use grow_dev_issuer::Account;
use grow_domain::farmer::{Npk, Profile};
use grow_domain::privacy::Agreed;
use grow_domain::sowing::{CountLimits, FieldSize, NewSowing};
use grow_domain::{Crop, CropYear, SquareMetres};
use grow_store::{FarmerId, Identity, NewSession, RecordChange, Store, TokenHash, User};
use jiff::{SignedDuration, Timestamp};
use url::Url;

/// The soil test: N, P and K.
const NPK: Npk = Npk { nitrogen_g_per_ha: 180_000, phosphorus_g_per_ha: 30_000, potassium_g_per_ha: 250_000 };
const KNOWN_CROPS: [Crop; 4] = [Crop::Paddy, Crop::Maize, Crop::Groundnut, Crop::Onion];
/// Sowings: crop, area, and days ago.
const SOWINGS: [(Crop, SquareMetres, i64); 3] = [
    (Crop::Groundnut, SquareMetres(12_500), 40),
    (Crop::Maize, SquareMetres(8_000), 12),
    (Crop::Onion, SquareMetres(5_000), 3),
];

/// Signs a sample farmer in for the first time and saves a record with the same calls that a farmer's requests make.
pub(crate) async fn seed_sample_record(
    store: &Store,
    public_url: &Url,
    random: &Random,
    now: Timestamp,
) -> grow_store::Result<()> {
    let joined = now - days(41);
    let farmer = sign_in(store, public_url, random, joined).await?;
    store.give_consent(farmer, Agreed::to_the_notice(), joined).await?;
    let known_crops = KNOWN_CROPS.map(RecordChange::AddKnownCrop);
    for change in [RecordChange::Profile(profile()), RecordChange::Npk(NPK)].into_iter().chain(known_crops) {
        store.change_record(farmer, change, joined).await?;
    }
    for (crop, area, days_ago) in SOWINGS {
        let at = sown_at(days_ago, now);
        let sowing = NewSowing::new(crop, field_size(area));
        let key = format!("sample-record-{}", crop.key());
        store.record_sowing(farmer, key, sowing, CountLimits::default(), random.id(at), at).await?;
    }
    Ok(())
}

async fn sign_in(store: &Store, public_url: &Url, random: &Random, now: Timestamp) -> grow_store::Result<FarmerId> {
    let account = Account::with_full_record();
    let identity = Identity {
        issuer: address(public_url).into(),
        subject: account.subject(),
        user: User { display_name: account.name, photo_url: None, email: account.email },
        email_verified: true,
    };
    let token = TokenHash::of(&random.token());
    let session = NewSession { token, id: random.id(now), device: None, replaces: None };
    let farmer = store.sign_in(identity, session, random.id(now), now).await?;
    store.end_session(token).await?;
    Ok(farmer)
}

/// Returns the time this many days ago, or `now` if that is outside the current crop year.
fn sown_at(days_ago: i64, now: Timestamp) -> Timestamp {
    let then = now - days(days_ago);
    if CropYear::of(then) == CropYear::of(now) { then } else { now }
}

const fn days(count: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * count)
}

#[expect(clippy::expect_used, reason = "a constant, checked by a test")]
fn profile() -> Profile {
    Profile::parse("+91 98765 43210", "Perundurai, Erode").expect("a valid profile")
}

#[expect(clippy::expect_used, reason = "constants, checked by a test")]
fn field_size(area: SquareMetres) -> FieldSize {
    FieldSize::stored(area, None).expect("a valid field size")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_is_one_that_a_farmer_may_save() {
        assert!(profile().place.district().is_some());
        assert!(SOWINGS.iter().all(|(_, area, _)| field_size(*area).area() == *area));
    }

    #[test]
    fn no_sample_sowing_falls_into_the_crop_year_before() {
        let june: Timestamp = "2026-06-15T12:00:00Z".parse().unwrap();
        assert_eq!(sown_at(40, june), "2026-05-06T12:00:00Z".parse().unwrap());
        let may = "2026-05-05T12:00:00Z".parse().unwrap();
        assert_eq!(sown_at(40, may), may);
    }
}
