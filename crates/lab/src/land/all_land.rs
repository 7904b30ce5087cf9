//! The land under all field crops of districts, by season (`data/all_land.csv`).

use csv::StringRecord;
use grow_domain::land::{Origin, SeasonLand, TEN_THOUSAND};
use grow_domain::other_crops::OtherCrop;
use grow_domain::{District, Season, State};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The most other crops that are kept of a season.
const OTHERS: usize = 5;

/// Land of a season, ha.
#[derive(Clone, Debug, Default)]
struct Hectares {
    /// All field crops.
    whole: f64,
    /// The sixteen.
    sixteen: f64,
    others: BTreeMap<OtherCrop, f64>,
}

/// Land by season, in the order of [`Season::ALL`]; the last is that of crops that stand for a year.
type BySeason = [Hectares; 4];

/// Land of districts and states.
struct AllLand {
    districts: BTreeMap<District, BySeason>,
    states: BTreeMap<State, BySeason>,
}

/// The land of a district by its own figures, else by its state's.
pub(crate) fn of(district: District) -> [SeasonLand; 4] {
    #[expect(clippy::expect_used, reason = "the table is part of the program; a test reads it")]
    static OBSERVED: LazyLock<AllLand> = LazyLock::new(|| {
        AllLand::parse(include_bytes!("../../../../data/all_land.csv")).expect("data/all_land.csv is well-formed")
    });
    let own = OBSERVED.districts.get(&district).map(|land| shares(land, Origin::Own));
    let of_state = || OBSERVED.states.get(&district.state()).map(|land| shares(land, Origin::State));
    own.or_else(of_state).unwrap_or([const { SeasonLand::UNKNOWN }; 4])
}

impl AllLand {
    fn parse(text: &[u8]) -> Option<Self> {
        let mut land = Self { districts: BTreeMap::new(), states: BTreeMap::new() };
        for row in csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text).records() {
            let (district, season, crop, area) = read(&row.ok()?)?;
            let own = land.districts.entry(district).or_default();
            for by_season in [own, land.states.entry(district.state()).or_default()] {
                let of = by_season.get_mut(season as usize)?;
                of.whole += area;
                match crop {
                    Kind::Sixteen => of.sixteen += area,
                    Kind::Other(crop) => *of.others.entry(crop).or_default() += area,
                    Kind::Group => {}
                }
            }
        }
        Some(land)
    }
}

/// What a row is of.
enum Kind {
    Sixteen,
    Other(OtherCrop),
    /// Crops without a name of their own: `other oilseeds`.
    Group,
}

/// Parses a row: district, season, crop, ha.
fn read(row: &StringRecord) -> Option<(District, Season, Kind, f64)> {
    let kind = match row.get(2)? {
        "sixteen" => Kind::Sixteen,
        group if group.starts_with("other ") => Kind::Group,
        crop => Kind::Other(OtherCrop::from_key(crop)?),
    };
    let area = row.get(3)?.parse::<f64>().ok().filter(|area| area.is_finite() && *area >= 0.0)?;
    Some((District::from_key(row.get(0)?)?, row.get(1)?.parse().ok()?, kind, area))
}

fn shares(land: &BySeason, origin: Origin) -> [SeasonLand; 4] {
    let sum = |of: fn(&Hectares) -> f64| land.iter().map(of).sum::<f64>();
    let (year, sixteen) = (sum(|season| season.whole), sum(|season| season.sixteen));
    Season::ALL.map(|season| {
        let Some(own) = land.get(season as usize) else { return SeasonLand::UNKNOWN };
        match season {
            Season::Year => season_land(year, (year, sixteen), own, origin),
            _ => season_land(year, (own.whole, own.sixteen), own, origin),
        }
    })
}

/// The shares of a season of which all field crops take `whole` and the sixteen `sixteen` of the hectares of the year.
fn season_land(year: f64, (whole, sixteen): (f64, f64), own: &Hectares, origin: Origin) -> SeasonLand {
    if whole <= 0.0 {
        return SeasonLand { origin, ..SeasonLand::UNKNOWN };
    }
    let mut others: Vec<_> = own.others.iter().map(|(crop, area)| (*crop, ten_thousandths(area / whole))).collect();
    others.retain(|(_, part)| *part > 0);
    others.sort_by_key(|(_, part)| std::cmp::Reverse(*part));
    others.truncate(OTHERS);
    SeasonLand { land: ten_thousandths(whole / year), sixteen: ten_thousandths(sixteen / whole), others, origin }
}

/// Rounded down, so that parts sum to at most a whole.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part is from 0 to 1")]
fn ten_thousandths(part: f64) -> u16 {
    (part * f64::from(TEN_THOUSAND)).floor() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn land(key: &str, season: Season) -> SeasonLand {
        let [kharif, rabi, summer, year] = of(District::from_key(key).unwrap());
        [kharif, rabi, summer, year].into_iter().nth(season as usize).unwrap()
    }

    #[test]
    fn a_district_has_its_own_land_else_its_states_and_lakshadweep_none() {
        let ludhiana = land("pb-ludhiana", Season::Rabi);
        assert_eq!(ludhiana.origin, Origin::Own);
        assert!(matches!(ludhiana.others[..], [(OtherCrop::Wheat, 9_600..=9_800), ..]), "{ludhiana:?}");
        assert!((200..=260).contains(&ludhiana.sixteen), "{ludhiana:?}");
        let mumbai = land("mh-mumbai", Season::Kharif);
        assert_eq!(mumbai.origin, Origin::State);
        assert!(matches!(mumbai.others[..], [(OtherCrop::Soybean, _), ..]), "{mumbai:?}");
        assert_eq!(land("ld-lakshadweep", Season::Year), SeasonLand::UNKNOWN);
    }

    #[test]
    fn the_seasons_and_what_stands_for_a_year_make_up_the_year() {
        for district in District::all() {
            let [kharif, rabi, summer, year] = of(district);
            let sown = kharif.land + rabi.land + summer.land;
            assert!(sown <= year.land + 2, "{district}: {sown}");
            let of_sixteen = |season: &SeasonLand| f64::from(season.land) * f64::from(season.sixteen) / 1e4;
            let sixteen: f64 = [&kharif, &rabi, &summer].map(of_sixteen).iter().sum();
            assert!(sixteen <= f64::from(year.sixteen) + 2.0 || year.land == 0, "{district}: {sixteen}");
        }
    }

    #[test]
    fn a_district_grows_the_other_crops_of_its_own_statistics() {
        let ratnagiri = land("mh-ratnagiri", Season::Rabi);
        assert!(ratnagiri.others.iter().all(|(crop, _)| *crop != OtherCrop::Wheat), "{ratnagiri:?}");
        let indore = land("mp-indore", Season::Kharif);
        assert!(matches!(indore.others[..], [(OtherCrop::Soybean, 5_000..), ..]), "{indore:?}");
        let erode = land("tn-erode", Season::Year);
        assert!(erode.others.iter().any(|(crop, _)| *crop == OtherCrop::Turmeric), "{erode:?}");
    }
}
