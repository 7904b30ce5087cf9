//! The id of a farmer.

use uuid::Uuid;

/// Id of a farmer, used as foreign key. It carries no personal data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FarmerId(pub Uuid);
