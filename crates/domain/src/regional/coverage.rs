//! What the outside supply of a year follows from beside the usual one: the part of the usual land that is in Grow,
//! which it leaves out, and what this season is of a usual one.

use super::land::{self, UsualLand, by_season};
use super::ratios::Ratios;
use crate::season::Season;
use crate::{Crop, Kilograms, Region, SquareMetres, State};
use std::collections::BTreeMap;

/// Land of sowings in Grow beside the usual land, by region and season, as it was last restated. Regions without
/// sowings are missing. The row of India is the land of all sowings; the land of sowings whose state is not known is
/// what the states leave of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    rows: BTreeMap<(Region, Season), Land>,
    /// Covered part of the land of each state, by season in the order of [`Season::ALL`], in parts of [`WHOLE`].
    shares: BTreeMap<State, [i64; 4]>,
    /// What this season is of a usual one.
    ratios: Ratios,
}

/// Land of a region and season.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Land {
    /// Land of the sowings that stand in Grow.
    pub sown: SquareMetres,
    /// Land in a usual year.
    pub usual: SquareMetres,
}

/// Shares of land are whole parts of this many.
const WHOLE: i64 = 1_000_000_000;

impl Coverage {
    /// Coverage by the sowings of each region and season. A sowing whose state is not known belongs to India, and
    /// covers the land of every state alike.
    pub fn new(sown: &BTreeMap<(Region, Season), SquareMetres>, usual: &UsualLand) -> Self {
        let of_india = |season| {
            let key = (Region::India, season);
            (key, Land { sown: SquareMetres(0), usual: usual.of(Region::India, season) })
        };
        let mut land: BTreeMap<_, _> = Season::ALL.into_iter().map(of_india).collect();
        for ((region, season), area) in sown.iter().filter(|(_, area)| area.0 > 0) {
            let regions = [Region::India, *region];
            for region in regions.into_iter().take(if *region == Region::India { 1 } else { 2 }) {
                let usual = || Land { sown: SquareMetres(0), usual: usual.of(region, *season) };
                land.entry((region, *season)).or_insert_with(usual).sown.0 += area.0;
            }
        }
        Self::from_rows(land)
    }

    /// Restores a coverage from its [`Coverage::rows`].
    pub fn from_rows(rows: impl IntoIterator<Item = ((Region, Season), Land)>) -> Self {
        let rows: BTreeMap<_, _> = rows.into_iter().collect();
        let shares = |state| (state, Season::ALL.map(|season| share(&rows, state, season)));
        let has_sowings = rows.values().any(|land| land.sown.0 > 0);
        let shares = if has_sowings { State::all().map(shares).collect() } else { BTreeMap::new() };
        Self { rows, shares, ratios: Ratios::default() }
    }

    /// The same land, with these ratios of the seasons.
    #[must_use]
    pub fn with_ratios(self, ratios: Ratios) -> Self {
        Self { ratios, ..self }
    }

    /// What this season is of a usual one.
    pub fn ratios(&self) -> &Ratios {
        &self.ratios
    }

    /// Land of each region and season with sowings, and of India in every season.
    pub fn rows(&self) -> impl Iterator<Item = ((Region, Season), Land)> + '_ {
        self.rows.iter().map(|(key, land)| (*key, *land))
    }

    /// Whether the same land is in Grow, beside the same usual land.
    pub fn has_same_land(&self, other: &Self) -> bool {
        let sown = |coverage: &Self| coverage.rows().filter(|(_, land)| land.sown.0 > 0).collect::<Vec<_>>();
        sown(self) == sown(other)
    }

    /// Whether the usual supply stays as it is: no land is in Grow, and every season is a usual one.
    pub fn is_empty(&self) -> bool {
        self.shares.is_empty() && self.ratios.is_empty()
    }

    /// Percentage of a region's usual land that is in Grow, from 0 to 100. Each season counts by its usual land in the
    /// reference table, and at most as whole.
    #[expect(clippy::cast_precision_loss, reason = "a percentage for display")]
    pub fn percent(&self, region: Region) -> f64 {
        let (mut covered, mut all) = (0.0, 0.0);
        for (state, shares) in &self.shares {
            if region == Region::India || region == Region::State(*state) {
                for (season, share) in Season::ALL.into_iter().zip(shares) {
                    let land = land::reference(Region::State(*state), season) as f64;
                    covered += land * *share as f64 / WHOLE as f64;
                    all += land;
                }
            }
        }
        if all > 0.0 { covered * 100.0 / all } else { 0.0 }
    }

    /// What growers outside Grow bring of a state's usual supply of a crop, in whole kilograms: of each season's part,
    /// by the crop's usual land, times its ratio, what is not covered.
    pub fn outside(&self, crop: Crop, state: State, usual: Kilograms) -> Kilograms {
        let (shares, ratios) = (self.shares.get(&state), self.ratios.by_season(crop, state));
        if shares.is_none() && ratios.is_none() {
            return usual;
        }
        let mut change = 0;
        for (at, part) in parts_by_season(crop, state, usual).into_iter().enumerate() {
            let this_year = ratios.and_then(|ratios| ratios.get(at)).map_or(part, |ratio| ratio.of(part));
            let share = shares.and_then(|shares| shares.get(at)).copied().unwrap_or_default();
            change += this_year - this_year * i128::from(share) / i128::from(WHOLE) - part;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a season is at most twice a usual one")]
        Kilograms(usual.0 + change as i64)
    }

    /// What each season of this year is above a usual one, of a state's usual supply of a crop, in the order of
    /// [`Season::ALL`]: below 0 where it is less. [`Coverage::outside`] has it, but for the land that is covered.
    pub fn above_usual(&self, crop: Crop, state: State, usual: Kilograms) -> [Kilograms; 4] {
        let Some(ratios) = self.ratios.by_season(crop, state) else { return [Kilograms(0); 4] };
        let mut above = [Kilograms(0); 4];
        for ((above, ratio), part) in above.iter_mut().zip(ratios).zip(parts_by_season(crop, state, usual)) {
            above.0 = i64::try_from(ratio.of(part) - part).unwrap_or_default();
        }
        above
    }
}

/// A state's usual supply of a crop by season, in the order of [`Season::ALL`], by the crop's usual land. The parts add
/// up to the whole, and all are 0 if nobody has land of the crop.
pub(super) fn parts_by_season(crop: Crop, state: State, usual: Kilograms) -> [i128; 4] {
    let weights = by_season(crop, state);
    let all = i128::from(weights.iter().sum::<i64>());
    let upto = |weight: i64| if all == 0 { 0 } else { i128::from(usual.0) * i128::from(weight) / all };
    let mut begins = 0;
    weights.map(|weight| {
        let part = upto(begins + weight) - upto(begins);
        begins += weight;
        part
    })
}

/// Covered part of the land of a state and season, in parts of [`WHOLE`]: its own sowings beside its land, and the
/// sowings without a state beside India's. A state without usual land is covered as India is.
fn share(rows: &BTreeMap<(Region, Season), Land>, state: State, season: Season) -> i64 {
    let Some(india) = rows.get(&(Region::India, season)) else { return 0 };
    let sown = |region| rows.get(&(region, season)).map_or(0, |land| land.sown.0);
    let of_no_state = india.sown.0 - State::all().map(|state| sown(Region::State(state))).sum::<i64>();
    let part = |sown: i64, usual: i64| i128::from(sown) * i128::from(WHOLE) / i128::from(usual.max(1));
    let region = Region::State(state);
    let share = match rows.get(&(region, season)).map_or(land::reference(region, season), |own| own.usual.0) {
        0 => part(india.sown.0, india.usual.0),
        usual => part(sown(region), usual) + part(of_no_state, india.usual.0),
    };
    i64::try_from(share).unwrap_or(WHOLE).clamp(0, WHOLE)
}
