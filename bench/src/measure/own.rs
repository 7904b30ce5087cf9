//! The farmer's own record and ten sowings, with a connection for each farmer.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::loads::Loads;
use crate::api::{Farmer, RECORD, TEN_SOWINGS};
use crate::client::{Answer, Connection, get};
use crate::load::{self, Lane, Outcome, Window};
use crate::process::Server;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;

/// What the answers hold.
const WHAT_IS_READ: &str = "By a profile of both in turn, 40 % of the time is the kernel's, which receives, locks and \
    sends, 12 % is SQLite's and 11 % is writing JSON. A record has the units of land of a state, and a sowing its harvest \
    and its end. Tried, and kept: sowings stored in the order of the page instead of an index that repeats them, one \
    lookup of the session for a request, days of harvest computed once for sowings alike, and a region's code compared \
    as it is stored.";

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let extent = setting.extent;
    look(setting.grow()?, &setting.farmers).await?;
    let [mut bare, mut record, mut sowings, mut both] = std::array::from_fn(|_| Loads::in_turns(extent.turns));
    for _ in 0..extent.runs * extent.turns {
        let address = setting.bare.address;
        let request = get(address, "/demand", None);
        bare.add(load::same(address, &request, 200, extent.window, setting.bare.pid()).await?);
        let ask = async |paths| signed_in(setting.grow()?, &setting.farmers, extent.window, paths).await;
        record.add(ask(&[RECORD]).await?);
        sowings.add(ask(&[TEN_SOWINGS]).await?);
        both.add(ask(&[RECORD, TEN_SOWINGS]).await?);
    }
    let row = |name, share, loads: &Loads| {
        Figure::against(name, Unit::PerSecond, Target::ShareOfBare(share), &loads.rates(), &bare.rates())
    };
    Ok(Section {
        title: "The farmer's own: GET /api/v1/me/profile and /api/v1/me/sowings?limit=10",
        figures: vec![
            row("own record", 0.33, &record),
            record.processor_row("own record", Target::Beside, &bare),
            row("own ten sowings", 0.33, &sowings),
            sowings.processor_row("own ten sowings", Target::Beside, &bare),
            row("both in turn", 0.4, &both),
            both.processor_row("both in turn", Target::TimesBare(2.5), &bare),
            Figure::against("both in turn, p99", Unit::Millis, Target::Beside, &both.p99(), &bare.p99()),
        ],
        remarks: vec![
            format!("Share of its core: bare {}; both in turn {}.", bare.busy(), both.busy()),
            WHAT_IS_READ.to_owned(),
        ],
    })
}

/// Checks once that each record is complete and that each farmer has ten sowings.
pub(super) async fn look(grow: &Server, farmers: &[Farmer]) -> Result<()> {
    #[derive(Deserialize)]
    struct Record {
        complete: bool,
    }
    #[derive(Deserialize)]
    struct Sowings {
        items: Vec<serde::de::IgnoredAny>,
    }
    let mut connection = Connection::open(grow.address).await?;
    for farmer in farmers {
        let answer = connection.ask(&farmer.get(RECORD)).await?;
        answer.expect_status(200)?;
        let record: Record = serde_json::from_slice(answer.body).context("own record")?;
        ensure!(record.complete, "the record is not complete: {}", String::from_utf8_lossy(answer.body));
        let answer = connection.ask(&farmer.get(TEN_SOWINGS)).await?;
        answer.expect_status(200)?;
        let sowings: Sowings = serde_json::from_slice(answer.body).context("own sowings")?;
        ensure!(sowings.items.len() == 10, "{} sowings instead of ten", sowings.items.len());
    }
    Ok(())
}

/// Each farmer requests these paths in turn.
pub(super) async fn signed_in(grow: &Server, farmers: &[Farmer], window: Window, paths: &[&str]) -> Result<Outcome> {
    let mut lanes = Vec::new();
    for farmer in farmers {
        let requests = paths.iter().map(|path| farmer.get(path)).collect();
        lanes.push((Connection::open(grow.address).await?, InTurn { requests, turn: 0 }));
    }
    Ok(load::run(lanes, window, grow.pid()).await?.1)
}

struct InTurn {
    requests: Vec<Vec<u8>>,
    turn: usize,
}

impl Lane for InTurn {
    fn request(&mut self) -> &[u8] {
        self.turn += 1;
        self.requests.get(self.turn % self.requests.len()).map_or(&[], Vec::as_slice)
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        answer.expect_status(200)
    }
}
