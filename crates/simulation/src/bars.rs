//! The bars.
