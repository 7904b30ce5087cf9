//! What to sow now: the solution for everyone, the advice of a farmer, and a million draws.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use grow_domain::advice::{Farmers, FarmersLand, Field, LandOfDay, Lot, Settings, Situation, Today};
use grow_domain::demand::DemandRow;
use grow_domain::land::LandTable;
use grow_domain::regional::{Coverage, Given, standing};
use grow_domain::{Crop, CropYear, District, Kilograms, Region, Water, figures};
use jiff::civil::{Date, date};
use serde::Deserialize;

use super::loads::Loads;
use super::own::signed_in;
use super::reads::{FIFTY_A_SECOND, beside_sowings};
use crate::api::{ADVICE, Farmer};
use crate::client::{Connection, get};
use crate::load;
use crate::report::{Figure, Section, Target, Unit};
use crate::setting::Setting;
use crate::stats::{Runs, millis, number};

/// A day in the main season.
const DAY: Date = date(2026, 7, 1);
/// Number of repetitions of a solution.
const TIMES_OVER: usize = 50;
/// Farmers that are drawn.
const FARMERS: u32 = 1_000_000;

/// What an answer is made of.
const WHAT_IS_READ: &str = "An advice is made of the farmer's record, consent, draw, plans and sowings, \
    and holds the fertiliser and seed of each crop.";

pub(super) async fn measure(setting: &Setting) -> Result<Section> {
    let extent = setting.extent;
    for farmer in &setting.farmers {
        look(setting, farmer).await?;
    }
    let [mut bare, mut alone, mut beside] = std::array::from_fn(|_| Loads::in_turns(extent.turns));
    for _ in 0..extent.runs * extent.turns {
        let address = setting.bare.address;
        let request = get(address, "/demand", None);
        bare.add(load::same(address, &request, 200, extent.window, setting.bare.pid()).await?);
        let ask = async || signed_in(setting.grow()?, &setting.farmers, extent.window, &[ADVICE]).await;
        alone.add(ask().await?);
        let read = async |_: &Setting, _| ask().await;
        beside.add(beside_sowings(setting, FIFTY_A_SECOND, read).await?.0);
    }
    let [mut solved, mut advised, mut drawn] = std::array::from_fn(|_| Runs::default());
    for _ in 0..extent.runs {
        let (solution, advice) = solve()?;
        solved.0.push(solution);
        advised.0.push(advice);
        drawn.0.push(draw(&setting.binary)?);
    }
    let quarter = Target::ShareOfBare(0.25);
    Ok(Section {
        title: "What to sow now: GET /api/v1/me/advice, and the solution for everyone",
        figures: vec![
            Figure::against("alone", Unit::PerSecond, quarter, &alone.rates(), &bare.rates()),
            alone.processor_row("alone", Target::Beside, &bare),
            Figure::against("beside 50 sowings/s", Unit::PerSecond, quarter, &beside.rates(), &bare.rates()),
            beside.processor_row("beside 50 sowings/s", Target::Beside, &bare),
            Figure::alone("beside 50 sowings/s, p99", Unit::Millis, Target::Under(3.0), &beside.p99()),
            Figure::alone("prices of all districts and waters", Unit::Millis, Target::Under(15.0), &solved),
            Figure::alone("one advice, computing alone", Unit::Micros, Target::Under(60.0), &advised),
            Figure::alone(
                "first choices of a million farmers, from the start to the end",
                Unit::Millis,
                Target::Under(2000.0),
                &drawn,
            ),
        ],
        remarks: vec![
            format!("Share of its core: bare {}; alone {}; beside {}.", bare.busy(), alone.busy(), beside.busy()),
            WHAT_IS_READ.to_owned(),
        ],
    })
}

/// Checks once that the farmer is advised.
async fn look(setting: &Setting, farmer: &Farmer) -> Result<()> {
    #[derive(Deserialize)]
    struct Answer {
        missing: Option<String>,
    }
    let mut connection = Connection::open(setting.grow()?.address).await?;
    let answer = connection.ask(&farmer.get(ADVICE)).await?;
    answer.expect_status(200)?;
    let advice: Answer = serde_json::from_slice(answer.body).context("advice")?;
    ensure!(advice.missing.is_none(), "no advice: {}", String::from_utf8_lossy(answer.body));
    Ok(())
}

/// Returns the time of a solution in milliseconds, and that of the advice of a district in microseconds: the means over
/// the repetitions and the districts. Every district has 250 farmers of each answer on water.
fn solve() -> Result<(f64, f64)> {
    let year = CropYear::of_day(DAY);
    let rows = Crop::all().map(|crop| {
        let given = |region| figures::in_force(figures::reference(), region, crop, year).map(Given::from);
        let standing = standing(Region::India, crop, year, given, &Coverage::default())?;
        Some(DemandRow { crop, standing, sown: Kilograms(0) })
    });
    let rows = rows.collect::<Option<Vec<_>>>().context("figures of all crops")?;
    let table = LandTable::shipped();
    let (settings, mut land) = (Settings::default(), LandOfDay::on(DAY));
    let waters = [None, Some(Water::AllSeason), Some(Water::OnceOrTwice), Some(Water::RainOnly)];
    let farmers: Farmers = District::all().flat_map(|district| waters.map(|water| ((district, water), 250))).collect();
    land.add(&table, farmers.keys().copied(), &settings);
    let situation = Situation { day: DAY, rows: &rows, planned: &[], sown: &[], farmers: &farmers, land: &land };
    let started = Instant::now();
    for _ in 0..TIMES_OVER {
        black_box(Today::solve(black_box(&situation), settings));
    }
    let solved = millis(started.elapsed()) / number(TIMES_OVER);

    let (today, known) = (Today::solve(&situation, settings), BTreeSet::new());
    let lands: Vec<_> = District::all().map(|district| (district, table.of_district(district))).collect();
    let started = Instant::now();
    for (district, land) in &lands {
        let Some(year) = land.year() else { continue };
        let field = Field { district: *district, land, year, water: None, soil: None };
        let lot = Lot { cell: district.key(), number: 0 };
        black_box(today.advise(&FarmersLand { field, known: &known, lot, drawn: &[] }));
    }
    Ok((solved, millis(started.elapsed()) * 1000.0 / number(lands.len())))
}

/// Runs the binary, and returns the time in milliseconds.
fn draw(binary: &Path) -> Result<f64> {
    let started = Instant::now();
    let output = Command::new(binary).args(["advice", "draw", "--json", "--farmers", &FARMERS.to_string()]).output()?;
    let took = millis(started.elapsed());
    ensure!(output.status.success(), "draw: {}", String::from_utf8_lossy(&output.stderr));
    Ok(took)
}
