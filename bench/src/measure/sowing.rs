//! Durable sowings.

use std::time::Duration;

use anyhow::{Result, ensure};

use crate::farmers::{SOWING_KG, Sowers, read_met_kg};
use crate::load::{self, CONNECTIONS, Loads, Outcome};
use crate::process::Server;
use crate::report::{Section, Target};
use crate::setting::Setting;

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let asked = [("16 connections", CONNECTIONS, 1.15), ("one connection", 1, 1.25)];
    let mut loads = asked.map(|_| [Loads::default(), Loads::default()]);
    let mut recorded = 0;
    for _ in 0..setting.extent.runs {
        for ((_, connections, _), [bare, grow]) in asked.iter().zip(&mut loads) {
            let duration = setting.extent.load;
            bare.0.push(sow(&setting.bare, &setting.bare_sowers, *connections, duration).await?.0);
            let (outcome, sowings) = exact(&setting.grow, &setting.sowers, *connections, duration).await?;
            grow.0.push(outcome);
            recorded += sowings;
        }
    }
    let mut figures = Vec::new();
    for ((name, _, most), [bare, grow]) in asked.iter().zip(&loads) {
        figures.extend(grow.rows(name, Target::Beside, Target::TimesBare(*most), bare));
    }
    let remarks = vec![format!(
        "`met` was exact after every load: it grew by {SOWING_KG} kg for each of the {recorded} sowings answered."
    )];
    Ok(Section { title: "Durable sowings: POST /api/v1/me/sowings", figures, remarks })
}

/// Runs the farmers' sowings and checks that `met` contains all of them. Returns their number.
pub(super) async fn exact(
    grow: &Server,
    sowers: &Sowers,
    connections: usize,
    measured: Duration,
) -> Result<(Outcome, u64)> {
    let before = read_met_kg(grow.address).await?;
    let (outcome, acknowledged) = sow(grow, sowers, connections, measured).await?;
    let after = read_met_kg(grow.address).await?;
    ensure!(
        after == before + acknowledged * SOWING_KG,
        "met {before} -> {after} kg after {acknowledged} sowings of {SOWING_KG} kg"
    );
    Ok((outcome, acknowledged))
}

async fn sow(server: &Server, sowers: &Sowers, connections: usize, measured: Duration) -> Result<(Outcome, u64)> {
    let lanes = (0..connections).map(|_| sowers.sowings(server.address)).collect::<Result<_>>()?;
    let (lanes, outcome) = load::run(lanes, measured, server).await?;
    Ok((outcome, lanes.iter().map(|sowings| sowings.acknowledged).sum()))
}
