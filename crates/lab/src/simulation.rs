//! Simulation of years in which a part of the farmers follows advice, to compare ways of advising.
//!
//! [`World::of_reference`] is India as the reference figures show it. [`run`] lets years of three seasons pass in it
//! under a [`Scenario`] and measures how far supply was from demand. Crowding prices and chances are those of
//! `grow_domain::advice`, so that what is measured is what farmers are shown. docs/ADVICE.md describes the rules and
//! the results.
//!
//! Everything follows from the seed: the same scenario gives the same outcome on every machine.

mod bars;
mod fates;
mod market;
mod outcome;
mod parameters;
mod run;
mod scenario;
mod world;

pub use bars::{Bar, Row, SeedRow, bars, mean, seed_by_seed};
pub use outcome::Outcome;
pub use parameters::Response;
pub use run::run;
pub use scenario::{Demand, Policy, Scenario, Usual, Walk};
pub use world::World;
