//! The windows of a crop in a place.

use super::table;
use super::window::{COUNTED_DAYS, Opening, Window};
use crate::regional::{has_land, has_own_land};
use crate::{Crop, District, Region, Season, State};
use jiff::ToSpan;
use jiff::civil::Date;

/// A plan to sow stands for at most this many days.
const PLAN_DAYS: i32 = 30;

/// The windows of a crop in a place, in the order of the crop year. Empty if the place has no land in any season that
/// has a window.
#[derive(Clone, Debug)]
pub struct Calendar(Vec<&'static Window>);

/// The windows of a crop in a region: all of its own, and India's in a season in which it has none and has land.
/// India's where nothing else is known.
pub fn calendar(crop: Crop, region: Region) -> Calendar {
    let own = table::windows(crop, region);
    let mut windows: Vec<_> = own.iter().collect();
    if let Region::State(state) = region {
        let lacks = |window: &&Window| own.iter().all(|own| own.season != window.season);
        let india = table::windows(crop, Region::India);
        windows.extend(india.iter().filter(lacks).filter(|window| has_land(crop, state, window.season)));
        if windows.is_empty() {
            windows.extend(india);
        }
    }
    Calendar::of(windows)
}

/// The windows of a crop in a district: in each season those that name it, else its state's, else India's if the state
/// has land of the crop in the season.
pub fn calendar_of(crop: Crop, district: District) -> Calendar {
    let state = table::windows(crop, Region::State(district.state()));
    let india = table::windows(crop, Region::India);
    let mut windows = Vec::new();
    for season in Season::ALL {
        let of = |windows: &'static [Window]| windows.iter().filter(move |window| window.season == season);
        let before = windows.len();
        windows.extend(of(state).filter(|window| window.districts.contains(&district)));
        if windows.len() == before {
            windows.extend(of(state).filter(|window| window.districts.is_empty()));
        }
        if windows.len() == before && has_own_land(crop, district.state(), season) {
            windows.extend(of(india));
        }
    }
    Calendar::of(windows)
}

/// The windows of a crop in a district, or those of its state or of India where it has no land of the crop.
pub fn nearest_calendar(crop: Crop, district: District) -> Calendar {
    let own = calendar_of(crop, district);
    if own.windows().is_empty() { calendar(crop, Region::State(district.state())) } else { own }
}

impl Calendar {
    fn of(mut windows: Vec<&'static Window>) -> Self {
        // The crop year begins in May.
        windows.sort_by_key(|window| ((window.sowing.from.month() + 7) % 12, window.sowing.from));
        Self(windows)
    }

    /// The windows, in the order of the crop year.
    pub fn windows(&self) -> &[&'static Window] {
        &self.0
    }

    /// Whose windows these are: India's if all of them are.
    pub fn region(&self) -> Region {
        let own = self.0.iter().map(|window| window.region).find(|region| *region != Region::India);
        own.unwrap_or(Region::India)
    }

    /// The part of a crop's land of a season that is sown in a window, from 0 to 1. Cane that is planted in one window
    /// stands in the next, so its windows share the land by their days; other crops may use the land again, so each
    /// window has all of it.
    pub fn part_of_season(&self, window: &Window) -> f64 {
        let days = |window: &Window| f64::from(window.sowing.days());
        let of_year = self.0.iter().filter(|other| other.season == Season::Year).map(|other| days(other));
        if window.season == Season::Year { days(window) / of_year.sum::<f64>() } else { 1.0 }
    }

    /// For each window, the opening that has this day in it, else the next one.
    pub fn openings(&self, day: Date) -> impl Iterator<Item = Opening> {
        self.0.iter().map(move |window| window.opening(day))
    }

    /// The opening in which the crop can be sown on this day: of several, one in its usual days, then the most trusted,
    /// then the one that is open longest.
    pub fn open(&self, day: Date) -> Option<Opening> {
        let open = self.openings(day).filter_map(|opening| Some((opening.timing(day)?, opening)));
        let best = open.max_by_key(|(timing, opening)| (*timing, opening.window.confidence, opening.until));
        best.map(|(_, opening)| opening)
    }

    /// The next opening after this day.
    pub fn next(&self, day: Date) -> Option<Opening> {
        self.openings(day).filter(|opening| !opening.is_open(day)).min_by_key(|opening| opening.earliest)
    }

    /// The opening in which the crop can be sown on this day, else the next one.
    pub fn open_or_next(&self, day: Date) -> Option<Opening> {
        self.open(day).or_else(|| self.next(day))
    }

    /// The window that a sowing of this day counts in: the one that is open, else the one that closed last in the 14
    /// days before, else the nearest.
    pub fn window_of(&self, sown_on: Date) -> Option<&'static Window> {
        let mut days = (0..=i32::from(COUNTED_DAYS)).map(|late| sown_on.saturating_sub(late.days()));
        let open = days.find_map(|day| self.open(day)).map(|opening| opening.window);
        open.or_else(|| self.0.iter().copied().min_by_key(|window| window.extremes.days_away(sown_on)))
    }
}

/// The season that a sowing of this day belongs to: that of its window.
pub fn season_of(crop: Crop, region: Region, sown_on: Date) -> Season {
    let window = calendar(crop, region).window_of(sown_on);
    window.map_or_else(|| Season::of_month(crop, sown_on.month()), |window| window.season)
}

/// The last day on which a plan to sow stands, if it is made today: the latest of the window that is open, and at most
/// 30 days.
pub fn intention_ends(crop: Crop, state: Option<State>, today: Date) -> Date {
    let limit = today.saturating_add(PLAN_DAYS.days());
    let region = state.map_or(Region::India, Region::State);
    calendar(crop, region).open(today).map_or(limit, |opening| opening.latest.min(limit))
}
