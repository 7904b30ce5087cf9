//! What to sow now: for sixteen farmers, alone and beside fifty sowings per second.

use anyhow::{Result, ensure};

use super::overview::beside_sowings;
use super::own::signed_in;
use crate::client::Connection;
use crate::farmers::{ADVICE, read};
use crate::load::Loads;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let mut connection = Connection::open(setting.grow.address).await?;
    let answer = connection.ask(&read(setting.grow.address, 0, ADVICE)).await?;
    answer.expect_status(200)?;
    let advice = String::from_utf8_lossy(answer.body);
    ensure!(advice.contains(r#""missing":null"#), "no advice: {advice}");
    let [mut alone, mut beside] = [(); 2].map(|()| Loads::default());
    for _ in 0..setting.extent.runs {
        let ask = || signed_in(&setting.grow, setting.extent.load, &[ADVICE]);
        alone.0.push(ask().await?);
        beside.0.push(beside_sowings(setting, ask()).await?);
    }
    let row = |name, unit, target, figure| Figure::alone(name, unit, target, figure);
    Ok(Section {
        title: "What to sow now: GET /api/v1/me/advice",
        figures: vec![
            row("alone", Unit::PerSecond, Target::Beside, alone.rates()),
            row("alone, processor time", Unit::Micros, Target::Beside, alone.micros()),
            row("beside 50 sowings/s", Unit::PerSecond, Target::Beside, beside.rates()),
            row("beside 50 sowings/s, processor time", Unit::Micros, Target::Beside, beside.micros()),
            row("beside 50 sowings/s, p99", Unit::Millis, Target::Under(3.0), beside.p99()),
        ],
        remarks: Vec::new(),
    })
}
