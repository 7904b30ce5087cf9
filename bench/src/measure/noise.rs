//! The yardstick against a second instance: the difference is the noise of the machine.

use anyhow::Result;

use super::loads::Loads;
use crate::api::Sowings;
use crate::client::get;
use crate::load;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::{Extent, Setting};

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let second = setting.second_bare().await?;
    let Extent { runs, turns, window, .. } = setting.extent;
    let mut reads: [_; 2] = std::array::from_fn(|_| Loads::in_turns(turns));
    let mut appends: [_; 2] = std::array::from_fn(|_| Loads::in_turns(turns));
    for _ in 0..runs * turns {
        for (server, reads) in [&setting.bare, &second].into_iter().zip(&mut reads) {
            let request = get(server.address, "/demand", None);
            reads.add(load::same(server.address, &request, 200, window, server.pid()).await?);
        }
        for (server, appends) in [&setting.bare, &second].into_iter().zip(&mut appends) {
            let lanes = load::lanes(server.address, || Sowings::at(server.address, "/sowings", "")).await?;
            appends.add(load::run(lanes, window, server.pid()).await?.1);
        }
    }
    second.stop().await?;
    let [bare_reads, second_reads] = reads;
    let [bare_appends, second_appends] = appends;
    let beside = |name, unit, second, bare| Figure::against(name, unit, Target::Beside, second, bare);
    Ok(Section {
        title: "Noise: the yardstick against itself",
        figures: vec![
            beside("prepared body", Unit::PerSecond, &second_reads.rates(), &bare_reads.rates()),
            second_reads.processor_row("prepared body", Target::Beside, &bare_reads),
            beside("appends", Unit::PerSecond, &second_appends.rates(), &bare_appends.rates()),
            second_appends.processor_row("appends", Target::Beside, &bare_appends),
            beside("appends, p99", Unit::Millis, &second_appends.p99(), &bare_appends.p99()),
        ],
        remarks: Vec::new(),
    })
}
