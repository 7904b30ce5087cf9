//! The id of a farmer.

use crate::error::Result;
use crate::sql::{Tx, Value, holding, values};
use uuid::Uuid;

/// Id of a farmer, used as foreign key. It carries no personal data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FarmerId(pub Uuid);

impl From<FarmerId> for Value<'_> {
    fn from(farmer: FarmerId) -> Self {
        Self::Id(farmer.0)
    }
}

impl FarmerId {
    /// Locks the farmer's row until the transaction ends, which blocks inserts that reference it. False if there is no
    /// such account, or if it is closed.
    pub(crate) async fn hold(self, tx: &mut Tx<'_>) -> Result<bool> {
        let sql = tx.held(holding!("SELECT id FROM farmers WHERE id = $1 AND issuer <> 'closed'"));
        Ok(tx.row(sql, &values![self.0], |row| row.id(0)).await?.is_some())
    }
}
