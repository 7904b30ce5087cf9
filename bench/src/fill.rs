//! Fills a database in bulk with a season of a large region: farmers of every district, and their sowings since the
//! crop year began.
//!
//! What is kept of them is as the server leaves it: sums of supply, of the feed and of each farmer agree, entries of the
//! feed are there for as long as they are kept, and what the farmers did stands in the journal.

mod rows;
mod sink;

pub(crate) use rows::{Season, Session, token};

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use grow_domain::{Crop, Region};
use grow_store::{DatabaseUrl, FEED_KEPT, PostgresLimits, Store};
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use rows::Sowing;
use sink::Cell::{Bytes, Id, Int, Text};
use sink::Sink;

/// Options of `grow-bench fill`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Database to fill: one without farmers. PostgreSQL needs a superuser.
    #[arg(long, env = "GROW_DATABASE_URL")]
    database: DatabaseUrl,
    /// Number of farmers.
    #[arg(long, default_value_t = 2_000_000)]
    farmers: u32,
    /// Number of sowings: the same for each farmer.
    #[arg(long, default_value_t = 20_000_000)]
    sowings: u32,
}

/// Fills a database and says how long it took.
#[expect(clippy::print_stdout, reason = "the result of the command")]
pub(crate) async fn run(options: &Options) -> Result<()> {
    #[expect(clippy::disallowed_methods, reason = "the sowings are of the season until today")]
    let season = Season::until(Timestamp::now(), options.farmers, options.sowings)?;
    let took = fill(&options.database, &season).await?;
    println!(
        "{} sowings of {} farmers in {:.0} s: {}",
        season.sowings(),
        season.farmers,
        took.as_secs_f64(),
        options.database
    );
    Ok(())
}

/// Fills a database whose schema is brought up to date. Returns the time without that.
pub(crate) async fn fill(database: &DatabaseUrl, season: &Season) -> Result<Duration> {
    Store::migrate(database, PostgresLimits::default()).await?;
    let began = Instant::now();
    let mut sink = Sink::open(database).await?;
    farmers(&mut sink, season).await?;
    let sums = sowings(&mut sink, season).await?;
    supply(&mut sink, season, &sums).await?;
    sink.end().await?;
    Ok(began.elapsed())
}

async fn farmers(sink: &mut Sink, season: &Season) -> Result<()> {
    let begun = Int(season.begun.as_microsecond());
    let farmers =
        ["id", "issuer", "subject", "email", "email_key", "email_verified", "display_name", "created_at", "language"];
    sink.begin("farmers", &farmers).await?;
    for farmer in season.all_farmers() {
        let (subject, name) = (format!("farmer-{}", farmer.number), format!("Farmer {}", farmer.number));
        let email = format!("farmer{}@example.org", farmer.number);
        let (issuer, language) = (Text("https://issuer.example"), Text(farmer.language()));
        let (subject, email) = (Text(&subject), Text(&email));
        sink.row(&[Id(farmer.id()), issuer, subject, email, email, Int(1), Text(&name), begun, language]).await?;
    }
    let records = [
        "farmer_id",
        "number",
        "place",
        "district",
        "n_g_ha",
        "p_g_ha",
        "k_g_ha",
        "saved_at",
        "land_m2",
        "water",
        "soil",
        "soil_test_told",
    ];
    sink.begin("farmer_records", &records).await?;
    for farmer in season.all_farmers() {
        let (district, [n, p, k]) = (farmer.district(), farmer.npk());
        let number = format!("9{:09}", farmer.number);
        sink.row(&[
            Id(farmer.id()),
            Text(&number),
            Text(district.name()),
            Text(district.key()),
            Int(n),
            Int(p),
            Int(k),
            begun,
            Int(farmer.land_m2()),
            Text(farmer.water()),
            Text(farmer.soil()),
            Int(1),
        ])
        .await?;
    }
    sink.begin("consents", &["farmer_id", "number", "version", "language", "given_at"]).await?;
    let version = Int(grow_domain::privacy::notice().version.into());
    for farmer in season.all_farmers() {
        sink.row(&[Id(farmer.id()), Int(1), version, Text(farmer.language()), begun]).await?;
    }
    sink.begin("sessions", &["token_hash", "farmer_id", "created_at", "seen_at", "id"]).await?;
    let now = Int(season.now.as_microsecond());
    for Session { farmer, number } in season.sessions() {
        let hash = Sha256::digest(token(number));
        sink.row(&[Bytes(&hash), Id(farmer.id()), now, now, Id(farmer.id())]).await?;
    }
    sink.begin("farmer_years", &["farmer_id", "crop_year", "sowings", "counted", "counted_m2", "changes"]).await?;
    let (year, each) = (Int(season.crop_year()), Int(season.each.into()));
    for farmer in season.all_farmers() {
        let land = Int(season.sowings_of(farmer).map(|sowing| sowing.field_m2).sum());
        sink.row(&[Id(farmer.id()), year, each, each, land, Int(1)]).await?;
    }
    sink.begin("request_journal", &["farmer_id", "at", "kind", "body"]).await?;
    for farmer in season.all_farmers() {
        let body =
            format!(r#"{{"n_g_ha":{},"p_g_ha":{},"k_g_ha":{}}}"#, farmer.npk()[0], farmer.npk()[1], farmer.npk()[2]);
        sink.row(&[Id(farmer.id()), begun, Text("npk"), Text(&body)]).await?;
    }
    Ok(())
}

/// Sums of the sowings, by state, crop and shard.
type Sums = BTreeMap<(Region, Crop, i64), (i64, i64)>;

/// Sowings, and the entries of the feed that are still kept.
async fn sowings(sink: &mut Sink, season: &Season) -> Result<Sums> {
    let year = Int(season.crop_year());
    let columns = [
        "farmer_id",
        "idempotency_key",
        "id",
        "region",
        "crop",
        "crop_year",
        "field_size_m2",
        "expected_yield_kg",
        "sown_at",
        "counted",
    ];
    sink.begin("sowings", &columns).await?;
    let shards = if sink.is_clustered() { 1 } else { 16 };
    let mut sums = Sums::new();
    // SQLite stores sowings by farmer, PostgreSQL in the order in which they come.
    let in_order: Box<dyn Iterator<Item = Sowing<'_>> + Send> = if sink.is_clustered() {
        Box::new(season.all_farmers().flat_map(|farmer| season.sowings_of(farmer)))
    } else {
        Box::new(season.by_time())
    };
    for sowing in in_order {
        let (region, crop) = (sowing.farmer.region(), sowing.crop);
        let sum = sums.entry((region, crop, sowing.shard(shards))).or_default();
        *sum = (sum.0 + sowing.yield_kg, sum.1 + 1);
        sink.row(&[
            Id(sowing.farmer.id()),
            Text(&sowing.key()),
            Id(sowing.id()),
            Text(region.code()),
            Text(crop.key()),
            year,
            Int(sowing.field_m2),
            Int(sowing.yield_kg),
            Int(sowing.at.as_microsecond()),
            Int(1),
        ])
        .await?;
    }
    sink.begin("change_feed", &["at", "kind", "region", "crop", "crop_year", "sown_kg"]).await?;
    let kept = season.now.saturating_sub(FEED_KEPT)?;
    for sowing in season.by_time().filter(|sowing| sowing.at >= kept) {
        let (region, crop) = (Text(sowing.farmer.region().code()), Text(sowing.crop.key()));
        sink.row(&[Int(sowing.at.as_microsecond()), Text("sowing"), region, crop, year, Int(sowing.yield_kg)]).await?;
    }
    Ok(sums)
}

/// The supply of the states and of India, and that the whole feed was added up.
async fn supply(sink: &mut Sink, season: &Season, of_states: &Sums) -> Result<()> {
    let year = Int(season.crop_year());
    let mut sums = of_states.clone();
    for ((_, crop, shard), (kilograms, sowings)) in of_states {
        let sum = sums.entry((Region::India, *crop, *shard)).or_default();
        *sum = (sum.0 + kilograms, sum.1 + sowings);
    }
    sink.begin("supply", &["region", "crop_year", "crop", "shard", "sown_kg", "revision"]).await?;
    for ((region, crop, shard), (kilograms, sowings)) in &sums {
        let (region, crop) = (Text(region.code()), Text(crop.key()));
        sink.row(&[region, year, crop, Int(*shard), Int(*kilograms), Int(*sowings)]).await?;
    }
    let mut added_up = BTreeMap::<_, i64>::new();
    for ((region, crop, _), (kilograms, _)) in of_states {
        *added_up.entry((region, crop)).or_default() += kilograms;
    }
    sink.begin("feed_sums", &["region", "crop", "crop_year", "sown_kg"]).await?;
    for ((region, crop), kilograms) in added_up {
        sink.row(&[Text(region.code()), Text(crop.key()), year, Int(kilograms)]).await?;
    }
    let last = sink.largest("change_feed", "seq").await?;
    sink.begin("watermarks", &["work", "position", "seen", "seen_at"]).await?;
    sink.row(&[Text("reconcile"), Int(last), Int(last), Int(season.now.as_microsecond())]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_filled_agrees_with_itself_and_every_farmer_has_their_sowings() {
        let folder = tempfile::tempdir().unwrap();
        let database: DatabaseUrl = format!("sqlite:{}", folder.path().join("grow.db").display()).parse().unwrap();
        let season = Season::until("2026-11-26T08:00:00Z".parse().unwrap(), 40, 400).unwrap();
        fill(&database, &season).await.unwrap();
        let store = Store::open(&database).await.unwrap();
        assert_eq!(store.differences().await.unwrap(), []);
        for farmer in season.all_farmers() {
            let page = store.sowings(grow_store::FarmerId(farmer.id()), 100, None).await.unwrap();
            assert_eq!(page.sowings.len(), 10);
        }
        let sessions: Vec<_> = season.sessions().collect();
        assert_eq!(sessions.len(), 20);
        let token = grow_store::TokenHash::of(&token(sessions[7].number));
        assert_eq!(store.session(token).await.unwrap().unwrap().farmer.0, sessions[7].farmer.id());
        assert!(fill(&database, &season).await.unwrap_err().to_string().contains("has farmers"));
    }
}
