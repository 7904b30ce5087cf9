//! Crops that suit a farmer's soil and climate, with reasons.

use crate::farmer::Npk;
use crate::land::{DistrictLand, Expected, LandTable, Limit, Observed, Probabilities, Shares, WHOLE};
use crate::nutrients::{self, Fertilising};
use crate::{Crop, District, Season, Water};

/// A crop that suits a farmer, with reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Recommended {
    /// The crop.
    pub crop: Crop,
    /// Its probability, above 0.1.
    pub probability: f64,
    /// Why.
    pub reasons: Reasons,
}

/// Reasons for a crop's probability.
///
/// The probability is the weighted share of the crop in the districts of `grounds` and in `others`, plus what the
/// [`Rest`]s add.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The districts that weigh most, and what limits the crop.
    pub grounds: Grounds,
    /// All other districts together. `None` if there are none.
    pub others: Option<OtherDistricts>,
    /// What explains the difference, if the weighted share is more than [`WITHIN`] off the probability.
    pub rest: Vec<Rest>,
    /// What it is given on the farmer's field.
    pub fertilising: Fertilising,
}

/// A district that a prediction rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourceDistrict {
    /// The district.
    pub district: District,
    /// The crop's share of the district's area of the sixteen crops, from 0 to 1.
    pub share: f64,
    /// The district's weight in the prediction, from 0 to 1.
    pub weight: f64,
}

/// The districts that a prediction rests on and that are not named.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OtherDistricts {
    /// Their number.
    pub count: usize,
    /// The crop's weighted mean share.
    pub share: f64,
    /// Their weight together.
    pub weight: f64,
}

/// A part of a probability that no district's share explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// Its cause.
    pub cause: Cause,
    /// What it adds to the probability; negative if it takes away.
    pub by: f64,
}

/// Why a probability differs from the weighted share of the districts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The farmer's soil values.
    Soil,
    /// The water of the farmer's field.
    Water,
    /// The climate excludes other crops, or this one.
    Envelope,
    /// The model expects a share that the districts do not have.
    Model,
}

/// The weighted share of the districts may be this far off the probability before the rest is named.
pub const WITHIN: f64 = 0.03;

/// Smallest part of a rest that is named. There are four causes, so the unnamed ones are within [`WITHIN`] together.
const LEAST_NAMED: f64 = 0.0075;

/// What a prediction rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The district's own observed shares, drawn towards the model.
    OwnDistrict,
    /// The model.
    Model,
    /// Nothing: no land like the district's is known.
    None,
}

/// Where a crop's probability on a farmer's land comes from, in short.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grounds {
    /// The districts that weigh most, the heaviest first; the own district is among them if it was observed.
    pub districts: Vec<SourceDistrict>,
    /// The most limiting factor of the climate. `None` if every factor is in the crop's optimum range.
    pub limit: Option<Limit>,
}

/// Looks predictions up in a land table. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Predictor(LandTable);

/// A prediction for a farmer, with its inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// District of the land.
    pub district: District,
    /// Soil nutrients.
    pub npk: Npk,
    /// The field's water. `None`: not told.
    water: Option<Water>,
    /// What is known of the land.
    land: DistrictLand,
    /// The expected shares, adjusted to the soil. `None` if no such land is known.
    on_soil: Option<Probabilities>,
    /// The same of the land that has the field's water. `None` where that is not told, or no such land is known.
    watered: Option<Probabilities>,
}

impl Predictor {
    /// Creates a predictor from a land table.
    pub fn of(table: LandTable) -> Self {
        Self(table)
    }

    /// The land table.
    pub fn table(&self) -> &LandTable {
        &self.0
    }

    /// The version of the land table.
    pub fn version(&self) -> &str {
        self.0.version()
    }

    /// Looks up the district and adjusts its shares to the farmer's soil. Water is taken as not told.
    pub fn predict(&self, district: District, npk: Npk) -> Prediction {
        let land = self.0.of_district(district);
        let on_soil = |expected: &Expected| {
            if nutrients::is_any_tested(npk) {
                Probabilities::rounded(&nutrients::adjust(&expected.shares.shares(), npk, district.state()))
            } else {
                expected.shares
            }
        };
        let on_soil = land.expected.as_ref().map(on_soil);
        Prediction { district, npk, water: None, land, on_soil, watered: None }
    }

    /// The crops of a prediction above 0.1 with their reasons, the most probable first.
    pub fn recommended(&self, prediction: &Prediction) -> Vec<Recommended> {
        let Some((expected, probabilities)) = prediction.land.expected.as_ref().zip(prediction.probabilities()) else {
            return Vec::new();
        };
        let crops: Vec<_> = probabilities.recommended();
        let grounds = self.grounds(prediction, &crops.iter().map(|(crop, _)| *crop).collect::<Vec<_>>());
        let recommended = crops.into_iter().zip(grounds).map(|((crop, probability), grounds)| {
            let reasons = prediction.reasons(crop, probability, expected, grounds);
            Recommended { crop, probability, reasons }
        });
        recommended.collect()
    }

    /// Where the probabilities of these crops come from, in their order. Empty if no such land is known.
    pub fn grounds(&self, prediction: &Prediction, crops: &[Crop]) -> Vec<Grounds> {
        let Some(expected) = &prediction.land.expected else { return Vec::new() };
        let observed: Vec<_> = expected
            .sources
            .iter()
            .filter_map(|source| Some((source, self.0.of_district(source.district).observed?)))
            .collect();
        let grounds = |crop: &Crop| Grounds {
            districts: observed
                .iter()
                .map(|(source, Observed { shares, .. })| SourceDistrict {
                    district: source.district,
                    share: shares.of(*crop),
                    weight: part(source.weight),
                })
                .collect(),
            limit: prediction.land.limits[*crop],
        };
        crops.iter().map(grounds).collect()
    }
}

/// Millionths as a number.
fn part(millionths: u32) -> f64 {
    f64::from(millionths) / f64::from(WHOLE)
}

impl Prediction {
    /// The prediction for a field with this water: of the year's land that has such water. Water that is not told, or
    /// that no land of the district has, changes nothing.
    #[must_use]
    pub fn watered(mut self, water: Option<Water>) -> Self {
        let shares = self
            .on_soil
            .as_ref()
            .filter(|_| water.is_some())
            .and_then(|year| Shares::from_weights(self.land.parts_of(year, Season::Year, water)));
        self.watered = shares.as_ref().map(Probabilities::rounded);
        self.water = water;
        self
    }

    /// What the prediction rests on.
    pub fn basis(&self) -> Basis {
        match (&self.land.expected, &self.land.observed) {
            (None, _) => Basis::None,
            (_, Some(_)) => Basis::OwnDistrict,
            (_, None) => Basis::Model,
        }
    }

    /// Predicted probabilities. `None` if no land like the district's is known.
    pub fn probabilities(&self) -> Option<&Probabilities> {
        self.watered.as_ref().or(self.on_soil.as_ref())
    }

    /// The year's shares on this soil, whatever the water, else what was observed. `None` if neither is known.
    pub fn year(&self) -> Option<&Probabilities> {
        self.on_soil.as_ref().or_else(|| self.land.year())
    }

    /// Of the district's land that is sown in a season with this water, the share of each crop, adjusted to the soil.
    /// `None` if there is no such land, or none like the district's is known.
    pub fn shares_in(&self, season: Season, water: Option<Water>) -> Option<Shares> {
        Shares::from_weights(self.land.parts_of(self.on_soil.as_ref()?, season, water))
    }

    /// What is known of the land.
    pub fn land(&self) -> &DistrictLand {
        &self.land
    }

    fn reasons(&self, crop: Crop, probability: f64, expected: &Expected, grounds: Grounds) -> Reasons {
        let named = |of: fn(&SourceDistrict) -> f64| grounds.districts.iter().map(of).sum::<f64>();
        let weight = 1.0 - named(|source| source.weight);
        let share = expected.weighted.of(crop) - named(|source| source.weight * source.share);
        Reasons {
            others: (expected.others > 0).then(|| OtherDistricts {
                count: usize::from(expected.others),
                share: (share / weight).clamp(0.0, 1.0),
                weight,
            }),
            rest: rest(probability, self.on_soil.as_ref().unwrap_or(&expected.shares), expected, crop),
            grounds,
            fertilising: nutrients::fertilising(crop, self.district, self.water, self.npk),
        }
    }
}

/// What makes the difference of a probability from the weighted share of the districts. Empty if it is within
/// [`WITHIN`].
fn rest(probability: f64, on_soil: &Probabilities, expected: &Expected, crop: Crop) -> Vec<Rest> {
    let weighted = expected.weighted.of(crop);
    if (probability - weighted).abs() <= WITHIN {
        return Vec::new();
    }
    let water = probability - on_soil.of(crop);
    let soil = on_soil.of(crop) - expected.shares.of(crop);
    let envelope = f64::from(expected.by_envelope[crop]) / f64::from(WHOLE);
    let model = probability - weighted - water - soil - envelope;
    let causes = [(Cause::Soil, soil), (Cause::Water, water), (Cause::Envelope, envelope), (Cause::Model, model)];
    let mut rest: Vec<_> = causes.map(|(cause, by)| Rest { cause, by }).into();
    rest.retain(|part| part.by.abs() > LEAST_NAMED);
    rest.sort_by(|a, b| b.by.abs().total_cmp(&a.by.abs()));
    rest
}

#[cfg(test)]
mod tests;
