//! The response that says who is signed in. Pages contain it, too.

use grow_domain::Language;
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

    /// The language that the farmer chose.
    pub(crate) fn language(&self) -> Option<Language> {
        self.user.as_ref().and_then(|user| Language::from_tag(user.language?))
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
    /// The tag of the language that the farmer chose, or null.
    #[schema(required, example = "ta")]
    language: Option<&'static str>,
}

impl User {
    fn new(FarmerId(id): FarmerId, account: FarmerAccount) -> Self {
        let FarmerAccount { user, has_imported_record, language } = account;
        let grow_store::User { display_name, photo_url, email } = user;
        Self { id, display_name, photo_url, email, has_imported_record, language: language.map(Language::tag) }
    }
}
