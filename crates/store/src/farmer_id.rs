//! The id of a farmer.

use uuid::Uuid;

/// A farmer, as every other table names them. It says nothing about the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FarmerId(pub Uuid);
