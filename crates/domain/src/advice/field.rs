//! What can be sown on a field on a day, how much of such land grows it, and what holds it back.

use super::{HarvestBins, PERISHABLES};
use crate::calendar::{Harvest, Opening, TenDays, Timing, Window, calendar_of, days_between, nearest_calendar};
use crate::land::{DistrictLand, Probabilities, SeasonLand, TEN_THOUSAND};
use crate::neighbours::LEAST_SEASON;
use crate::regional::crushes_cane;
use crate::rotation::{self, Effect, EffectKind, LastCrop};
use crate::soil_fit::{self, SoilFit};
use crate::water::{Growth, WaterNeed};
use crate::{Crop, District, PerCrop, Season, Soil, Water};
use jiff::ToSpan;
use jiff::civil::Date;

/// A field, by what its farmer has said and what is known of its district.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// District of the land.
    pub district: District,
    /// What is known of the district's land.
    pub land: &'a DistrictLand,
    /// The year's share of each crop on land like this, soil test included.
    pub year: &'a Probabilities,
    /// The field's water. `None`: not told.
    pub water: Option<Water>,
    /// The field's kind of soil. `None`: not told, so the district's usual one.
    pub soil: Option<Soil>,
    /// What stood on it last. `None`: not told.
    pub last_crop: Option<LastCrop>,
}

/// A crop with a window that is open on a day, on a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sowable {
    /// The crop.
    pub crop: Crop,
    /// Of the windows in which it is sown now and nothing holds it back, else of all that are open, the one of most
    /// land.
    pub opening: Opening,
    /// When in the window the day is.
    pub timing: Timing,
    /// Of the field crops' land of the window's season with the field's water, the part that grows it: from 0 to 1.
    pub share: f64,
    /// The same of all its season's land, whatever the water.
    pub share_of_all: f64,
    /// The part of the land of a year that is sown with it in the windows that are open; half off their usual days.
    pub weight: f64,
    /// When it is harvested if it is sown on the day.
    pub harvest: Harvest,
    /// What it needs of water. `None` where no figure is known.
    pub need: Option<WaterNeed>,
    /// How it stands on the field's soil. `None`: neither well nor badly, or the soil is not told.
    pub soil_fit: Option<SoilFit>,
    /// What the field's last crop means for it. `None`: nothing, or it is not told.
    pub after: Option<Effect>,
    /// Why it is not advised. `None`: nothing holds it back.
    pub held_back: Option<HeldBack>,
}

/// The next sowing of a crop on a field: on a day, or else on the first usual day of the window that opens next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NextSowing {
    /// The crop.
    pub crop: Crop,
    /// The window in which it is sown.
    pub opening: Opening,
    /// When in the window the day is. `None`: the window is not open.
    pub timing: Option<Timing>,
    /// As [`Sowable::share`].
    pub share: f64,
    /// When it is harvested.
    pub harvest: Harvest,
    /// What it needs of water. `None` where no figure is known.
    pub need: Option<WaterNeed>,
}

impl From<&Sowable> for NextSowing {
    fn from(sowable: &Sowable) -> Self {
        let Sowable { crop, opening, timing, share, harvest, need, .. } = *sowable;
        Self { crop, opening, timing: Some(timing), share, harvest, need }
    }
}

/// Why a crop that can be sown is not advised on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldBack {
    /// Hardly anyone grows it in this season with this water.
    Rare,
    /// It fails on the field's soil, and few of the district grow it.
    Soil,
    /// No sugar mill of the state crushes.
    NoMill,
    /// Most of it is sown, and nothing but late crops could be sown, while another opens soon.
    Late,
    /// It misses more water than the field has.
    Water,
}

/// Crops that stand in the fields of a district, because they were sown before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldCrops {
    /// The crop.
    pub crop: Crop,
    /// The window in which it was sown.
    pub window: &'static Window,
    /// When its harvest ends.
    pub until: Date,
    /// What is sown after it: a crop of the rice fallow after paddy, else the first other crop whose window is open
    /// when the harvest begins or opens later, with the first day on which it can be sown. `None` if nothing is known.
    pub next: Option<(Crop, Date)>,
}

/// A crop stands in the fields of a district, as screens say it, with at least this part of its season's land.
const STANDS: f64 = 0.25;

/// And with at least this part of the year's.
const STANDS_OF_YEAR: f64 = 0.05;

/// The window of what is sown into or right after standing paddy.
const RICE_FALLOW: &str = "rice fallow";

/// How far two ways to reckon the land of a season may differ by the errors of their figures.
const FAR: f64 = 1.25;

/// A crop of less than this part of all of a season's land is grown by hardly anyone, whatever the field's water.
const LEAST_OF_ALL: f64 = 0.005;

/// So many days before a crop opens, a late one is not sown in its place.
const WAITED_DAYS: i64 = 30;

/// With this part of a season's land, what fails on a soil by the books is grown on it by the district's farmers: it
/// carries a caution.
const COMMON: f64 = 0.05;

/// Land of a season with the field's water, in parts of what the sixteen crops take in a year.
#[derive(Clone, Copy)]
struct OfSeason {
    parts: PerCrop<f64>,
    /// What all field crops take, those outside the sixteen too.
    all: f64,
    /// The share of each crop of the season's land with any water.
    of_all: PerCrop<f64>,
}

impl OfSeason {
    const NONE: Self = Self { parts: PerCrop::all(0.0), all: 0.0, of_all: PerCrop::all(0.0) };

    fn part(&self, crop: Crop) -> f64 {
        self.parts[crop]
    }

    fn share(&self, crop: Crop) -> f64 {
        if self.all > 0.0 { self.part(crop) / self.all } else { 0.0 }
    }
}

impl Field<'_> {
    /// The crops with an open window and some land in its season, in the order of [`Crop::all`]. A crop needs this
    /// share of the season's land to be advised.
    pub fn sowable(&self, day: Date, least_share: f64) -> Vec<Sowable> {
        self.sowable_in(&self.seasons(), day, least_share)
    }

    /// Both at once: [`Self::sowable`] and [`Self::opening_later`].
    pub(super) fn sowable_and_later(&self, day: Date, least_share: f64) -> (Vec<Sowable>, Vec<(Crop, Opening)>) {
        let seasons = self.seasons();
        (self.sowable_in(&seasons, day, least_share), self.opening_later_in(&seasons, day, least_share))
    }

    fn sowable_in(&self, seasons: &[OfSeason; 4], day: Date, least_share: f64) -> Vec<Sowable> {
        let mut sowable: Vec<_> =
            Crop::all().filter_map(|crop| self.sowable_crop(crop, day, least_share, seasons)).collect();
        let mut free: Vec<_> = sowable.iter_mut().filter(|sowable| sowable.held_back.is_none()).collect();
        // The days of a crop that opens soon are waited for, rather than to sow another late.
        let opens_soon = || {
            let next = self.opening_later_in(seasons, day, least_share).into_iter().next();
            next.is_some_and(|(_, opening)| days_between(day, opening.earliest) <= WAITED_DAYS)
        };
        if !free.is_empty() && free.iter().all(|free| free.timing == Timing::Late) && opens_soon() {
            for late in &mut free {
                late.held_back = Some(HeldBack::Late);
            }
        }
        sowable
    }

    fn sowable_crop(&self, crop: Crop, day: Date, least_share: f64, seasons: &[OfSeason; 4]) -> Option<Sowable> {
        let mut best: Option<Sowable> = None;
        let (soil_fit, has_mill) = (self.soil_fit(crop), self.has_mill(crop));
        let mut weights = [0.0_f64; Season::ALL.len()];
        let calendar = calendar_of(crop, self.district);
        for window in calendar.windows() {
            // Without land, no day has to be computed.
            let Some(season) = seasons.get(window.season as usize).filter(|season| season.part(crop) > 0.0) else {
                continue;
            };
            let opening = window.opening(day);
            let Some(timing) = opening.timing(day) else { continue };
            let weight = season.part(crop) * timing.weight() * calendar.part_of_season(opening.window);
            if let Some(of_season) = weights.get_mut(opening.window.season as usize) {
                *of_season = of_season.max(weight);
            }
            let (share, of_all, need) = (season.share(crop), season.of_all[crop], self.need(&opening, day));
            let holds_back = [
                (share < least_share || of_all < LEAST_OF_ALL, HeldBack::Rare),
                (self.soil_forbids(crop, of_all), HeldBack::Soil),
                (!has_mill, HeldBack::NoMill),
                (need.is_some_and(|need| !need.is_met_with(self.water)), HeldBack::Water),
            ];
            let sown = Sowable {
                crop,
                opening,
                timing,
                share,
                share_of_all: of_all,
                weight,
                harvest: opening.window.harvest(day, None),
                need,
                soil_fit,
                after: self.after(crop),
                held_back: holds_back.into_iter().find_map(|(holds, by)| holds.then_some(by)),
            };
            let rank = |of: &Sowable| (of.held_back.is_none(), of.weight, of.timing, of.opening.until);
            if best.as_ref().is_none_or(|known| rank(&sown) > rank(known)) {
                best = Some(sown);
            }
        }
        best.map(|best| Sowable { weight: weights.iter().sum(), ..best })
    }

    /// The next sowing of a crop, whether it suits the field or not: by the windows of [`nearest_calendar`].
    pub(super) fn next_sowing(&self, crop: Crop, day: Date) -> NextSowing {
        #[expect(clippy::expect_used, reason = "each crop has a window in India; a test holds it")]
        let opening = nearest_calendar(crop, self.district).open_or_next(day).expect("a window");
        let timing = opening.timing(day);
        let sown_on = if timing.is_some() { day } else { opening.from };
        let seasons = self.seasons();
        NextSowing {
            crop,
            opening,
            timing,
            share: seasons.get(opening.window.season as usize).map_or(0.0, |season| season.share(crop)),
            harvest: opening.window.harvest(sown_on, None),
            need: self.need(&opening, sown_on),
        }
    }

    /// Crops that suit the field and open after this day, the soonest first. A crop that can be sown now is left out.
    pub fn opening_later(&self, day: Date, least_share: f64) -> Vec<(Crop, Opening)> {
        self.opening_later_in(&self.seasons(), day, least_share)
    }

    fn opening_later_in(&self, seasons: &[OfSeason; 4], day: Date, least_share: f64) -> Vec<(Crop, Opening)> {
        let next = |crop: Crop| {
            let calendar = calendar_of(crop, self.district);
            let of = |window: &Window| {
                let season = seasons.get(window.season as usize);
                season.map_or((0.0, 0.0), |season| (season.share(crop), season.of_all[crop]))
            };
            let has_land = |(share, of_all): (f64, f64)| share > 0.0 && share >= least_share && of_all >= LEAST_OF_ALL;
            let with_land = calendar.windows().iter().filter(|window| has_land(of(window)));
            let mut openings: Vec<_> = with_land.map(|window| window.opening(day)).collect();
            if openings.iter().any(|opening| opening.is_open(day)) {
                return None;
            }
            openings.sort_by_key(|opening| opening.earliest);
            let suits = |opening: &Opening| {
                let has_water = self.need(opening, opening.from).is_none_or(|need| need.is_met_with(self.water));
                has_water && self.has_mill(crop) && !self.soil_forbids(crop, of(opening.window).1)
            };
            openings.into_iter().find(suits).map(|opening| (crop, opening))
        };
        let mut later: Vec<_> = Crop::all().filter_map(next).collect();
        later.sort_by_key(|(_, opening)| opening.earliest);
        later
    }

    /// What stands in most fields of the district on this day, before what opens later. `None` if nothing takes a
    /// quarter of a season's land.
    pub fn standing(&self, day: Date, later: &[(Crop, Opening)]) -> Option<FieldCrops> {
        let seasons = self.seasons();
        let mut most: Option<(f64, FieldCrops, Date)> = None;
        for crop in Crop::all().filter(|crop| *crop != Crop::Sugarcane) {
            for window in calendar_of(crop, self.district).windows() {
                let Some(season) = seasons.get(window.season as usize) else { continue };
                let (share, part) = (season.share(crop), season.part(crop));
                if share < STANDS || part < STANDS_OF_YEAR || window.opening(day).is_open(day) {
                    continue;
                }
                let harvest = window.harvest(window.before(day).until, None);
                let until = harvest.until;
                let is_more = most.as_ref().is_none_or(|(most, known, _)| (part, until) > (*most, known.until));
                if until > day && is_more {
                    most = Some((part, FieldCrops { crop, window, until, next: None }, harvest.from));
                }
            }
        }
        let (_, standing, from) = most?;
        Some(FieldCrops { next: after(standing.crop, from, later), ..standing })
    }

    /// How a crop stands on the field's soil.
    pub(super) fn soil_fit(&self, crop: Crop) -> Option<SoilFit> {
        self.soil.and_then(|soil| soil_fit::fit(crop, soil))
    }

    /// Whether a crop fails on the field's soil, and takes little of all the season's land.
    fn soil_forbids(&self, crop: Crop, of_all: f64) -> bool {
        self.soil_fit(crop) == Some(SoilFit::Avoid) && of_all < COMMON
    }

    /// Whether a mill of the state crushes what is harvested, where it takes one.
    fn has_mill(&self, crop: Crop) -> bool {
        crop != Crop::Sugarcane || crushes_cane(self.district.state())
    }

    /// What the field's last crop means for a crop.
    pub(super) fn after(&self, crop: Crop) -> Option<Effect> {
        self.last_crop.and_then(|last| rotation::effect(last, crop, self.district.state()))
    }

    fn need(&self, opening: &Opening, sown_on: Date) -> Option<WaterNeed> {
        let Window { crop, season, .. } = *opening.window;
        let growth = Growth {
            crop,
            season,
            district: self.district,
            climate: self.district.climate(),
            irrigated: self.land.irrigated(crop, season),
            sown_on,
            harvested_on: opening.window.harvest(sown_on, None).middle(),
            soil: self.soil.unwrap_or(self.land.soil),
        };
        WaterNeed::of(&growth, self.water)
    }

    /// The seasons. One with less than 1 % of the year's land with the field's water is none; but a field with water
    /// all season grows what others grow where nobody waters.
    fn seasons(&self) -> [OfSeason; 4] {
        let parts = |season, water| self.land.parts_of(self.year, season, water);
        let year = parts(Season::Year, None).sum();
        let watered = self.water.map_or(year, |_| parts(Season::Year, self.water).sum());
        let of_sixteen = f64::from(self.land.all_land(Season::Year).sixteen);
        Season::ALL.map(|season| {
            let SeasonLand { land, sixteen, .. } = self.land.all_land(season);
            let any = parts(season, None);
            let whole = any.sum();
            if whole < LEAST_SEASON * year || *sixteen == 0 {
                return OfSeason::NONE;
            }
            // By the part of the sixteen in the season. Where that is far less than the season's part of the year, a
            // crop is reckoned to another season here than in the statistics, and its land is still in this one.
            let by_season = whole * f64::from(TEN_THOUSAND) / f64::from(*sixteen);
            let by_year = if of_sixteen > 0.0 { year * f64::from(*land) / of_sixteen } else { 0.0 };
            let all = if by_year > FAR * by_season { by_year } else { by_season };
            let of_all = any.map(|part| part / all);
            let own = self.water.map_or(any, |_| parts(season, self.water));
            let has_own = own.sum() >= LEAST_SEASON * watered && own.sum() > 0.0;
            match self.water {
                _ if has_own => OfSeason { parts: own, all: all * own.sum() / whole, of_all },
                Some(Water::AllSeason) => OfSeason { parts: any, all, of_all },
                _ => OfSeason::NONE,
            }
        })
    }
}

/// What is sown after a crop whose harvest begins on this day.
fn after(standing: Crop, harvest_from: Date, later: &[(Crop, Opening)]) -> Option<(Crop, Date)> {
    let others = later.iter().filter(|(crop, opening)| *crop != standing && opening.latest >= harvest_from);
    let next = others.map(|(crop, opening)| {
        let is_of_fallow = standing == Crop::Paddy && opening.window.name == RICE_FALLOW;
        let from = if is_of_fallow { opening.earliest } else { opening.earliest.max(harvest_from) };
        (!is_of_fallow, from, *crop)
    });
    next.min_by_key(|(is_other, from, _)| (*is_other, *from)).map(|(_, from, crop)| (crop, from))
}

/// The share of each crop among those that may be advised on a day: 0 where something holds it back.
pub(super) fn shares_of_day(sowable: &[Sowable]) -> PerCrop<f64> {
    let mut shares = PerCrop::all(0.0);
    for sowable in sowable.iter().filter(|sowable| sowable.held_back.is_none()) {
        shares[sowable.crop] = sowable.weight;
    }
    let whole = shares.sum();
    if whole > 0.0 { shares.map(|share| share / whole) } else { shares }
}

/// Whether each crop stands behind the others: it is past the days in which most of it is sown, or fails on the soil.
pub(super) fn behind(sowable: &[Sowable]) -> PerCrop<bool> {
    let stands = |of: &Sowable| of.timing == Timing::Late || of.soil_fit == Some(SoilFit::Avoid);
    let mut behind = PerCrop::all(false);
    for sowable in sowable {
        behind[sowable.crop] = stands(sowable);
    }
    behind
}

/// What the field's last crop means for each crop. `None`: nothing.
pub(super) fn after_last(sowable: &[Sowable]) -> PerCrop<Option<EffectKind>> {
    let mut after = PerCrop::all(None);
    for sowable in sowable {
        after[sowable.crop] = sowable.after.map(|after| after.kind);
    }
    after
}

/// When potato and onion arrive that are sown on the day. `None` if neither is.
pub(super) fn harvest_bins(sowable: &[Sowable]) -> Option<HarvestBins> {
    let harvest = |crop| sowable.iter().find(|sowable| sowable.crop == crop).map(|sowable| sowable.harvest);
    let harvests = PERISHABLES.map(harvest);
    harvests
        .iter()
        .any(Option::is_some)
        .then(|| harvests.map(|harvest| harvest.map_or([0.0; TenDays::IN_A_YEAR], bins_of)))
}

/// The parts of a harvest in the ten-day bins of the year, from January: even over its days.
fn bins_of(harvest: Harvest) -> super::ByBin {
    let mut bins = [0.0; TenDays::IN_A_YEAR];
    let days = days_between(harvest.from, harvest.until) + 1;
    for day in 0..days {
        let bin = TenDays::of(harvest.from.saturating_add(day.days()));
        if let Some(part) = bins.get_mut(bin.index()) {
            *part += 1.0;
        }
    }
    let whole: f64 = bins.iter().sum();
    bins.map(|part| part / whole.max(1.0))
}

#[cfg(test)]
mod tests;
