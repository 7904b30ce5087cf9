//! Land under the sixteen crops in a usual year.

use crate::figures::{self, DemandFigure};
use crate::season::Season;
use crate::table;
use crate::{Crop, CropYear, Kilograms, Region, SquareMetres, State};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Land by crop, state and season of sowing in a usual year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsualLand(BTreeMap<(Crop, State, Season), SquareMetres>);

/// Land of a crop by season of sowing, in the order of [`Season::ALL`], m².
pub(crate) type BySeason = [i64; 4];

impl UsualLand {
    /// Land of the reference table, mean of 2010 to 2019.
    pub fn reference() -> &'static Self {
        &REFERENCE
    }

    /// Land of a crop year: the reference table, with the operator's land in its place for a crop that it is given for.
    /// Land given for India is divided over states and seasons as in the reference table, as is a state's over seasons.
    pub fn given(figures: &[DemandFigure], crop_year: CropYear) -> Self {
        let given = |region, crop| figures::in_force(figures, region, crop, crop_year)?.usual_land;
        let mut totals = BTreeMap::<(Region, Crop), i64>::new();
        for ((crop, state, _), area) in &REFERENCE.0 {
            for region in [Region::India, Region::State(*state)] {
                *totals.entry((region, *crop)).or_default() += area.0;
            }
        }
        let scaled = |region: Region, crop: Crop, area: SquareMetres| {
            let total = totals.get(&(region, crop)).copied().filter(|total| *total > 0)?;
            let given = given(region, crop)?;
            let scaled = i128::from(area.0) * i128::from(given.0) / i128::from(total);
            i64::try_from(scaled).ok().map(SquareMetres)
        };
        let land = REFERENCE.0.iter().map(|(key, area)| {
            let (crop, state, _) = *key;
            let own = scaled(Region::State(state), crop, *area).or_else(|| scaled(Region::India, crop, *area));
            (*key, own.unwrap_or(*area))
        });
        Self(land.collect())
    }

    /// Land of a region that is sown in a season.
    pub fn of(&self, region: Region, season: Season) -> SquareMetres {
        let is_in = |state| region == Region::India || region == Region::State(state);
        let areas = self.0.iter().filter(|((_, state, of), _)| *of == season && is_in(*state));
        SquareMetres(areas.map(|(_, area)| area.0).sum())
    }

    /// Land of a region under a crop.
    pub fn of_crop(&self, region: Region, crop: Crop) -> SquareMetres {
        let is_in = |state| region == Region::India || region == Region::State(state);
        let areas = self.0.iter().filter(|((of, state, _), _)| *of == crop && is_in(*state));
        SquareMetres(areas.map(|(_, area)| area.0).sum())
    }
}

/// Land of a crop by season in a state, or in India where the state has none of it. All zero if nobody has.
pub(crate) fn by_season(crop: Crop, state: State) -> BySeason {
    let of = |region| SEASONS.get(&(crop, region)).copied();
    of(Region::State(state)).or_else(|| of(Region::India)).unwrap_or_default()
}

/// Whether a state has land of a crop in a season. Of a crop that it has none of, India's land decides.
pub(crate) fn has_land(crop: Crop, state: State, season: Season) -> bool {
    by_season(crop, state).get(season as usize).is_some_and(|area| *area > 0)
}

/// Whether a state has land of a crop in a season by its own statistics.
pub(crate) fn has_own_land(crop: Crop, state: State, season: Season) -> bool {
    is_sown_in(crop, Region::State(state), season)
}

/// Whether the statistics of a region have land of a crop in a season.
pub(crate) fn is_sown_in(crop: Crop, region: Region, season: Season) -> bool {
    let land = SEASONS.get(&(crop, region)).and_then(|by_season| by_season.get(season as usize));
    land.is_some_and(|area| *area > 0)
}

/// The yield that the usual supply of a crop is measured with, as a part of the yield that a sowing counts with: usual
/// supply by usual land. Statistics of land that are far off (those of onion and horse gram are) do not lead further
/// than two and a half times.
#[expect(clippy::cast_precision_loss, reason = "weights of a crop stay far below 2^53 kg")]
pub(crate) fn usual_part(region: Region, crop: Crop, usual: Kilograms) -> f64 {
    let land = REFERENCE.of_crop(region, crop);
    let part = usual.0 as f64 / crop.expected_yield(land).0 as f64;
    if part.is_finite() { part.clamp(0.4, 2.5) } else { 1.0 }
}

/// Land of a region and season in the reference table, m².
pub(super) fn reference(region: Region, season: Season) -> i64 {
    TOTALS.get(&region).and_then(|by_season| by_season.get(season as usize)).copied().unwrap_or_default()
}

#[expect(clippy::expect_used, reason = "the table is part of the program; a test reads all of it")]
static REFERENCE: LazyLock<UsualLand> = LazyLock::new(|| {
    land(include_bytes!("../../../../data/usual_land.csv")).expect("data/usual_land.csv is well-formed")
});

static SEASONS: LazyLock<BTreeMap<(Crop, Region), BySeason>> = LazyLock::new(|| {
    let mut seasons = BTreeMap::<_, BySeason>::new();
    for ((crop, state, season), area) in &REFERENCE.0 {
        for region in [Region::India, Region::State(*state)] {
            let by_season = seasons.entry((*crop, region)).or_default();
            if let Some(sum) = by_season.get_mut(*season as usize) {
                *sum += area.0;
            }
        }
    }
    seasons
});

static TOTALS: LazyLock<BTreeMap<Region, BySeason>> = LazyLock::new(|| {
    let mut totals = BTreeMap::<_, BySeason>::new();
    for ((_, region), by_season) in &*SEASONS {
        for (total, area) in totals.entry(*region).or_default().iter_mut().zip(by_season) {
            *total += area;
        }
    }
    totals
});

/// Parses rows of crop, state, season and hectares.
pub(super) fn land(text: &[u8]) -> Option<UsualLand> {
    let mut land = BTreeMap::new();
    for record in table::reader(text).records() {
        let record = record.ok()?;
        let key = (record.get(0)?.parse().ok()?, record.get(1)?.parse().ok()?, record.get(2)?.parse().ok()?);
        let hectares = table::count(record.get(3)?).filter(|hectares| *hectares > 0)?;
        if land.insert(key, SquareMetres(hectares.checked_mul(10_000)?)).is_some() {
            return None;
        }
    }
    Some(UsualLand(land))
}
