//! Two thousand open demand streams: time to the last receipt, and cost for the farmer who sows.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use crate::api::{EVENTS, SOWING_KG, read_met_kg};
use crate::client::{Connection, write};
use crate::courier::Courier;
use crate::load::{Lane, Same};
use crate::machine::processor_seconds;
use crate::process::Server;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::{Extent, Setting, database_in, start_grow};
use crate::sowers::{Sowers, Walk};
use crate::stats::{Runs, Times, number};
use crate::watch::{Reading, Watch};

/// Pause between fan-outs, so that they do not overlap.
const APART: Duration = Duration::from_millis(150);
/// Pause between sowings that do not wait for the fan-out.
const PACE: Duration = Duration::from_millis(20);
/// Farmers who sow before a crash. Some have made all their sowings before it.
const SOWERS: usize = 40;

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let mut runs = Figures::default();
    let (mut sowings, mut resyncs) = (0, 0);
    for _ in 0..setting.extent.runs {
        let without = answers_without_streams(setting).await?;
        runs.without.0.push(without.percentile(99));
        let grow = grow_fanout(setting).await?;
        runs.with.0.push(grow.answers.percentile(99));
        runs.paced.0.push(grow.paced.percentile(99));
        runs.last.0.push(grow.last.percentile(99));
        runs.paced_last.0.push(grow.paced_last.percentile(99));
        runs.resident.0.push(grow.resident_mib);
        sowings += grow.answers.len() + grow.paced.len();
        resyncs += grow.resyncs;
        let bare = bare_fanout(setting, &grow.event).await?;
        runs.bare_last.0.push(bare.last.percentile(99));
        runs.cost.add(&grow.cost);
        runs.bare_cost.add(&bare.cost);
    }
    crashes(setting).await.context("crash")?;
    let count = setting.extent.streams;
    let slower = |name, target, measured| Figure::against(name, Unit::Millis, target, measured, &runs.without);
    Ok(Section {
        title: "Open demand streams: GET /api/v1/demand/events",
        figures: vec![
            Figure::against(
                "from the sowing's answer to the last stream's receipt, p99",
                Unit::Millis,
                Target::TimesBare(1.2),
                &runs.last,
                &runs.bare_last,
            ),
            Figure::against(
                "the same at 50 sowings/s (bare: one at a time)",
                Unit::Millis,
                Target::Beside,
                &runs.paced_last,
                &runs.bare_last,
            ),
            slower("the sowing's answer, p99 (bare: without streams)", Target::AboveBare(3.0), &runs.with),
            slower("the same at 50 sowings/s", Target::Beside, &runs.paced),
            Figure::against(
                "processor time of a fan-out",
                Unit::Millis,
                Target::Beside,
                &runs.cost.server,
                &runs.bare_cost.server,
            ),
            Figure::against(
                "processor time of reading it",
                Unit::Millis,
                Target::Beside,
                &runs.cost.load,
                &runs.bare_cost.load,
            ),
            Figure::alone("resident with the streams", Unit::MiB, Target::Under(48.0), &runs.resident),
        ],
        remarks: vec![
            format!(
                "{count} streams, {sowings} sowings: every stream received every state in order or the whole overview in its \
                 place ({resyncs} times), up to the last sowing; no event held a sowing that had not been sent."
            ),
            format!(
                "Killed (SIGKILL) {} times at the receipt of an event, with 8 farmers sowing: each time the database held that \
                 event's sowings and every acknowledged one.",
                setting.extent.crashes
            ),
        ],
    })
}

#[derive(Default)]
struct Figures {
    without: Runs,
    with: Runs,
    paced: Runs,
    last: Runs,
    paced_last: Runs,
    bare_last: Runs,
    resident: Runs,
    cost: Costs,
    bare_cost: Costs,
}

/// Processor time of one fan-out to all streams, in milliseconds.
#[derive(Default)]
struct Costs {
    server: Runs,
    load: Runs,
}

impl Costs {
    fn add(&mut self, cost: &Cost) {
        self.server.0.push(cost.server);
        self.load.0.push(cost.load);
    }
}

struct Cost {
    server: f64,
    load: f64,
}

/// Sequential fan-outs.
struct Rounds {
    /// Time to the answer of the request that triggers them.
    answers: Times,
    /// Time from the answer to the last receipt.
    last: Times,
    cost: Cost,
}

/// Results of one run with open streams.
struct Fanout {
    answers: Times,
    paced: Times,
    paced_last: Times,
    last: Times,
    cost: Cost,
    resident_mib: f64,
    resyncs: usize,
    event: String,
}

/// The same sowings without open streams.
async fn answers_without_streams(setting: &Setting) -> Result<Times> {
    let address = setting.grow()?.address;
    let mut courier = Courier::start(address)?;
    let mut sowings = setting.sowers.sowings(address)?;
    let mut answers = Vec::new();
    for _ in 0..setting.extent.rounds {
        let delivery = courier.ask(sowings.request()).await?;
        sowings.check(delivery.answer())?;
        answers.push(delivery.took());
        tokio::time::sleep(PACE).await;
    }
    Ok(Times::new(answers))
}

async fn grow_fanout(setting: &Setting) -> Result<Fanout> {
    let Extent { streams, rounds, .. } = setting.extent;
    let grow = setting.grow()?;
    let base_kg = read_met_kg(grow.address).await?;
    let watch = Watch::open(grow.address, EVENTS, streams, Reading::Sowings { base_kg }).await?;
    let mut courier = Courier::start(grow.address)?;
    let mut sowings = setting.sowers.sowings(grow.address)?;

    let Rounds { answers, last, cost } = fan_out(&watch, &mut courier, grow, rounds, &mut sowings).await?;
    let event = watch.last_change();

    let (mut paced, mut answered) = (Vec::new(), Vec::new());
    let mut pace = tokio::time::interval(PACE);
    for _ in 0..rounds {
        pace.tick().await;
        watch.expect_one_more();
        let delivery = courier.ask(sowings.request()).await?;
        sowings.check(delivery.answer())?;
        paced.push(delivery.took());
        answered.push(delivery.answered);
    }
    watch.all_have_it().await?;
    let receipts = watch.receipts();
    let paced_receipts = receipts.iter().skip(rounds);
    let paced_last = paced_receipts.zip(&answered).map(|(last, answered)| last.saturating_duration_since(*answered));
    let paced_last = Times::new(paced_last.collect());
    let (_, resyncs) = watch.nothing_dropped()?;
    let resident_mib = grow.resident_mib()?;
    drop(watch);
    // Wait until the server notices the closed streams.
    tokio::time::sleep(Duration::from_millis(500)).await;
    Ok(Fanout { answers, paced: Times::new(paced), paced_last, last, cost, resident_mib, resyncs, event })
}

/// Fan-outs of the same bytes to as many streams, by the yardstick.
async fn bare_fanout(setting: &Setting, event: &str) -> Result<Rounds> {
    let Extent { streams, rounds, .. } = setting.extent;
    let address = setting.bare.address;
    let watch = Watch::open(address, "/events", streams, Reading::Events).await?;
    let mut courier = Courier::start(address)?;
    let mut publish = Same { request: write("POST", address, "/publish", "", event), status: 200 };
    let fanned_out = fan_out(&watch, &mut courier, &setting.bare, rounds, &mut publish).await?;
    drop(watch);
    tokio::time::sleep(Duration::from_millis(500)).await;
    Ok(fanned_out)
}

/// Sends an event and waits for the last receipt, repeatedly.
async fn fan_out(
    watch: &Watch,
    courier: &mut Courier,
    server: &Server,
    rounds: usize,
    requests: &mut impl Lane,
) -> Result<Rounds> {
    let used = || Ok::<_, anyhow::Error>([processor_seconds(server.pid())?, processor_seconds(std::process::id())?]);
    let before = used()?;
    let (mut answers, mut last) = (Vec::new(), Vec::new());
    let mut pace = tokio::time::interval(APART);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for _ in 0..rounds {
        pace.tick().await;
        watch.expect_one_more();
        let delivery = courier.ask(requests.request()).await?;
        requests.check(delivery.answer())?;
        answers.push(delivery.took());
        last.push(watch.all_have_it().await?.saturating_duration_since(delivery.answered));
    }
    let [server, load] = used()?;
    let each = |used: f64, before: f64| (used - before) * 1e3 / number(rounds);
    let cost = Cost { server: each(server, before[0]), load: each(load, before[1]) };
    Ok(Rounds { answers: Times::new(answers), last: Times::new(last), cost })
}

/// Kills Grow on receipt of an event, repeatedly. An event sent before its commit would be missing in the database.
async fn crashes(setting: &Setting) -> Result<()> {
    let folder = setting.folder().join("crash");
    std::fs::create_dir_all(&folder)?;
    let prepared = Sowers::prepare(&database_in(&folder), SOWERS * setting.extent.crashes).await?;
    let mut grow = start_grow(&setting.binary, &folder, setting.cores).await?;
    for crash in 0..setting.extent.crashes {
        let base_kg = read_met_kg(grow.address).await?;
        let watch = Watch::open(grow.address, EVENTS, 1, Reading::Sowings { base_kg }).await?;
        watch.expect_at_least(u64::try_from(1 + crash * 7)?);
        let mut sowers = JoinSet::new();
        for _ in 0..8 {
            let sowings = prepared.sowings(grow.address)?;
            sowers.spawn(sow_until_the_end(Connection::open(grow.address).await?, sowings));
        }
        watch.all_have_it().await?;
        grow.crash()?;
        let seen = watch.progress();
        let mut acknowledged = 0;
        while let Some(sower) = sowers.join_next().await {
            acknowledged += sower??;
        }
        grow = start_grow(&setting.binary, &folder, setting.cores).await?;
        let met = read_met_kg(grow.address).await?;
        ensure!(met >= base_kg + seen * SOWING_KG, "an event of {seen} sowings, but met {base_kg} -> {met} kg");
        ensure!(
            met >= base_kg + acknowledged * SOWING_KG,
            "{acknowledged} acknowledged, but met {base_kg} -> {met} kg"
        );
        ensure!(
            met <= base_kg + (acknowledged + 8) * SOWING_KG,
            "met {base_kg} -> {met} kg of {acknowledged} acknowledged"
        );
    }
    grow.stop().await
}

/// Sows until the server stops. Returns the number of acknowledged sowings.
async fn sow_until_the_end(mut connection: Connection, mut sowings: Walk) -> Result<u64> {
    let deadline = Instant::now() + Duration::from_secs(20);
    while Instant::now() < deadline {
        match connection.ask(sowings.request()).await {
            Ok(answer) => sowings.check(answer)?,
            Err(_gone) => break,
        }
    }
    Ok(sowings.acknowledged)
}
