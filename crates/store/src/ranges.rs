//! Reading a table in parts, by ranges of farmers, in the order in which it is stored.

use crate::Store;
use crate::command::{Command, Limit};
use crate::error::Result;
use crate::sql::{Tx, Value};
use uuid::Uuid;

/// Number of rows of a part, at least. A part has all rows of its farmers.
const PART: i64 = 10_000;

/// Farmers after one id, up to another.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub(crate) after: Uuid,
    pub(crate) until: Uuid,
}

/// The ranges of all farmers with rows in a table.
pub(crate) struct Ranges<'s> {
    store: &'s Store,
    /// Query of the farmer with whom a part ends.
    end_of_part: &'static str,
    /// The end of the last range. `None`: there is no further one.
    last: Option<Uuid>,
}

impl<'s> Ranges<'s> {
    pub(crate) fn of_sowings(store: &'s Store) -> Self {
        Self::by(store, "SELECT farmer_id FROM sowings WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2")
    }

    pub(crate) fn of_records(store: &'s Store) -> Self {
        Self::by(
            store,
            "SELECT farmer_id FROM farmer_records WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2",
        )
    }

    pub(crate) fn by(store: &'s Store, end_of_part: &'static str) -> Self {
        Self { store, end_of_part, last: Some(Uuid::nil()) }
    }

    /// Returns the next range. `None` after the last one.
    pub(crate) async fn next(&mut self) -> Result<Option<Range>> {
        let Some(after) = self.last else { return Ok(None) };
        self.last = self.store.read_at_one_moment(EndOfPart { sql: self.end_of_part, after }).await?;
        Ok(Some(Range { after, until: self.last.unwrap_or(Uuid::max()) }))
    }
}

/// The farmer with whom a part ends. `None`: the part is the last one.
struct EndOfPart {
    sql: &'static str,
    after: Uuid,
}

impl Command for EndOfPart {
    type Output = Option<Uuid>;
    const LIMIT: Limit = Limit::Job;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        tx.row(self.sql, &[Value::Id(self.after), Value::Int(PART - 1)], |row| row.id(0)).await
    }
}
