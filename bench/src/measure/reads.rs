//! `GET /api/v1/demand`: alone, with fifty concurrent sowings per second, and with as many as eight connections can
//! make. The page that shows it, in Tamil. Checks that no answer is older than an acknowledged sowing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use super::loads::Loads;
use crate::api::{self, SOWING_KG, met_kg, read_met_kg};
use crate::client::{Answer, Connection, get};
use crate::load::{self, Lane, Outcome};
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;
use crate::sowers::Walk;
use crate::stats::{Runs, number};

/// Farmers that sow during the reads.
#[derive(Clone, Copy)]
pub(super) struct Sowers {
    count: usize,
    /// Pause between sowings. None: the next begins after the answer.
    pause: Option<Duration>,
}

pub(super) const FIFTY_A_SECOND: Sowers = Sowers { count: 4, pause: Some(Duration::from_millis(80)) };
/// How the page is asked for.
const THE_PAGE: &str = "The page is asked for with gzip; bare answers with the same packed bytes.";
/// The page that shows the overview to guests.
const TAMIL: &str = "the page /demand in Tamil";

const EIGHT_CONNECTIONS: Sowers = Sowers { count: 8, pause: None };

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let extent = setting.extent;
    let [mut bare, mut alone, mut beside, mut steady] = std::array::from_fn(|_| Loads::in_turns(extent.turns));
    let (mut sowing_rates, mut steady_rates) = (Runs::default(), Runs::default());
    for _ in 0..extent.runs * extent.turns {
        let address = setting.bare.address;
        let request = get(address, "/demand", None);
        bare.add(load::same(address, &request, 200, extent.window, setting.bare.pid()).await?);

        let address = setting.grow()?.address;
        let request = get(address, api::DEMAND, None);
        alone.add(load::same(address, &request, 200, extent.window, setting.grow()?.pid()).await?);

        let (outcome, sowings) = beside_sowings(setting, FIFTY_A_SECOND, read_overviews).await?;
        beside.add(outcome);
        sowing_rates.0.push(sowings);

        let (outcome, sowings) = beside_sowings(setting, EIGHT_CONNECTIONS, read_overviews).await?;
        steady.add(outcome);
        steady_rates.0.push(sowings);
    }
    let (page, prepared) = page_in_tamil(setting).await.context("page")?;
    let (share, times) = (Target::ShareOfBare(0.92), Target::TimesBare(1.15));
    Ok(Section {
        title: "The overview: GET /api/v1/demand",
        figures: vec![
            Figure::against("alone", Unit::PerSecond, share, &alone.rates(), &bare.rates()),
            alone.processor_row("alone", times, &bare),
            Figure::against("beside 50 sowings/s", Unit::PerSecond, share, &beside.rates(), &bare.rates()),
            beside.processor_row("beside 50 sowings/s", times, &bare),
            Figure::against(TAMIL, Unit::PerSecond, Target::ShareOfBare(0.85), &page.rates(), &prepared.rates()),
            page.processor_row(TAMIL, Target::Beside, &prepared),
            Figure::against("alone, p99", Unit::Millis, Target::Beside, &alone.p99(), &bare.p99()),
            Figure::against("beside 50 sowings/s, p99", Unit::Millis, Target::Beside, &beside.p99(), &bare.p99()),
            Figure::alone("beside 8 sowers", Unit::PerSecond, Target::AtLeast(20_000.0), &steady.rates()),
            Figure::alone("beside 8 sowers, p99", Unit::Millis, Target::Under(5.0), &steady.p99()),
        ],
        remarks: vec![
            format!(
                "Every one of the reads beside {:.0} sowings/s, and beside the {:.0} sowings/s of 8 connections that sow without \
                 a pause, and one right after each sowing's answer, held at least what was acknowledged when it was asked for, \
                 and nothing that had not been sent.",
                sowing_rates.median(),
                steady_rates.median()
            ),
            THE_PAGE.to_owned(),
            format!(
                "Share of its core: bare {}; alone {}; beside 50 sowings/s {}; beside 8 sowers {}.",
                bare.busy(),
                alone.busy(),
                beside.busy(),
                steady.busy()
            ),
        ],
    })
}

/// Loads the page that shows the overview to guests, packed, and a prepared response with the same bytes, in turn.
async fn page_in_tamil(setting: &Setting) -> Result<(Loads, Loads)> {
    let extent = setting.extent;
    let grow = setting.grow()?;
    let request = format!("GET /demand?lang=ta HTTP/1.1\r\nhost: {}\r\naccept-encoding: gzip\r\n\r\n", grow.address);
    let mut connection = Connection::open(grow.address).await?;
    let answer = connection.ask(request.as_bytes()).await?;
    answer.expect_status(200)?;
    let bare = setting.bare_with(&answer).await?;
    let [mut page, mut prepared] = std::array::from_fn(|_| Loads::in_turns(extent.turns));
    for _ in 0..extent.runs * extent.turns {
        let same = get(bare.address, "/demand", None);
        prepared.add(load::same(bare.address, &same, 200, extent.window, bare.pid()).await?);
        page.add(load::same(grow.address, request.as_bytes(), 200, extent.window, grow.pid()).await?);
    }
    bare.stop().await?;
    Ok((page, prepared))
}

/// Sums of sent and acknowledged sowings, in kg of the crop.
#[derive(Default)]
pub(super) struct Ledger {
    sent: AtomicU64,
    acknowledged: AtomicU64,
}

impl Ledger {
    /// Checks that a `met` is at least what was acknowledged at the time of the request, and at most what is sent by
    /// now.
    fn check(&self, met: u64, acknowledged_then: u64) -> Result<()> {
        ensure!(met >= acknowledged_then, "stale: met {met} kg after {acknowledged_then} kg were acknowledged");
        let sent = self.sent.load(Ordering::Relaxed);
        ensure!(met <= sent, "met {met} kg, but only {sent} kg were ever sent");
        Ok(())
    }
}

/// Runs a load of reads during the sowings. Returns its result and the acknowledged sowings per second.
pub(super) async fn beside_sowings(
    setting: &Setting,
    Sowers { count, pause }: Sowers,
    read: impl AsyncFnOnce(&Setting, Arc<Ledger>) -> Result<Outcome>,
) -> Result<(Outcome, f64)> {
    let grow = setting.grow()?;
    let before = read_met_kg(grow.address).await?;
    let ledger = Arc::new(Ledger { sent: before.into(), acknowledged: before.into() });
    let window = setting.extent.window;
    let whole = window.warm_up + window.measured;
    let end = Instant::now() + whole;

    let mut sowers = JoinSet::new();
    for _ in 0..count {
        sowers.spawn(sow(
            setting.sowers.sowings(grow.address)?,
            [Connection::open(grow.address).await?, Connection::open(grow.address).await?],
            Arc::clone(&ledger),
            get(grow.address, api::DEMAND, None),
            pause,
            end,
        ));
    }
    let outcome = read(setting, ledger).await?;
    let mut sown = 0;
    while let Some(sower) = sowers.join_next().await {
        sown += sower??;
    }
    let after = read_met_kg(grow.address).await?;
    ensure!(after == before + u64::from(sown) * SOWING_KG, "met {before} -> {after} kg after {sown} sowings");
    Ok((outcome, number(sown) / whole.as_secs_f64()))
}

/// Reads the overview on all connections, and checks each answer.
async fn read_overviews(setting: &Setting, ledger: Arc<Ledger>) -> Result<Outcome> {
    let grow = setting.grow()?;
    let lanes = load::lanes(grow.address, || FreshRead {
        request: get(grow.address, api::DEMAND, None),
        ledger: Arc::clone(&ledger),
        acknowledged: 0,
        seen: (Vec::new(), 0),
    })
    .await?;
    Ok(load::run(lanes, setting.extent.window, grow.pid()).await?.1)
}

/// Sows at its pace. Reads after each answer at once, on another connection.
async fn sow(
    mut sowings: Walk,
    [mut sowing, mut reading]: [Connection; 2],
    ledger: Arc<Ledger>,
    read: Vec<u8>,
    pause: Option<Duration>,
    end: Instant,
) -> Result<u32> {
    let mut pace = pause.map(tokio::time::interval);
    if let Some(pace) = &mut pace {
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    }
    let mut count = 0;
    loop {
        if let Some(pace) = &mut pace {
            pace.tick().await;
        }
        if Instant::now() >= end {
            return Ok(count);
        }
        ledger.sent.fetch_add(SOWING_KG, Ordering::Relaxed);
        let answer = sowing.ask(sowings.request()).await?;
        sowings.check(answer)?;
        let acknowledged = ledger.acknowledged.fetch_add(SOWING_KG, Ordering::Relaxed) + SOWING_KG;
        let answer = reading.ask(&read).await?;
        answer.expect_status(200)?;
        ledger.check(met_kg(answer.body)?, acknowledged)?;
        count += 1;
    }
}

/// Reads the overview and checks each answer against the ledger.
struct FreshRead {
    request: Vec<u8>,
    ledger: Arc<Ledger>,
    /// Acknowledged sum at the time of the request.
    acknowledged: u64,
    /// The last body and its `met`, to skip parsing equal bodies.
    seen: (Vec<u8>, u64),
}

impl Lane for FreshRead {
    fn request(&mut self) -> &[u8] {
        self.acknowledged = self.ledger.acknowledged.load(Ordering::Relaxed);
        &self.request
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        answer.expect_status(200)?;
        if self.seen.0 != answer.body {
            self.seen.1 = met_kg(answer.body)?;
            answer.body.clone_into(&mut self.seen.0);
        }
        self.ledger.check(self.seen.1, self.acknowledged)
    }
}
