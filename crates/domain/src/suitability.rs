//! What suits a climate: of every 100 hectares of the sixteen crops on such land, how many grow each.
//!
//! A [`Model`] learns it from what districts grow ([`Table`]) under their climate. [`training`] makes one, [`evaluation`] measures how well
//! one predicts states that it has not seen, and [`shipped`] is the one that the product carries. [`envelope`] knows what a crop bears, and
//! [`nearest`] which districts have such a climate: both are reasons to show beside a share. docs/MODEL.md is the model card.

mod baselines;
mod codec;
pub mod envelope;
pub mod evaluation;
mod features;
mod kernel;
mod lanes;
pub mod metrics;
mod model;
pub mod nearest;
mod random;
mod real;
mod shares;
pub mod table;
pub mod training;
mod trees;

pub use model::{Model, ModelFileError};
pub use shares::Shares;
pub use table::Table;

use std::sync::LazyLock;

/// The model that the product carries: `data/model.grow`, written by `grow model train`. The first call reads it, so a server
/// calls before it listens.
///
/// # Panics
/// Where the program was built with a file that is no model of this version.
#[must_use]
pub fn shipped() -> &'static Model {
    #[expect(clippy::expect_used, reason = "the file is part of the program; a test reads it")]
    static SHIPPED: LazyLock<Model> = LazyLock::new(|| {
        Model::from_bytes(include_bytes!("../../../data/model.grow")).expect("data/model.grow is a model of this Grow")
    });
    &SHIPPED
}
