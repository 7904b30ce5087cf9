//! Bounds of the rows that one farmer may store.

/// How much one farmer may store. Removals and ends are never refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Sowings of a crop year, withdrawn ones included.
    pub sowings: u32,
    /// Changes of the record, plans and other journalled requests in a crop year.
    pub changes: u32,
    /// Agreements to the privacy notice in 24 hours.
    pub agreements: u32,
}

impl Bounds {
    /// No bounds, for the operator's commands and imports.
    pub const NONE: Self = Self { sowings: u32::MAX, changes: u32::MAX, agreements: u32::MAX };
}

impl Default for Bounds {
    fn default() -> Self {
        Self { sowings: 5_000, changes: 2_000, agreements: 50 }
    }
}
