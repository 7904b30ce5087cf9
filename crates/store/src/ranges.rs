//! Reading a table in parts, by ranges of farmers, in the order in which it is stored.

use crate::Store;
use crate::error::Result;
use crate::limit::Limit;
use crate::sql::{Tx, values};
use uuid::Uuid;

/// Number of rows of a part, at least. A part has all rows of its farmers.
const PART: i64 = 10_000;

/// Farmers after one id, up to another.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub(crate) after: Uuid,
    pub(crate) until: Uuid,
}

/// The query of the farmer with whom a part of a table ends. Not a bare text: the compiler does not see that a future is
/// `Send` whose closure captures a `&'static` (rust-lang/rust#110338).
#[derive(Clone, Copy)]
pub(crate) struct EndOfPart(pub(crate) &'static str);

impl EndOfPart {
    /// `None`: the part is the last one.
    async fn find(self, tx: &mut Tx<'_>, after: Uuid) -> Result<Option<Uuid>> {
        tx.row(self.0, &values![after, PART - 1], |row| row.id(0)).await
    }
}

/// The ranges of all farmers with rows in a table.
pub(crate) struct Ranges<'s> {
    store: &'s Store,
    end_of_part: EndOfPart,
    /// The end of the last range. `None`: there is no further one.
    last: Option<Uuid>,
}

impl<'s> Ranges<'s> {
    pub(crate) fn of_sowings(store: &'s Store) -> Self {
        Self::by(
            store,
            EndOfPart("SELECT farmer_id FROM sowings WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2"),
        )
    }

    pub(crate) fn of_records(store: &'s Store) -> Self {
        Self::by(
            store,
            EndOfPart("SELECT farmer_id FROM farmer_records WHERE farmer_id > $1 ORDER BY farmer_id LIMIT 1 OFFSET $2"),
        )
    }

    pub(crate) fn by(store: &'s Store, end_of_part: EndOfPart) -> Self {
        Self { store, end_of_part, last: Some(Uuid::nil()) }
    }

    /// Returns the next range. `None` after the last one.
    pub(crate) async fn next(&mut self) -> Result<Option<Range>> {
        let (Some(after), end) = (self.last, self.end_of_part) else { return Ok(None) };
        self.last = self.store.read_at_one_moment(Limit::Job, async move |tx| end.find(tx, after).await).await?;
        Ok(Some(Range { after, until: self.last.unwrap_or(Uuid::max()) }))
    }
}
