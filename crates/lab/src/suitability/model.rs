//! A fitted model: from a district to shares.

use super::applicability::{Site, disagreement};
use super::features::Standard;
use super::fields::field_climate;
use super::likeness::{Land, Row};
use super::parts::{Parts, Settings};
use super::sources::{self, Leafmates, Source};
use super::{Table, codec, envelope};
use grow_domain::land::Shares;
use grow_domain::{Climate, Crop, District, PerCrop};

pub use super::codec::NoModelFile;

/// A fitted model.
///
/// An ensemble of two members: softmax regression over a kernel of climate and location, and extremely randomised
/// trees. Crops that the climate excludes get the share 0. A district of the training table gets its observed shares,
/// drawn towards the ensemble's.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    version: String,
    pub(super) parts: Parts,
    leafmates: Leafmates,
    sites: Vec<Site>,
    /// Weight of each observation of the table beside the model.
    own_weights: Vec<f64>,
}

/// Expected shares of a district, and what they are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The expected shares.
    pub shares: Shares,
    /// Weight of the district's own observed shares, from 0 to below 1. 0 if it was not observed.
    pub own_weight: f64,
    /// The shares that the ensemble learned.
    pub learned: Shares,
    /// The learned shares without the crops that the climate of the fields excludes.
    pub possible: Shares,
}

/// The part of the learned shares that the envelope must leave; with less, the model is thinking of other land.
const LEAST_POSSIBLE: f64 = 0.5;

/// The weighted shares of the sources are this near to the expected ones, where the sources allow it.
const SOURCES_WITHIN: f64 = 0.005;

impl Model {
    /// Creates a model from fitted parts.
    pub fn new(parts: Parts) -> Self {
        let version = codec::version(&codec::encode(&parts));
        let leafmates = Leafmates::new(&parts.trees, &parts.kernel.lands, parts.table.weights(parts.settings.lightest));
        let sites = parts.table.rows().iter().map(|row| Site::of(row.district)).collect();
        let own_weights = parts.table.uncertainties().iter().map(|by| 1.0 / (1.0 + parts.noise * by)).collect();
        Self { version, parts, leafmates, sites, own_weights }
    }

    /// Decodes a model file.
    pub fn from_bytes(file: &[u8]) -> Result<Self, NoModelFile> {
        codec::decode(file).map(Self::new).ok_or(NoModelFile)
    }

    /// Encodes the model as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        codec::encode(&self.parts)
    }

    /// Version of the model: the first twelve hexadecimal digits of its checksum.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Seed of the training.
    pub fn seed(&self) -> u64 {
        self.parts.seed
    }

    /// Settings that training chose.
    pub fn settings(&self) -> Settings {
        self.parts.settings
    }

    /// Number of districts in the training table.
    pub fn districts(&self) -> usize {
        self.parts.table.rows().len()
    }

    /// The table that it was trained on.
    pub fn table(&self) -> &Table {
        &self.parts.table
    }

    /// Largest distance to the nearest training district at which the model answers.
    pub fn farthest(&self) -> f64 {
        self.parts.farthest
    }

    /// Predicts the shares of the sixteen crops on land with this climate and location. `fields` is the climate at the
    /// elevation of the fields.
    ///
    /// A share is not a chance of success. A crop that the climate of the fields excludes has the share 0. If it
    /// excludes all sixteen, no share is changed, and [`envelope::limits`] reports each as impossible. A climate that
    /// is not finite gets the mean shares.
    pub fn predict(&self, climate: &Climate, fields: &Climate) -> Shares {
        let learned = self.learned(&self.members(&Land::of(climate, Standard::of_india())));
        possible(&learned, fields).unwrap_or(learned)
    }

    /// What is to be expected of a district. `None` if no land like it is known: it was not observed, and every
    /// training district is too far, the members contradict each other, or the climate of its fields excludes most of
    /// what the model expects.
    ///
    /// An observed district gets its own shares, drawn towards the model's: the composite estimator of Fay and Herriot
    /// (Estimates of income for small places, 1979), in which the weight of the observation falls with the variance
    /// that few years and a small area give it. Any other district gets the model's shares, unless no land like it is
    /// known.
    pub fn expect(&self, district: District) -> Option<Known> {
        let fields = field_climate(district);
        let members = self.members(&Land::of(district.climate(), Standard::of_india()));
        let learned = self.learned(&members);
        let possible = possible(&learned, fields);
        let Some(own) = self.parts.table.of(district) else {
            let knows_such_land = disagreement(&members.0, &members.1) <= self.parts.contradicting
                && is_mostly_possible(&learned, fields)
                && Site::of(district).nearest(&self.sites) <= self.parts.farthest;
            let possible = possible.filter(|_| knows_such_land)?;
            return Some(Known { shares: possible.clone(), own_weight: 0.0, learned, possible });
        };
        let possible = possible.unwrap_or_else(|| learned.clone());
        let position = self.parts.table.position(district);
        let own_weight = position.and_then(|at| self.own_weights.get(at)).copied().unwrap_or(0.0);
        Some(Known { shares: own.shares.mean(own_weight, &possible), own_weight, learned, possible })
    }

    /// The districts that an expectation rests on, with weights that sum to 1, the heaviest first. The weighted shares
    /// of these `crops` are those that the ensemble learned, drawn towards the own district's.
    pub fn sources(&self, district: District, known: &Known, crops: &[Crop]) -> Vec<Source<'_>> {
        let Parts { trees, table, .. } = &self.parts;
        let land = Land::of(district.climate(), Standard::of_india());
        let within = SOURCES_WITHIN / (1.0 - known.own_weight);
        let mut all = self.leafmates.sources(trees, table, &land, known.learned.as_array(), crops, within);
        if let Some(own) = table.of(district) {
            all = sources::with_own(all, own, known.own_weight);
        }
        all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        all
    }

    fn members(&self, land: &Land) -> (Row, Row) {
        (self.parts.kernel.predict(land), self.parts.trees.predict(land))
    }

    fn learned(&self, (kernel, trees): &(Row, Row)) -> Shares {
        let together = Shares::from_weights(self.parts.settings.together(kernel, trees).into());
        together.or_else(|| Shares::from_weights(self.parts.trees.mean.into())).unwrap_or_else(Shares::equal)
    }
}

/// The shares without the crops that a climate excludes. `None` if it excludes all.
fn possible(learned: &Shares, fields: &Climate) -> Option<Shares> {
    let out = envelope::ruled_out(fields);
    Shares::from_weights(PerCrop::from_fn(|crop| if out[crop] { 0.0 } else { learned.of(crop) }))
}

fn is_mostly_possible(learned: &Shares, fields: &Climate) -> bool {
    let out = envelope::ruled_out(fields);
    let left: f64 = Crop::all().filter(|crop| !out[*crop]).map(|crop| learned.of(crop)).sum();
    left >= LEAST_POSSIBLE
}

#[cfg(test)]
mod tests {
    use super::super::table::Observation;
    use super::super::{Table, shipped};
    use super::*;

    #[test]
    fn the_shipped_model_is_no_larger_than_2_mb() {
        assert!(shipped().to_bytes().len() <= 2_000_000, "{}", shipped().to_bytes().len());
    }

    #[test]
    fn any_district_gets_sixteen_shares_that_sum_to_1_observed_or_not() {
        for district in District::all() {
            let shares = shipped().predict(district.climate(), field_climate(district));
            assert!((shares.as_array().iter().sum::<f64>() - 1.0).abs() < 1e-9, "{district}");
            assert!(shares.as_array().iter().all(|share| share.is_finite() && *share >= 0.0), "{district}");
        }
    }

    #[test]
    fn the_model_says_what_an_agronomist_knows() {
        let share = |key, crop| {
            let climate = District::from_key(key).unwrap().climate();
            shipped().predict(climate, climate).of(crop)
        };
        assert!(share("tn-thanjavur", Crop::Paddy) > 0.5, "the delta grows paddy");
        assert!(share("ap-anantapur", Crop::Groundnut) > 0.3);
        assert!(share("rj-barmer", Crop::Cumbu) > 0.3, "the desert grows cumbu");
        assert!(share("mh-yavatmal", Crop::Cotton) > 0.3);
    }

    #[test]
    fn a_crop_that_the_climate_excludes_has_no_share() {
        let mut cold = District::from_key("pb-ludhiana").unwrap().climate().clone();
        cold.tmin_c = cold.tmin_c.map(|c| c - 17.0);
        cold.tmax_c = cold.tmax_c.map(|c| c - 17.0);
        let shares = shipped().predict(&cold, &cold);
        assert!(shares.of(Crop::Sugarcane) <= 0.0);
        assert!(shares.of(Crop::Maize) > 0.0);
        assert!((shares.as_array().iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_climate_that_is_not_finite_gets_the_mean() {
        let mut unknown = District::from_key("pb-ludhiana").unwrap().climate().clone();
        unknown.rain_mm = [f64::NAN; 12];
        let shares = shipped().predict(&unknown, &unknown);
        let mean = Table::observed().mean().unwrap();
        assert!(Crop::all().all(|crop| (shares.of(crop) - mean.of(crop)).abs() < 1e-9));
    }

    fn known(key: &str) -> Known {
        shipped().expect(District::from_key(key).unwrap()).unwrap_or_else(|| panic!("{key} is unknown"))
    }

    #[test]
    fn a_known_district_gets_what_is_grown_there_drawn_towards_the_model() {
        for row in Table::observed().rows() {
            let Known { shares, own_weight, possible, .. } = known(row.district.key());
            assert!((0.5..1.0).contains(&own_weight), "{}: {own_weight}", row.district);
            for crop in Crop::all() {
                let [a, b] = [row.shares.of(crop), possible.of(crop)];
                assert!((a.min(b) - 1e-9..=a.max(b) + 1e-9).contains(&shares.of(crop)), "{} {crop}", row.district);
            }
        }
    }

    #[test]
    fn fewer_years_and_less_area_draw_more_towards_the_model() {
        let rows = Table::observed().rows();
        let draws = |key: &str| 1.0 - known(key).own_weight;
        let [largest, smallest] = [true, false].map(|largest| {
            let area = |row: &&Observation| row.area_ha * if largest { 1.0 } else { -1.0 };
            let ten_years = rows.iter().filter(|row| row.years == 10);
            ten_years.max_by(|a, b| area(a).total_cmp(&area(b))).unwrap().district.key()
        });
        assert!(draws(smallest) > 2.0 * draws(largest), "{smallest} {largest}");
        let median_of_three_years = rows.iter().filter(|row| row.years == 3 && row.area_ha > 134_650.0);
        for row in median_of_three_years {
            assert!(draws(row.district.key()) > draws(largest), "{}", row.district);
        }
    }

    #[test]
    fn no_land_is_known_like_that_of_leh_kargil_lahul_and_the_nilgiris() {
        for key in ["la-leh", "la-kargil", "hp-lahul-and-spiti", "tn-the-nilgiris"] {
            assert_eq!(shipped().expect(District::from_key(key).unwrap()), None, "{key}");
        }
        for key in ["jk-srinagar", "tn-ranipet"] {
            assert!(known(key).own_weight <= 0.0, "{key} is known by the model alone");
        }
    }

    proptest::proptest! {
        #[test]
        fn shares_sum_to_1_in_any_climate(
            latitude in 6.0_f64..37.0,
            longitude in 68.0_f64..98.0,
            rain_mm in proptest::array::uniform12(0.0_f64..1_500.0),
            tmin_c in proptest::array::uniform12(-30.0_f64..30.0),
            span_c in proptest::array::uniform12(0.0_f64..25.0),
        ) {
            let mut climate = District::from_key("tn-erode").unwrap().climate().clone();
            (climate.latitude, climate.longitude, climate.rain_mm, climate.tmin_c) = (latitude, longitude, rain_mm, tmin_c);
            climate.tmax_c = std::array::from_fn(|month| tmin_c[month] + span_c[month]);
            let shares = shipped().predict(&climate, &climate);
            proptest::prop_assert!((shares.as_array().iter().sum::<f64>() - 1.0).abs() < 1e-9);
            proptest::prop_assert!(shares.as_array().iter().all(|share| *share >= 0.0));
        }
    }
}
