//! phi: in which seasons the land of a crop in a district is sown (`data/crop_season.csv`).
//!
//! A district's own figures are drawn towards those of the nearest districts of its state, these towards the state's,
//! and the state's towards India's: each as a weighted mean in which what it is drawn towards counts as some hectares.

use super::by_district::ByDistrict;
use super::near::{OUTER_HA, near};
use csv::StringRecord;
use grow_domain::calendar::{Calendar, calendar};
use grow_domain::land::Origin;
use grow_domain::{Crop, District, Region, Season, State};
use std::collections::BTreeMap;
use std::sync::LazyLock;

pub(crate) const SEASONS: [Season; 3] = [Season::Kharif, Season::Rabi, Season::Summer];

/// What a district's figures are drawn towards counts as this area, ha.
const INNER_HA: f64 = 500.0;

/// Areas by season, ha.
type Areas = [f64; 3];

/// Areas of all crops in districts, states and India.
pub(crate) struct Seasons {
    districts: ByDistrict<Areas>,
    states: BTreeMap<(State, Crop), Areas>,
    india: BTreeMap<Crop, Areas>,
}

/// Parts of a crop's land by season, and what they rest on most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phi {
    pub(crate) parts: [f64; 3],
    pub(crate) origin: Origin,
}

impl Seasons {
    pub(crate) fn observed() -> &'static Self {
        #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads it")]
        static OBSERVED: LazyLock<Seasons> = LazyLock::new(|| {
            Seasons::parse(include_bytes!("../../../../data/crop_season.csv"))
                .expect("data/crop_season.csv is well-formed")
        });
        &OBSERVED
    }

    fn parse(text: &[u8]) -> Option<Self> {
        let mut areas = BTreeMap::<(District, Crop), Areas>::new();
        let mut without_season = Vec::new();
        for row in csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text).records() {
            let (district, crop, season, area) = read(&row.ok()?)?;
            match seasons_of(crop, district.state(), &season)? {
                Some(parts) => add(areas.entry((district, crop)).or_default(), parts, area),
                None => without_season.push((district, crop, area)),
            }
        }
        let mut known = BTreeMap::<Crop, Areas>::new();
        for ((_, crop), own) in &areas {
            add(known.entry(*crop).or_default(), *own, 1.0);
        }
        for (district, crop, area) in without_season {
            let parts = drawn(known.get(&crop).copied().unwrap_or_default(), [1.0 / 3.0; 3], 1.0);
            add(areas.entry((district, crop)).or_default(), parts, area);
        }
        let (mut states, mut india) = (BTreeMap::new(), BTreeMap::new());
        for ((district, crop), own) in &areas {
            add(states.entry((district.state(), *crop)).or_default(), *own, 1.0);
            add(india.entry(*crop).or_default(), *own, 1.0);
        }
        Some(Self { districts: ByDistrict::of(areas), states, india })
    }

    /// The observed areas of a crop in a district by season, ha. All 0 if it was not observed.
    pub(crate) fn areas(&self, district: District, crop: Crop) -> Areas {
        self.districts.get(district, crop).copied().unwrap_or_default()
    }

    /// The observed area of a crop in a district, ha.
    pub(crate) fn area(&self, district: District, crop: Crop) -> f64 {
        self.areas(district, crop).iter().sum()
    }

    /// The parts of a crop's land in a district, by its own figures drawn towards [`Self::expected`].
    pub(crate) fn phi(&self, district: District, crop: Crop) -> Phi {
        let own = self.areas(district, crop);
        let area = own.iter().sum::<f64>();
        let outer = self.outer(district, crop, &[0.0; 3], true);
        let origin = if area >= INNER_HA { Origin::Own } else { outer.origin };
        Phi { parts: drawn(own, outer.parts, INNER_HA), origin }
    }

    /// The same without the district's own figures. `near_ones`: whether the nearest districts of its state count.
    pub(crate) fn expected(&self, district: District, crop: Crop, near_ones: bool) -> Phi {
        self.outer(district, crop, &self.areas(district, crop), near_ones)
    }

    /// What a district's own figures are drawn towards. `without` is taken out of the sums of state and India.
    fn outer(&self, district: District, crop: Crop, without: &Areas, near_ones: bool) -> Phi {
        let left = |mut sum: Areas| {
            sum.iter_mut().zip(without).for_each(|(sum, own)| *sum = (*sum - own).max(0.0));
            sum
        };
        let india = left(self.india.get(&crop).copied().unwrap_or_default());
        let state = left(self.states.get(&(district.state(), crop)).copied().unwrap_or_default());
        let in_state: f64 = state.iter().sum();
        let mut parts = drawn(state, drawn(india, [0.0; 3], 0.0), OUTER_HA);
        if near_ones {
            let mut neighbours = Areas::default();
            for (other, likeness) in near(district) {
                add(&mut neighbours, self.areas(*other, crop), *likeness);
            }
            parts = drawn(neighbours, parts, OUTER_HA);
        }
        Phi { parts, origin: if in_state >= OUTER_HA { Origin::State } else { Origin::India } }
    }
}

fn add(sum: &mut Areas, areas: Areas, weight: f64) {
    sum.iter_mut().zip(areas).for_each(|(sum, area)| *sum += weight * area);
}

/// Parts by season, drawn towards others that count as so many hectares.
fn drawn(areas: Areas, towards: [f64; 3], hectares: f64) -> [f64; 3] {
    let whole = areas.iter().sum::<f64>() + hectares;
    let mut parts = towards;
    parts.iter_mut().zip(areas).for_each(|(part, area)| {
        *part = if whole > 0.0 { (area + hectares * *part) / whole } else { 0.0 };
    });
    parts
}

/// Parses a row: district, crop, season of the statistics, ha.
fn read(row: &StringRecord) -> Option<(District, Crop, String, f64)> {
    let area = row.get(3)?.parse::<f64>().ok().filter(|area| area.is_finite() && *area >= 0.0)?;
    Some((District::from_key(row.get(0)?)?, row.get(1)?.parse().ok()?, row.get(2)?.to_owned(), area))
}

/// How much of a season of the statistics lies in each season of sowing. `None` for one that no figure knows; some
/// `None` where only the crop's land elsewhere tells it.
///
/// Autumn is kharif. Winter is kharif, but rabi for potato, onion and bengal gram, in Kerala, and in Odisha for green,
/// black and horse gram, gingelly and groundnut. The whole year is spread over the seasons that have a window of sowing
/// in the state; in a state without windows of its own, like the crop's other land in India. Sugarcane has no season.
#[expect(clippy::option_option, reason = "an unknown season is a fault of the table")]
fn seasons_of(crop: Crop, state: State, season: &str) -> Option<Option<[f64; 3]>> {
    use Crop::{BengalGram, BlackGram, Gingelly, GreenGram, Groundnut, HorseGram, Onion, Potato};
    let (kharif, rabi, summer) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    let winter_is_rabi = matches!(crop, Potato | Onion | BengalGram)
        || state == State::Kerala
        || state == State::Odisha && matches!(crop, GreenGram | BlackGram | HorseGram | Gingelly | Groundnut);
    Some(Some(match season {
        "kharif" | "autumn" => kharif,
        "winter" if !winter_is_rabi => kharif,
        "rabi" | "winter" => rabi,
        "summer" => summer,
        "whole_year" if crop == Crop::Sugarcane => [1.0 / 3.0; 3],
        "whole_year" => return Some(spread(&calendar(crop, Region::State(state)))),
        _ => return None,
    }))
}

/// Equal parts of the seasons in which a state has a window of its own. `None` if it has none.
fn spread(calendar: &Calendar) -> Option<[f64; 3]> {
    let own = || calendar.windows().iter().filter(|window| window.region != Region::India);
    let has = SEASONS.map(|season| own().any(|window| window.season == season));
    let count = f64::from(has.iter().map(|has| u8::from(*has)).sum::<u8>());
    (count > 0.0).then(|| has.map(|has| if has { 1.0 / count } else { 0.0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn district(key: &str) -> District {
        District::from_key(key).unwrap()
    }

    #[test]
    fn the_seasons_of_the_statistics_are_read_by_crop_and_state() {
        let of = |crop, state, season| seasons_of(crop, state, season).unwrap().unwrap().map(f64::to_bits);
        let (kharif, rabi) = ([1.0, 0.0, 0.0].map(f64::to_bits), [0.0, 1.0, 0.0].map(f64::to_bits));
        assert_eq!(of(Crop::Paddy, State::Odisha, "winter"), kharif, "aman");
        assert_eq!(of(Crop::Paddy, State::WestBengal, "autumn"), kharif, "aus");
        assert_eq!(of(Crop::Paddy, State::Kerala, "winter"), rabi, "mundakan");
        assert_eq!(of(Crop::GreenGram, State::Odisha, "winter"), rabi);
        assert_eq!(of(Crop::Potato, State::Bihar, "winter"), rabi);
        assert_eq!(of(Crop::Potato, State::MadhyaPradesh, "whole_year"), rabi, "its window is in rabi alone");
        assert_eq!(of(Crop::Onion, State::MadhyaPradesh, "whole_year"), [0.5, 0.5, 0.0].map(f64::to_bits));
        assert_eq!(seasons_of(Crop::Potato, State::Kerala, "whole_year"), Some(None), "it has no window of its own");
        assert_eq!(seasons_of(Crop::Paddy, State::Bihar, "monsoon"), None);
    }

    #[test]
    fn the_areas_are_those_of_the_years_shares_but_for_potato_and_onion_of_three_states() {
        let seasons = Seasons::observed();
        for row in crate::suitability::Table::observed().rows() {
            let area: f64 = Crop::all().map(|crop| seasons.area(row.district, crop)).sum();
            let has_gaps = [State::Maharashtra, State::Punjab, State::Jharkhand].contains(&row.district.state());
            assert!(
                (area / row.area_ha - 1.0).abs() < if has_gaps { 0.2 } else { 0.01 },
                "{}: {area} {}",
                row.district,
                row.area_ha
            );
        }
    }

    #[test]
    fn parts_sum_to_1_and_a_large_area_keeps_its_own() {
        let seasons = Seasons::observed();
        for district in District::all() {
            for crop in Crop::all() {
                let Phi { parts, .. } = seasons.phi(district, crop);
                assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{district} {crop}");
            }
        }
        let solapur = seasons.phi(district("mh-solapur"), Crop::Cholam);
        assert_eq!(solapur.origin, Origin::Own);
        assert!(solapur.parts[1] > 0.99, "sorghum of Solapur stands in rabi: {solapur:?}");
        let ranipet = seasons.phi(district("tn-ranipet"), Crop::Paddy);
        assert_eq!(ranipet.origin, Origin::State, "it is a new district without figures");
    }

    #[test]
    fn half_of_500_hectares_are_drawn_half_way() {
        let is = |parts: [f64; 3], expected: [f64; 3]| parts.map(f64::to_bits) == expected.map(f64::to_bits);
        assert!(is(drawn([500.0, 0.0, 0.0], [0.0, 1.0, 0.0], 500.0), [0.5, 0.5, 0.0]));
        assert!(is(drawn([0.0; 3], [0.25, 0.25, 0.5], 500.0), [0.25, 0.25, 0.5]));
    }
}
