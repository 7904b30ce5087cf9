//! What a crop needs of water (`data/water_need.csv`) beyond what rain and soil give.

use super::{ONCE_OR_TWICE, Soil, Water};
use crate::table;
use crate::{Climate, Crop, District, Region, Season};
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
    /// What the soil holds at sowing within the crop's roots, mm.
    pub soil_mm: f64,
    /// The least water with which the crop is advised.
    pub wants: Water,
}

/// A crop in a field, from sowing to harvest.
#[derive(Clone, Copy, Debug)]
pub struct Growth<'a> {
    /// The crop.
    pub crop: Crop,
    /// The season in which it is sown.
    pub season: Season,
    /// The district of the field.
    pub district: District,
    /// Its climate.
    pub climate: &'a Climate,
    /// The irrigated part of the crop's land there in the season, from 0 to 1.
    pub irrigated: f64,
    /// The day of sowing.
    pub sown_on: Date,
    /// The middle of its harvest.
    pub harvested_on: Date,
    /// The soil of the field.
    pub soil: Soil,
}

/// On rain alone, a crop is grown in the ways that usually get at most this many waterings.
const WATERINGS_ON_RAIN: u8 = 1;

/// With rain only, a crop that misses more than this is not advised, mm.
const MAY_MISS_ON_RAIN: f64 = 150.0;

/// The same with one or two waterings, mm: they bring about 60 mm each.
const MAY_MISS_WITH_TWO_WATERINGS: f64 = 270.0;

/// A crop that is irrigated on at least this part of its land in a season is advised to a field with rain only where
/// the dependable rain and the soil cover all it uses.
const LIVES_ON_WATER: f64 = 0.8;

/// What a watering brings, mm.
const WATERING_MM: f64 = 60.0;

impl WaterNeed {
    /// What a crop needs in the situation of a field with this water: with rain only, that of the fewest waterings;
    /// with one or two, the one of the most within three if they bring enough, else that of the fewest; all season, the
    /// one of the fewest beyond three. Where the farmer has not said, that of the least water with which it is advised.
    /// `None` where no figure is known.
    ///
    /// It is advised where the lower end of what it misses is within what it may miss with such water. By the lower
    /// end, 3 % of the land that districts sow on rain alone in kharif is refused, and 5 % in rabi; by the middle it
    /// would be 9 % and 21 %, although it is sown.
    pub fn of(growth: &Growth<'_>, water: Option<Water>) -> Option<Self> {
        let rain_mm = dependable(rain_mm(growth.climate, growth.sown_on, growth.harvested_on));
        let here = SITUATIONS.get(&(growth.crop, growth.season))?.iter();
        let mut here = here.filter(|situation| situation.is_of(growth.district));
        let need = |situation: &Situation| Self {
            use_mm: situation.use_mm,
            rain_mm,
            soil_mm: soil_mm(growth.season, growth.soil) * situation.root_depth_m.min(1.0),
            wants: Water::AllSeason,
        };
        let fewest = here.clone().next()?;
        let twice = here.clone().rfind(|situation| situation.waterings <= ONCE_OR_TWICE);
        let full = here.clone().find(|situation| situation.waterings > ONCE_OR_TWICE).or(here.next_back());
        let misses = |situation: &Situation| need(situation).missing_mm().0;
        let may_miss = if growth.irrigated < LIVES_ON_WATER { MAY_MISS_ON_RAIN } else { 0.0 };
        let is_enough = |twice: &Situation| misses(twice) <= MAY_MISS_WITH_TWO_WATERINGS;
        let wants = if fewest.waterings <= WATERINGS_ON_RAIN && misses(fewest) <= may_miss {
            Water::RainOnly
        } else if twice.is_some_and(is_enough) {
            Water::OnceOrTwice
        } else {
            Water::AllSeason
        };
        let of_water = match water.unwrap_or(wants) {
            Water::RainOnly => Some(fewest),
            Water::OnceOrTwice => twice.filter(|twice| is_enough(twice)).or(Some(fewest)),
            Water::AllSeason => full,
        };
        Some(Self { wants, ..need(of_water?) })
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

    /// Whether the crop is advised with this water. Where the farmer has not said, it is.
    pub fn is_met_with(&self, water: Option<Water>) -> bool {
        // The more water, the smaller.
        water.is_none_or(|water| water <= self.wants)
    }
}

/// What a metre of soil holds at sowing, mm: in rabi, what the monsoon has left. Before, it is dry. Sand holds about six
/// tenths of what sandy loam does (FAO-56, table 19).
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
    /// Where it is grown in this way. Empty: in all districts.
    districts: Vec<District>,
    use_mm: (f64, f64),
    root_depth_m: f64,
    waterings: u8,
}

impl Situation {
    fn is_of(&self, district: District) -> bool {
        self.districts.is_empty() || self.districts.contains(&district)
    }
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
    for ways in situations.values_mut() {
        ways.sort_by_key(|way| way.waterings);
    }
    Some(situations)
}

/// Parses a row: crop, season, situation, districts, lower and upper end of the need, root depth, critical stages,
/// waterings.
fn read(row: &StringRecord) -> Option<((Crop, Season), Situation)> {
    let season = match row.get(1)? {
        "annual" => Season::Year,
        season => season.parse().ok()?,
    };
    let number = |column: usize| row.get(column)?.parse::<f64>().ok().filter(|number| number.is_finite());
    let situation = Situation {
        districts: districts(row.get(3)?)?,
        use_mm: Some((number(4)?, number(5)?)).filter(|(low, high)| 0.0 < *low && low <= high)?,
        root_depth_m: number(6).filter(|centimetres| *centimetres > 0.0)? / 100.0,
        waterings: row.get(8)?.parse().ok()?,
    };
    Some(((row.get(0)?.parse().ok()?, season), situation))
}

/// Parses keys of districts, and codes of states for all of theirs.
fn districts(words: &str) -> Option<Vec<District>> {
    let mut districts = Vec::new();
    for word in words.split_whitespace() {
        match word.parse() {
            Ok(Region::State(state)) => districts.extend(District::all().filter(|of| of.state() == state)),
            Ok(Region::India) => return None,
            Err(_) => districts.push(District::from_key(word)?),
        }
    }
    Some(districts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    /// On land where the crop is not irrigated.
    fn growth(district: District, crop: Crop, season: Season, soil: Soil) -> Growth<'static> {
        let (sown_on, harvested_on) = match season {
            Season::Kharif => (date(2026, 7, 1), date(2026, 10, 20)),
            Season::Rabi => (date(2026, 10, 20), date(2027, 2, 10)),
            Season::Summer => (date(2027, 2, 1), date(2027, 5, 10)),
            Season::Year => (date(2026, 5, 1), date(2027, 4, 30)),
        };
        Growth { crop, season, district, climate: district.climate(), irrigated: 0.0, sown_on, harvested_on, soil }
    }

    fn need(key: &str, crop: Crop, season: Season, soil: Soil, water: Option<Water>) -> WaterNeed {
        WaterNeed::of(&growth(District::from_key(key).unwrap(), crop, season, soil), water).unwrap()
    }

    fn wants(district: District, crop: Crop, season: Season, soil: Soil) -> Option<Water> {
        WaterNeed::of(&growth(district, crop, season, soil), None).map(|need| need.wants)
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
    fn what_the_soil_holds_counts_to_the_depth_of_the_roots() {
        let holds = |crop, season, soil| need("br-nalanda", crop, season, soil, Some(Water::RainOnly)).soil_mm;
        for (crop, heavy) in [(Crop::Cholam, 150.0), (Crop::GreenGram, 90.0), (Crop::Potato, 75.0), (Crop::Onion, 60.0)]
        {
            let mm = holds(crop, Season::Rabi, Soil::Heavy);
            assert!((mm - heavy).abs() < 1e-9, "{crop}: {mm}");
        }
        assert!(holds(Crop::Potato, Season::Summer, Soil::Heavy) <= 0.0, "nothing is left of the monsoon");
    }

    #[test]
    fn potato_and_onion_are_not_advised_on_rain_alone_outside_the_hills() {
        const HILLS: &str = "ar hp jk mn ml mz nl sk uk";
        let is_hilly = |district: &District| {
            let state = district.key().split('-').next();
            state.is_some_and(|state| HILLS.contains(state))
                || ["tn-the-nilgiris", "wb-darjeeling", "wb-kalimpong"].contains(&district.key())
        };
        for district in District::all().filter(|district| !is_hilly(district)) {
            for (crop, season) in
                [(Crop::Potato, Season::Rabi), (Crop::Onion, Season::Rabi), (Crop::Onion, Season::Summer)]
            {
                let wants = wants(district, crop, season, Soil::Heavy);
                assert_ne!(wants, Some(Water::RainOnly), "{crop} in {district}");
            }
        }
        let spring = |key, season| {
            let growth = Growth {
                sown_on: date(2027, 2, 15),
                harvested_on: date(2027, 6, 10),
                ..growth(District::from_key(key).unwrap(), Crop::Potato, season, Soil::Medium)
            };
            WaterNeed::of(&growth, None).unwrap().wants
        };
        assert_eq!(spring("uk-almora", Season::Rabi), Water::RainOnly);
        assert_eq!(spring("ml-east-khasi-hills", Season::Summer), Water::RainOnly);
        assert_eq!(spring("wb-hooghly", Season::Rabi), Water::AllSeason);
    }

    #[test]
    fn one_or_two_waterings_grow_no_crop_that_usually_gets_more_than_three() {
        let gorakhpur = District::from_key("up-gorakhpur").unwrap();
        for crop in [Crop::Potato, Crop::Maize, Crop::Groundnut] {
            let wants = WaterNeed::of(&growth(gorakhpur, crop, Season::Rabi, Soil::Heavy), None).unwrap().wants;
            assert_eq!(wants == Water::AllSeason, crop != Crop::Groundnut, "{crop}");
        }
        let ramanathapuram = District::from_key("tn-ramanathapuram").unwrap();
        let residual = wants(ramanathapuram, Crop::Groundnut, Season::Rabi, Soil::Heavy);
        assert_eq!(residual, Some(Water::OnceOrTwice), "on residual moisture it usually gets two");
        assert_eq!(wants(ramanathapuram, Crop::Groundnut, Season::Summer, Soil::Heavy), Some(Water::AllSeason));
    }

    #[test]
    fn red_gram_of_rabi_is_grown_on_stored_moisture_and_better_with_water() {
        let of = |water| need("mh-latur", Crop::RedGram, Season::Rabi, Soil::Heavy, Some(water));
        assert_eq!(of(Water::RainOnly).wants, Water::RainOnly);
        assert!(of(Water::RainOnly).use_mm.1 < of(Water::AllSeason).use_mm.0);
    }

    #[test]
    fn paddy_that_is_watered_elsewhere_is_advised_on_rain_where_the_dependable_rain_is_enough() {
        let on_10_july = |key: &str| {
            let district = District::from_key(key).unwrap();
            let growth = Growth {
                irrigated: 1.0,
                sown_on: date(2026, 7, 10),
                harvested_on: date(2026, 11, 12),
                ..growth(district, Crop::Paddy, Season::Kharif, Soil::Medium)
            };
            WaterNeed::of(&growth, Some(Water::RainOnly)).unwrap().wants
        };
        for key in ["cg-raipur", "od-puri", "od-jagatsinghapur"] {
            assert_eq!(on_10_july(key), Water::RainOnly, "{key}");
        }
        for key in ["pb-ludhiana", "tn-erode"] {
            assert_eq!(on_10_july(key), Water::AllSeason, "{key}");
        }
    }

    #[test]
    fn green_gram_and_black_gram_of_the_rice_fallow_want_the_same_water() {
        for district in District::all() {
            for soil in Soil::ALL {
                let [green, black] = [Crop::GreenGram, Crop::BlackGram].map(|gram| {
                    let growth = Growth {
                        sown_on: date(2027, 1, 15),
                        harvested_on: date(2027, 4, 1),
                        ..growth(district, gram, Season::Rabi, soil)
                    };
                    WaterNeed::of(&growth, None).unwrap().wants
                });
                assert_eq!((green, black), (Water::RainOnly, Water::RainOnly), "{district} {soil}");
            }
        }
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
                let erode = District::from_key("tn-erode").unwrap();
                let growth = Growth {
                    climate,
                    sown_on: date(2026, 7, 1),
                    harvested_on: date(2026, 11, 1),
                    ..growth(erode, crop, season, soil)
                };
                WaterNeed::of(&growth, water).map_or((0.0, 0.0), |need| need.missing_mm())
            };
            climate.rain_mm = rain;
            for water in Water::ALL.map(Some) {
                let (low, high) = missing(&climate, Soil::Light, water);
                prop_assert!(0.0 <= low && low <= high);
                let mut wetter = climate.clone();
                wetter.rain_mm = rain.map(|mm| mm + more);
                for (less_low, less_high) in [missing(&climate, Soil::Heavy, water), missing(&wetter, Soil::Light, water)] {
                    let is_less = less_low <= low + 1e-9 && less_high <= high + 1e-9;
                    // With more rain, one or two waterings may suffice for a way of growing it that uses more.
                    let suffices = water == Some(Water::OnceOrTwice) && less_low <= MAY_MISS_WITH_TWO_WATERINGS;
                    prop_assert!(is_less || suffices, "{} {} {} {}", low, high, less_low, less_high);
                }
            }
        }
    }
}
