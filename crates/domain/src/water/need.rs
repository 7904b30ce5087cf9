//! What a crop needs of water (`data/water_need.csv`) beyond what rain and soil give.

use super::{ONCE_OR_TWICE, Soil, Water};
use crate::table;
use crate::{Climate, Crop, Season};
use csv::StringRecord;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Water that a crop uses from sowing to harvest, and what gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaterNeed {
    /// What the crop uses, mm: lower and upper end.
    pub use_mm: (f64, f64),
    /// Dependable rain of its days, mm: in three years of four there is at least this much.
    pub rain_mm: f64,
    /// What the soil holds at sowing, mm.
    pub soil_mm: f64,
}

/// A crop in a field, from sowing to harvest.
#[derive(Clone, Copy, Debug)]
pub struct Growth<'a> {
    /// The crop.
    pub crop: Crop,
    /// The season in which it is sown.
    pub season: Season,
    /// The climate of the field's district.
    pub climate: &'a Climate,
    /// The day of sowing.
    pub sown_on: Date,
    /// The middle of its harvest.
    pub harvested_on: Date,
    /// The soil of the field.
    pub soil: Soil,
}

/// With rain only, a crop that misses more than this is not advised, mm.
const MAY_MISS_ON_RAIN: f64 = 150.0;

/// The same with one or two waterings, mm: they bring about 60 mm each.
const MAY_MISS_WITH_TWO_WATERINGS: f64 = 270.0;

/// What a watering brings, mm.
const WATERING_MM: f64 = 60.0;

impl WaterNeed {
    /// What a crop needs in the situation of a field with this water: with rain only, that of the fewest waterings;
    /// with one or two, the one of the most within two; otherwise the one of the fewest beyond two. `None` where no
    /// figure is known.
    pub fn of(growth: &Growth<'_>, water: Option<Water>) -> Option<Self> {
        let situations = SITUATIONS.get(&(growth.crop, growth.season))?;
        let waterings = |situation: &&Situation| situation.waterings;
        let fewest = situations.iter().min_by_key(waterings);
        let suits = match water {
            Some(Water::RainOnly) => fewest,
            Some(Water::OnceOrTwice) => situations
                .iter()
                .filter(|situation| situation.waterings <= ONCE_OR_TWICE)
                .max_by_key(waterings)
                .or(fewest),
            Some(Water::AllSeason) | None => {
                let more = situations.iter().filter(|situation| situation.waterings > ONCE_OR_TWICE);
                more.min_by_key(waterings).or_else(|| situations.iter().max_by_key(waterings))
            }
        };
        Some(Self {
            use_mm: suits?.use_mm,
            rain_mm: dependable(rain_mm(growth.climate, growth.sown_on, growth.harvested_on)),
            soil_mm: soil_mm(growth.season, growth.soil),
        })
    }

    /// What must come from waterings, mm: lower and upper end; 0 where rain and soil are enough.
    pub fn missing_mm(&self) -> (f64, f64) {
        let missing = |of: f64| (of - self.rain_mm - self.soil_mm).max(0.0);
        (missing(self.use_mm.0), missing(self.use_mm.1))
    }

    /// Waterings of some 60 mm that must come beyond rain and soil: lower and upper end.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a crop misses at most some metres")]
    pub fn waterings(&self) -> (u8, u8) {
        let (low, high) = self.missing_mm();
        let waterings = |mm: f64| (mm / WATERING_MM).round() as u8;
        (waterings(low), waterings(high))
    }

    /// The least water with which the crop is advised.
    pub fn wants(&self) -> Water {
        let suffices = |water: &Water| self.is_met_with(Some(*water));
        [Water::RainOnly, Water::OnceOrTwice].into_iter().find(suffices).unwrap_or(Water::AllSeason)
    }

    /// Whether the crop is advised with this water: whether the lower end of what is missing is within what it may
    /// miss. With water all season, or where the farmer has not said, it is.
    ///
    /// By the lower end, 3 % of the land that districts sow on rain alone in kharif is refused, and 5 % in rabi; by the
    /// middle it would be 9 % and 21 %, although it is sown.
    pub fn is_met_with(&self, water: Option<Water>) -> bool {
        let (missing, _) = self.missing_mm();
        match water {
            Some(Water::AllSeason) | None => true,
            Some(Water::OnceOrTwice) => missing <= MAY_MISS_WITH_TWO_WATERINGS,
            Some(Water::RainOnly) => missing <= MAY_MISS_ON_RAIN,
        }
    }
}

/// What a soil holds for a crop at sowing, mm: in rabi, what the monsoon has left. Before, it is dry. Sand holds about
/// six tenths of what sandy loam does (FAO-56, table 19).
fn soil_mm(season: Season, soil: Soil) -> f64 {
    match (season, soil) {
        (Season::Rabi, Soil::LooseSand) => 30.0,
        (Season::Rabi, Soil::Light) => 50.0,
        (Season::Rabi, Soil::Medium) => 100.0,
        (Season::Rabi, Soil::Heavy | Soil::HeavyClay | Soil::Waterlogged) => 150.0,
        (Season::Kharif | Season::Summer | Season::Year, _) => 0.0,
    }
}

/// Rain of a usual year from one day until before another, mm. By months, because every answer of advice needs it for
/// each crop.
fn rain_mm(climate: &Climate, from: Date, until: Date) -> f64 {
    let (mut day, mut sum) = (from, 0.0);
    while day < until {
        let in_month = day.days_in_month();
        let is_last = (day.year(), day.month()) == (until.year(), until.month());
        let end = if is_last { until.day() } else { in_month + 1 };
        let month = usize::try_from(day.month() - 1).ok().and_then(|month| climate.rain_mm.get(month));
        sum += month.copied().unwrap_or_default() / f64::from(in_month) * f64::from(end - day.day());
        let (year, month) = if day.month() == 12 { (day.year() + 1, 1) } else { (day.year(), day.month() + 1) };
        day = Date::new(year, month, 1).unwrap_or(Date::MAX);
    }
    sum
}

/// Rain that a usual amount is exceeded by, or reaches, in three years of four, mm.
///
/// The climate normals hold no spread. Rain that falls in independent spells has a variance in proportion to its mean;
/// with [`SPELL_MM`] the coefficients of variation are 47 % at 250 mm, 33 % at 500 mm, 23 % at 1,000 mm and 15 % at
/// 2,500 mm, about those of monsoon rain from western Rajasthan to the Konkan. This is a judgement, not a fit.
fn dependable(usual_mm: f64) -> f64 {
    /// Variance over mean, mm.
    const SPELL_MM: f64 = 55.0;
    /// The lower quartile of the normal distribution, in standard deviations below the mean.
    const QUARTILE: f64 = 0.674;
    (usual_mm - QUARTILE * (SPELL_MM * usual_mm).sqrt()).max(0.0)
}

/// What a crop uses in the seasons in which it is grown, mm, of all ways of growing it: lower and upper end.
pub fn uses_mm(crop: Crop) -> Vec<(Season, (f64, f64))> {
    let of_season = |season| {
        let situations = SITUATIONS.get(&(crop, season))?;
        let low = situations.iter().map(|situation| situation.use_mm.0).reduce(f64::min)?;
        let high = situations.iter().map(|situation| situation.use_mm.1).reduce(f64::max)?;
        Some((season, (low, high)))
    };
    Season::ALL.into_iter().filter_map(of_season).collect()
}

/// Waterings that a crop usually gets where it is irrigated in this season: of several situations, the most. `None`
/// where no figure is known.
pub fn usual_waterings(crop: Crop, season: Season) -> Option<u8> {
    SITUATIONS.get(&(crop, season))?.iter().map(|situation| situation.waterings).max()
}

/// A row of the table: a crop in a season, in one way of growing it.
struct Situation {
    use_mm: (f64, f64),
    waterings: u8,
}

#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
static SITUATIONS: LazyLock<BTreeMap<(Crop, Season), Vec<Situation>>> = LazyLock::new(|| {
    parse(include_bytes!("../../../../data/water_need.csv")).expect("data/water_need.csv is well-formed")
});

fn parse(text: &[u8]) -> Option<BTreeMap<(Crop, Season), Vec<Situation>>> {
    let mut situations = BTreeMap::<_, Vec<_>>::new();
    for row in table::reader(text).records() {
        let (key, situation) = read(&row.ok()?)?;
        situations.entry(key).or_default().push(situation);
    }
    Some(situations)
}

/// Parses a row: crop, season, situation, lower and upper end of the need, root depth, critical stages, waterings.
fn read(row: &StringRecord) -> Option<((Crop, Season), Situation)> {
    let season = match row.get(1)? {
        "annual" => Season::Year,
        season => season.parse().ok()?,
    };
    let mm = |column: usize| row.get(column)?.parse::<f64>().ok().filter(|mm| mm.is_finite());
    let use_mm = Some((mm(3)?, mm(4)?)).filter(|(low, high)| 0.0 < *low && low <= high)?;
    Some(((row.get(0)?.parse().ok()?, season), Situation { use_mm, waterings: row.get(7)?.parse().ok()? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::District;
    use jiff::civil::date;
    use proptest::prelude::*;

    fn need(key: &str, crop: Crop, season: Season, soil: Soil, water: Option<Water>) -> WaterNeed {
        let (sown_on, harvested_on) = match season {
            Season::Kharif => (date(2026, 7, 1), date(2026, 10, 20)),
            Season::Rabi => (date(2026, 10, 20), date(2027, 2, 10)),
            Season::Summer => (date(2027, 2, 1), date(2027, 5, 10)),
            Season::Year => (date(2026, 5, 1), date(2027, 4, 30)),
        };
        let climate = District::from_key(key).unwrap().climate();
        WaterNeed::of(&Growth { crop, season, climate, sown_on, harvested_on, soil }, water).unwrap()
    }

    #[test]
    fn the_use_of_a_crop_spans_its_ways_of_growing() {
        let paddy = uses_mm(Crop::Paddy);
        assert_eq!(paddy.iter().map(|(season, _)| *season).collect::<Vec<_>>(), Season::ALL[..3]);
        let (_, (low, high)) = paddy[0];
        assert!(low < 700.0 && high > 1_800.0, "upland to puddled sand: {low} to {high}");
        for crop in Crop::all() {
            assert!(!uses_mm(crop).is_empty(), "{crop}");
            assert!(uses_mm(crop).iter().all(|(_, (low, high))| 0.0 < *low && low <= high), "{crop}");
        }
    }

    #[test]
    fn every_crop_has_a_usual_number_of_waterings_in_its_main_season() {
        let of = |crop, season| usual_waterings(crop, season).unwrap();
        assert!(of(Crop::Paddy, Season::Kharif) > 10 && of(Crop::Sugarcane, Season::Year) > 10);
        assert_eq!(of(Crop::BengalGram, Season::Rabi), 2);
        assert_eq!(of(Crop::GreenGram, Season::Kharif), 0);
        for crop in Crop::all() {
            assert!(Season::ALL.into_iter().any(|season| usual_waterings(crop, season).is_some()), "{crop}");
        }
    }

    #[test]
    fn the_use_of_a_crop_is_that_of_the_fields_water() {
        let of = |crop, season, water| need("mh-solapur", crop, season, Soil::Medium, water).use_mm;
        let is =
            |(low, high): (f64, f64), (from, to): (f64, f64)| (low - from).abs() < 1e-9 && (high - to).abs() < 1e-9;
        assert!(is(of(Crop::Paddy, Season::Kharif, Some(Water::AllSeason)), (1_100.0, 1_400.0)), "with puddling");
        assert!(is(of(Crop::Paddy, Season::Kharif, None), (1_100.0, 1_400.0)));
        assert!(is(of(Crop::Paddy, Season::Kharif, Some(Water::RainOnly)), (560.0, 680.0)), "upland");
        assert!(is(of(Crop::BengalGram, Season::Rabi, Some(Water::OnceOrTwice)), (260.0, 370.0)));
        assert!(is(of(Crop::BengalGram, Season::Rabi, Some(Water::RainOnly)), (170.0, 260.0)), "on stored moisture");
    }

    #[test]
    fn rain_alone_carries_groundnut_in_anantapur_and_no_paddy_in_erode() {
        let rain = Some(Water::RainOnly);
        let groundnut = need("ap-anantapur", Crop::Groundnut, Season::Kharif, Soil::Light, rain);
        assert!(groundnut.is_met_with(rain), "{groundnut:?}");
        let paddy = need("tn-erode", Crop::Paddy, Season::Kharif, Soil::Medium, rain);
        assert!(!paddy.is_met_with(rain) && paddy.is_met_with(None), "{paddy:?}");
        let summer = need("tn-erode", Crop::Groundnut, Season::Summer, Soil::Medium, Some(Water::OnceOrTwice));
        assert!(!summer.is_met_with(Some(Water::OnceOrTwice)), "it takes eleven waterings: {summer:?}");
    }

    #[test]
    fn black_soil_carries_sorghum_through_the_winter_and_sand_does_not() {
        let of = |soil| need("mh-solapur", Crop::Cholam, Season::Rabi, soil, Some(Water::RainOnly)).missing_mm();
        let ((heavy, _), (light, _)) = (of(Soil::Heavy), of(Soil::Light));
        assert!((light - heavy - 100.0).abs() < 1e-9, "{heavy} {light}");
        assert!(heavy < 60.0 && light > 150.0, "{heavy} {light}");
    }

    #[test]
    fn dependable_rain_is_a_larger_part_where_there_is_more() {
        for (usual, part) in [(250.0, 0.68), (500.0, 0.78), (1_000.0, 0.84), (2_500.0, 0.90)] {
            assert!((dependable(usual) / usual - part).abs() < 0.01, "{usual}: {}", dependable(usual));
        }
        assert!(dependable(10.0) <= 0.0 && dependable(0.0) <= 0.0);
    }

    proptest! {
        #[test]
        fn rain_of_months_is_that_of_their_days(first in 0_i64..800, days in 0_i64..400) {
            let climate = District::from_key("tn-erode").unwrap().climate();
            let after = |days: i64| date(2026, 1, 1).saturating_add(jiff::SignedDuration::from_hours(24 * days));
            let of_day = |day: Date| climate.rain_mm[usize::from(day.month().unsigned_abs()) - 1] / f64::from(day.days_in_month());
            let daily: f64 = (first..first + days).map(|day| of_day(after(day))).sum();
            prop_assert!((rain_mm(climate, after(first), after(first + days)) - daily).abs() < 1e-6);
        }

        #[test]
        fn more_rain_and_a_heavier_soil_never_make_a_crop_miss_more(
            rain in prop::array::uniform12(0.0_f64..600.0),
            more in 0.0_f64..200.0,
            crop in 0..16_usize,
            season in 0..4_usize,
        ) {
            let (crop, season) = (Crop::all().nth(crop).unwrap(), Season::ALL[season]);
            let mut climate = District::from_key("tn-erode").unwrap().climate().clone();
            let missing = |climate: &Climate, soil, water| {
                let (sown_on, harvested_on) = (date(2026, 7, 1), date(2026, 11, 1));
                WaterNeed::of(&Growth { crop, season, climate, sown_on, harvested_on, soil }, water)
                    .map_or((0.0, 0.0), |need| need.missing_mm())
            };
            climate.rain_mm = rain;
            for water in [None, Some(Water::OnceOrTwice), Some(Water::RainOnly)] {
                let (low, high) = missing(&climate, Soil::Light, water);
                prop_assert!(0.0 <= low && low <= high);
                prop_assert!(missing(&climate, Soil::Heavy, water).1 <= high);
                let mut wetter = climate.clone();
                wetter.rain_mm = rain.map(|mm| mm + more);
                prop_assert!(missing(&wetter, Soil::Light, water).1 <= high + 1e-9);
            }
        }
    }
}
