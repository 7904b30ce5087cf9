//! The commands: what they take, and what they print.

pub(crate) mod advice;
pub(crate) mod model;
mod table;
