//! The advice of every district, counted: whether it sends farmers to crops that grow there in that season with that
//! water, and whether it tells what it does not advise.

use grow_domain::advice::{
    Farmers, FarmersLand, Field, HeldBack, LandOfDay, Lot, Settings, Situation, Sowable, Today, WhyNotShown,
};
use grow_domain::demand::DemandRow;
use grow_domain::figures;
use grow_domain::land::LandTable;
use grow_domain::regional::{Coverage, Given, standing};
use grow_domain::{Crop, CropYear, District, Kilograms, Region, Water};
use jiff::civil::{Date, date};
use std::collections::BTreeSet;
use std::iter::Sum;

/// Farmers of a district who are still to sow, in the audit.
const FARMERS: u32 = 100;

/// The days of the audit: the beginning and the middle of what is sown in a year.
pub fn days() -> [Date; 8] {
    [
        date(2026, 5, 15),
        date(2026, 6, 15),
        date(2026, 7, 20),
        date(2026, 9, 1),
        date(2026, 10, 15),
        date(2026, 11, 24),
        date(2027, 1, 15),
        date(2027, 3, 15),
    ]
}

/// The answers on water of the audit: none, and each.
pub const WATERS: [Option<Water>; 4] = [None, Some(Water::AllSeason), Some(Water::OnceOrTwice), Some(Water::RainOnly)];

/// Counts over districts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Districts of which something is known, on a day with an answer on water.
    pub cells: usize,
    /// Crops that are advised.
    pub advised: usize,
    /// Of these, crops with less than 2 % of the season's land with that water.
    pub rare: usize,
    /// Of these, crops that are advised to a farmer with rain only although they are irrigated on 80 % of their land and
    /// the rain does not suffice.
    pub irrigated: usize,
    /// Cells that send at least 90 of 100 farmers to one crop.
    pub one_crop: usize,
    /// Of these, cells in which that crop takes less than 85 % of the land that is sown now with such water.
    pub crowded: usize,
    /// Cells without advice.
    pub empty: usize,
    /// Of these, cells in which what can be sown needs more water than the field has; nothing is sown in the others.
    pub dry: usize,
    /// Crops that can be sown now and take at least 5 % of the season's land.
    pub common: usize,
    /// Of these, crops that are neither shown nor told why not.
    pub untold: usize,
}

impl Counts {
    /// What each of [`Self::cells`] counts, in a word.
    pub const COLUMNS: [&str; 10] =
        ["cells", "advised", "rare", "irrigated", "one crop", "crowded", "empty", "dry", "common", "untold"];

    /// What the words mean.
    pub const LEGEND: &str = "\
cells: districts on a day. advised: crops. rare: under 2 % of the season's land. irrigated: on 80 % of its land, advised
on rain that does not suffice. one crop: 90 of 100 are sent to one. crowded: of these, under 85 % of the open land for
which the water suffices grows it. empty: no advice. dry: of these, for lack of water. common: open crops of 5 % of the
land. untold: neither shown nor told why not.";

    /// The counts, in the order of [`Self::COLUMNS`].
    pub fn cells(&self) -> [usize; 10] {
        let Self { cells, advised, rare, irrigated, one_crop, crowded, empty, dry, common, untold } = *self;
        [cells, advised, rare, irrigated, one_crop, crowded, empty, dry, common, untold]
    }

    /// The bars, and whether each holds.
    pub fn bars(&self) -> [(&'static str, bool); 4] {
        [
            ("advised crops under 2 % of the season's land: at most 2 %", self.rare * 50 <= self.advised),
            ("crops that are irrigated there, advised on rain alone: none", self.irrigated == 0),
            (
                "cells that crowd into one crop that under 85 % of the open land grows: at most 5 %",
                self.crowded * 20 <= self.cells,
            ),
            ("common crops neither shown nor told why: at most 5 %", self.untold * 20 <= self.common),
        ]
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |sum, of| Self {
            cells: sum.cells + of.cells,
            advised: sum.advised + of.advised,
            rare: sum.rare + of.rare,
            irrigated: sum.irrigated + of.irrigated,
            one_crop: sum.one_crop + of.one_crop,
            crowded: sum.crowded + of.crowded,
            empty: sum.empty + of.empty,
            dry: sum.dry + of.dry,
            common: sum.common + of.common,
            untold: sum.untold + of.untold,
        })
    }
}

/// The counts of all days for each answer on water, and of all together, with their names.
pub fn counts(table: &LandTable) -> Vec<(&'static str, Counts)> {
    let of_water = |water: Option<Water>| {
        let counts = days().into_iter().map(|day| count(table, day, water)).sum();
        (water.map_or("not told", Water::key), counts)
    };
    let mut counts: Vec<_> = WATERS.into_iter().map(of_water).collect();
    counts.push(("all", counts.iter().map(|(_, counts)| *counts).sum()));
    counts
}

/// Counts a day: all districts with the same answer on water, by the reference figures, with a hundred farmers each.
pub fn count(table: &LandTable, day: Date, water: Option<Water>) -> Counts {
    let settings = Settings::default();
    let farmers: Farmers = District::all().map(|district| ((district, water), FARMERS)).collect();
    let mut land = LandOfDay::on(day);
    land.add(table, farmers.keys().copied(), &settings);
    let rows = rows(CropYear::of_day(day));
    let situation = Situation { day, rows: &rows, planned: &[], sown: &[], farmers: &farmers, land: &land };
    let today = Today::solve(&situation, settings);
    District::all().map(|district| of_district(table, &today, district, water)).sum()
}

fn of_district(table: &LandTable, today: &Today, district: District, water: Option<Water>) -> Counts {
    let land = table.of_district(district);
    let Some(year) = land.year() else { return Counts::default() };
    let field = Field { district, land: &land, year, water, soil: None };
    let (known, sowable) = (BTreeSet::new(), today.sowable(&field));
    let chances = today.chances(district.state(), &sowable, &known);
    let advice =
        today.advise(&FarmersLand { field, known: &known, lot: Lot { cell: district.key(), number: 0 }, drawn: &[] });

    let is_watered = |crop: Crop| {
        let of = sowable.iter().find(|sowable| sowable.crop == crop);
        of.is_some_and(|of| {
            let misses = of.need.is_some_and(|need| need.missing_mm().0 > 0.0);
            misses && land.irrigated(crop, of.opening.window.season) >= 0.8
        })
    };
    let with_water = sowable.iter().filter(|sowable| sowable.held_back != Some(HeldBack::Water));
    let open: f64 = with_water.map(|sowable| sowable.weight).sum();
    let most = sowable.iter().find(|sowable| chances.of[sowable.crop] >= 0.9);
    let is_told = |sowable: &&Sowable| {
        let is_shown = advice.crops.iter().any(|advised| advised.on_field.crop == sowable.crop);
        let lacks_water = sowable.held_back == Some(HeldBack::Water);
        let told = advice.not_shown.iter().find(|other| other.crop == sowable.crop);
        is_shown || told.is_some_and(|other| (other.why == WhyNotShown::Water) == lacks_water)
    };
    let common = sowable.iter().filter(|sowable| sowable.share >= 0.05);
    let is_empty = advice.crops.is_empty();
    Counts {
        cells: 1,
        advised: advice.crops.len(),
        rare: advice.crops.iter().filter(|advised| advised.on_field.share_here < 0.02).count(),
        irrigated: advice
            .crops
            .iter()
            .filter(|advised| water == Some(Water::RainOnly) && is_watered(advised.on_field.crop))
            .count(),
        one_crop: usize::from(most.is_some()),
        crowded: usize::from(most.is_some_and(|most| most.weight < 0.85 * open)),
        empty: usize::from(is_empty),
        dry: usize::from(is_empty && sowable.iter().any(|sowable| sowable.held_back == Some(HeldBack::Water))),
        common: common.clone().count(),
        untold: common.filter(|sowable| !is_told(sowable)).count(),
    }
}

/// Demand and supply of India by the reference figures.
fn rows(year: CropYear) -> Vec<DemandRow> {
    let row = |crop| {
        let given = |region| figures::in_force(figures::reference(), region, crop, year).map(Given::from);
        let standing = standing(Region::India, crop, year, given, &Coverage::default())?;
        Some(DemandRow { crop, standing, sown: Kilograms(0) })
    };
    Crop::all().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_district_is_sent_to_what_hardly_grows_there_and_nothing_common_is_passed_over_in_silence() {
        let counts: Counts =
            WATERS.into_iter().map(|water| count(&LandTable::shipped(), date(2026, 7, 20), water)).sum();
        assert!(counts.cells > 4 * 700 && counts.advised > 5_000, "{counts:?}");
        assert_eq!((counts.rare, counts.irrigated, counts.untold), (0, 0, 0), "{counts:?}");
        // The bar is 5 % over eight days (`grow-lab land evaluate --strict`); a day may be a little over it.
        assert!(counts.crowded * 14 <= counts.cells, "{counts:?}");
    }
}
