//! Stored rows that this release cannot read, because a newer release wrote them or because they are damaged.
//!
//! What reads many rows goes on without such a row. Each one is named once in the log.

mod check;

pub(crate) use check::{as_stored, readable_sums};

use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Number of rows that are kept. Further ones are left out of the log and of the metrics.
const MOST: usize = 1_000;

/// A stored row that this release cannot read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnreadableRow {
    /// Table.
    pub table: &'static str,
    /// Its id; of a figure its region, crop and crop year. Says nothing about a person.
    pub key: String,
    /// What of it cannot be read.
    pub what: &'static str,
}

impl fmt::Display for UnreadableRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.table, self.key, self.what)
    }
}

/// The unreadable rows that were found since the store was opened.
#[derive(Default)]
pub(crate) struct UnreadableRows(Mutex<BTreeSet<UnreadableRow>>);

impl UnreadableRows {
    /// Returns what was read of a row. `None` if it cannot be read, which is noted; other errors stay.
    pub(crate) fn or_none<T>(
        &self,
        table: &'static str,
        key: impl FnOnce() -> String,
        read: Result<T>,
    ) -> Result<Option<T>> {
        Ok(self.or_unreadable(table, key, read)?.ok())
    }

    /// Returns what was read of a row, or the row that cannot be read, which is noted; other errors stay.
    pub(crate) fn or_unreadable<T>(
        &self,
        table: &'static str,
        key: impl FnOnce() -> String,
        read: Result<T>,
    ) -> Result<Result<T, UnreadableRow>> {
        match read {
            Ok(read) => Ok(Ok(read)),
            Err(Error::Unreadable(what)) => {
                let row = UnreadableRow { table, key: key(), what };
                self.note(row.clone());
                Ok(Err(row))
            }
            Err(error) => Err(error),
        }
    }

    /// Notes a row, and logs it the first time, with what of it could not be read then.
    fn note(&self, row: UnreadableRow) {
        let mut rows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let first = UnreadableRow { what: "", ..row.clone() };
        let is_known = rows.range(first..).next().is_some_and(|next| (next.table, &next.key) == (row.table, &row.key));
        if rows.len() < MOST && !is_known {
            let UnreadableRow { table, key, what } = &row;
            tracing::error!(table, row = key, what, "a stored row cannot be read; it is kept, and left out");
            rows.insert(row);
        }
    }

    /// Whether a row of a table was found.
    pub(crate) fn is_any_of(&self, table: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|row| row.table == table)
    }

    pub(crate) fn found(&self) -> Vec<UnreadableRow> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_kept_once_and_no_more_than_a_thousand() {
        let rows = UnreadableRows::default();
        for (number, what) in (0..2_000).map(|number| (number, "crop")).chain((0..2_000).map(|number| (number, "area")))
        {
            let read: Result<()> = Err(Error::Unreadable(what));
            assert_eq!(rows.or_none("sowings", || number.to_string(), read).unwrap(), None);
        }
        assert_eq!(rows.found().len(), MOST);
    }

    #[test]
    fn an_error_of_the_database_is_no_unreadable_row() {
        let rows = UnreadableRows::default();
        assert!(rows.or_none("sowings", String::new, Err::<(), _>(Error::Late)).is_err());
        assert_eq!(rows.found(), []);
    }
}
