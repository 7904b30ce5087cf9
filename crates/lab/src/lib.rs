//! What is computed before Grow ships, and nothing of which is in its binary: the training and evaluation of the
//! suitability model, the land table, and the simulation of the advice.
//!
//! Everything is deterministic: the same tables and seed give the same result on every machine.

pub mod audit;
pub mod land;
pub mod simulation;
pub mod suitability;
pub mod training;
