//! How well the shares of a season are told for a district whose own figures are left out.
//!
//! The year's shares are known. What is left out is the district's own part of each crop that is sown in a season, and
//! its irrigated part: both are then told by its state, as for a district without figures.

use super::irrigation::Irrigation;
use super::seasons::{Phi, SEASONS, Seasons};
use super::sown;
use crate::suitability::Table;
use crate::suitability::table::Observation;
use grow_domain::land::{DistrictLand, Expected, Origin, Probabilities, SeasonLand, Shares};
use grow_domain::{Crop, District, PerCrop, Season, Soil, Water};

/// Land of a season is judged where it is at least this part of the district's land of a year.
const LEAST_LAND: f64 = 0.01;

/// Irrigated and rain-fed land is judged where the district's own figures tell the irrigated part of so much of it.
const LEAST_KNOWN: f64 = 0.5;

/// Lower bound of a predicted share, so that a crop that is grown after all has a finite divergence.
const LEAST_SHARE: f64 = 1e-6;

/// What is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Land {
    /// All land of the season: phi is left out.
    All,
    /// Land with this water: the irrigated part is left out.
    With(Water),
    /// The same, and phi is left out, too.
    WithoutSeasons(Water),
}

/// Mean divergences of a kind of land in a season, nats.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The land.
    pub land: Land,
    /// The season.
    pub season: Season,
    /// Number of districts.
    pub districts: usize,
    /// What is predicted without the thing that is judged: by the year's shares, or by the season's without water.
    pub without: f64,
    /// By the state's figures, as the formula says.
    pub by_state: f64,
    /// By the nearest districts of the state: what the table holds of a district without figures.
    pub by_near: f64,
    /// The figure to beat.
    pub bar: Option<f64>,
}

impl Row {
    /// Whether the table reaches the bar, to the digits that it is stated in.
    pub fn passed(&self) -> bool {
        self.bar.is_none_or(|bar| self.by_near <= bar + if self.land == Land::All { 0.000_5 } else { 0.005 })
    }
}

/// Judges the whole table.
pub fn judge() -> Vec<Row> {
    let bars = [
        (Land::All, [Some(0.023), Some(0.122), Some(0.328)]),
        (Land::With(Water::AllSeason), [Some(0.21), Some(0.17), Some(0.08)]),
        (Land::With(Water::RainOnly), [Some(0.14), Some(0.11), Some(0.50)]),
        (Land::WithoutSeasons(Water::AllSeason), [None; 3]),
        (Land::WithoutSeasons(Water::RainOnly), [None; 3]),
    ];
    let rows =
        bars.into_iter().flat_map(|(land, bars)| SEASONS.into_iter().zip(bars).map(move |(s, bar)| (land, s, bar)));
    rows.map(|(land, season, bar)| row(land, season, bar)).collect()
}

fn row(land: Land, season: Season, bar: Option<f64>) -> Row {
    let mut sums = [0.0; 3];
    let mut districts = 0;
    for observation in Table::observed().rows() {
        if let Some(divergences) = divergences(observation, land, season) {
            sums.iter_mut().zip(divergences).for_each(|(sum, divergence)| *sum += divergence);
            districts += 1;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "there are at most 734 districts")]
    let [without, by_state, by_near] = sums.map(|sum| sum / districts.max(1) as f64);
    Row { land, season, districts, without, by_state, by_near, bar }
}

/// Divergence of the true shares from those predicted without, by state, and by the nearest districts.
fn divergences(observation: &Observation, land: Land, season: Season) -> Option<[f64; 3]> {
    let district = observation.district;
    let water = match land {
        Land::All => None,
        Land::With(water) | Land::WithoutSeasons(water) => Some(water),
    };
    let truth = land_of(observation, |crop| (own_phi(district, crop), Irrigation::observed().part(district, crop)));
    let is_known = |crop: &Crop| Irrigation::observed().is_known(district, *crop);
    let known: f64 = Crop::all().filter(is_known).map(|crop| observation.shares.of(crop)).sum();
    if water.is_some() && known < LEAST_KNOWN {
        return None;
    }
    let parts = but_sugarcane(truth.parts(season, water)?);
    if parts.sum() < LEAST_LAND {
        return None;
    }
    let observed = Shares::from_weights(parts)?;
    let divergence = |parts: PerCrop<f64>| {
        let predicted = Shares::from_weights(but_sugarcane(parts)).unwrap_or_else(Shares::equal);
        divergence(&observed, &predicted)
    };
    let predict = |near_ones: bool| {
        land_of(observation, |crop| {
            let phi = match land {
                Land::With(_) => own_phi(district, crop),
                Land::All | Land::WithoutSeasons(_) => Seasons::observed().expected(district, crop, near_ones),
            };
            (phi, Irrigation::observed().expected(district, crop, near_ones))
        })
    };
    let without = match land {
        Land::All => truth.parts(Season::Year, None)?,
        Land::With(_) | Land::WithoutSeasons(_) => predict(false).parts(season, None)?,
    };
    let [by_state, by_near] = [predict(false).parts(season, water)?, predict(true).parts(season, water)?];
    Some([without, by_state, by_near].map(divergence))
}

/// A crop's parts by the district's own figures alone; the state's where it grows nothing of it.
fn own_phi(district: District, crop: Crop) -> Phi {
    let areas = Seasons::observed().areas(district, crop);
    let whole: f64 = areas.iter().sum();
    if whole > 0.0 {
        Phi { parts: areas.map(|area| area / whole), origin: Origin::Own }
    } else {
        Seasons::observed().phi(district, crop)
    }
}

/// The land of a district with its observed shares of the year, and these figures of each crop.
fn land_of(observation: &Observation, figures: impl Fn(Crop) -> (Phi, super::irrigation::Irrigated)) -> DistrictLand {
    let shares = Probabilities::rounded(&observation.shares);
    let sown = PerCrop::from_fn(|crop| {
        let (phi, irrigated) = figures(crop);
        sown(crop, phi, irrigated, 0.0)
    });
    DistrictLand {
        observed: None,
        expected: Some(Expected {
            shares,
            weighted: shares,
            by_envelope: PerCrop::all(0),
            sources: Vec::new(),
            others: 0,
        }),
        limits: PerCrop::all(None),
        sown,
        soil: Soil::Medium,
        all_land: [const { SeasonLand::UNKNOWN }; 4],
    }
}

fn but_sugarcane(mut parts: PerCrop<f64>) -> PerCrop<f64> {
    parts[Crop::Sugarcane] = 0.0;
    parts
}

/// Kullback-Leibler divergence, nats.
fn divergence(observed: &Shares, predicted: &Shares) -> f64 {
    let each = observed.as_array().iter().zip(predicted.as_array()).filter(|(observed, _)| **observed > 0.0);
    each.map(|(observed, predicted)| observed * libm::log(observed / predicted.max(LEAST_SHARE))).sum()
}
