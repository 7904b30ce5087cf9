//! Grow on PostgreSQL: durable sowings against pgbench on the same server, and the farmer's own record.
//!
//! PostgreSQL and Grow share the core of the servers. pgbench has the core of the load, as the load of Grow has.

use std::time::Duration;

use anyhow::{Context, Result};
use jiff::Timestamp;

use super::loads::Loads;
use super::{own, writes};
use crate::api::{DEMAND, RECORD, TEN_SOWINGS};
use crate::client::get;
use crate::load::{self, Window};
use crate::postgres::Pgbench;
use crate::process::PATIENCE;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::{Setting, farmers_with_ten_sowings, spawn_grow};
use crate::sowers::Sowers;
use crate::stats::{Runs, number};

const TITLE: &str = "PostgreSQL: durable sowings against pgbench, and the farmer's own record with ten sowings";
/// Time for the processes of a load to end, so that their processor time is known.
const ENDING: Duration = Duration::from_millis(50);

pub(super) async fn measure(setting: &mut Setting) -> Result<Section> {
    let server = setting.postgres("the part on PostgreSQL", Some(setting.cores.server)).await?;
    let Some(server) = server else {
        return Ok(Section::skipped(TITLE));
    };
    let extent = setting.extent;
    let (turns, seconds) = extent.postgres;
    let window = Window { warm_up: extent.window.warm_up, measured: Duration::from_secs(seconds) };
    let database = server.database("grow", None).await?;
    let sowers = Sowers::prepare(&database, extent.sowers).await?;
    // pgbench sows for as many farmers in a database of its own.
    let for_pgbench = server.database("pgbench", None).await?;
    Sowers::prepare(&for_pgbench, extent.sowers).await?;
    let pgbench = match Pgbench::on(for_pgbench) {
        Ok(pgbench) => pgbench,
        Err(reason) => {
            setting.skipped.push(format!("the part on PostgreSQL ({reason})"));
            return Ok(Section::skipped(TITLE));
        }
    };
    let folder = setting.folder().join("postgres");
    std::fs::create_dir(&folder)?;
    let grow = spawn_grow(&setting.binary, &folder, &database, setting.cores)?;
    let grow = grow.answering(DEMAND, PATIENCE).await.context("grow on PostgreSQL")?;
    let (farmers, _) = farmers_with_ten_sowings(&grow).await?;
    own::look(&grow, &farmers).await?;

    let mut sown = Loads::in_turns(turns);
    let [mut bare, mut both] = std::array::from_fn(|_| Loads::in_turns(extent.turns));
    let (mut updates, mut of_sowing, mut of_update) = (Runs::default(), Runs::default(), Runs::default());
    let mut recorded = 0;
    #[expect(clippy::disallowed_methods, reason = "pgbench sows today, as Grow does")]
    let now = Timestamp::now();
    for _ in 0..extent.runs {
        let (mut sowings, mut transactions, mut rate) = (0, 0.0, 0.0);
        let (mut for_sowings, mut for_transactions) = (0.0, 0.0);
        for _ in 0..turns {
            let before = server.processor_seconds()?;
            let ended = pgbench.sow(seconds, now)?;
            tokio::time::sleep(ENDING).await;
            let between = server.processor_seconds()?;
            let (outcome, acknowledged) = writes::sowings(&grow, &sowers, window).await?;
            tokio::time::sleep(ENDING).await;
            for_transactions += between - before;
            for_sowings += server.processor_seconds()? - between;
            transactions += ended.count;
            rate += ended.per_second / number(turns);
            sowings += acknowledged;
            sown.add(outcome);
        }
        updates.0.push(rate);
        of_sowing.0.push(for_sowings * 1e6 / number(sowings));
        of_update.0.push(for_transactions * 1e6 / transactions);
        recorded += sowings;
        for _ in 0..extent.turns {
            let address = setting.bare.address;
            let request = get(address, "/demand", None);
            bare.add(load::same(address, &request, 200, extent.window, setting.bare.pid()).await?);
            both.add(own::signed_in(&grow, &farmers, extent.window, &[RECORD, TEN_SOWINGS]).await?);
        }
    }
    grow.stop().await?;
    Ok(Section {
        title: TITLE,
        figures: vec![
            Figure::against(
                "16 connections (bare: pgbench, one prepared statement)",
                Unit::PerSecond,
                Target::ShareOfBare(0.5),
                &sown.rates(),
                &updates,
            ),
            Figure::alone("16 connections, p99", Unit::Millis, Target::Beside, &sown.p99()),
            Figure::alone("Grow's processor time of a sowing", Unit::Micros, Target::Beside, &sown.processor_time()),
            Figure::against(
                "PostgreSQL's processor time of a sowing (bare: of one of pgbench)",
                Unit::Micros,
                Target::Beside,
                &of_sowing,
                &of_update,
            ),
            Figure::against(
                "own record and ten sowings, in turn",
                Unit::PerSecond,
                Target::Beside,
                &both.rates(),
                &bare.rates(),
            ),
            both.processor_row("own record and ten sowings, in turn", Target::Beside, &bare),
        ],
        remarks: vec![
            format!(
                "`met` was exact after every load, {recorded} sowings in all. fsync and synchronous_commit were on."
            ),
            "PostgreSQL and Grow had the core of the servers; pgbench and the load of Grow had that of the load."
                .to_owned(),
        ],
    })
}
