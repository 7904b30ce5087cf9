//! Two thousand open demand streams: time to the last receipt, and cost for the farmer who sows.

use std::time::Duration;

use anyhow::Result;
use tokio::time::MissedTickBehavior;

use crate::client::{Answer, post};
use crate::courier::Courier;
use crate::load::Lane;
use crate::machine::processor_seconds;
use crate::process::Server;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::{Extent, Setting};
use crate::stats::{Runs, Times, number};
use crate::watch::Watch;

/// Pause between fan-outs, so that they do not overlap.
const APART: Duration = Duration::from_millis(150);
/// Time until a server has noticed that streams were closed.
const CLOSING: Duration = Duration::from_millis(500);

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let Extent { runs, streams, fan_outs, .. } = setting.extent;
    let [mut without, mut answers, mut last, mut millis, mut resident] = [(); 5].map(|()| Runs::default());
    let [mut bare_last, mut bare_millis] = [(); 2].map(|()| Runs::default());
    for _ in 0..runs {
        let grow = &setting.grow;
        let mut sowings = setting.sowers.sowings(grow.address)?;
        let none = fan_out(grow, None, fan_outs, &mut sowings).await?;
        without.0.push(none.answers.percentile(99));

        let mut watch = Watch::open(grow.address, streams, 1).await?;
        let of_grow = fan_out(grow, Some(&mut watch), fan_outs, &mut sowings).await?;
        answers.0.push(of_grow.answers.percentile(99));
        last.0.push(of_grow.last.percentile(99));
        millis.0.push(of_grow.millis);
        resident.0.push(grow.resident_mib()?);
        let event = watch.last_event();
        drop(watch);
        tokio::time::sleep(CLOSING).await;

        let bare = &setting.bare;
        let mut watch = Watch::open(bare.address, streams, 0).await?;
        let mut publish = Publish(post(bare.address, "/publish", "", &event));
        let of_bare = fan_out(bare, Some(&mut watch), fan_outs, &mut publish).await?;
        bare_last.0.push(of_bare.last.percentile(99));
        bare_millis.0.push(of_bare.millis);
        drop(watch);
        tokio::time::sleep(CLOSING).await;
    }
    let against = |name, target, measured, bare| Figure::against(name, Unit::Millis, target, measured, bare);
    Ok(Section {
        title: "Open demand streams: GET /api/v1/demand/events",
        figures: vec![
            against(
                "from the sowing's answer to the last stream's receipt, p99",
                Target::TimesBare(1.2),
                last,
                bare_last,
            ),
            against("the sowing's answer, p99 (bare: without streams)", Target::AboveBare(3.0), answers, without),
            against("processor time of a fan-out", Target::Beside, millis, bare_millis),
            Figure::alone("resident with the streams", Unit::MiB, Target::Under(48.0), resident),
        ],
        remarks: vec![format!("{streams} streams, and {fan_outs} sowings in each run that every stream received.")],
    })
}

/// Fan-outs, one after the other.
struct FanOuts {
    /// Times to the answer of the request that triggers them.
    answers: Times,
    /// Times from the answer to the last receipt.
    last: Times,
    /// Processor time of the server for one, in milliseconds.
    millis: f64,
}

/// Sends a request and waits for the last receipt of its event, repeatedly.
async fn fan_out(
    server: &Server,
    mut watch: Option<&mut Watch>,
    fan_outs: usize,
    requests: &mut impl Lane,
) -> Result<FanOuts> {
    let mut courier = Courier::start(server.address)?;
    let before = processor_seconds(server.pid())?;
    let (mut answers, mut last) = (Vec::new(), Vec::new());
    let mut pace = tokio::time::interval(APART);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for _ in 0..fan_outs {
        pace.tick().await;
        let delivery = courier.ask(requests.request()).await?;
        requests.check(Answer { status: delivery.status, head: b"", body: b"" })?;
        answers.push(delivery.took);
        if let Some(watch) = &mut watch {
            last.push(watch.next_event().await?.saturating_duration_since(delivery.answered));
        }
    }
    let millis = (processor_seconds(server.pid())? - before) * 1e3 / number(fan_outs);
    Ok(FanOuts { answers: Times::new(answers), last: Times::new(last), millis })
}

/// The same event for the streams of the yardstick.
struct Publish(Vec<u8>);

impl Lane for Publish {
    fn request(&mut self) -> &[u8] {
        &self.0
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        answer.expect_status(200)
    }
}
