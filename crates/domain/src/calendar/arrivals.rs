//! How much of a crop arrives in each ten days: usually, and this year.
//!
//! Usually: each season's part of a state's supply, spread over the harvest windows of the season, most in their
//! middle. This year: the same, times what was observed of the season, without the land that is sown in Grow, and for
//! each sowing in Grow a triangle between its shortest and longest time to harvest. A range of days, never a forecast
//! of prices.

use super::harvest::days_between;
use super::{TenDays, Window, calendar, month_price_index};
use crate::regional::{RegionBalance, Shares, land_by_season, usual_part};
use crate::{Crop, CropYear, Kilograms, Region, Season, State};
use jiff::ToSpan;
use jiff::civil::{Date, date};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Parts of a year's supply by ten days, from January. They sum to 1.
pub type Pattern = [f64; TenDays::IN_A_YEAR];

/// Arrivals of ten days, kg.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arriving {
    /// The first of the ten days.
    pub from: Date,
    /// In a usual year, from all growers.
    pub usual: f64,
    /// This year, from land outside Grow.
    pub outside: f64,
    /// This year, from sowings in Grow.
    pub in_grow: f64,
}

/// Expected yield of the sowings of ten days in a state, or in India where the state is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SownPart {
    /// The region.
    pub region: Region,
    /// The first of the ten days.
    pub from: Date,
    /// Expected yield.
    pub expected: Kilograms,
}

/// Arrivals of a crop in a region: of the ten days that today is in, and of the thirty-five parts that follow.
///
/// What was observed of a season holds for its harvest of this crop year; the next one is taken as usual, and so is
/// what is left of the crop year before.
///
/// What is sown in Grow and still to be harvested takes the place of as much land of its season, with the yield that
/// the usual supply is measured with. A sowing in a season that usually brings nothing takes no land away.
#[expect(clippy::cast_precision_loss, reason = "weights of a crop stay far below 2^53 kg")]
pub fn arrivals(crop: Crop, region: Region, standing: &RegionBalance, sown: &[SownPart], today: Date) -> Vec<Arriving> {
    let usual = standing.usual;
    let patterns = season_patterns(crop, region);
    let whole = sum(patterns);
    let mut bins: Vec<_> = TenDays::from_day(today)
        .map(|(at, from)| {
            let usual = part_of(&whole, at) * usual.0 as f64;
            Arriving { from, usual, outside: usual, in_grow: 0.0 }
        })
        .collect();
    let mut in_grow = [0.0; Season::ALL.len()];
    for sown in sown.iter().filter(|sown| sown.expected.0 > 0) {
        // The middle of the ten days stands for them.
        let sown_on = sown.from.saturating_add(4.days());
        let calendar = calendar(crop, sown.region);
        let Some(window) = calendar.window_of(sown_on) else { continue };
        let (shortest, longest) = window.harvest_days(None);
        let first = sown_on.saturating_add(i32::from(shortest).days());
        for (days, part) in triangle(usize::from(longest - shortest) + 1).into_iter().enumerate() {
            let day = first.saturating_add(i32::try_from(days).unwrap_or_default().days());
            let bin = bins.partition_point(|bin| bin.from <= day).checked_sub(1);
            let is_in_the_year = days_between(today, day) < 365;
            if let Some(bin) = bin.filter(|_| is_in_the_year).and_then(|bin| bins.get_mut(bin)) {
                bin.in_grow += part * sown.expected.0 as f64;
                if let Some(in_grow) = in_grow.get_mut(window.season as usize) {
                    *in_grow += part * sown.expected.0 as f64;
                }
            }
        }
    }
    let year = CropYear::of_day(today);
    for (((season, pattern), above), in_grow) in
        Season::ALL.into_iter().zip(patterns).zip(standing.above_usual).zip(in_grow)
    {
        let of_season = pattern.iter().sum::<f64>() * usual.0 as f64;
        if of_season > 0.0 {
            let observed = 1.0 + above.0 as f64 / of_season;
            let left = 1.0 - (in_grow * usual_part(region, crop, usual) / of_season).min(1.0);
            let (begins, ends) = harvests(season, year);
            for bin in &mut bins {
                let usual = part_of(pattern, TenDays::of(bin.from)) * usual.0 as f64;
                let is_observed = begins <= bin.from && bin.from < ends;
                let this_year = if is_observed { usual * observed } else { usual };
                bin.outside += this_year * left - usual;
            }
        }
    }
    bins
}

/// The first day on which a season's sowings of a crop year can be harvested, and the first of the next year's.
fn harvests(season: Season, crop_year: CropYear) -> (Date, Date) {
    let year = crop_year.first_year();
    // The first month of sowing. Of sugarcane, the months of mills go by the crop year.
    let (year, month) = match season {
        Season::Kharif | Season::Year => (year, 5),
        Season::Rabi => (year, 10),
        Season::Summer => (year + 1, 2),
    };
    (date(year, month, 1), date(year + 1, month, 1))
}

fn part_of(pattern: &Pattern, at: TenDays) -> f64 {
    pattern.get(at.index()).copied().unwrap_or_default()
}

/// Parts of a crop's usual supply of a region by ten days.
pub fn usual_pattern(crop: Crop, region: Region) -> Pattern {
    sum(season_patterns(crop, region))
}

/// The parts that each season brings, in the order of [`Season::ALL`]. They sum to 1 together.
type BySeason = [Pattern; Season::ALL.len()];

fn season_patterns(crop: Crop, region: Region) -> &'static BySeason {
    const NONE: Pattern = [0.0; TenDays::IN_A_YEAR];
    const EVEN: &BySeason = &[NONE, NONE, NONE, [1.0 / 36.0; TenDays::IN_A_YEAR]];
    PATTERNS.get(&(crop, region)).map_or(EVEN, Box::as_ref)
}

fn sum(seasons: &BySeason) -> Pattern {
    let mut sum = [0.0; TenDays::IN_A_YEAR];
    for season in seasons {
        sum.iter_mut().zip(season).for_each(|(sum, part)| *sum += part);
    }
    sum
}

/// Parts of a year's demand for a crop by ten days, as the months' usual prices show them: more is wanted than usually
/// arrives where the price is above the year's mean.
///
/// `wanted = usual x index^(1 / flexibility)`, made to sum to 1. The flexibility (percent of price by percent of
/// supply) is that of `data/price_response.csv`: 1.8 for onion, 2 for potato, and 1 for what stores well.
pub fn wanted_pattern(crop: Crop) -> Pattern {
    let flexibility = match crop {
        Crop::Onion => 1.8,
        Crop::Potato => 2.0,
        _ => 1.0,
    };
    let mut wanted = usual_pattern(crop, Region::India);
    for (at, part) in TenDays::all().zip(&mut wanted) {
        *part *= libm::pow(month_price_index(crop, at.month()).unwrap_or(1.0), 1.0 / flexibility);
    }
    normalise(std::slice::from_mut(&mut wanted));
    wanted
}

/// Patterns of every crop and region. Boxed: a node of the map has room for eleven, and much of it is empty.
static PATTERNS: LazyLock<BTreeMap<(Crop, Region), Box<BySeason>>> = LazyLock::new(|| {
    let mut patterns = BTreeMap::new();
    for crop in Crop::all() {
        let mut india = [[0.0; TenDays::IN_A_YEAR]; Season::ALL.len()];
        for state in State::all() {
            let own = patterns_of_state(crop, state);
            let weight = Shares::of_production(crop).fraction(state);
            for (sum, part) in india.as_flattened_mut().iter_mut().zip(own.as_flattened()) {
                *sum += weight * part;
            }
            patterns.insert((crop, Region::State(state)), Box::new(own));
        }
        normalise(&mut india);
        patterns.insert((crop, Region::India), Box::new(india));
    }
    patterns
});

/// Each season's land of the crop, spread over the windows of that season alike; over all windows where the season has
/// none.
fn patterns_of_state(crop: Crop, state: State) -> BySeason {
    let calendar = calendar(crop, Region::State(state));
    let windows = calendar.windows();
    let mut patterns = [[0.0; TenDays::IN_A_YEAR]; Season::ALL.len()];
    for ((season, pattern), land) in Season::ALL.into_iter().zip(&mut patterns).zip(land_by_season(crop, state)) {
        let mut own: Vec<_> = windows.iter().filter(|window| window.season == season).collect();
        if own.is_empty() {
            own = windows.iter().collect();
        }
        #[expect(clippy::cast_precision_loss, reason = "areas are below 2^53 m², and windows are few")]
        let weight = land as f64 / own.len() as f64;
        for window in own {
            add_harvest(pattern, window, weight);
        }
    }
    normalise(&mut patterns);
    patterns
}

/// Adds a weight over a harvest window, most in its middle.
fn add_harvest(pattern: &mut Pattern, window: &Window, weight: f64) {
    let days = window.harvest.days();
    let first = window.harvest.from.in_year(2001);
    for (after, part) in (0_i32..).zip(triangle(usize::from(days))) {
        let bin = TenDays::of(first.saturating_add(after.days()));
        if let Some(sum) = pattern.get_mut(bin.index()) {
            *sum += weight * part;
        }
    }
}

/// Weights of so many days that rise to the middle and fall again; they sum to 1.
#[expect(clippy::cast_precision_loss, reason = "days are few")]
fn triangle(days: usize) -> Vec<f64> {
    let weights = (0..days).map(|day| (day + 1).min(days - day) as f64);
    let sum: f64 = weights.clone().sum();
    weights.map(|weight| weight / sum).collect()
}

/// Makes all parts sum to 1 together.
fn normalise(patterns: &mut [Pattern]) {
    let sum: f64 = patterns.as_flattened().iter().sum();
    if sum > 0.0 {
        for part in patterns.as_flattened_mut() {
            *part /= sum;
        }
    }
}
