//! The response that says who is signed in. Pages contain it, too.

use grow_store::{FarmerAccount, FarmerId};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The session of a browser.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    /// The signed-in farmer, or null.
    #[schema(required)]
    user: Option<User>,
}

impl Session {
    pub(super) fn of(farmer: FarmerId, account: Option<FarmerAccount>) -> Self {
        Self { user: account.map(|account| User::new(farmer, account)) }
    }

    pub(crate) fn of_nobody() -> Self {
        Self { user: None }
    }

    pub(crate) fn is_signed_in(&self) -> bool {
        self.user.is_some()
    }
}

/// The signed-in farmer as the identity provider describes them.
#[derive(Serialize, ToSchema)]
pub(crate) struct User {
    /// An opaque id of the farmer, for the header `Grow-Farmer`.
    id: Uuid,
    display_name: String,
    #[schema(required)]
    photo_url: Option<String>,
    email: String,
    /// Whether a record was imported under the verified e-mail, and waits for the farmer to keep or erase it.
    has_imported_record: bool,
}

impl User {
    fn new(FarmerId(id): FarmerId, FarmerAccount { user, has_imported_record }: FarmerAccount) -> Self {
        let grow_store::User { display_name, photo_url, email } = user;
        Self { id, display_name, photo_url, email, has_imported_record }
    }
}
