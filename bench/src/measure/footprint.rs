//! Footprint of Grow: idle memory, start time and disk space.

use std::time::Duration;

use anyhow::Result;

use crate::api::{EVENTS, read_met_kg};
use crate::client::Connection;
use crate::load::Lane;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;
use crate::stats::{Runs, Times};
use crate::watch::{Reading, Watch};

/// What the mappings and the page faults of an idle server showed.
const WHERE_THE_MEMORY_GOES: &str = "More than half of the idle memory is pages of the binary, which the system may \
    drop. Tried, and kept: boxed patterns of arrivals, 0.7 MiB instead of 1.5; a land table that is read in place \
    instead of a model, 5 MiB less; entries, notices and names of three languages parsed when they are first asked for, \
    2 MiB and half of the start. Tried, and left: all but the hottest code made small (opt-level s), 2 MiB less, but the \
    overview at .80 of bare instead of .89 in the same hour; only cold dependencies made small, no difference.";

pub(super) async fn measure(setting: &mut Setting) -> Result<Section> {
    let (mut starts, mut idle, mut watched) = (Runs::default(), Runs::default(), Runs::default());
    for _ in 0..setting.extent.runs {
        let mut times = Vec::new();
        for _ in 0..setting.extent.starts {
            setting.restart_grow().await?;
            times.push(setting.grow()?.first_answer);
        }
        starts.0.push(Times::new(times).median());
        // Background work of startup has finished by now.
        tokio::time::sleep(Duration::from_secs(2)).await;
        idle.0.push(setting.grow()?.resident_mib()?);
        watched.0.push(resident_with_streams(setting).await?);
    }
    #[expect(clippy::cast_precision_loss, reason = "a file of 2^52 bytes would not fit on the disk")]
    let mib = |bytes: u64| bytes as f64 / 1024.0 / 1024.0;
    let size = mib(std::fs::metadata(&setting.binary)?.len());
    let database = mib(std::fs::metadata(setting.folder().join("grow.db"))?.len());
    let with_streams = format!("resident, with {} streams", setting.extent.streams);
    Ok(Section {
        title: "Footprint",
        figures: vec![
            Figure::alone("resident, idle", Unit::MiB, Target::Under(20.0), &idle),
            Figure::alone(&with_streams, Unit::MiB, Target::Under(48.0), &watched),
            Figure::alone("from the start to the first answer", Unit::Millis, Target::Under(30.0), &starts),
            Figure::alone("the binary", Unit::MiB, Target::Under(25.0), &Runs(vec![size])),
        ],
        remarks: vec![
            format!("The database that it starts on takes {database:.1} MiB."),
            WHERE_THE_MEMORY_GOES.to_owned(),
        ],
    })
}

/// Opens the streams, and sends one event to all of them.
async fn resident_with_streams(setting: &Setting) -> Result<f64> {
    let grow = setting.grow()?;
    let base_kg = read_met_kg(grow.address).await?;
    let watch = Watch::open(grow.address, EVENTS, setting.extent.streams, Reading::Sowings { base_kg }).await?;
    let mut sowings = setting.sowers.sowings(grow.address)?;
    watch.expect_one_more();
    let mut connection = Connection::open(grow.address).await?;
    let answer = connection.ask(sowings.request()).await?;
    sowings.check(answer)?;
    watch.all_have_it().await?;
    grow.resident_mib()
}
