//! Climatic envelope of each crop, by the ranges of FAO `EcoCrop`: what excludes a crop in a climate, and what limits
//! it.
//!
//! Killing frost and a season that is too cold or too hot exclude a crop. Rain never does, because much of India's land
//! is irrigated; it is only a reason shown to the farmer.

use csv::StringRecord;
use grow_domain::land::Limit;
use grow_domain::{Climate, Crop, PerCrop};
use std::sync::LazyLock;

/// Suitability of a climate for a crop, in its best season.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// From 0 (not tolerated in any season) to 1 (optimum): the smaller of the temperature and rain scores.
    pub score: f64,
    /// Whether the temperatures allow the crop at all. Rain is not considered.
    pub possible: bool,
    /// The factor that keeps the score below 1. `None` if the score is 1.
    pub limiting: Option<Limit>,
    /// The best season.
    pub season: Season,
}

/// Consecutive months in which a crop grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Season {
    /// The first month, 0 for January.
    pub first_month: usize,
    /// Number of months, 1 to 12.
    pub months: usize,
}

/// The ranges of one crop, from `data/ecocrop.csv`.
#[derive(Debug)]
struct Ranges {
    crop: Crop,
    /// Tolerated and optimum mean temperature, degrees Celsius.
    bears_c: (f64, f64),
    wants_c: (f64, f64),
    /// Tolerated and optimum rain in the season, mm.
    bears_mm: (f64, f64),
    wants_mm: (f64, f64),
    /// Shortest and usual length of the season, months.
    shortest: usize,
    usual: usize,
    /// Killing temperature, degrees Celsius, if `EcoCrop` states one.
    kills_c: Option<f64>,
}

/// Difference between the mean night and the coldest night of a month: Hijmans, Guarino, Cruz and Rojas (2001),
/// Computer tools for spatial analysis of plant genetic resources data, Plant Genetic Resources Newsletter 127.
const COLDEST_NIGHT_C: f64 = 4.0;

const DAYS_A_MONTH: f64 = 30.4375;

/// Evaluates a climate for a crop.
pub fn limits(climate: &Climate, crop: Crop) -> Limits {
    let ranges = ranges(crop);
    let mut best: Option<(Rank, Limits)> = None;
    for season in ranges.seasons() {
        let limits = ranges.in_season(climate, season);
        let rank = (limits.possible, limits.score, ranges.strain(climate, season));
        if best.as_ref().is_none_or(|(before, _)| is_better(rank, *before)) {
            best = Some((rank, limits));
        }
    }
    let nowhere = Season { first_month: 0, months: ranges.usual };
    best.map_or_else(|| ranges.in_season(climate, nowhere), |(_, limits)| limits)
}

/// The crops that a climate excludes.
pub(super) fn ruled_out(climate: &Climate) -> PerCrop<bool> {
    PerCrop::from_fn(|crop| {
        let ranges = ranges(crop);
        !ranges.seasons().any(|season| ranges.lives_in(climate, season))
    })
}

/// Whether the crop is possible in the season, its score, and its strain.
type Rank = (bool, f64, f64);

/// Strict comparison: an equal later season does not replace an earlier one.
fn is_better((possible, score, strain): Rank, (possible_before, score_before, strain_before): Rank) -> bool {
    let order = possible.cmp(&possible_before).then(score.total_cmp(&score_before));
    order.then(strain_before.total_cmp(&strain)).is_gt()
}

impl Ranges {
    fn in_season(&self, climate: &Climate, season: Season) -> Limits {
        let (mean_c, rain_mm) = (season.mean_c(climate), season.rain_mm(climate));
        let frost = self.frost(climate, season);
        let warmth = fitness(mean_c, self.bears_c, self.wants_c);
        let water = fitness(rain_mm, self.bears_mm, self.wants_mm);
        let possible = self.lives_in(climate, season);
        let limiting = if frost {
            Some(Limit::KillingFrost)
        } else if warmth <= water {
            off(mean_c, self.wants_c).map(|off| if off < 0.0 { Limit::TooCold(-off) } else { Limit::TooHot(off) })
        } else {
            off(rain_mm, self.wants_mm)
                .map(|off| if off < 0.0 { Limit::WaterDeficit(-off) } else { Limit::WaterExcess(off) })
        };
        Limits { score: if frost { 0.0 } else { warmth.min(water) }, possible, limiting, season }
    }

    /// Every possible season: the usual length first, each starting in January.
    fn seasons(&self) -> impl Iterator<Item = Season> + use<> {
        let lengths = [self.usual, self.shortest].into_iter();
        lengths.flat_map(|months| (0..12).map(move |first_month| Season { first_month, months }))
    }

    fn lives_in(&self, climate: &Climate, season: Season) -> bool {
        let mean_c = season.mean_c(climate);
        self.bears_c.0 <= mean_c && mean_c <= self.bears_c.1 && !self.frost(climate, season)
    }

    fn frost(&self, climate: &Climate, season: Season) -> bool {
        let kills = |night_c: f64| self.kills_c.is_some_and(|kills_c| night_c - COLDEST_NIGHT_C < kills_c);
        season.of(&climate.tmin_c).any(kills)
    }

    /// Distance of temperature and rain from the optimum, relative to the optimum. It ranks seasons with equal scores.
    fn strain(&self, climate: &Climate, season: Season) -> f64 {
        let part = |value: f64, wants: (f64, f64)| off(value, wants).map_or(0.0, |off| off.abs() / wants.1);
        part(season.mean_c(climate), self.wants_c) + part(season.rain_mm(climate), self.wants_mm)
    }
}

impl Season {
    fn of(self, monthly: &[f64; 12]) -> impl Iterator<Item = f64> {
        monthly.iter().cycle().skip(self.first_month).take(self.months).copied()
    }

    #[expect(clippy::cast_precision_loss, reason = "a season has at most twelve months")]
    fn mean_c(self, climate: &Climate) -> f64 {
        let warmth: f64 =
            self.of(&climate.tmin_c).zip(self.of(&climate.tmax_c)).map(|(a, b)| f64::midpoint(a, b)).sum();
        warmth / self.months as f64
    }

    fn rain_mm(self, climate: &Climate) -> f64 {
        self.of(&climate.rain_mm).sum()
    }
}

/// 1 within the optimum range, 0 at and beyond the tolerated range, linear in between.
fn fitness(value: f64, (least, most): (f64, f64), (from, to): (f64, f64)) -> f64 {
    let rising = if value >= from { 1.0 } else { (value - least) / (from - least) };
    let falling = if value <= to { 1.0 } else { (most - value) / (most - to) };
    rising.min(falling).clamp(0.0, 1.0)
}

/// Distance of a value below (negative) or above a range.
fn off(value: f64, (from, to): (f64, f64)) -> Option<f64> {
    if value < from {
        Some(value - from)
    } else if value > to {
        Some(value - to)
    } else {
        None
    }
}

fn ranges(crop: Crop) -> &'static Ranges {
    static RANGES: LazyLock<PerCrop<Ranges>> = LazyLock::new(|| {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(include_bytes!("../../../../data/ecocrop.csv").as_slice());
        let rows: Option<Vec<_>> = reader.records().map(|row| read(&row.ok()?)).collect();
        let in_order = rows.filter(|rows| rows.iter().map(|row| row.crop).eq(Crop::all()));
        #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads it")]
        let rows: [Ranges; 16] =
            in_order.and_then(|rows| rows.try_into().ok()).expect("data/ecocrop.csv has the sixteen crops in order");
        rows.into()
    });
    &LazyLock::force(&RANGES)[crop]
}

/// Parses a row: crop, tolerated and optimum temperature, the same for rain, days of the season, killing temperature.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a season has at most 365 days")]
fn read(row: &StringRecord) -> Option<Ranges> {
    let number = |column: usize| row.get(column)?.parse::<f64>().ok().filter(|number| number.is_finite());
    let range = |column: usize| Some((number(column)?, number(column + 1)?)).filter(|(from, to)| from < to);
    let (least_days, most_days) = range(9)?;
    let kills_c = match row.get(11)? {
        "" => None,
        _ => Some(number(11)?),
    };
    Some(Ranges {
        crop: row.get(0)?.parse().ok()?,
        bears_c: range(1)?,
        wants_c: range(3)?,
        bears_mm: range(5)?,
        wants_mm: range(7)?,
        shortest: (least_days / DAYS_A_MONTH).ceil() as usize,
        usual: (f64::midpoint(least_days, most_days) / DAYS_A_MONTH).round() as usize,
        kills_c,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Table;
    use super::*;
    use grow_domain::District;
    use proptest::prelude::*;

    fn climate(key: &str) -> &'static Climate {
        District::from_key(key).unwrap().climate()
    }

    #[test]
    fn the_ranges_of_every_crop_are_in_order() {
        for crop in Crop::all() {
            let Ranges { bears_c, wants_c, bears_mm, wants_mm, shortest, usual, .. } = ranges(crop);
            assert!(bears_c.0 < wants_c.0 && wants_c.1 < bears_c.1, "{crop}");
            assert!(bears_mm.0 < wants_mm.0 && wants_mm.1 < bears_mm.1, "{crop}");
            assert!(1 <= *shortest && shortest <= usual && *usual <= 12, "{crop}");
        }
    }

    #[test]
    fn the_desert_is_short_of_the_water_that_paddy_wants_and_does_not_rule_it_out() {
        let Limits { possible, limiting, score, .. } = limits(climate("rj-jaisalmer"), Crop::Paddy);
        assert!(possible, "it can be irrigated");
        assert!(score <= 0.0, "its rain is less than paddy bears");
        let Some(Limit::WaterDeficit(mm)) = limiting else { panic!("{limiting:?}") };
        assert!((1_200.0..1_500.0).contains(&mm), "{mm}");
    }

    #[test]
    fn paddy_wants_no_more_than_konkan_rain_gives() {
        let Limits { score, possible, .. } = limits(climate("mh-ratnagiri"), Crop::Paddy);
        assert!(possible && score > 0.5, "{score}");
    }

    #[test]
    fn the_cold_desert_rules_cotton_out_and_says_how_cold_it_is() {
        let Limits { score, possible, limiting, .. } = limits(climate("hp-lahul-and-spiti"), Crop::Cotton);
        assert!(!possible && score <= 0.0);
        assert!(matches!(limiting, Some(Limit::TooCold(by)) if by > 5.0), "{limiting:?}");
    }

    #[test]
    fn frost_kills_where_every_season_has_it() {
        let mut highland = climate("tn-erode").clone();
        highland.tmin_c = [2.0; 12];
        highland.tmax_c = [30.0; 12];
        let potato = limits(&highland, Crop::Potato);
        assert_eq!((potato.possible, potato.limiting), (false, Some(Limit::KillingFrost)));
        assert!(ruled_out(&highland)[Crop::Potato]);
        assert!(!ruled_out(&highland)[Crop::Maize], "EcoCrop names no killing temperature for it");
    }

    #[test]
    fn excluded_crops_have_small_observed_shares() {
        for row in Table::observed().rows() {
            let out = ruled_out(row.district.climate());
            for crop in Crop::all().filter(|crop| out[*crop]) {
                let share = row.shares.of(crop);
                assert!(share < 0.01, "{crop} is {share} of {}", row.district);
            }
        }
    }

    proptest! {
        #[test]
        fn a_score_is_from_0_to_1_and_below_1_only_for_a_reason(
            rain_mm in prop::array::uniform12(0.0_f64..900.0),
            tmin_c in prop::array::uniform12(-20.0_f64..28.0),
            span_c in prop::array::uniform12(1.0_f64..20.0),
        ) {
            let mut climate = climate("tn-erode").clone();
            climate.rain_mm = rain_mm;
            climate.tmin_c = tmin_c;
            climate.tmax_c = std::array::from_fn(|month| tmin_c[month] + span_c[month]);
            let out = ruled_out(&climate);
            for crop in Crop::all() {
                let Limits { score, possible, limiting, .. } = limits(&climate, crop);
                prop_assert!((0.0..=1.0).contains(&score));
                prop_assert_eq!(score < 1.0, limiting.is_some());
                prop_assert!(possible || limiting.is_some());
                prop_assert_eq!(possible, !out[crop], "what is ruled out is told as impossible");
            }
        }
    }
}
