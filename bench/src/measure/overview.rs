//! `GET /api/v1/demand`: alone, and beside fifty sowings per second.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use crate::client::Connection;
use crate::farmers::{DEMAND, SOWING_KG, Sowings, read_met_kg};
use crate::load::{self, Lane as _, Loads, Outcome};
use crate::report::{Section, Target};
use crate::setting::Setting;

/// Farmers who sow beside the reads, and the pause of each between two sowings.
const SOWERS: usize = 4;
const PAUSE: Duration = Duration::from_millis(80);

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let [mut bare, mut alone, mut beside] = [(); 3].map(|()| Loads::default());
    let duration = setting.extent.load;
    for _ in 0..setting.extent.runs {
        bare.0.push(load::same(&setting.bare, DEMAND, duration).await?);
        alone.0.push(load::same(&setting.grow, DEMAND, duration).await?);
        beside.0.push(beside_sowings(setting, load::same(&setting.grow, DEMAND, duration)).await?);
    }
    let (share, times) = (Target::ShareOfBare(0.75), Target::TimesBare(1.33));
    let mut figures = alone.rows("alone", share, times, &bare).to_vec();
    figures.extend(beside.rows("beside 50 sowings/s", share, times, &bare));
    Ok(Section {
        title: "The overview: GET /api/v1/demand",
        figures,
        remarks: vec!["`met` was exact after each load beside sowings.".to_owned()],
    })
}

/// Runs a load while farmers sow, and checks that `met` contains all that they sowed.
pub(super) async fn beside_sowings(setting: &Setting, load: impl Future<Output = Result<Outcome>>) -> Result<Outcome> {
    let address = setting.grow.address;
    let before = read_met_kg(address).await?;
    let end = Instant::now() + setting.extent.load;
    let mut sowers = JoinSet::new();
    for _ in 0..SOWERS {
        sowers.spawn(sow(setting.sowers.sowings(address)?, Connection::open(address).await?, end));
    }
    let outcome = load.await?;
    let mut sown = 0;
    while let Some(sower) = sowers.join_next().await {
        sown += sower??;
    }
    let after = read_met_kg(address).await?;
    ensure!(after == before + sown * SOWING_KG, "met {before} -> {after} kg after {sown} sowings");
    Ok(outcome)
}

async fn sow(mut sowings: Sowings, mut connection: Connection, end: Instant) -> Result<u64> {
    let mut pace = tokio::time::interval(PAUSE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while Instant::now() < end {
        pace.tick().await;
        let answer = connection.ask(sowings.request()).await?;
        sowings.check(answer)?;
    }
    Ok(sowings.acknowledged)
}
