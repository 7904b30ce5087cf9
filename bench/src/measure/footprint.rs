//! Footprint of Grow: idle memory, start time and disk space.

use std::time::Duration;

use anyhow::Result;

use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;
use crate::stats::Runs;

pub(super) async fn measure(setting: &mut Setting) -> Result<Section> {
    let (mut starts, mut idle) = (Runs::default(), Runs::default());
    for _ in 0..setting.extent.runs {
        setting.restart_grow().await?;
        starts.0.push(setting.grow.first_answer.as_secs_f64() * 1e3);
        // Background work of startup has finished by then.
        tokio::time::sleep(Duration::from_secs(2)).await;
        idle.0.push(setting.grow.resident_mib()?);
    }
    #[expect(clippy::cast_precision_loss, reason = "a file of 2^52 bytes would not fit on the disk")]
    let mib = |bytes: u64| bytes as f64 / 1024.0 / 1024.0;
    let size = mib(std::fs::metadata(&setting.binary)?.len());
    let database = mib(std::fs::metadata(setting.folder().join("grow.db"))?.len());
    Ok(Section {
        title: "Footprint",
        figures: vec![
            Figure::alone("resident, idle", Unit::MiB, Target::Under(24.0), idle),
            Figure::alone("from the start to the first answer", Unit::Millis, Target::Under(30.0), starts),
            Figure::alone("the binary", Unit::MiB, Target::Under(25.0), Runs(vec![size])),
        ],
        remarks: vec![format!("The database that it starts on takes {database:.1} MiB.")],
    })
}
