//! Interpretation of a soil test for a crop: rating, shortfall, adjustment of a prediction, and fertiliser plan.
//!
//! A soil test states available N, P and K in kg/ha, P and K as elements. Doses and bags state N, P2O5 and K2O. The two
//! are never added: a test is only rated, and the rating gives the part of the need that the soil does not cover.

mod doses;
mod gaps;
mod irrigation;
mod plan;
mod reference;

pub use crate::validation::Nutrient;
pub use doses::{Dose, Doses, doses, reference_dose};
pub use gaps::{Gap, MOST, Rating, TestedGap, adjust, gaps, is_any_tested, is_tested, rating, soil_kg_per_ha};
pub use plan::{Bags, FertiliserPlan, Fertilisers, Fertilising, fertilising, plan};
