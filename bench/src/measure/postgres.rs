//! Durable sowings, own records and sowings on a private PostgreSQL, which shares the core of the servers with Grow.

use std::time::Duration;

use anyhow::{Context, Result};

use super::{own, sowing};
use crate::farmers::{RECORD, Sowers, TEN_SOWINGS};
use crate::load::{CONNECTIONS, Loads};
use crate::postgres::Postgres;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::{Setting, start_grow};
use crate::stats::{Runs, number};

/// Time for the processes of a load to end, so that their processor time is known.
const ENDING: Duration = Duration::from_millis(50);

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let server = Postgres::start(setting.folder(), setting.cores).await?;
    let extent = setting.extent;
    let database = server.database("grow").await?;
    let sowers = Sowers::prepare(&database, extent.sowers).await?;
    let folder = setting.folder().join("postgres");
    std::fs::create_dir(&folder)?;
    let mut grow =
        start_grow(&setting.binary, &folder, &database, setting.cores).await.context("grow on PostgreSQL")?;
    let [mut sown, mut both] = [(); 2].map(|()| Loads::default());
    let (mut of_sowing, mut recorded) = (Runs::default(), 0);
    for _ in 0..extent.runs {
        let before = server.processor_seconds()?;
        let (outcome, acknowledged) = sowing::exact(&grow, &sowers, CONNECTIONS, extent.load).await?;
        tokio::time::sleep(ENDING).await;
        of_sowing.0.push((server.processor_seconds()? - before) * 1e6 / number(acknowledged));
        sown.0.push(outcome);
        recorded += acknowledged;
        both.0.push(own::signed_in(&grow, extent.load, &[RECORD, TEN_SOWINGS]).await?);
    }
    grow.stop().await?;
    let row = |name, unit, figure| Figure::alone(name, unit, Target::Beside, figure);
    Ok(Section {
        title: "PostgreSQL: durable sowings, and the farmer's own record with ten sowings",
        figures: vec![
            row("sowings, 16 connections", Unit::PerSecond, sown.rates()),
            row("sowings, p99", Unit::Millis, sown.p99()),
            row("Grow's processor time of a sowing", Unit::Micros, sown.micros()),
            row("PostgreSQL's processor time of a sowing", Unit::Micros, of_sowing),
            row("own record and ten sowings, in turn", Unit::PerSecond, both.rates()),
            row("Grow's processor time of one of them", Unit::Micros, both.micros()),
        ],
        remarks: vec![format!(
            "`met` was exact after every load, {recorded} sowings in all. fsync and synchronous_commit were on."
        )],
    })
}
