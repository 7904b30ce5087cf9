//! Farmer records as documents of a hosted database (sections 3 and 7 of the specification).
//!
//! [`Parsed`] is the JSON of a document, [`Document::read`] parses it, [`merge`] joins the documents of an e-mail into
//! one [`Record`], and [`Record::lines`] renders a record as documents. docs/IMPORT.md describes the format and the
//! rules.

mod document;
mod estimates;
mod faults;
mod merging;
mod parsing;
mod reading;
mod writing;

pub use document::{Collection, Document, DocumentSowing, Profile, Record};
pub use estimates::{Estimate, Estimates, read_estimates};
pub use faults::{Fault, Note, Reason};
pub use merging::{Conflict, merge};
pub use parsing::Parsed;
pub use writing::{Predicted, SowingLine, admin_line};

#[cfg(test)]
mod tests;
