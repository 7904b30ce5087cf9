//! Tests of the real binary.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod faults;
mod operation;
mod serve;
mod serving;
mod traces;
