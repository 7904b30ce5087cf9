//! Durable sowings: sixteen connections against the appends of the yardstick, and one connection against the disk.

use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::loads::Loads;
use crate::api::{RECORD, SOWING_KG, Sowings, read_met_kg};
use crate::client::Connection;
use crate::disk::{self, Place};
use crate::load::{self, CONNECTIONS, Lane, Outcome, Window};
use crate::process::Server;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;
use crate::sowers::Sowers;
use crate::stats::{Runs, Times};

/// What a sowing writes.
const WHAT_IS_WRITTEN: &str = "A sowing is a row of its table, an entry of the index of keys and an entry of the feed, \
    and it changes the sums of its farmer and of the supply. Tried, and kept: one statement for consent, district, sums \
    and key before it, one upsert for the supply of state and India, no index that repeats the row, and after a commit \
    only the place of the files is looked at.";

/// Single writes between two disk measurements.
const BLOCK: usize = 50;

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let extent = setting.extent;
    let [mut bare, mut grow] = std::array::from_fn(|_| Loads::in_turns(extent.turns));
    let mut alone = Alone::default();
    let mut recorded = 0;
    for _ in 0..extent.runs {
        for _ in 0..extent.turns {
            bare.add(appends(setting).await?);
            let (outcome, sowings) = sowings(setting.grow()?, &setting.sowers, extent.window).await?;
            grow.add(outcome);
            recorded += sowings;
        }
        recorded += one_connection(setting, &mut alone).await?;
    }
    let one = |disk: &Runs| disk.with(&alone.record, |disk, record| disk + record);
    let beside = |name, runs| Figure::alone(name, Unit::Millis, Target::Beside, runs);
    Ok(Section {
        title: "Durable sowings: POST /api/v1/me/sowings",
        figures: vec![
            Figure::against("16 connections", Unit::PerSecond, Target::ShareOfBare(0.65), &grow.rates(), &bare.rates()),
            grow.processor_row("16 connections", Target::TimesBare(1.9), &bare),
            Figure::against("16 connections, p99", Unit::Millis, Target::TimesBare(2.5), &grow.p99(), &bare.p99()),
            Figure::against(
                "one connection, median (bare: one appended fdatasync and one read of the record)",
                Unit::Millis,
                Target::TimesBare(1.2),
                &alone.sowing,
                &one(&alone.appended),
            ),
            Figure::against(
                "the same (bare: one fdatasync in place and one read of the record)",
                Unit::Millis,
                Target::Beside,
                &alone.sowing,
                &one(&alone.in_place),
            ),
            beside("the disk: 4 KiB appended and fdatasync, median", &alone.appended),
            beside("the disk: 4 KiB in place and fdatasync, median", &alone.in_place),
            beside("one read of the record, median", &alone.record),
        ],
        remarks: vec![
            format!(
                "`met` was exact after every load: it grew by {SOWING_KG} kg for each of the {recorded} sowings answered."
            ),
            format!("Share of its core: bare {}; Grow {}.", bare.busy(), grow.busy()),
            WHAT_IS_WRITTEN.to_owned(),
        ],
    })
}

async fn appends(setting: &Setting) -> Result<Outcome> {
    let address = setting.bare.address;
    // The length of a farmer's cookie.
    let cookie = format!("cookie: grow_session={}\r\n", "x".repeat(43));
    let lanes = load::lanes(address, || Sowings::at(address, "/sowings", &cookie)).await?;
    Ok(load::run(lanes, setting.extent.window, setting.bare.pid()).await?.1)
}

/// Runs the farmers' sowings and checks that `met` contains all of them. Returns their number.
pub(super) async fn sowings(grow: &Server, sowers: &Sowers, window: Window) -> Result<(Outcome, u64)> {
    let before = read_met_kg(grow.address).await?;
    let mut lanes = Vec::new();
    for _ in 0..CONNECTIONS {
        lanes.push((Connection::open(grow.address).await?, sowers.sowings(grow.address)?));
    }
    let (lanes, outcome) = load::run(lanes, window, grow.pid()).await?;
    let acknowledged: u64 = lanes.iter().map(|(_, sowings)| sowings.acknowledged).sum();
    let after = read_met_kg(grow.address).await?;
    ensure!(
        after == before + acknowledged * SOWING_KG,
        "met {before} -> {after} kg after {acknowledged} sowings of {SOWING_KG} kg"
    );
    Ok((outcome, acknowledged))
}

/// Returns the medians of the runs.
#[derive(Default)]
struct Alone {
    sowing: Runs,
    record: Runs,
    appended: Runs,
    in_place: Runs,
}

/// One farmer on one connection, in blocks interleaved with disk writes, so that both see the same disk speed.
async fn one_connection(setting: &Setting, alone: &mut Alone) -> Result<u64> {
    let farmer = setting.farmers.first().context("a farmer")?;
    let address = setting.grow()?.address;
    let mut connection = Connection::open(address).await?;
    let mut sowings = setting.sowers.sowings(address)?;
    let read = farmer.get(RECORD);
    let before = read_met_kg(address).await?;
    let (mut sowing, mut record, mut appended, mut in_place) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..setting.extent.blocks {
        appended.extend(disk::fdatasync(setting.folder(), Place::Append, BLOCK)?);
        in_place.extend(disk::fdatasync(setting.folder(), Place::InPlace, BLOCK)?);
        for _ in 0..BLOCK {
            let start = Instant::now();
            connection.ask(&read).await?.expect_status(200)?;
            record.push(start.elapsed());
        }
        for _ in 0..BLOCK {
            let start = Instant::now();
            let answer = connection.ask(sowings.request()).await?;
            let took = start.elapsed();
            sowings.check(answer)?;
            sowing.push(took);
        }
    }
    let after = read_met_kg(address).await?;
    ensure!(after == before + sowings.acknowledged * SOWING_KG, "met {before} -> {after} kg, one connection");
    for (runs, times) in [
        (&mut alone.sowing, sowing),
        (&mut alone.record, record),
        (&mut alone.appended, appended),
        (&mut alone.in_place, in_place),
    ] {
        runs.0.push(Times::new(times).median());
    }
    Ok(sowings.acknowledged)
}
