//! `grow advice draw`.

use crate::counted::counted;
use crate::table::{self, Column};
use grow_domain::advice::{Farmers, Field, LandOfDay, Lot, Settings, Situation, Today, draw_first};
use grow_domain::demand::DemandRow;
use grow_domain::figures;
use grow_domain::land::{DistrictLand, LandTable};
use grow_domain::regional::{self, Coverage, Given};
use grow_domain::{Crop, CropYear, District, Kilograms, PerCrop, Region};
use jiff::civil::Date;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

/// Options of the draw.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of farmers. They are spread over the districts by land under the sixteen crops
    #[arg(long, default_value_t = 1_000_000)]
    pub(super) farmers: u32,
    /// Day of the advice, in India
    #[arg(long, default_value = "2026-07-01")]
    pub(super) day: Date,
    /// Seed of the districts' draws
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// A district with its farmers, who have not said whether they can water their fields.
struct Farmed {
    district: District,
    land: DistrictLand,
    farmers: u32,
}

/// Counts of first crops, and what was promised.
struct Counts {
    drawn: PerCrop<u32>,
    /// Sum of the farmers' chances.
    promised: PerCrop<f64>,
    /// Farmers who can sow nothing suitable on the day.
    without: u32,
}

pub(super) fn run(options: &Options, out: &mut impl Write) -> anyhow::Result<()> {
    let farmed = farmed(options.farmers);
    let today = solve(&farmed, options.day);
    let counts = count(&farmed, &today, options.seed);
    if options.json { write_json(options, &counts, out) } else { write_table(options, &counts, out) }
}

/// Spreads farmers over the districts whose land is known, by its area. The parts add up to all farmers.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a part of the farmers is from 0 to their number"
)]
fn farmed(farmers: u32) -> Vec<Farmed> {
    let table = LandTable::shipped();
    let land = |district| {
        let land = table.of_district(district);
        let area_ha = f64::from(land.observed.as_ref()?.area_ha);
        Some((district, land, area_ha))
    };
    let rows: Vec<_> = District::all().filter_map(land).collect();
    let whole: f64 = rows.iter().map(|(_, _, area_ha)| area_ha).sum();
    let (mut area, mut before) = (0.0, 0);
    let farmed = rows.into_iter().map(|(district, land, area_ha)| {
        area += area_ha;
        let until = (f64::from(farmers) * area / whole).round() as u32;
        let farmers = until - before;
        before = until;
        Farmed { district, land, farmers }
    });
    farmed.collect()
}

/// The advice of the day with the reference figures, when nobody has recorded a sowing.
fn solve(farmed: &[Farmed], day: Date) -> Today {
    let crop_year = CropYear::of_day(day);
    let reference = |region, crop| figures::in_force(figures::reference(), region, crop, crop_year).map(Given::from);
    let rows: Vec<_> = Crop::all()
        .filter_map(|crop| {
            let given = |region| reference(region, crop).or_else(|| first_reference(region, crop));
            let standing = regional::standing(Region::India, crop, crop_year, given, &Coverage::default())?;
            Some(DemandRow { crop, standing, sown: Kilograms(0) })
        })
        .collect();
    let farmers: Farmers = farmed.iter().map(|farmed| ((farmed.district, None), farmed.farmers)).collect();
    let (settings, mut land) = (Settings::default(), LandOfDay::on(day, Arc::default()));
    land.add(&LandTable::shipped(), farmers.keys().copied(), &settings);
    Today::solve(&Situation { day, rows: &rows, planned: &[], sown: &[], farmers: &farmers, land: &land }, settings)
}

/// The first reference figure: days before its crop year use it, too.
fn first_reference(region: Region, crop: Crop) -> Option<Given> {
    figures::reference().iter().find(|figure| figure.region == region && figure.crop == crop).map(Given::from)
}

fn count(farmed: &[Farmed], today: &Today, seed: u64) -> Counts {
    let mut counts = Counts { drawn: PerCrop::all(0), promised: PerCrop::all(0.0), without: 0 };
    let known = BTreeSet::new();
    for Farmed { district, land, farmers } in farmed {
        let Some(year) = land.year() else {
            counts.without += *farmers;
            continue;
        };
        let field = Field { district: *district, land, year, water: None, soil: None, last_crop: None };
        let chances = today.chances(&field, &today.sowable(&field), &known);
        let cell = format!("{seed} {district}");
        counts.promised += &chances.of.map(|chance| chance * f64::from(*farmers));
        for number in 0..u64::from(*farmers) {
            match draw_first(&chances, &Lot { cell: &cell, number }) {
                Some(crop) => counts.drawn[crop] += 1,
                None => counts.without += 1,
            }
        }
    }
    counts
}

impl Counts {
    /// Crop, farmers who are shown it first, their part and the promised part, per cent.
    fn rows(&self) -> impl Iterator<Item = (Crop, u32, f64, f64)> {
        let whole = f64::from(self.drawn.sum().max(1));
        let promised = self.promised.sum().max(1.0);
        self.drawn.iter().map(move |(crop, drawn)| {
            (crop, *drawn, f64::from(*drawn) * 100.0 / whole, self.promised[crop] * 100.0 / promised)
        })
    }

    /// Largest difference between a part and what was promised, points.
    fn farthest(&self) -> f64 {
        self.rows().map(|(_, _, part, promised)| (part - promised).abs()).fold(0.0, f64::max)
    }
}

fn write_table(options: &Options, counts: &Counts, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "First crops of {} on {}\n", counted(options.farmers, "farmer"), options.day)?;
    let columns = [Column::Text("crop"), Column::Figure("farmers"), Column::Figure("%"), Column::Figure("promised %")];
    let rows: Vec<_> = counts
        .rows()
        .map(|(crop, drawn, part, promised)| {
            [crop.to_string(), drawn.to_string(), format!("{part:.2}"), format!("{promised:.2}")]
        })
        .collect();
    table::write(out, columns, &rows)?;
    writeln!(out, "\n{} can sow nothing suitable on this day.", counted(counts.without, "farmer"))?;
    writeln!(out, "Largest difference from the promise: {:.3} points.", counts.farthest())?;
    Ok(())
}

fn write_json(options: &Options, counts: &Counts, out: &mut impl Write) -> anyhow::Result<()> {
    let crops: Vec<_> = counts
        .rows()
        .map(|(crop, farmers, percent, promised_percent)| {
            json!({ "crop": crop.key(), "farmers": farmers, "percent": percent, "promised_percent": promised_percent })
        })
        .collect();
    let answer = json!({
        "farmers": options.farmers,
        "day": options.day.to_string(),
        "seed": options.seed,
        "without_crop": counts.without,
        "largest_difference_points": counts.farthest(),
        "crops": crops,
    });
    writeln!(out, "{answer}")?;
    Ok(())
}
