//! The advice of every district, counted: whether it sends farmers to crops that grow there in that season with that
//! water, and whether it tells what it does not advise.

use grow_domain::advice::{
    AdvisedCrop, CropOnField, Farmers, FarmersLand, Field, HeldBack, LandOfDay, Lot, MarketOfCrop, Settings, Situation,
    Sowable, Today,
};
use grow_domain::calendar::Timing;
use grow_domain::demand::DemandRow;
use grow_domain::figures;
use grow_domain::land::{DistrictLand, LandTable, TEN_THOUSAND};
use grow_domain::neighbours::SownNow;
use grow_domain::other_crops::OtherCrop;
use grow_domain::regional::{Coverage, Given, crushes_cane, standing};
use grow_domain::{Crop, CropYear, District, Kilograms, Region, Season, State, Water};
use jiff::civil::{Date, date};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::Sum;
use std::sync::Arc;

/// Farmers of a district who are still to sow, in the audit.
const FARMERS: u32 = 100;

/// The days of the audit, one in each month.
pub fn days() -> [Date; 12] {
    let day = |month, day| date(if month < 5 { 2027 } else { 2026 }, month, day);
    [
        day(5, 25),
        day(6, 10),
        day(7, 10),
        day(8, 10),
        day(9, 25),
        day(10, 10),
        day(11, 25),
        day(12, 10),
        day(1, 10),
        day(2, 25),
        day(3, 10),
        day(4, 25),
    ]
}

/// The answers on water of the audit: none, and each.
pub const WATERS: [Option<Water>; 4] = [None, Some(Water::AllSeason), Some(Water::OnceOrTwice), Some(Water::RainOnly)];

/// States where potato is grown on rain: the Himalaya and the north-east.
const HILLS: [State; 9] = [
    State::ArunachalPradesh,
    State::HimachalPradesh,
    State::JammuAndKashmir,
    State::Manipur,
    State::Meghalaya,
    State::Mizoram,
    State::Nagaland,
    State::Sikkim,
    State::Uttarakhand,
];

/// What is counted: of all cards, of those with a first crop, or of another count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Cards of districts of which something is known.
    Cards,
    /// Cards with a first crop.
    Firsts,
    /// First crops with less than 2 % of the season's field land with that water.
    Rare,
    /// Of these, on a card where another of the sixteen that may be first has 5 %.
    RareBesideCommon,
    /// First crops on under half a hectare in 100 of what is sown now.
    UnderHalf,
    /// First crops past their latest day. The card prints that day, and not two weeks more.
    Late,
    /// First crops past the days in which most sow them: nothing else can be sown, and nothing opens soon.
    LateAlone,
    /// First crops that leave a loss in every usual year, while a shown one earns.
    Losing,
    /// Sugarcane first in a state whose mills crush next to nothing: [`crushes_cane`].
    NoMill,
    /// First crops that are drawn for fewer than 10 of 100 while another is for 50, and India is not short of them by
    /// more than the error.
    Minority,
    /// Potato or onion first with rain only, from 25 September to 1 March, outside the states of [`HILLS`].
    ThirstyOnRain,
    /// Crops that are sent to 90 of 100 farmers though they hold under half of the land of the sixteen that is sown now.
    Crowded,
    /// Crops of the sixteen with 5 % of the season's field land that can be sown and are neither shown nor told why.
    Untold,
    /// Crops outside the sixteen with 5 % of the land of the open seasons, whose days are known and now, that are not
    /// named, though fewer than three are.
    Silent,
    /// Cards that name neighbours' crops.
    Neighbours,
    /// Of these, where the sixteen hold under a fifth of the land of the open seasons.
    NeighboursFirst,
    /// Cards without advice.
    Empty,
    /// Of these, because what is sown now needs more water than the field has.
    EmptyForWater,
    /// Of these, because it is late for what can be sown, and another crop opens soon.
    EmptyForLate,
    /// Of these, because nearly nobody sows what can be sown now.
    EmptyForLand,
    /// Of these, because nothing of the sixteen is sown in these days.
    EmptyForDays,
    /// Cards without advice that name no neighbour's crop either.
    Bare,
}

use Count::{
    Bare, Cards, Crowded, Empty, EmptyForDays, EmptyForLand, EmptyForLate, EmptyForWater, Firsts, Late, LateAlone,
    Losing, Minority, Neighbours, NeighboursFirst, NoMill, Rare, RareBesideCommon, Silent, ThirstyOnRain, UnderHalf,
    Untold,
};

impl Count {
    /// All, each with what it counts in words.
    pub const ALL: [(Self, &str); 22] = [
        (Cards, "cards"),
        (Firsts, "cards with a first crop"),
        (Rare, "first on under 2 % of the season's field land"),
        (RareBesideCommon, "- while another that may be first has 5 %"),
        (UnderHalf, "first on under half a hectare in 100 of what is sown now"),
        (Late, "first past its latest day"),
        (LateAlone, "first past the days in which most sow it, where nothing else can be"),
        (Losing, "first with a loss in every usual year, while a shown one earns"),
        (NoMill, "sugarcane first without a mill in the state"),
        (Minority, "first for fewer than 10 of 100, beside one for 50"),
        (ThirstyOnRain, "potato or onion first on rain, after the monsoon and outside the hills"),
        (Crowded, "one crop for 90 of 100, on under half of what is sown now"),
        (Untold, "common crops of the sixteen neither shown nor told why not"),
        (Silent, "neighbours' crops with 5 % of what is sown now that are not named"),
        (Neighbours, "cards that name neighbours' crops"),
        (NeighboursFirst, "- before the sixteen, which hold under a fifth"),
        (Empty, "cards without advice"),
        (EmptyForWater, "- for lack of water"),
        (EmptyForLate, "- because it is late for what is sown, and another crop opens soon"),
        (EmptyForLand, "- because hardly anyone sows what could be sown"),
        (EmptyForDays, "- because nothing of the sixteen is sown in these days"),
        (Bare, "- and no neighbour's crop is named"),
    ];

    /// Of each thousand of what it is counted among, the most that may be. `None`: any number.
    fn most(self) -> Option<(Self, usize)> {
        match self {
            Rare => Some((Firsts, 20)),
            RareBesideCommon | Late | Losing | NoMill | Minority | ThirstyOnRain | Untold | Silent => Some((Firsts, 0)),
            Crowded => Some((Cards, 50)),
            _ => None,
        }
    }
}

/// Counts over cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([usize; Count::ALL.len()]);

impl Counts {
    /// The number of a count.
    pub fn of(&self, count: Count) -> usize {
        self.0.get(count as usize).copied().unwrap_or_default()
    }

    /// What is above its bar.
    pub fn missed(&self) -> Vec<&'static str> {
        let is_missed = |count: Count| {
            count.most().is_some_and(|(among, thousandths)| self.of(count) * 1_000 > self.of(among) * thousandths)
        };
        Count::ALL.into_iter().filter(|(count, _)| is_missed(*count)).map(|(_, words)| words).collect()
    }

    fn add(&mut self, count: Count, number: usize) {
        if let Some(sum) = self.0.get_mut(count as usize) {
            *sum += number;
        }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, of| {
            for (count, _) in Count::ALL {
                sum.add(count, of.of(count));
            }
            sum
        })
    }
}

/// The counts of all days for each answer on water, in the order of [`WATERS`].
pub fn counts(table: &LandTable) -> [Counts; 4] {
    WATERS.map(|water| days().into_iter().map(|day| count(table, day, water)).sum())
}

/// Counts a day: all districts with the same answer on water, by the reference figures, with a hundred farmers each.
pub fn count(table: &LandTable, day: Date, water: Option<Water>) -> Counts {
    let settings = Settings::default();
    let farmers: Farmers = District::all().map(|district| ((district, water), FARMERS)).collect();
    let mut land = LandOfDay::on(day, Arc::default());
    land.add(table, farmers.keys().copied(), &settings);
    let rows = rows(CropYear::of_day(day));
    let situation = Situation { day, rows: &rows, planned: &[], sown: &[], farmers: &farmers, land: &land };
    let today = Today::solve(&situation, settings);
    District::all().map(|district| of_district(table, &today, district, water)).sum()
}

fn of_district(table: &LandTable, today: &Today, district: District, water: Option<Water>) -> Counts {
    let mut counts = Counts::default();
    let land = table.of_district(district);
    let Some(year) = land.year() else { return counts };
    let field = Field { district, land: &land, year, water, soil: None, last_crop: None };
    let (known, sowable) = (BTreeSet::new(), today.sowable(&field));
    let chances = today.chances(&field, &sowable, &known);
    let lot = Lot { cell: district.key(), number: 0 };
    let advice = today.advise(&FarmersLand { field, known: &known, lot, drawn: &[] });

    // By the statistics alone: of the field land of a season with the field's water, the part that grows a crop; where
    // nobody waters, of all of it.
    let of_all = |crop: Crop, season: Season| {
        let mut parts = land.parts_of(year, season, water);
        if water == Some(Water::AllSeason) && parts.sum() < 0.01 * land.parts_of(year, Season::Year, water).sum() {
            parts = land.parts_of(year, season, None);
        }
        let sixteen = f64::from(land.all_land(season).sixteen) / f64::from(TEN_THOUSAND);
        if parts.sum() > 0.0 { sixteen * parts[crop] / parts.sum() } else { 0.0 }
    };
    let share = |sowable: &Sowable| of_all(sowable.crop, sowable.opening.window.season);
    let (month, day) = (today.day().month(), today.day().day());
    let is_after_monsoon = matches!(month, 10..=12 | 1 | 2) || (month, day) >= (9, 25) && month == 9;
    let is_dry = water == Some(Water::RainOnly) && is_after_monsoon && !HILLS.contains(&district.state());
    counts.add(Cards, 1);
    if let Some(first) = advice.crops.first() {
        let AdvisedCrop { on_field, chance, .. } = first;
        let leaves = |of: &CropOnField| of.leaves.as_ref().ok().map(|leaves| leaves.usual_year);
        let loses = |of: &CropOnField| leaves(of).is_some_and(|(_, best)| best <= 0.0);
        let earns = |of: &CropOnField| leaves(of).is_some_and(|(least, _)| least > 0.0);
        let is_rare = of_all(on_field.crop, on_field.opening.window.season) < 0.02;
        let may_be_first = |other: &&Sowable| chances.of[other.crop] > 0.0 && other.crop != on_field.crop;
        let MarketOfCrop { need_open_percent, error_percent, .. } = on_field.market;
        let is_short = need_open_percent > f64::from(error_percent);
        let is_few = *chance < 0.1 && chances.of.values().iter().any(|chance| *chance >= 0.5);
        for (count, holds) in [
            (Firsts, true),
            (Rare, is_rare),
            (RareBesideCommon, is_rare && sowable.iter().filter(may_be_first).any(|other| share(other) >= 0.05)),
            (UnderHalf, on_field.share_here < 0.005),
            (Late, today.day() > on_field.opening.latest),
            (LateAlone, on_field.timing == Some(Timing::Late)),
            (Losing, loses(on_field) && advice.crops.iter().any(|other| earns(&other.on_field))),
            (NoMill, on_field.crop == Crop::Sugarcane && !crushes_cane(district.state())),
            (Minority, is_few && !is_short),
            (ThirstyOnRain, is_dry && matches!(on_field.crop, Crop::Potato | Crop::Onion)),
        ] {
            counts.add(count, usize::from(holds));
        }
    }
    let open: f64 = sowable.iter().map(|sowable| sowable.weight).sum();
    let is_crowded = |sowable: &Sowable| chances.of[sowable.crop] >= 0.9 && sowable.weight < 0.5 * open;
    counts.add(Crowded, usize::from(sowable.iter().any(is_crowded)));
    let is_told = |crop: Crop| {
        let is_shown = advice.crops.iter().any(|advised| advised.on_field.crop == crop);
        is_shown || advice.not_shown.iter().any(|other| other.crop == crop)
    };
    let is_untold = |of: &&Sowable| of.share.max(of.share_of_all) >= 0.05 && !is_told(of.crop);
    counts.add(Untold, sowable.iter().filter(is_untold).count());
    let now = today.sown_now(district, &land);
    let told = now.neighbours();
    if told.len() < 3 {
        counts.add(Silent, open_beside_the_sixteen(now, &land, district, today.day()).saturating_sub(told.len()));
    }
    if !told.is_empty() {
        counts.add(Neighbours, 1);
        counts.add(NeighboursFirst, usize::from(now.is_mostly_others()));
    }
    if advice.crops.is_empty() {
        let is_held_back = |by| sowable.iter().any(|sowable| sowable.held_back == Some(by));
        let why = if is_held_back(HeldBack::Late) {
            EmptyForLate
        } else if is_held_back(HeldBack::Water) {
            EmptyForWater
        } else if sowable.is_empty() {
            EmptyForDays
        } else {
            EmptyForLand
        };
        counts.add(Empty, 1);
        counts.add(why, 1);
        counts.add(Bare, usize::from(told.is_empty()));
    }
    counts
}

/// Number of the crops outside the sixteen with 5 % of the land of a district's open seasons, whose days are known and
/// now: what the advice must name, counted from the table of all land.
fn open_beside_the_sixteen(now: &SownNow, land: &DistrictLand, district: District, day: Date) -> usize {
    let of = |season: Season| f64::from(land.all_land(season).land);
    let sown_in_a_season = of(Season::Kharif) + of(Season::Rabi) + of(Season::Summer);
    let of_season = |season| if season == Season::Year { (of(season) - sown_in_a_season).max(0.0) } else { of(season) };
    let whole: f64 = now.seasons().iter().map(|season| of_season(*season)).sum();
    let mut parts: BTreeMap<OtherCrop, f64> = BTreeMap::new();
    for season in now.seasons().iter().copied() {
        // A season of less than 1 % of the year's land is within the errors of the statistics.
        let others = land.all_land(season).others.iter().filter(|_| of_season(season) >= 100.0);
        for (crop, part) in others {
            if crop.window(district.state(), season).is_some_and(|window| window.is_open(day)) {
                *parts.entry(*crop).or_default() += of_season(season) * f64::from(*part) / f64::from(TEN_THOUSAND);
            }
        }
    }
    parts.values().filter(|part| **part >= 0.05 * whole).count()
}

/// Demand and supply of India by the reference figures.
fn rows(year: CropYear) -> Vec<DemandRow> {
    let row = |crop| {
        let given = |region| figures::in_force(figures::reference(), region, crop, year).map(Given::from);
        let standing = standing(Region::India, crop, year, given, &Coverage::default())?;
        Some(DemandRow { crop, standing, sown: Kilograms(0) })
    };
    Crop::all().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_district_is_sent_to_what_hardly_grows_there_and_nothing_common_is_passed_over_in_silence() {
        let counts: Counts =
            WATERS.into_iter().map(|water| count(&LandTable::shipped(), date(2026, 7, 10), water)).sum();
        assert!(counts.of(Cards) > 4 * 700 && counts.of(Firsts) > 2_000, "{counts:?}");
        assert_eq!(counts.of(Untold), 0, "{counts:?}");
        assert!(counts.of(Rare) * 50 <= counts.of(Firsts), "{counts:?}");
    }
}
