//! Fertiliser plan for a hectare, in nutrients and in bags.

use super::{Dose, Gap, Nutrient, Rating, doses, gaps, rating};
use crate::farmer::Npk;
use crate::{Crop, District, State, Water};

/// What a crop is given on a farmer's field, and what its soil lacks.
#[derive(Clone, Debug, PartialEq)]
pub struct Fertilising {
    /// Nutrient gaps of the plan's dose.
    pub gaps: [Gap; 3],
    /// Fertiliser plan for the default situation of the field.
    pub plan: FertiliserPlan,
    /// Fertiliser plans for the other situations.
    pub other_plans: Vec<FertiliserPlan>,
}

/// Fertiliser plan for a hectare of a crop. Both variants supply exactly the three nutrient amounts.
#[derive(Clone, Debug, PartialEq)]
pub struct FertiliserPlan {
    /// Nitrogen, kg/ha of N.
    pub n_kg_per_ha: f64,
    /// Phosphorus, kg/ha of P2O5.
    pub p2o5_kg_per_ha: f64,
    /// Potassium, kg/ha of K2O.
    pub k2o_kg_per_ha: f64,
    /// The dose that is planned.
    pub dose: &'static Dose,
    /// Variant with as much phosphorus as possible from DAP. The nitrogen of DAP is included in the balance.
    pub with_dap: Fertilisers,
    /// Variant with all phosphorus from single superphosphate.
    pub with_ssp: Fertilisers,
}

/// Fertilisers for a hectare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fertilisers {
    /// Urea, 46 % N.
    pub urea: Bags,
    /// Diammonium phosphate, 18 % N and 46 % P2O5.
    pub dap: Bags,
    /// Single superphosphate, 16 % P2O5.
    pub ssp: Bags,
    /// Muriate of potash, 60 % K2O.
    pub mop: Bags,
}

/// An amount of one fertiliser in bags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bags {
    /// Number of bags; may be fractional.
    pub bags: f64,
    /// Weight of a full bag, kg.
    pub kg_per_bag: f64,
}

impl Bags {
    fn of(kg: f64, kg_per_bag: f64) -> Self {
        Self { bags: kg / kg_per_bag, kg_per_bag }
    }

    /// Total weight, kg.
    pub fn kg(self) -> f64 {
        self.bags * self.kg_per_bag
    }
}

// Nutrient contents by the Fertiliser (Control) Order of India.
const N_IN_UREA: f64 = 0.46;
const N_IN_DAP: f64 = 0.18;
const P2O5_IN_DAP: f64 = 0.46;
const P2O5_IN_SSP: f64 = 0.16;
const K2O_IN_MOP: f64 = 0.60;

/// Weight of a bag of urea (notification of the Department of Fertilisers of 4 September 2017).
const KG_PER_BAG_OF_UREA: f64 = 45.0;
const KG_PER_BAG: f64 = 50.0;

/// Plans each dose of a crop that applies on a field of a district with this water and soil test.
pub fn fertilising(crop: Crop, district: District, water: Option<Water>, npk: Npk) -> Fertilising {
    let (doses, state) = (doses(crop, district, water), district.state());
    Fertilising {
        gaps: gaps(crop, doses.default, npk, state),
        plan: plan(doses.default, npk, state),
        other_plans: doses.others.into_iter().map(|dose| plan(dose, npk, state)).collect(),
    }
}

/// Plans a dose on a farmer's soil. A low nutrient gets 25 % more, a high one 25 % less. An untested one gets the dose
/// itself.
pub fn plan(dose: &'static Dose, npk: Npk, state: State) -> FertiliserPlan {
    let [n, p2o5, k2o] =
        Nutrient::ALL.map(|nutrient| dose.of(nutrient) * part_of_the_dose(rating(npk, nutrient, state)));
    // The nitrogen of DAP must not exceed the dose.
    let dap = (p2o5 / P2O5_IN_DAP).min(n / N_IN_DAP);
    FertiliserPlan {
        n_kg_per_ha: n,
        p2o5_kg_per_ha: p2o5,
        k2o_kg_per_ha: k2o,
        dose,
        with_dap: fertilisers(n, p2o5, k2o, dap),
        with_ssp: fertilisers(n, p2o5, k2o, 0.0),
    }
}

fn part_of_the_dose(rating: Option<Rating>) -> f64 {
    match rating {
        Some(Rating::Low) => 1.25,
        Some(Rating::Medium) | None => 1.0,
        Some(Rating::High) => 0.75,
    }
}

/// Fertilisers that supply the nutrients (kg/ha), given the amount of DAP (kg/ha).
fn fertilisers(n: f64, p2o5: f64, k2o: f64, dap: f64) -> Fertilisers {
    let left = |of: f64, in_dap: f64| (of - dap * in_dap).max(0.0);
    Fertilisers {
        urea: Bags::of(left(n, N_IN_DAP) / N_IN_UREA, KG_PER_BAG_OF_UREA),
        dap: Bags::of(dap, KG_PER_BAG),
        ssp: Bags::of(left(p2o5, P2O5_IN_DAP) / P2O5_IN_SSP, KG_PER_BAG),
        mop: Bags::of(k2o / K2O_IN_MOP, KG_PER_BAG),
    }
}
