//! What else a district sows on a day, beside the sixteen crops: its neighbours' crops. They are told, and never
//! advised, planned, sown or counted.

use crate::calendar::calendar_of;
use crate::land::{DistrictLand, TEN_THOUSAND};
use crate::other_crops::{OtherCrop, SowingDays};
use crate::support_price::{SupportPrice, support_price};
use crate::{Crop, CropYear, District, Season};
use jiff::civil::Date;

/// A season is open while crops that can be sown hold this part of its land: of fewer nobody says that it is sown now.
const OPEN: f64 = 0.005;

/// A season with less than this part of the year's land is none: its shares are within the errors of the statistics.
pub(crate) const LEAST_SEASON: f64 = 0.01;

/// Least part of the land of the open seasons of a crop that is told.
const LEAST: f64 = 0.05;

/// Where the sixteen crops take less than this part of the land of the open seasons, their neighbours stand first.
const FEW: f64 = 0.2;

/// The most crops that are told.
const MOST: usize = 3;

/// A crop outside the sixteen that is sown in a district now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The crop.
    pub crop: OtherCrop,
    /// Its part of the land of the district's open seasons, from 0 to 1.
    pub share: f64,
    /// The days in which it is sown. `None`: not known.
    pub window: Option<&'static SowingDays>,
    /// Its support price. `None`: it has none, or none is known.
    pub support_price: Option<&'static SupportPrice>,
}

/// What a district sows on a day.
#[derive(Clone, Debug)]
pub struct SownNow {
    /// The seasons in the order of [`Season::ALL`]. [`Season::Year`] stands for the land of sugarcane and other crops
    /// that stand for a year.
    seasons: [OfSeason; 4],
    /// Those that are sown: of which crops between their earliest and latest days hold at least 0.5 % of the land.
    open: Vec<Season>,
    neighbours: Vec<Neighbour>,
}

impl SownNow {
    /// On a day.
    pub fn on(land: &DistrictLand, district: District, day: Date) -> Self {
        let seasons = Season::ALL.map(|season| of_season(land, season));
        let others = Season::ALL.map(|season| others_open(land, district, season, day).collect::<Vec<_>>());
        let mut now = Self { seasons, open: Vec::new(), neighbours: Vec::new() };
        for ((season, of), others) in Season::ALL.into_iter().zip(seasons).zip(&others) {
            let others: f64 = others.iter().map(|(_, part)| part).sum();
            let sown = of.sixteen * sixteen_open(land, district, season, day) + others;
            if of.whole > 0.0 && sown >= OPEN * of.whole {
                now.open.push(season);
            }
        }
        let whole = now.sum(|of| of.whole);
        let is_told = |season: Season| now.open.contains(&season) && now.of(season).whole >= LEAST_SEASON;
        let told: Vec<_> = Season::ALL.into_iter().zip(others).filter(|(season, _)| is_told(*season)).collect();
        for (season, others) in told {
            for (crop, part) in others {
                let share = part / whole;
                if let Some(known) = now.neighbours.iter_mut().find(|known| known.crop == crop) {
                    known.share += share;
                    continue;
                }
                let window = crop.window(district.state(), season);
                let support_price = support_price(crop, CropYear::of_day(day));
                now.neighbours.push(Neighbour { crop, share, window, support_price });
            }
        }
        now.neighbours.retain(|neighbour| neighbour.share >= LEAST);
        now.neighbours.sort_by(|a, b| b.share.total_cmp(&a.share));
        now.neighbours.truncate(MOST);
        now
    }

    /// The seasons that are sown.
    pub fn seasons(&self) -> &[Season] {
        &self.open
    }

    /// The crops outside the sixteen that can be sown and hold 5 % of the land of the open seasons: at most three, the
    /// largest first.
    pub fn neighbours(&self) -> &[Neighbour] {
        &self.neighbours
    }

    /// Whether crops outside the sixteen take more than four fifths of the land of the open seasons.
    pub fn is_mostly_others(&self) -> bool {
        self.sixteen() < FEW
    }

    /// The part of the land of the open seasons that the sixteen crops take, from 0 to 1. 1 where no land is known.
    pub fn sixteen(&self) -> f64 {
        let whole = self.sum(|of| of.whole);
        if whole > 0.0 { self.sum(|of| of.sixteen) / whole } else { 1.0 }
    }

    /// The part of the land of the open seasons, and of its own, that a crop takes which has this share of its season's
    /// land; of [`Season::Year`], of the year's land. The share itself where no land is known.
    pub fn part_of(&self, season: Season, share: f64) -> f64 {
        let OfSeason { whole: own, sixteen } = self.of(season);
        let others: f64 = self.open.iter().filter(|open| **open != season).map(|open| self.of(*open).whole).sum();
        let takes = if season == Season::Year { share.min(sixteen) } else { share * own };
        if own >= LEAST_SEASON || others > 0.0 { takes / (own + others) } else { share }
    }

    fn of(&self, season: Season) -> OfSeason {
        self.seasons.get(season as usize).copied().unwrap_or_default()
    }

    fn sum(&self, part: fn(OfSeason) -> f64) -> f64 {
        self.open.iter().map(|season| part(self.of(*season))).sum()
    }
}

/// Parts of the year's land that is sown in a season, or that stands for a year.
#[derive(Clone, Copy, Debug, Default)]
struct OfSeason {
    whole: f64,
    sixteen: f64,
}

fn of_season(land: &DistrictLand, season: Season) -> OfSeason {
    let of = |season| {
        let season = land.all_land(season);
        let whole = part(season.land);
        OfSeason { whole, sixteen: whole * part(season.sixteen) }
    };
    if season != Season::Year {
        return of(season);
    }
    // What is left of the year, within its rounding: a few ten-thousandths may be nothing.
    let mut left = of(Season::Year);
    for sown in [Season::Kharif, Season::Rabi, Season::Summer].map(of) {
        left.whole -= sown.whole;
        left.sixteen -= sown.sixteen;
    }
    let whole = if left.whole < 3.0 / f64::from(TEN_THOUSAND) { 0.0 } else { left.whole };
    let others: f64 = land.all_land(Season::Year).others.iter().map(|(_, of_year)| part(*of_year)).sum();
    OfSeason { whole, sixteen: left.sixteen.clamp(0.0, (whole - others).max(0.0)) }
}

/// Of the land of the sixteen crops in a season, the part of those that can be sown on a day.
fn sixteen_open(land: &DistrictLand, district: District, season: Season, day: Date) -> f64 {
    let Some(year) = land.year() else { return 0.0 };
    let mut parts = land.parts_of(year, season, None);
    if season == Season::Year {
        // The other fifteen are sown in a season.
        parts.iter_mut().filter(|(crop, _)| *crop != Crop::Sugarcane).for_each(|(_, part)| *part = 0.0);
    }
    let whole = parts.sum();
    let is_open = |crop: Crop| {
        let calendar = calendar_of(crop, district);
        let mut windows = calendar.windows().iter().filter(|window| window.season == season);
        windows.any(|window| window.opening(day).earliest <= day && day <= window.opening(day).latest)
    };
    let open = parts.iter().filter(|(crop, part)| **part > 0.0 && is_open(*crop));
    if whole > 0.0 { open.map(|(_, part)| part).sum::<f64>() / whole } else { 0.0 }
}

/// The crops outside the sixteen that can be sown on a day, with their parts of the year's land.
fn others_open(
    land: &DistrictLand,
    district: District,
    season: Season,
    day: Date,
) -> impl Iterator<Item = (OtherCrop, f64)> {
    let own = land.all_land(season);
    let whole = part(own.land);
    let can_be_sown = move |crop: OtherCrop| {
        let window = crop.window(district.state(), season);
        window.map_or_else(|| is_usual_month(season, day.month()), |window| window.is_open(day))
    };
    let open = own.others.iter().filter(move |(crop, _)| can_be_sown(*crop));
    open.map(move |(crop, of_it)| (*crop, whole * part(*of_it)))
}

/// Whether most of a season is sown in a month: the days of a crop whose own are not known.
fn is_usual_month(season: Season, month: i8) -> bool {
    match season {
        Season::Kharif => matches!(month, 6 | 7),
        Season::Rabi => matches!(month, 10 | 11),
        Season::Summer => matches!(month, 2 | 3),
        Season::Year => matches!(month, 4..=6),
    }
}

/// Ten-thousandths as a number.
fn part(of: u16) -> f64 {
    f64::from(of) / f64::from(TEN_THOUSAND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::land::LandTable;
    use jiff::ToSpan;
    use jiff::civil::date;
    use proptest::prelude::*;

    fn district(key: &str) -> District {
        District::from_key(key).unwrap()
    }

    fn on(key: &str, day: Date) -> Vec<Neighbour> {
        SownNow::on(&LandTable::shipped().of_district(district(key)), district(key), day).neighbours().to_vec()
    }

    fn keys(key: &str, day: Date) -> Vec<&'static str> {
        on(key, day).iter().map(|neighbour| neighbour.crop.key()).collect()
    }

    #[test]
    fn ludhiana_sows_wheat_in_november_and_hardly_any_of_the_sixteen() {
        let day = date(2026, 11, 25);
        let [wheat] = on("pb-ludhiana", day)[..] else { panic!("{:?}", on("pb-ludhiana", day)) };
        assert!((0.96..0.98).contains(&wheat.share), "{wheat:?}");
        assert_eq!(wheat.window.unwrap().last_day(day), date(2026, 12, 15));
        assert_eq!(wheat.support_price.unwrap().rupees_per_quintal, 2_610);
        let (ludhiana, key) = (LandTable::shipped().of_district(district("pb-ludhiana")), district("pb-ludhiana"));
        let on = |day| SownNow::on(&ludhiana, key, day);
        assert_eq!(on(day).seasons(), [Season::Rabi]);
        assert!(on(day).sixteen() < 0.03 && on(day).is_mostly_others());
        assert!(on(date(2026, 6, 25)).sixteen() > 0.99);
        let winter = on(date(2027, 1, 10));
        assert!(winter.seasons().is_empty() && winter.sixteen() >= 1.0);
    }

    #[test]
    fn neighbours_are_those_of_the_districts_own_statistics() {
        assert_eq!(keys("mp-indore", date(2026, 6, 25)), ["soybean"]);
        assert!(!keys("mh-ratnagiri", date(2026, 11, 10)).contains(&"wheat"));
        assert_eq!(keys("up-gorakhpur", date(2026, 11, 25)), ["wheat"]);
        assert!(keys("rj-alwar", date(2026, 10, 20)).contains(&"rapeseed and mustard"));
        assert!(keys("tn-erode", date(2026, 5, 15)).contains(&"turmeric"));
        assert_eq!(keys("ld-lakshadweep", date(2026, 6, 25)), [""; 0]);
    }

    #[test]
    fn a_district_without_figures_has_its_states_neighbours() {
        assert_eq!(keys("dl-new-delhi", date(2026, 11, 25)), ["wheat"]);
    }

    #[test]
    fn a_crop_without_known_days_is_sown_in_the_usual_months_of_its_season() {
        let whole = |month| is_usual_month(Season::Kharif, month);
        assert_eq!((whole(5), whole(6), whole(7), whole(8)), (false, true, true, false));
    }

    proptest! {
        #[test]
        fn on_any_day_at_most_three_are_told_each_once_and_the_largest_first(index in 0..734_u16, days in 0..730_i32) {
            let district = District::from_index(index).unwrap();
            let land = LandTable::shipped().of_district(district);
            let day = date(2026, 1, 1).saturating_add(days.days());
            let now = SownNow::on(&land, district, day);
            let told = now.neighbours();
            prop_assert!(told.len() <= MOST);
            prop_assert!(told.is_sorted_by(|a, b| a.share >= b.share && a.crop != b.crop));
            prop_assert!(told.iter().all(|neighbour| neighbour.share >= LEAST));
            prop_assert!(told.iter().all(|neighbour| neighbour.window.is_none_or(|window| window.is_open(day))));
            let is_open = !now.seasons().is_empty();
            prop_assert!(told.is_empty() || is_open);
            let sixteen = now.sixteen();
            prop_assert!((0.0..=1.0).contains(&sixteen), "{}", sixteen);
            let others: f64 = told.iter().map(|neighbour| neighbour.share).sum();
            prop_assert!(!is_open || sixteen + others <= 1.001, "{} {} {}", district, sixteen, others);
        }
    }
}
