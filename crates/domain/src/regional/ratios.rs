//! What this season is of a usual one, as it was last restated.

use crate::observation::Estimate;
use crate::{Crop, Region, Season, State};
use jiff::civil::Date;
use std::collections::BTreeMap;

/// A part, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millionths(pub i64);

impl Millionths {
    /// The whole: a usual season.
    pub const WHOLE: Self = Self(1_000_000);

    /// The part in percent, for display.
    #[expect(clippy::cast_precision_loss, reason = "a percentage for display")]
    pub fn percent(self) -> f64 {
        self.0 as f64 / 10_000.0
    }

    /// The part of a whole number, rounded towards zero.
    pub(crate) fn of(self, whole: i128) -> i128 {
        whole * i128::from(self.0) / i128::from(Self::WHOLE.0)
    }
}

/// A season of a crop beside a usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// What the outside supply of the season is multiplied by: as observed, drawn to the whole early in the season.
    pub applied: Millionths,
    /// As observed.
    pub observed: Millionths,
    /// The estimate that tells it. `None`: the area sown so far does.
    pub estimate: Option<Estimate>,
    /// Day that the observation describes.
    pub as_of: Date,
}

impl Ratio {
    /// Whether the supply is moved by more than twice the error of the figure, percent.
    pub fn is_flagged(&self, error_percent: u8) -> bool {
        (self.applied.0 - Millionths::WHOLE.0).abs() > i64::from(error_percent) * 2 * 10_000
    }
}

/// The ratio of a season of a crop in a region.
pub type RatioRow = ((Region, Crop, Season), Ratio);

/// Ratios of a crop year. A state without a ratio of its own takes India's, and India's outside supply is the sum of
/// the states'.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ratios {
    rows: BTreeMap<(Region, Crop, Season), Ratio>,
    /// Applied ratios by season, in the order of [`Season::ALL`]: of India, by crop, and of states with their own.
    india: BTreeMap<Crop, [Millionths; 4]>,
    states: BTreeMap<(Crop, State), [Millionths; 4]>,
}

impl Ratios {
    /// Ratios from the rows of a restatement, or of a reckoning.
    pub fn from_rows(rows: impl IntoIterator<Item = RatioRow>) -> Self {
        let rows: BTreeMap<_, _> = rows.into_iter().collect();
        let applied = |region, crop| {
            let own = |season| rows.get(&(region, crop, season));
            let of_india = |season| rows.get(&(Region::India, crop, season));
            Season::ALL
                .map(|season| own(season).or_else(|| of_india(season)).map_or(Millionths::WHOLE, |it| it.applied))
        };
        let (mut india, mut states) = (BTreeMap::new(), BTreeMap::new());
        for (region, crop, _) in rows.keys() {
            match region {
                Region::India => drop(india.insert(*crop, applied(*region, *crop))),
                Region::State(state) => drop(states.insert((*crop, *state), applied(*region, *crop))),
            }
        }
        Self { rows, india, states }
    }

    /// The ratios as given, region by region.
    pub fn rows(&self) -> impl Iterator<Item = RatioRow> + '_ {
        self.rows.iter().map(|(key, ratio)| (*key, *ratio))
    }

    /// What moves the supply of a region: its own ratios, and India's of a season in which it has none.
    pub fn of(&self, region: Region) -> impl Iterator<Item = RatioRow> + '_ {
        let is_own = move |crop, season| self.rows.contains_key(&(region, crop, season));
        self.rows()
            .filter(move |((of, crop, season), _)| *of == region || (*of == Region::India && !is_own(*crop, *season)))
    }

    /// Whether every season is taken as a usual one.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Ratios of a crop in a state by season. `None`: all are usual.
    pub(super) fn by_season(&self, crop: Crop, state: State) -> Option<&[Millionths; 4]> {
        self.states.get(&(crop, state)).or_else(|| self.india.get(&crop))
    }
}
