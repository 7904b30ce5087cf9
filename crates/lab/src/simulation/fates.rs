//! What chance brings: weather, demand, and how far the figures and the following land are misjudged.

use grow_domain::PerCrop;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Standard deviation of a state's yield of a crop in a season, of its logarithm, where its years are not known.
pub(crate) const WEATHER: f64 = 0.1;

/// Part of the variance of the weather that all states share: yields of India then scatter by 5 to 7 %.
const COMMON: f64 = 0.25;

/// Standard deviation of the change of a crop's demand from year to year, of its logarithm: a random walk.
pub(crate) const DRIFT: f64 = 0.04;

/// Standard deviation between crops of a steady trend of demand, of its logarithm, where a scenario has steady trends.
pub(crate) const STEADY: f64 = 0.02;

/// Standard deviation of demand about its trend, of its logarithm.
pub(crate) const SHAKE: f64 = 0.05;

/// Standard deviation of the error with which the following land is known, of its logarithm.
pub(crate) const MISJUDGED: f64 = 0.2;

pub(crate) struct Fate {
    /// Demand as a part of the first year's, by its trend alone, which the figures know.
    pub(crate) trend: PerCrop<f64>,
    /// Demand as a part of the first year's.
    pub(crate) demand: PerCrop<f64>,
    /// Yield as a part of the usual one, by season and state.
    pub(crate) weather: Vec<PerCrop<f64>>,
    /// Assumed following land as a part of the true one.
    pub(crate) misjudged: f64,
}

impl Fate {
    /// Takes the trend from the demand of these crops.
    pub(crate) fn stay(&mut self, crops: &PerCrop<bool>) {
        for (crop, _) in crops.iter().filter(|(_, stays)| **stays) {
            self.demand[crop] /= self.trend[crop];
            self.trend[crop] = 1.0;
        }
    }
}

/// The fates of all years. `scatter` has the standard deviations of yields, by season and state.
pub(crate) fn fates(seed: u64, years: usize, scatter: &[PerCrop<f64>], has_steady_trends: bool) -> Vec<Fate> {
    let mut chance = Chance(Pcg64Mcg::seed_from_u64(seed));
    let steady = chance.normals().map(|z| STEADY * z);
    let mut trend = PerCrop::all(0.0);
    let (own, common) = (libm::sqrt(1.0 - COMMON), libm::sqrt(COMMON));
    (0..years)
        .map(|_| {
            let moves = chance.normals().map(|z| DRIFT * z);
            trend += if has_steady_trends { &steady } else { &moves };
            let trend = trend.map(libm::exp);
            let demand = PerCrop::from_fn(|crop| trend[crop] * libm::exp(SHAKE * chance.normal()));
            let of_india = chance.normals();
            let weather = scatter.iter().map(|scatter| {
                PerCrop::from_fn(|crop| libm::exp(scatter[crop] * (own * chance.normal() + common * of_india[crop])))
            });
            let weather = weather.collect();
            Fate { trend, demand, weather, misjudged: libm::exp(MISJUDGED * chance.normal()) }
        })
        .collect()
}

/// What a figure of each crop is as a part of the true one, for good: `percent` is the standard deviation.
pub(crate) fn lasting_error(seed: u64, percent: f64) -> PerCrop<f64> {
    // A stream of its own, so that the fates do not depend on the error.
    let mut chance = Chance(Pcg64Mcg::seed_from_u64(!seed));
    chance.normals().map(|z| libm::exp(percent / 100.0 * z))
}

struct Chance(Pcg64Mcg);

impl Chance {
    /// A standard normal number (Box and Muller, 1958).
    fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(self.uniform()));
        radius * libm::cos(std::f64::consts::TAU * self.uniform())
    }

    fn normals(&mut self) -> PerCrop<f64> {
        PerCrop::from_fn(|_| self.normal())
    }

    /// A number in (0, 1).
    fn uniform(&mut self) -> f64 {
        (f64::from(self.0.next_u32()) + 0.5) / 4_294_967_296.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weather_and_shakes_have_their_spread() {
        let fates = fates(1, 400, &[PerCrop::all(WEATHER); 3], false);
        let spread = |figures: Vec<f64>| {
            let count = f64::from(u32::try_from(figures.len()).unwrap());
            let logs: Vec<_> = figures.into_iter().map(libm::log).collect();
            let mean = logs.iter().sum::<f64>() / count;
            (logs.iter().map(|log| (log - mean) * (log - mean)).sum::<f64>() / count).sqrt()
        };
        let weather = fates.iter().flat_map(|fate| fate.weather.iter().flat_map(PerCrop::values)).copied().collect();
        assert!((spread(weather) / WEATHER - 1.0).abs() < 0.05);
        assert!((spread(fates.iter().map(|fate| fate.misjudged).collect()) / MISJUDGED - 1.0).abs() < 0.15);
    }

    #[test]
    fn a_seed_gives_the_same_fates() {
        let demand = |seed| fates(seed, 2, &[PerCrop::all(WEATHER)], false).pop().unwrap().demand.map(f64::to_bits);
        assert_eq!(demand(5), demand(5));
        assert_ne!(demand(5), demand(6));
    }
}
