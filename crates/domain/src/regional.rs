//! The figures of a region in a crop year: its own, or its part of India's, less the land that is in Grow, and with
//! what this season is of a usual one.
//!
//! A state without figures of its own gets its part of India's. Domestic use goes by population, but for crops that
//! mills take (cotton, sugarcane), which go by the mills. Exports and the usual supply go by production. Where no
//! balance is known, demand is the usual supply. Parts are whole kilograms, and those of all 36 states add up to
//! India's exactly. A part has the error of India's figure, and no imports.

mod coverage;
mod land;
mod ratios;
mod shares;

pub use coverage::{Coverage, Land};
pub use land::UsualLand;
pub(crate) use land::{by_season as land_by_season, has_land, has_own_land, is_sown_in, usual_part};
pub use ratios::{Millionths, Ratio, RatioRow, Ratios};
pub use shares::{Shares, crushes_cane};

use crate::figures::{self, Balance, DemandFigure, Imports};
use crate::{Crop, CropYear, Kilograms, Region, Season, State};
use coverage::parts_by_season;

/// Origin of the figures of a crop in a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Given for this region, by the operator or in the reference set.
    #[default]
    Given,
    /// Part of India's; its domestic use goes by this.
    PartOfIndia(UseBy),
}

/// What a state's part of India's domestic use goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UseBy {
    /// Population: what people eat.
    Population,
    /// What the state's mills take.
    Processing,
    /// Production, because no balance of supply and use is known.
    Production,
}

/// Balance and usual supply of a crop in a crop year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Domestic use and exports. `None` where no balance is known.
    pub balance: Option<Balance>,
    /// What all growers bring in a usual year.
    pub usual: Kilograms,
    /// One standard deviation of what is met, percent of it.
    pub error_percent: u8,
    /// What comes in from abroad. `None` for a state.
    pub imports: Option<Imports>,
}

impl From<&DemandFigure> for Given {
    fn from(figure: &DemandFigure) -> Self {
        let DemandFigure { balance, usual_supply: usual, error_percent, imports, .. } = *figure;
        Self { balance, usual, error_percent, imports }
    }
}

/// Demand and outside supply of a crop in a region and crop year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionBalance {
    /// Domestic use; the usual supply where no balance is known.
    pub domestic: Kilograms,
    /// Usual exports.
    pub exported: Kilograms,
    /// Whether a balance of supply and use is known.
    pub has_balance: bool,
    /// What all growers bring in a usual year.
    pub usual: Kilograms,
    /// What growers outside Grow bring: the usual supply, as far as this season is a usual one, less what grows on land
    /// that is in Grow.
    pub outside: Kilograms,
    /// What each season of this year is above a usual one, in the order of [`Season::ALL`]: below 0 where it is less.
    pub above_usual: [Kilograms; 4],
    /// One standard deviation of what is met, percent of it. A part of India's figure has the error of the whole.
    pub error_percent: u8,
    /// What comes in from abroad; never part of the supply. `None` for a state.
    pub imports: Option<Imports>,
    /// Origin.
    pub basis: Basis,
}

impl RegionBalance {
    fn new(given: Given, (outside, above_usual): (Kilograms, [Kilograms; 4]), basis: Basis) -> Self {
        let Given { balance, usual, error_percent, imports } = given;
        let Balance { domestic, exported } = balance.unwrap_or(Balance { domestic: usual, exported: Kilograms(0) });
        let has_balance = balance.is_some();
        Self { domestic, exported, has_balance, usual, outside, above_usual, error_percent, imports, basis }
    }
}

/// The standing of a crop in a region. `None` if neither the region nor India was given figures.
pub fn standing(
    region: Region,
    crop: Crop,
    crop_year: CropYear,
    given: impl Fn(Region) -> Option<Given>,
    coverage: &Coverage,
) -> Option<RegionBalance> {
    let own = given(region);
    let Region::State(state) = region else {
        let india = own?;
        return Some(RegionBalance::new(india, this_year_of_india(crop, india.usual, coverage), Basis::Given));
    };
    let (given, basis) = match own {
        Some(own) => (own, Basis::Given),
        None => part_of_india(state, crop, crop_year, given(Region::India)?),
    };
    let usual = given.usual;
    let this_year = (coverage.outside(crop, state, usual), coverage.above_usual(crop, state, usual));
    Some(RegionBalance::new(given, this_year, basis))
}

/// A state's part of India's balance and usual supply.
fn part_of_india(state: State, crop: Crop, crop_year: CropYear, india: Given) -> (Given, Basis) {
    let growers = Shares::of_production(crop);
    let usual = growers.part(state, india.usual);
    let part = |domestic, exported, users: &Shares| Balance {
        domestic: users.part(state, domestic),
        exported: growers.part(state, exported),
    };
    let (balance, by) = match (india.balance, Shares::of_processing(crop)) {
        (Some(Balance { domestic, exported }), Some(mills)) => {
            (Some(part(domestic, exported, mills)), UseBy::Processing)
        }
        (Some(Balance { domestic, exported }), None) => {
            (Some(part(domestic, exported, &Shares::of_population(crop_year))), UseBy::Population)
        }
        // Mills take what is grown in India, wherever it is grown.
        (None, Some(mills)) => (Some(part(india.usual, Kilograms(0), mills)), UseBy::Processing),
        (None, None) => (None, UseBy::Production),
    };
    (Given { balance, usual, error_percent: india.error_percent, imports: None }, Basis::PartOfIndia(by))
}

/// The sums of the states: the outside supply, and what each season is above a usual one.
fn this_year_of_india(crop: Crop, usual: Kilograms, coverage: &Coverage) -> (Kilograms, [Kilograms; 4]) {
    let mut above = [Kilograms(0); 4];
    if coverage.is_empty() {
        return (usual, above);
    }
    let mut outside = Kilograms(0);
    for (state, usual) in Shares::of_production(crop).parts(usual) {
        outside.0 += coverage.outside(crop, state, usual).0;
        let of_state = coverage.above_usual(crop, state, usual);
        above.iter_mut().zip(of_state).for_each(|(sum, of_state)| sum.0 += of_state.0);
    }
    (outside, above)
}

/// What growers of a region usually bring of a crop in a season: the season's part of the usual supply, by the crop's
/// usual land.
pub(crate) fn usual_of_season(
    figures: &[DemandFigure],
    (region, crop, season): (Region, Crop, Season),
    crop_year: CropYear,
) -> Option<Kilograms> {
    let given = |region| figures::in_force(figures, region, crop, crop_year).map(Given::from);
    let usual = standing(region, crop, crop_year, given, &Coverage::default())?.usual;
    let part = |state, usual| parts_by_season(crop, state, usual).get(season as usize).copied().unwrap_or_default();
    let part = match region {
        Region::India => Shares::of_production(crop).parts(usual).map(|(state, usual)| part(state, usual)).sum(),
        Region::State(state) => part(state, usual),
    };
    i64::try_from(part).ok().map(Kilograms)
}

/// The outside supply of a region's crop before and after a restatement of the coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideChange {
    /// Region.
    pub region: Region,
    /// Crop.
    pub crop: Crop,
    /// Outside supply until now.
    pub before: Kilograms,
    /// Outside supply from now on.
    pub after: Kilograms,
}

impl OutsideChange {
    /// Whether it is a national figure that moves by more than 5 %.
    pub fn is_large(&self) -> bool {
        let moved = (self.after.0 - self.before.0).abs();
        self.region == Region::India && i128::from(moved) * 20 > i128::from(self.before.0)
    }
}

/// What a restatement changes: each region and crop whose outside supply differs, India first.
pub fn outside_changes(
    figures: &[DemandFigure],
    crop_year: CropYear,
    before: &Coverage,
    after: &Coverage,
) -> Vec<OutsideChange> {
    let mut changes = Vec::new();
    for region in Region::all() {
        for crop in Crop::all() {
            let given = |region| figures::in_force(figures, region, crop, crop_year).map(Given::from);
            let outside = |coverage| Some(standing(region, crop, crop_year, given, coverage)?.outside);
            if let Some((before, after)) = outside(before).zip(outside(after)).filter(|(before, after)| before != after)
            {
                changes.push(OutsideChange { region, crop, before, after });
            }
        }
    }
    changes
}

#[cfg(test)]
mod tests;
