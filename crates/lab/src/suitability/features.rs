//! Features of a climate: agronomic figures computed from monthly normals and elevation.
//!
//! Logarithms and trigonometric functions come from `libm`, so that a model is bit-identical on every machine.

use grow_domain::{Climate, District};
use std::f64::consts::PI;
use std::sync::LazyLock;

/// Number of features of climate and terrain. The location is separate: [`Place`].
pub const COUNT: usize = 57;

/// Mean and standard deviation of each feature over the districts of India.
#[derive(Clone, Debug, PartialEq)]
pub struct Standard {
    /// Mean of each feature.
    pub mean: [f64; COUNT],
    /// Standard deviation of each feature.
    pub spread: [f64; COUNT],
}

/// Standardised features: each minus its mean, divided by its standard deviation.
pub type Standardised = [f64; COUNT];

/// Location in km north and east of latitude 0, longitude 0, on an equirectangular projection with the standard
/// parallel 22 degrees north.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// North of the equator, km.
    pub north_km: f64,
    /// East of Greenwich, km.
    pub east_km: f64,
}

/// Length of a degree of latitude, km.
const KM_PER_DEGREE: f64 = 111.0;
/// The cosine of 22 degrees.
const LONGITUDE_AT_22_NORTH: f64 = 0.927_183_854_566_787_4;

const DAYS: [f64; 12] = [31.0, 28.25, 31.0, 30.0, 31.0, 30.0, 31.0, 31.0, 30.0, 31.0, 30.0, 31.0];

/// Monsoon, retreating monsoon, winter and summer, as defined by the India Meteorological Department. Months from 0.
const SEASONS: [&[usize]; 4] = [&[5, 6, 7, 8], &[9, 10, 11], &[0, 1], &[2, 3, 4]];

/// Growing months of winter crops.
const WINTER_CROPS: &[usize] = &[10, 11, 0, 1];

/// Base temperature of winter cereals and pulses, degrees Celsius. Below it they do not grow.
const WINTER_BASE_C: f64 = 5.0;

/// Plant-available water capacity of a soil of medium depth, mm.
const SOIL_WATER_MM: f64 = 150.0;

impl Standard {
    /// Computed over the 734 districts. It does not depend on crop shares.
    pub fn of_india() -> &'static Self {
        static INDIA: LazyLock<Standard> = LazyLock::new(|| {
            let all: Vec<_> = District::all().map(|district| describe(district.climate())).collect();
            let average = |figures: &dyn Fn(&[f64; COUNT]) -> [f64; COUNT]| {
                let mut sum = [0.0; COUNT];
                for row in &all {
                    sum.iter_mut().zip(figures(row)).for_each(|(sum, figure)| *sum += figure);
                }
                #[expect(clippy::cast_precision_loss, reason = "there are 734 districts")]
                sum.map(|sum| sum / all.len() as f64)
            };
            let mean = average(&|row| *row);
            let variance = average(&|row| {
                let mut squares = *row;
                squares.iter_mut().zip(mean).for_each(|(figure, mean)| *figure = (*figure - mean) * (*figure - mean));
                squares
            });
            Standard { mean, spread: variance.map(f64::sqrt) }
        });
        &INDIA
    }

    /// Computes the standardised features of a climate.
    pub fn describe(&self, climate: &Climate) -> Standardised {
        let mut figures = describe(climate);
        for ((figure, mean), spread) in figures.iter_mut().zip(self.mean).zip(self.spread) {
            *figure = (*figure - mean) / spread;
        }
        figures
    }
}

/// Distance of two climates: the root mean square difference of their features. 0 is the same climate; the mean
/// distance of two random districts is 1.4.
pub fn unlikeness(a: &Standardised, b: &Standardised) -> f64 {
    let squares: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    #[expect(clippy::cast_precision_loss, reason = "there are 57 figures")]
    (squares / COUNT as f64).sqrt()
}

impl Place {
    /// Returns the location of a climate.
    pub fn of(climate: &Climate) -> Self {
        Self {
            north_km: climate.latitude * KM_PER_DEGREE,
            east_km: climate.longitude * KM_PER_DEGREE * LONGITUDE_AT_22_NORTH,
        }
    }

    /// Distance to another place, km.
    pub fn distance_km(self, other: Self) -> f64 {
        let (north, east) = (self.north_km - other.north_km, self.east_km - other.east_km);
        (north * north + east * east).sqrt()
    }
}

/// The features, in the order of the model file.
fn describe(climate: &Climate) -> [f64; COUNT] {
    let Climate { rain_mm, tmin_c, tmax_c, terrain, .. } = climate;
    let mean_c = each(|month| f64::midpoint(at(tmin_c, month), at(tmax_c, month)));
    let range_c = each(|month| at(tmax_c, month) - at(tmin_c, month));
    let need_mm = potential_evapotranspiration(climate.latitude, &mean_c, &range_c);
    let satisfied = water_satisfied(rain_mm, &need_mm);

    let mut figures = Figures { values: [0.0; COUNT], filled: 0 };
    for months in SEASONS {
        let (rain, need) = (sum(rain_mm, months), sum(&need_mm, months));
        figures.push(libm::log1p(rain));
        figures.push(mean(tmin_c, months));
        figures.push(mean(tmax_c, months));
        figures.push(need);
        // 5 mm are added, so that the logarithm of a season without rain is finite.
        figures.push(libm::log((rain + 5.0) / need));
        figures.push(mean(&range_c, months));
    }

    let (rain, need) = (rain_mm.iter().sum::<f64>(), need_mm.iter().sum::<f64>());
    figures.push(libm::log1p(rain));
    figures.push(libm::log(rain.max(1.0) / need));
    figures.push(mean_c.iter().sum::<f64>() / 12.0);
    figures.push(largest(&mean_c) - smallest(&mean_c));
    figures.push(smallest(tmin_c));
    figures.push(largest(tmax_c));
    // Length of the growing period, months: a month with rain of at least half its evapotranspiration counts fully.
    figures.push(rain_mm.iter().zip(need_mm).map(|(rain, need)| (rain / (0.5 * need)).clamp(0.0, 1.0)).sum());
    figures.push(libm::log1p(rain_mm.iter().zip(need_mm).map(|(rain, need)| (rain - need).max(0.0)).sum()));
    figures.push(libm::log1p(rain_mm.iter().zip(need_mm).map(|(rain, need)| (need - rain).max(0.0)).sum()));
    // Concentration of the rain, and its time of the year.
    let part = rain_mm.map(|month| month / rain.max(1.0));
    figures.push(part.iter().map(|part| part * part).sum());
    figures.push(part.iter().zip(MID_MONTH).map(|(part, day)| part * libm::cos(year_angle(day))).sum());
    figures.push(part.iter().zip(MID_MONTH).map(|(part, day)| part * libm::sin(year_angle(day))).sum());
    figures.push(mean(&mean_c.map(|mean| (mean - WINTER_BASE_C).max(0.0)), WINTER_CROPS));
    for month in rain_mm {
        figures.push(libm::log1p(*month));
    }
    for months in SEASONS {
        figures.push(mean(&satisfied, months));
    }
    // November, the sowing time of winter crops, and the whole year.
    figures.push(at(&satisfied, 10));
    figures.push(satisfied.iter().sum::<f64>() / 12.0);
    // Elevation and relief. The constants keep plains, which differ by a few metres, alike.
    figures.push(libm::log(terrain.mean_m.max(0.0) + 50.0));
    figures.push(libm::log((terrain.high_m - terrain.low_m).max(0.0) + 30.0));
    figures.values
}

struct Figures {
    values: [f64; COUNT],
    filled: usize,
}

impl Figures {
    fn push(&mut self, value: f64) {
        if let Some(slot) = self.values.get_mut(self.filled) {
            *slot = value;
        }
        self.filled += 1;
        debug_assert!(self.filled <= COUNT, "there is a figure more than the count says");
    }
}

/// The middle of each month, as a day of the year.
const MID_MONTH: [f64; 12] =
    [15.5, 45.125, 74.75, 105.25, 135.75, 166.25, 196.75, 227.75, 258.25, 288.75, 319.25, 349.75];

fn year_angle(day: f64) -> f64 {
    2.0 * PI * day / 365.0
}

/// Reference evapotranspiration, mm a month, at least 1 mm: Hargreaves and Samani (1985), with the extraterrestrial
/// radiation of FAO Irrigation and Drainage Paper 56, equations 21 to 25.
fn potential_evapotranspiration(latitude: f64, mean_c: &[f64; 12], range_c: &[f64; 12]) -> [f64; 12] {
    /// Evaporated water for each MJ/m², mm.
    const MM_PER_MJ: f64 = 0.408;
    /// The solar constant, MJ/m² a minute.
    const SOLAR: f64 = 0.0820;
    let latitude = latitude.to_radians();
    let (sin_latitude, cos_latitude, tan_latitude) = (libm::sin(latitude), libm::cos(latitude), libm::tan(latitude));
    each(|month| {
        let angle = year_angle(at(&MID_MONTH, month));
        let nearness = 1.0 + 0.033 * libm::cos(angle);
        let declination = 0.409 * libm::sin(angle - 1.39);
        let sunset = libm::acos((-tan_latitude * libm::tan(declination)).clamp(-1.0, 1.0));
        let path =
            sunset * sin_latitude * libm::sin(declination) + cos_latitude * libm::cos(declination) * libm::sin(sunset);
        let radiation = 24.0 * 60.0 / PI * SOLAR * nearness * path * MM_PER_MJ;
        let warmth = (at(mean_c, month) + 17.8).max(0.0);
        (0.0023 * radiation * warmth * at(range_c, month).max(0.1).sqrt() * at(&DAYS, month)).max(1.0)
    })
}

/// The part of evapotranspiration that soil and rain supply in each month: a bucket model with capacity
/// [`SOIL_WATER_MM`], run for two years so that the second is in equilibrium.
fn water_satisfied(rain_mm: &[f64; 12], need_mm: &[f64; 12]) -> [f64; 12] {
    let mut stored = SOIL_WATER_MM / 3.0;
    let mut satisfied = [0.0; 12];
    for _year in 0..2 {
        for ((part, rain), need) in satisfied.iter_mut().zip(rain_mm).zip(need_mm) {
            stored += rain;
            let used = stored.min(*need);
            *part = used / need;
            stored = (stored - used).min(SOIL_WATER_MM);
        }
    }
    satisfied
}

fn each(of_month: impl Fn(usize) -> f64) -> [f64; 12] {
    std::array::from_fn(of_month)
}

#[expect(clippy::indexing_slicing, reason = "months come from the constants above and from `each`: 0 to 11")]
fn at(values: &[f64; 12], month: usize) -> f64 {
    values[month]
}

fn sum(values: &[f64; 12], months: &[usize]) -> f64 {
    months.iter().map(|month| at(values, *month)).sum()
}

#[expect(clippy::cast_precision_loss, reason = "a season has at most four months")]
fn mean(values: &[f64; 12], months: &[usize]) -> f64 {
    sum(values, months) / months.len() as f64
}

fn largest(values: &[f64; 12]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn smallest(values: &[f64; 12]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn climate(key: &str) -> &'static Climate {
        District::from_key(key).unwrap().climate()
    }

    #[test]
    fn every_district_is_described_by_finite_figures_that_vary() {
        let standard = Standard::of_india();
        assert!(standard.mean.iter().all(|mean| mean.is_finite()));
        assert!(standard.spread.iter().all(|spread| *spread > 1e-3), "{:?}", standard.spread);
        for district in District::all() {
            let described = standard.describe(district.climate());
            assert!(
                described.iter().all(|figure| figure.is_finite() && figure.abs() < 20.0),
                "{district}: {described:?}"
            );
        }
    }

    #[test]
    fn the_air_takes_up_what_it_does_in_published_tables() {
        // Reference evapotranspiration by Hargreaves: about 1,700 to 2,000 mm a year on the plains of Tamil Nadu.
        let Climate { latitude, tmin_c, tmax_c, .. } = climate("tn-erode");
        let mean_c = each(|m| f64::midpoint(tmin_c[m], tmax_c[m]));
        let range_c = each(|m| tmax_c[m] - tmin_c[m]);
        let year: f64 = potential_evapotranspiration(*latitude, &mean_c, &range_c).iter().sum();
        assert!((1_500.0..2_000.0).contains(&year), "{year}");
    }

    #[test]
    fn the_soil_carries_the_monsoon_into_the_dry_months() {
        let mut rain = [0.0; 12];
        rain[8] = 400.0;
        let satisfied = water_satisfied(&rain, &[100.0; 12]);
        assert_eq!(satisfied[8..], [1.0, 1.0, 0.5, 0.0]);
        assert_eq!(satisfied[..8], [0.0; 8]);
    }

    #[test]
    fn districts_that_touch_are_alike_and_near() {
        let standard = Standard::of_india();
        let [erode, salem, kullu] = ["tn-erode", "tn-salem", "hp-kullu"].map(climate);
        let unlike = |a, b| unlikeness(&standard.describe(a), &standard.describe(b));
        assert!(unlike(erode, salem) < 0.6, "{}", unlike(erode, salem));
        assert!(unlike(erode, kullu) > 1.5, "{}", unlike(erode, kullu));
        let km = Place::of(erode).distance_km(Place::of(salem));
        assert!((40.0..90.0).contains(&km), "{km}");
    }
}
