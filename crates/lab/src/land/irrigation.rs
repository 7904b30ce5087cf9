//! i: the irrigated part of a crop's land in a district (`data/irrigation.csv`).

use super::by_district::ByDistrict;
use super::near::{OUTER_HA, near};
use super::seasons::Seasons;
use csv::StringRecord;
use grow_domain::land::Origin;
use grow_domain::{Crop, District, State};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Irrigated parts of all crops in districts, and areas of states and India.
pub(crate) struct Irrigation {
    districts: ByDistrict<Row>,
    states: BTreeMap<(State, Crop), Area>,
    india: BTreeMap<Crop, Area>,
}

/// A district's own figure.
#[derive(Clone, Copy, Debug)]
struct Row {
    part: f64,
    years: (u16, u16),
}

/// Area of a crop, and the irrigated area of it, ha.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    whole: f64,
    irrigated: f64,
}

/// The irrigated part of a crop's land, and what it rests on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Irrigated {
    pub(crate) part: f64,
    pub(crate) origin: Origin,
    /// First and last year of a district's own figure.
    pub(crate) years: Option<(u16, u16)>,
}

impl Irrigation {
    pub(crate) fn observed() -> &'static Self {
        #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads it")]
        static OBSERVED: LazyLock<Irrigation> = LazyLock::new(|| {
            Irrigation::parse(include_bytes!("../../../../data/irrigation.csv"))
                .expect("data/irrigation.csv is well-formed")
        });
        &OBSERVED
    }

    fn parse(text: &[u8]) -> Option<Self> {
        let mut rows = BTreeMap::new();
        for record in csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text).records() {
            let (district, crops, row) = read(&record.ok()?)?;
            rows.extend(crops.iter().map(|crop| ((district, *crop), row)));
        }
        let (mut states, mut india) = (BTreeMap::<_, Area>::new(), BTreeMap::<_, Area>::new());
        for ((district, crop), row) in &rows {
            let own = Area::of(*district, *crop, row.part);
            states.entry((district.state(), *crop)).or_default().add(own, 1.0);
            india.entry(*crop).or_default().add(own, 1.0);
        }
        Some(Self { districts: ByDistrict::of(rows), states, india })
    }

    /// The irrigated part of a crop's land in a district: its own, or [`Self::expected`]. All sugarcane is irrigated.
    pub(crate) fn part(&self, district: District, crop: Crop) -> Irrigated {
        if crop == Crop::Sugarcane {
            return Irrigated { part: 1.0, origin: Origin::India, years: None };
        }
        let own = self.districts.get(district, crop);
        own.map_or_else(
            || self.expected(district, crop, true),
            |row| Irrigated { part: row.part, origin: Origin::Own, years: Some(row.years) },
        )
    }

    /// Whether the district has a figure of its own.
    pub(crate) fn is_known(&self, district: District, crop: Crop) -> bool {
        self.districts.get(district, crop).is_some()
    }

    /// The part that other districts tell. `near_ones`: whether the nearest districts of the state count more.
    pub(crate) fn expected(&self, district: District, crop: Crop, near_ones: bool) -> Irrigated {
        let own = self.districts.get(district, crop).map(|row| Area::of(district, crop, row.part)).unwrap_or_default();
        let india = self.india.get(&crop).copied().unwrap_or_default().without(own);
        let state = self.states.get(&(district.state(), crop)).copied().unwrap_or_default().without(own);
        let mut part = state.drawn(india.part());
        if near_ones {
            let mut neighbours = Area::default();
            for (other, likeness) in near(district) {
                if let Some(row) = self.districts.get(*other, crop) {
                    neighbours.add(Area::of(*other, crop, row.part), *likeness);
                }
            }
            part = neighbours.drawn(part);
        }
        Irrigated { part, origin: if state.whole >= OUTER_HA { Origin::State } else { Origin::India }, years: None }
    }
}

impl Area {
    fn of(district: District, crop: Crop, part: f64) -> Self {
        let whole = Seasons::observed().area(district, crop);
        Self { whole, irrigated: part * whole }
    }

    fn add(&mut self, other: Self, weight: f64) {
        self.whole += weight * other.whole;
        self.irrigated += weight * other.irrigated;
    }

    fn without(self, own: Self) -> Self {
        Self { whole: (self.whole - own.whole).max(0.0), irrigated: (self.irrigated - own.irrigated).max(0.0) }
    }

    /// The irrigated part; 0 where there is no area.
    fn part(self) -> f64 {
        if self.whole > 0.0 { self.irrigated / self.whole } else { 0.0 }
    }

    /// The irrigated part, drawn towards another that counts as [`OUTER_HA`].
    fn drawn(self, towards: f64) -> f64 {
        (self.irrigated + OUTER_HA * towards) / (self.whole + OUTER_HA)
    }
}

/// Parses a row: district, crop or group of crops, part, first and last year, confidence.
fn read(row: &StringRecord) -> Option<(District, &'static [Crop], Row)> {
    use Crop::{BengalGram, BlackGram, Cholam, Cotton, Cumbu, Gingelly, GreenGram, Groundnut, HorseGram, Maize};
    use Crop::{Onion, Paddy, Potato, Ragi, RedGram, Sugarcane};
    let crops: &[Crop] = match row.get(1)? {
        "paddy" => &[Paddy],
        "cholam" => &[Cholam],
        "cumbo" => &[Cumbu],
        "ragi" => &[Ragi],
        "maize" => &[Maize],
        "redGram" => &[RedGram],
        "bengalGram" => &[BengalGram],
        "otherPulses" => &[GreenGram, BlackGram, HorseGram],
        "groundnut" => &[Groundnut],
        "gingelly" => &[Gingelly],
        "fruitVegetables" => &[Potato, Onion],
        "sugarcane" => &[Sugarcane],
        "cotton" => &[Cotton],
        _ => return None,
    };
    let part = row.get(2)?.parse().ok().filter(|part| (0.0..=1.0).contains(part))?;
    let years = (row.get(3)?.parse().ok()?, row.get(4)?.parse().ok()?);
    Some((District::from_key(row.get(0)?)?, crops, Row { part, years }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(key: &str, crop: Crop) -> Irrigated {
        Irrigation::observed().part(District::from_key(key).unwrap(), crop)
    }

    #[test]
    fn a_district_has_its_own_part_or_its_states_or_indias() {
        let raichur = part("ka-raichur", Crop::Cotton);
        assert_eq!((raichur.origin, raichur.years), (Origin::Own, Some((2017, 2017))));
        let ranipet = part("tn-ranipet", Crop::Paddy);
        assert_eq!((ranipet.origin, ranipet.years), (Origin::State, None));
        assert!(ranipet.part > 0.8, "paddy of Tamil Nadu: {ranipet:?}");
        let medinipur = part("wb-medinipur-east", Crop::Potato);
        assert_eq!(medinipur.origin, Origin::India, "no row of West Bengal may ship: {medinipur:?}");
        assert!(part("mh-kolhapur", Crop::Sugarcane).part >= 1.0);
    }

    #[test]
    fn a_part_is_from_0_to_1_and_its_own_district_is_left_out_where_that_is_asked() {
        let all = Irrigation::observed();
        for district in District::all() {
            for crop in Crop::all() {
                for part in [all.part(district, crop), all.expected(district, crop, true)] {
                    assert!((0.0..=1.0).contains(&part.part), "{district} {crop}: {part:?}");
                }
            }
        }
        let junagadh = District::from_key("gj-junagadh").unwrap();
        let left_out = all.expected(junagadh, Crop::Gingelly, false);
        assert!(left_out.part < all.part(junagadh, Crop::Gingelly).part);
    }

    #[test]
    fn the_per_cents_of_the_doses_are_those_of_the_same_source() {
        let per_cents = include_str!("../../../../data/irrigated_share.csv");
        let mut lines = per_cents.lines().filter(|line| !line.starts_with('#'));
        let columns: Vec<_> = lines.next().unwrap().split(',').skip(1).collect();
        for line in lines {
            let mut cells = line.split(',');
            let district = District::from_key(cells.next().unwrap()).unwrap();
            for (column, cell) in columns.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
                let crop = if *column == "otherPulses" { Crop::GreenGram } else { column.parse().unwrap() };
                let part = Irrigation::observed().part(district, crop);
                assert_eq!(part.origin, Origin::Own, "{district} {crop}");
                assert!((part.part * 100.0 - cell.parse::<f64>().unwrap()).abs() <= 0.51, "{district} {crop}: {cell}");
            }
        }
    }
}
