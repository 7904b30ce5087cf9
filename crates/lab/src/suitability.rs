//! Suitability of a climate for each crop: the crop's share of the area of the sixteen crops.
//!
//! A [`Model`] is fitted to the shares that districts grow ([`Table`]) and their climate; [`crate::training`] fits and
//! evaluates models. [`shipped`] is the one that Grow's land table is written from. [`envelope`] states the conditions
//! that a crop tolerates, and [`applicability`] where a model knows enough to answer. docs/MODEL.md is the model card.

pub mod applicability;
mod codec;
pub mod envelope;
pub mod features;
pub mod fields;
pub mod kernel;
pub mod likeness;
mod model;
mod parts;
mod sources;
pub mod table;
pub mod trees;

pub use model::{Known, Model, NoModelFile};
pub use parts::{Parts, Settings};
pub use sources::Source;
pub use table::Table;

use std::sync::LazyLock;

/// The model that Grow's land table is written from: `crates/lab/model.grow`, written by `grow-lab model train`.
///
/// # Panics
/// Panics if the embedded file is not a valid model of this version.
pub fn shipped() -> &'static Model {
    #[expect(clippy::expect_used, reason = "the file is part of the program; a test reads it")]
    static SHIPPED: LazyLock<Model> = LazyLock::new(|| {
        Model::from_bytes(include_bytes!("../model.grow")).expect("crates/lab/model.grow is a model of this lab")
    });
    &SHIPPED
}
